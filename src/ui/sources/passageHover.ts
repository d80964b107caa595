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
  if (facts.claim !== undefined && facts.claim !== '') paragraph(hover, `**${vscode.l10n.t('Claim')}**`, facts.claim);
  paragraph(hover, facts.status === undefined ? '$(circle-outline)' : statusIcons[facts.status], statusWords(facts));
  paragraph(hover, '', vscode.l10n.t('Cited in seq {0} by {1}, in the debate “{2}”.', facts.seq, facts.speaker, facts.topic));
  paragraph(hover, '', facts.explanation);
  for (const { name, note } of facts.checks) {
    if (note !== '' && !facts.explanation.includes(note)) paragraph(hover, '', vscode.l10n.t('{0}: {1}', name, note));
  }
  for (const notice of notices) paragraph(hover, '$(info)', notice);
  const links = [
    commandLink(vscode.l10n.t('Go to Citing Entry'), citingCommand, { folder, seq: facts.seq }),
    commandLink(vscode.l10n.t('Open in Panel'), panelCommand, { folder, seq: facts.result ?? seq }),
    commandLink(vscode.l10n.t('Clear Highlight'), clearCommand, {}),
  ];
  return hover.appendMarkdown(`---\n\n${links.join(' · ')}`);
}

const longestText = 1_500;

/** Word by word, because `appendText` makes spaces at which no line can be broken. */
function paragraph(hover: vscode.MarkdownString, lead: string, text: string): void {
  if (text === '') return;
  hover.appendMarkdown(lead);
  const shown = text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
  for (const word of shown.split(/\s+/)) {
    hover.appendMarkdown(' ');
    // As code, an address is no link, and none of it is escaped in view.
    if (/^[^`]*:\/\/[^`]*$/.test(word)) hover.appendMarkdown(`\`${word}\``);
    else hover.appendText(word);
  }
  hover.appendMarkdown('\n\n');
}

const commandLink = (label: string, command: string, argument: object): string => `[${label}](${commandUri(command, argument).toString()})`;

/**
 * A link that runs a command. The editor decodes the query once as that of an address and once more before it reads the argument:
 * encoded once only, `%20` in the URL of a source would come out as a space.
 */
export function commandUri(command: string, argument: object): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: command, query: encodeURIComponent(JSON.stringify([argument])) });
}
