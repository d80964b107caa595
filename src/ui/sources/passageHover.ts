import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { canVouch, type CitationFacts } from '../findings/citation';
import { statusIcons, resultWords } from './sourceWords';
import type { ShownPassage } from './shownPassages';
import { cutText } from '../../matching/text/shortText';

export const citingCommand = 'rostrum.goToCitingEntry';
const panelCommand = 'rostrum.openPanel';
const clearCommand = 'rostrum.clearSourceHighlight';
export const browserCommand = 'rostrum.openSourceInBrowser';
export const checkCommand = 'rostrum.checkSourceAgain';
export const vouchCommand = 'rostrum.vouchForSource';

/** Everything that comes from the debate is added as text: it can hold no Markdown and no command. */
export function passageHover({ citation, facts, notices, elsewhere }: ShownPassage): vscode.MarkdownString {
  const { folder } = citation;
  const hover = new vscode.MarkdownString('', true);
  hover.isTrusted = {
    enabledCommands: [citingCommand, panelCommand, browserCommand, checkCommand, vouchCommand, clearCommand],
  };
  // What warns and what can be done come first: a long hover shows its beginning.
  for (const notice of notices) paragraph(hover, '$(warning)', notice);
  hover.appendMarkdown(`${linksOf({ folder, facts, isOnWeb: elsewhere?.kind === 'browser' }).join(' · ')}\n\n---\n\n`);
  if (facts.claim !== undefined && facts.claim !== '') paragraph(hover, `**${l10n.t('Claim')}**`, facts.claim);
  paragraph(hover, facts.status === undefined ? '$(circle-outline)' : statusIcons[facts.status], resultWords(facts));
  paragraph(hover, '', l10n.t('Cited in seq {0} by {1}, in the debate “{2}”.', facts.seq, facts.speaker, facts.topic));
  paragraph(hover, '', facts.explanation);
  if (facts.proof !== undefined && facts.proof.words !== facts.explanation) paragraph(hover, '', facts.proof.words);
  if (facts.changed !== undefined) paragraph(hover, `**${l10n.t('changed')}**`, facts.changed);
  for (const { name, result, note } of facts.checks) {
    const isSaid = note === '' || facts.explanation.includes(note);
    paragraph(hover, `**${name}**`, isSaid ? result : l10n.t('{0}. {1}', result, note));
  }
  return hover;
}

function linksOf({ folder, facts, isOnWeb }: { folder: string; facts: CitationFacts; isOnWeb: boolean }): string[] {
  const { seq, url } = facts;
  const citation = { folder, seq, url };
  return [
    commandLink(l10n.t('Go to Citing Entry'), citingCommand, { folder, seq }),
    commandLink(l10n.t('Open in Panel'), panelCommand, { folder, seq: facts.result ?? seq }),
    ...(isOnWeb ? [commandLink(l10n.t('Open in Browser'), browserCommand, citation)] : []),
    commandLink(l10n.t('Check Again'), checkCommand, citation),
    ...(canVouch(facts) ? [commandLink(l10n.t('I Read It…'), vouchCommand, citation)] : []),
    commandLink(l10n.t('Clear Highlight'), clearCommand, {}),
  ];
}

const longestText = 1_500;

/** Word by word, because `appendText` makes spaces at which no line can be broken. */
function paragraph(hover: vscode.MarkdownString, lead: string, text: string): void {
  if (text === '') return;
  hover.appendMarkdown(lead);
  for (const word of cutText(text, longestText).split(/\s+/)) {
    hover.appendMarkdown(' ');
    // As code, an address is no link, and none of it is escaped in view.
    if (/^[^`]*:\/\/[^`]*$/.test(word)) hover.appendMarkdown(`\`${word}\``);
    else hover.appendText(word);
  }
  hover.appendMarkdown('\n\n');
}

const commandLink = (label: string, command: string, argument: object): string =>
  `[${label}](${commandUri(command, argument).toString()})`;

/** The editor decodes the query twice: encoded once only, `%20` in the URL of a source would come out as a space. */
export function commandUri(command: string, argument: object): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: command, query: encodeURIComponent(JSON.stringify([argument])) });
}
