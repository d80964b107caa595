import * as vscode from 'vscode';
import { statusIcons, statusWords } from './sourceWords';
import type { ShownPassage } from './shownPassages';

export const citingCommand = 'rostrum.goToCitingEntry';
const panelCommand = 'rostrum.openPanel';
export const clearCommand = 'rostrum.clearSourceHighlight';

/** The claim beside the passage. Everything that comes from the debate is added as text: it can hold no Markdown and no command. */
export function passageHover({ citation, facts, notices }: ShownPassage): vscode.MarkdownString {
  const { folder, seq } = citation;
  const hover = new vscode.MarkdownString('', true);
  hover.isTrusted = { enabledCommands: [citingCommand, panelCommand, clearCommand] };
  if (facts.claim !== undefined && facts.claim !== '') {
    hover.appendMarkdown(`**${vscode.l10n.t('Claim')}** `).appendText(facts.claim).appendMarkdown('\n\n');
  }
  const icon = facts.status === undefined ? '$(circle-outline)' : statusIcons[facts.status];
  hover.appendMarkdown(`${icon} `).appendText(statusWords(facts)).appendMarkdown('\n\n');
  hover.appendText(vscode.l10n.t('Cited in seq {0} by {1}, in the debate “{2}”.', facts.seq, facts.speaker, facts.topic));
  if (facts.explanation !== '') hover.appendMarkdown('\n\n').appendText(facts.explanation);
  for (const { name, note } of facts.checks) {
    if (note !== '' && !facts.explanation.includes(note)) hover.appendMarkdown('\n\n').appendText(vscode.l10n.t('{0}: {1}', name, note));
  }
  for (const notice of notices) hover.appendMarkdown('\n\n$(info) ').appendText(notice);
  const links = [
    commandLink(vscode.l10n.t('Go to Citing Entry'), citingCommand, { folder, seq: facts.seq }),
    commandLink(vscode.l10n.t('Open in Panel'), panelCommand, { folder, seq: facts.result ?? seq }),
    commandLink(vscode.l10n.t('Clear Highlight'), clearCommand, {}),
  ];
  return hover.appendMarkdown(`\n\n---\n\n${links.join(' · ')}`);
}

const commandLink = (label: string, command: string, argument: object): string => `[${label}](${commandUri(command, argument).toString()})`;

/**
 * A link that runs a command. The editor decodes the query once as that of an address and once more before it reads the argument:
 * encoded once only, `%20` in the URL of a source would come out as a space.
 */
export function commandUri(command: string, argument: object): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: command, query: encodeURIComponent(JSON.stringify([argument])) });
}
