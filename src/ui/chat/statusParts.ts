import * as l10n from '@vscode/l10n';
import type { Usage } from '../../debate/log/entryData';
import { dollars } from '../../matching/text/shortText';
import { headerOf } from '../../debate/fold/state';
import { firstWords } from '../../matching/text/text';
import type { RecordView } from '../../debate/fold/view';
import { withPlaces } from '../../projections/sourcePlace';
import type { DebateStatus } from '../../session/library/status';
import type { DebateSummary } from '../../session/library/summary';
import type { Entry } from '../../debate/log/entry';
import { outcomeIn, outcomeOf } from '../../projections/outcome';
import { marks, sourceTally } from '../../projections/sources';
import { countedWords, tallied, type SourceTally } from '../../projections/sourceWords';
import { whileRun } from '../../projections/status';
import { outcomeWords, resultWords } from '../../projections/words';
import { stateText, titleOf } from '../library/debateNode';
import { type ChatPart, commandLink, entryLink, markdown, panelLinks, plainMarkdown } from './chatPart';
import { stepText } from '../formats/registry';
import { typeName } from '../../projections/typeName';

export interface DebateDetails {
  summary: DebateSummary;
  status: DebateStatus;
  view: RecordView;
  /** State of the run while this window's engine drives it. */
  run: { ending: 'pausing' | 'stopping' | undefined } | undefined;
}

export function statusParts(details: DebateDetails, { entries }: { entries: number }): ChatPart[] {
  const { status, view } = details;
  const { folder } = details.summary;
  const next =
    status.status === 'done' || status.next.length === 0 ? undefined : nextWords(status.next, view.state.setup?.format);
  const result = resultWords(l10n, outcomeOf(view.state));
  const rest = status.warnings.length - mostWarnings;
  const lines = [
    l10n.t('Entries: {0}', status.entries),
    ...(next === undefined ? [] : [l10n.t('Next: {0}', plainMarkdown(next))]),
    ...(result === undefined ? [] : [l10n.t('Scores: {0}', plainMarkdown(result))]),
    l10n.t('Sources: {0}', countsText(sourceTally(view))),
    l10n.t('Cost: {0}', costText(status.usage)),
    ...status.warnings.slice(0, mostWarnings).map((warning) => `⚠ ${plainMarkdown(warning)}`),
    ...(rest > 0 ? [`⚠ ${l10n.t('{0} more', rest)}`] : []),
  ];
  const shown = latest(view, entries).map((at) => entryLine(view, folder, view.state.headers[at]?.seq ?? at));
  const title = shown.length === 1 ? l10n.t('Last entry:') : l10n.t('Latest entries:');
  return [
    markdown(`${headline(details)}\n\n${list(lines)}`),
    ...(shown.length === 0 ? [] : [markdown(`\n\n${title}\n\n${list(shown)}\n`)]),
  ];
}

const mostWarnings = 5;

/** `Topic: state`, with the topic as a link to the panel. */
export function headline({ summary, run }: Pick<DebateDetails, 'summary' | 'run'>): string {
  const known: DebateSummary = run === undefined ? summary : { ...summary, state: whileRun(summary.state) };
  const link = commandLink(`**${plainMarkdown(titleOf(summary))}**`, 'rostrum.openPanel', { folder: summary.folder });
  return `${link} · ${plainMarkdown(stateText(known, run?.ending))}`;
}

export const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

export const countsText = (counts: SourceTally): string =>
  tallied(counts)
    .map((one) => `${one.status === 'pending' ? '' : `${marks[one.status]} `}${countedWords(l10n, one)}`)
    .join(', ');

/** Cost in words. A `$` before a word is escaped, because it may be taken for mathematics. */
export function costText({ usd, unpriced, input, cache_read: read, cache_write: write, output }: Usage): string {
  const taken = input + read + write;
  if (taken + output === 0) return l10n.t('nothing; no tokens were used');
  const cost = usd === 0 && unpriced === true ? l10n.t('no price is known') : dollars(usd);
  return plainMarkdown(l10n.t('{0}; tokens: {1} read, {2} written', cost, taken, output));
}

/** Next steps in words, by the ids of the steps that would run now. */
export function nextWords(steps: readonly string[], format: string | undefined): string {
  const isBeside = (id: string): boolean => id.startsWith('verify/');
  const main = steps.filter((id) => !isBeside(id));
  const checks = steps.length - main.length;
  const waiting =
    checks === 0
      ? []
      : [checks === 1 ? l10n.t('1 source is to be checked') : l10n.t('{0} sources are to be checked', checks)];
  return [...main.map((id) => stepText(format, id)), ...waiting].join('; ');
}

const shownWords = 40;

/**
 * A line like `seq 12 **sre**, rebuttal to seq 9: its first words…` as Markdown, with links to the panel. It never
 * contains redacted words.
 */
export function entryLine(view: RecordView, folder: string, seq: number): string {
  const entry = view.visible(seq);
  if (entry === undefined) return entryLink(folder, seq);
  const links = panelLinks(folder, view.state);
  const type = plainMarkdown(typeName(l10n, entry.type));
  const about = entry.rebuttal_to_seq ?? entry.target_seq;
  const isKnown = about !== null && headerOf(view.state, about) !== undefined;
  const what = isKnown ? l10n.t('{0} on {1}', type, entryLink(folder, about)) : type;
  return `${entryLink(folder, seq)} **${plainMarkdown(entry.speaker)}**, ${what}: ${plainMarkdown(firstWords(bare(withPlaces(l10n, wordsIn(entry))), shownWords), links)}`;
}

/** The content, in which a conclusion names its outcome by the record's code, such as `ada_wins`. */
function wordsIn({ type, content, data }: Pick<Entry, 'type' | 'content' | 'data'>): string {
  const outcome = type === 'conclusion' ? data?.['outcome'] : undefined;
  return typeof outcome === 'string'
    ? content.replaceAll(outcome, outcomeWords(l10n, outcomeIn({ outcome })))
    : content;
}

/** Text without the marks of headings, lists, emphasis and code, which would appear escaped. */
const bare = (content: string): string =>
  content.replace(/\*+|__|`+/g, '').replace(/^[ \t]*(?:#{1,6}|[-+>])[ \t]+/gm, '');

/** Whether an entry shows how a debate goes: officials' notes and results without a problem do not. */
export function isTold(view: RecordView, position: number): boolean {
  const header = view.state.headers[position];
  if (header === undefined || untold.has(header.type)) return false;
  if (header.type !== 'verification_result') return true;
  const status = view.visible(header.seq)?.data?.['status'];
  return status === 'unreliable' || status === 'fabricated';
}

const untold: ReadonlySet<string> = new Set(['setup', 'note', 'document']);

/** Positions of the latest of these entries, oldest first. */
export function latest(view: RecordView, count: number): number[] {
  const found: number[] = [];
  for (let at = view.state.headers.length - 1; at >= 0 && found.length < count; at -= 1)
    if (isTold(view, at)) found.unshift(at);
  return found;
}
