import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CheckReport, CitationFinding } from '../../citations/findings';
import { placeOf } from '../../citations/findings';
import { collapsed, cutText, unquoted } from '../../matching/text/shortText';
import type { ShownCitation } from './shownCitations';

export const showCommand = 'rostrum.showWhatStandsThere';

const longestShown = 600;

export const kindWords = (kind: CitationFinding['kind'] | 'quoted' | 'uncheckable'): string =>
  ({
    missing: l10n.t('Not in the source'),
    gone: l10n.t('The source is gone'),
    figure: l10n.t('Figure not found there'),
    approximate: l10n.t('Not written so there'),
    unread: l10n.t('The source could not be read'),
    quoted: l10n.t('It stands there'),
    uncheckable: l10n.t('Not checked'),
  })[kind];

export function problemWords({ kind, words, stands_there: standsThere, place }: CitationFinding): string {
  const there = standsThere === null ? '' : ` ${l10n.t('There stands: “{0}”.', unquoted(standsThere))}`;
  return `${kindWords(kind)} (${place}). ${words}${there}`.trim();
}

/** What was found in all, for a message. */
export function reportWords({ citations, files, counts }: CheckReport): string {
  if (citations === 0) return l10n.t('No citation that can be checked was found in {0} documents.', files);
  const doubtful = counts.figure + counts.approximate + counts.unread;
  return l10n.t(
    '{0} citations in {1} documents: {2} stand there, {3} are not in their source, {4} sources are gone, {5} are in doubt.',
    ...[citations, files, counts.quoted, counts.missing, counts.gone, doubtful],
  );
}

/** Text of the document and of its sources is added as text: it can hold no Markdown and no command. */
export function citationHover(shown: ShownCitation, argument: unknown): vscode.MarkdownString {
  const { checked, finding } = shown;
  const { answer } = checked;
  const hover = new vscode.MarkdownString('', true);
  hover.isTrusted = { enabledCommands: [showCommand] };
  hover.appendMarkdown(finding === undefined ? '$(check) ' : '$(warning) ');
  hover.appendText(`${kindWords(answer.kind)}. ${answer.words}`);
  if (answer.standsThere !== undefined) {
    hover.appendMarkdown(`\n\n**${l10n.t('There stands')}**\n\n`);
    hover.appendText(cutText(collapsed(answer.standsThere), longestShown));
  }
  hover.appendMarkdown('\n\n');
  hover.appendText(placeOf(checked));
  if (answer.kind === 'gone' || answer.kind === 'unread') return hover;
  const link = `command:${showCommand}?${encodeURIComponent(JSON.stringify([argument]))}`;
  return hover.appendMarkdown(`\n\n[${l10n.t('Show What Stands There')}](${link})`);
}
