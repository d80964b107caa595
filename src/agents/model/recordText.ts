import { collapsed } from '../../matching/text/shortText';
import { dataOf } from '../../debate/log/codec';
import { isOnlyQuoted } from '../../debate/log/sourceMark';
import type { Argument } from '../../debate/log/entryData';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { Fence } from './fence';
import { correctionFields, correctionsOf, type Correction } from '../../debate/log/data/common';
import * as z from 'zod';

/**
 * The record as models read it: one block an entry, which depends on that entry alone, so that the prefix only grows
 * and the provider's cache serves it.
 */

/**
 * `debaters`: without what is between Verifier and host (rule 21) and the host's bookkeeping. What a side may not see
 * besides, its format has left out before.
 */
export type Readership = 'debaters' | 'officials';

const hiddenFromDebaters: ReadonlySet<string> = new Set(['note', 'verification_result', 'document']);
/** What the brief says, and what was handed on between sides and stands in its own place. */
const hiddenFromAll: ReadonlySet<string> = new Set(['setup', 'handoff']);
/** That nothing happened, and how many rounds are planned, which the task tells those who may know. */
const silentNotes: ReadonlySet<string> = new Set([
  'review',
  'no_questions',
  'go_on',
  'stop',
  'asked',
  'document_review',
  'rounds_planned',
  'usage',
  'memo',
]);

/**
 * `isJudged`, for who decides: with the Verifier's finding behind each source, so that nothing unverified passes for a
 * fact. Such blocks change with findings: only for tasks that are asked once.
 */
export function recordBlocks(
  record: readonly VisibleEntry[],
  readership: Readership,
  fence: Fence,
  isJudged = false,
): string[] {
  const statuses = isJudged ? statusesIn(record) : undefined;
  return record.filter((entry) => isShown(entry, readership)).map((entry) => entryBlock(entry, fence, statuses));
}

/** The latest of the Verifier by entry and address; a person who vouches changes none. */
function statusesIn(record: readonly VisibleEntry[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { type, speaker, target_seq: target, data } of record) {
    const [url, status] = [data?.['url'], data?.['status']];
    const isResult = type === 'verification_result' && speaker === 'verifier' && target !== null;
    if (isResult && typeof url === 'string' && typeof status === 'string') found.set(`${target} ${url}`, status);
  }
  for (const entry of record) for (const one of correctionsIn(entry)) settle(found, entry.seq, one);
  return found;
}

const correctionsIn = ({ data }: VisibleEntry): Correction[] =>
  correctionsOf(correctionData.safeParse(data).data ?? {});

const correctionData = z.looseObject(correctionFields);

/** What was corrected in time costs its author nothing: the judge is told where. */
function settle(found: Map<string, string>, by: number, { seq, old_url, new_url, statement }: Correction): void {
  const isMade = new_url === undefined ? statement !== undefined : found.get(`${by} ${new_url}`) === 'verified';
  if (isMade) found.set(`${seq} ${old_url}`, `${new_url === undefined ? 'withdrawn' : 'corrected'} in seq ${by}`);
}

function isShown(entry: VisibleEntry, readership: Readership): boolean {
  if (hiddenFromAll.has(entry.type)) return false;
  if (readership === 'debaters') return !hiddenFromDebaters.has(entry.type);
  return !(entry.type === 'note' && silentNotes.has(kindOf(entry)));
}

const kindOf = (entry: VisibleEntry): string => {
  const kind = entry.data?.['kind'];
  return typeof kind === 'string' ? kind : '';
};

/** Speaker and type come from fields, never from the text; a redacted entry keeps its place. */
function entryBlock(entry: VisibleEntry, fence: Fence, statuses?: ReadonlyMap<string, string>): string {
  const { seq, speaker, type, rebuttal_to_seq: rebuts, target_seq: target, redacted } = entry;
  const attributes = {
    seq,
    speaker,
    type,
    id: argumentIn(entry)?.id,
    rebuts: rebuts ?? undefined,
    about: target ?? undefined,
  };
  const text =
    redacted !== undefined ? `[REDACTED by seq ${redacted.by}]` : (findingText(entry) ?? spokenText(entry, statuses));
  return fence.wrap('entry', attributes, text);
}

/** A finding in brief: what passed needs no words. */
function findingText(entry: VisibleEntry): string | undefined {
  const data = dataOf(entry, 'verification_result');
  if (data === undefined) return undefined;
  const { url, status, explanation = '' } = data;
  if (status !== 'verified') return `${status}: ${url}. ${explanation}`.trim();
  return isOnlyQuoted(status, data) ? `verified, quoted only: ${url}` : `verified: ${url}`;
}

function spokenText({ seq, content, sources, data }: VisibleEntry, statuses?: ReadonlyMap<string, string>): string {
  const whole = collapsed(content);
  const stands = (words: string): boolean => whole.includes(collapsed(words));
  const cited = (sources ?? []).map(({ url, title, quote, claim }, index) => {
    const status = statuses === undefined ? '' : statusWords(statuses.get(`${seq} ${url}`) ?? 'unverified');
    const parts = [`[${index + 1}] ${url}`, status, title, ...citedText(quote, claim, stands)];
    return parts.filter((part) => part !== '').join(' | ');
  });
  const conceded = Array.isArray(data?.['concedes']) ? data['concedes'] : [];
  const concessions = conceded.map((one) => `concedes ${JSON.stringify(one)}`);
  return [content.trim(), ...(cited.length === 0 ? [] : ['Sources:', ...cited]), ...concessions].join('\n');
}

/** What is quotation and claim in one is told once. */
function citedText(quote: string | undefined, claim: string | undefined, stands: (words: string) => boolean): string[] {
  const isOne = quote !== undefined && quote === claim;
  return [
    quote === undefined
      ? ''
      : `${isOne ? 'quote and claim' : 'quote'}: ${stands(quote) ? pointer(quote) : `"${quote}"`}`,
    claim === undefined || isOne ? '' : `claim: ${stands(claim) ? pointer(claim) : claim}`,
  ];
}

const pointerWords = 6;

/** What stands in the same block is named by its first words. */
function pointer(words: string): string {
  const said = collapsed(words).split(' ');
  return said.length <= pointerWords ? `"${said.join(' ')}"` : `"${said.slice(0, pointerWords).join(' ')} …" above`;
}

const statusWords = (status: string): string =>
  status === 'verified'
    ? 'VERIFIED'
    : status.replace(/^\w+/, (word) => word.toUpperCase()) +
      (status.includes(' in seq ') ? '' : ': no fact rests on it');

/** The round of each entry, exchanges counted from 1; 0 before the first, Infinity from the check before the closings on. */
export function roundsOf(record: readonly VisibleEntry[]): number[] {
  let round = 0;
  return record.map((entry) => {
    const kind = kindOf(entry);
    const said = entry.data?.['round'];
    if (kind === 'round_start') round = typeof said === 'number' ? said : round + 1;
    // Exchanges are counted from 0.
    else if (kind === 'exchange_start') round = typeof said === 'number' ? said + 1 : round + 1;
    else if (kind === 'unresolved') round = Infinity;
    return round;
  });
}

interface Condensed {
  blocks: string[];
  replaced: number;
}

/**
 * The record with the turns of rounds before `before` replaced: by the Chair's summaries, an argument's title and
 * claim, or nothing where an assessment follows. All else stays whole.
 */
export function condensedBlocks(
  record: readonly VisibleEntry[],
  { before, readership, fence }: { before: number; readership: Readership; fence: Fence },
): Condensed {
  const rounds = roundsOf(record);
  const summaries = summariesIn(record);
  let replaced = 0;
  const blocks = record.flatMap((entry, index) => {
    const round = rounds[index] ?? 0;
    const isOld = round >= 1 && round < before && isSpoken(entry);
    if (!isOld) return isShown(entry, readership) ? [entryBlock(entry, fence)] : [];
    replaced += 1;
    // It stands for the whole turn, at its first entry.
    const summary = summaries.get(entry.seq) ?? claimOf(entry);
    return summary === undefined
      ? []
      : [fence.wrap('summary', { seq: entry.seq, speaker: entry.speaker, id: argumentIn(entry)?.id, round }, summary)];
  });
  return { blocks, replaced };
}

const spoken: ReadonlySet<string> = new Set([
  ...['new_point', 'rebuttal', 'conjecture', 'source_challenge', 'clarification_request', 'audience_question'],
  ...['defense', 'critique', 'argument'],
]);
const isSpoken = (entry: VisibleEntry): boolean => spoken.has(entry.type);

/** Undefined for other types, and for what is malformed. */
const argumentIn = (entry: VisibleEntry): Argument | undefined => dataOf(entry, 'argument')?.argument;

/** If there is no room for all of it. */
function claimOf(entry: VisibleEntry): string | undefined {
  const argument = entry.redacted === undefined ? argumentIn(entry) : undefined;
  return argument === undefined ? undefined : `${argument.title}: ${argument.claim}`;
}

/** Summaries by their turn's first entry. */
function summariesIn(record: readonly VisibleEntry[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const entry of record) {
    const summary = entry.data?.['summary'];
    if (kindOf(entry) === 'review' && entry.target_seq !== null && typeof summary === 'string')
      found.set(entry.target_seq, summary);
  }
  return found;
}
