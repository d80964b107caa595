import { firstUnits } from '../../matching/text/shortText';
import type { Debater } from '../../debate/log/entryData';
import type { Violation, VisibleEntry } from '../../debate/flow/tasks';
import type { DebaterLedger } from '../../debate/flow/tasks/panel';
import type { Fence } from './fence';
import { recordBlocks } from './recordText';

/**
 * Bounds of a prompt, in items and characters, so that debates of any length leave it readable. `items` is generous: a
 * gate demands an answer to each thing owed.
 */
export const most = {
  items: 40,
  asked: 12,
  reason: 600,
  text: 2_000,
  entry: 12_000,
  document: 24_000,
  hints: 8_000,
} as const;

export const cut = (text: string, length: number = most.text): string =>
  text.length <= length ? text : `${firstUnits(text, length)} … (cut)`;

export const lines = (items: readonly string[]): string => items.join('\n');

export const newest = <T>(items: readonly T[], count: number = most.items): readonly T[] => items.slice(-count);

export const seqList = (seqs: readonly number[]): string => seqs.join(', ');

export const speakersText = (words: string, speakers: readonly { name: string; seqs: readonly number[] }[]): string =>
  speakers.length === 0
    ? ''
    : `${words}: ${speakers.map(({ name, seqs: said }) => `${name} (seq ${seqList(said)})`).join('; ')}.`;

export const names = (debaters: readonly Pick<Debater, 'name'>[]): string =>
  debaters.map(({ name }) => name).join(', ');

/** The outcome of a debate in a sentence. */
export function outcomeText(outcome: string): string {
  if (outcome === 'draw') return 'The outcome: a draw.';
  if (outcome === 'even') return 'The scores of both sides are even.';
  if (outcome === 'void') return 'The outcome: void, no fair conclusion could be drawn.';
  if (outcome === 'undecided') return 'There is no winner: the debate ended undecided. The conclusion says why.';
  return `The outcome: ${outcome.replaceAll('_', ' ')}.`;
}

export function debaterText(tag: string, debater: Debater, fence: Fence): string {
  const { name, persona, starting_position: position, incentives } = debater;
  const text = lines([
    `Persona: ${cut(persona)}`,
    `Starting position: ${cut(position)}`,
    `Incentives: ${cut(incentives)}`,
  ]);
  return fence.wrap(tag, { name }, text);
}

/** The entry as in the record; cut only if longer than any honest turn. */
export function entryText(entry: VisibleEntry, fence: Fence): string {
  const content = cut(entry.content, most.entry);
  const introduces = JSON.stringify(entry.data?.['introduces'] ?? []);
  const declared = introduces === '[]' ? '' : `\nDeclared as introduced: ${cut(introduces)}`;
  return lines(recordBlocks([{ ...entry, content: `${content}${declared}` }], 'officials', fence));
}

export const documentTexts = (documents: readonly { name: string; content: string }[], fence: Fence): string =>
  lines(documents.map(({ name, content }) => fence.wrap('document', { name }, cut(content, most.document))));

/** A row each; of many seqs the newest. */
export function ledgerTable(ledgers: readonly DebaterLedger[]): string {
  const head = [
    ...[
      'debater',
      'turns (skipped)',
      'sources cited: verified/unverified/unreliable/fabricated/corrected or withdrawn/not checked/struck',
      'verified files',
      'rebuttals (seq>seq of)',
    ],
    ...[
      'answered by a verified rebuttal',
      'unanswered',
      'conjectures',
      'facts granted',
      'infractions (rule at seq)',
      'struck (fabricated)',
    ],
  ];
  const rows = [head, head.map(() => '---'), ...ledgers.map(ledgerRow)];
  return lines(rows.map((cells) => `| ${cells.join(' | ')} |`));
}

function ledgerRow(ledger: DebaterLedger): string[] {
  const { verification: found, quoted } = ledger;
  const verified = quoted === 0 ? `${found.verified}` : `${found.verified} (${quoted} of them quoted only)`;
  return [
    ledger.name,
    `${ledger.turns} (${ledger.skipped})`,
    `${ledger.cited}: ${[verified, found.unverified, found.unreliable, found.fabricated, ledger.setRight, ledger.unchecked, ledger.redactedSources].join('/')}`,
    `${ledger.verifiedFiles}`,
    listed(ledger.rebuttals.map(({ seq, to, toSeq }) => `${seq}>${toSeq} ${to}`)),
    listed(ledger.rebutted),
    listed(ledger.unanswered),
    `${ledger.conjectures}`,
    `${ledger.concessions}`,
    listed(ledger.infractions.map(({ seq, rule }) => `${rule} at ${seq}`)),
    `${listed(ledger.redacted)} (${ledger.fabricated})`,
  ];
}

function listed(items: readonly (string | number)[]): string {
  if (items.length === 0) return 'none';
  const shown = newest(items, 16).join(', ');
  return items.length > 16 ? `${items.length}, the last: ${shown}` : shown;
}

/** Objections as text for `PromptBook.aside`. Their messages quote addresses and words of others. */
export const feedbackText = (feedback: readonly Violation[], fence: Fence): string =>
  lines(
    feedback
      .slice(0, most.items)
      .map(({ rule, message }) => fence.wrap('problem', { rule }, cut(message, most.reason))),
  );
