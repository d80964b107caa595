import type { VisibleEntry } from '../../debate/tasks';
import type { Fence } from './fence';

/**
 * The record as models read it: one block an entry, in order, so that the prefix only grows at its end and the provider's
 * cache serves it. A block depends on its entry alone.
 */

/** `debaters` leaves out what is between Verifier and Chair (rule 21) and the Chair's own bookkeeping. */
export type Readership = 'debaters' | 'officials';

const shownToDebaters: ReadonlySet<string> = new Set(['note', 'setup', 'verification_result', 'document', 'handoff']);
/** What the brief says already, and notes that say that nothing happened. */
const shownToNobody: ReadonlySet<string> = new Set(['setup']);
const silentNotes: ReadonlySet<string> = new Set(['review', 'no_questions', 'go_on', 'stop', 'asked', 'document_review']);

export function recordBlocks(record: readonly VisibleEntry[], readership: Readership, fence: Fence): string[] {
  return record.filter((entry) => isShown(entry, readership)).map((entry) => entryBlock(entry, fence));
}

/**
 * The same for who decides: behind each source stands how the Verifier left it, so that nothing unverified passes for a fact.
 * Blocks change when findings come, so that this is for tasks that are asked once.
 */
export function judgedBlocks(record: readonly VisibleEntry[], readership: Readership, fence: Fence): string[] {
  const statuses = statusesIn(record);
  const standing = (entry: VisibleEntry, url: string): string => statuses.get(`${entry.seq} ${url}`) ?? 'unverified';
  return record.filter((entry) => isShown(entry, readership)).map((entry) => entryBlock(entry, fence, standing));
}

/** The latest result for each entry and address. A person who read a source vouches for it and changes no status. */
function statusesIn(record: readonly VisibleEntry[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { type, speaker, target_seq: target, data } of record) {
    const [url, status] = [data?.['url'], data?.['status']];
    const isResult = type === 'verification_result' && speaker === 'verifier' && target !== null;
    if (isResult && typeof url === 'string' && typeof status === 'string') found.set(`${target} ${url}`, status);
  }
  return found;
}

function isShown(entry: VisibleEntry, readership: Readership): boolean {
  if (readership === 'debaters') return !shownToDebaters.has(entry.type);
  return !shownToNobody.has(entry.type) && !(entry.type === 'note' && silentNotes.has(kindOf(entry)));
}

export const kindOf = (entry: VisibleEntry): string => {
  const kind = entry.data?.['kind'];
  return typeof kind === 'string' ? kind : '';
};

/** Speaker and type come from the entry's fields, never from its text; a struck entry keeps its place and says why. */
function entryBlock(entry: VisibleEntry, fence: Fence, statusOf?: StatusOf): string {
  const { seq, speaker, type, rebuttal_to_seq: rebuts, target_seq: target, struck } = entry;
  const attributes = { seq, speaker, type, rebuts: rebuts ?? undefined, about: target ?? undefined };
  const text = struck === undefined ? spokenText(entry, statusOf) : `[REDACTED by seq ${struck.by}]`;
  return fence.wrap('entry', attributes, text);
}

type StatusOf = (entry: VisibleEntry, url: string) => string;

function spokenText(entry: VisibleEntry, statusOf?: StatusOf): string {
  const { content, sources, data } = entry;
  const cited = (sources ?? []).map(({ url, title, quote, claim }, index) => {
    const standing = statusOf === undefined ? '' : statusWords(statusOf(entry, url));
    const parts = [`[${index + 1}] ${url}`, standing, title, quote === undefined ? '' : `quote: "${quote}"`, claim === undefined ? '' : `claim: ${claim}`];
    return parts.filter((part) => part !== '').join(' | ');
  });
  const conceded = Array.isArray(data?.['concedes']) ? data['concedes'] : [];
  const concessions = conceded.map((one) => `concedes ${JSON.stringify(one)}`);
  return [content.trim(), ...(cited.length === 0 ? [] : ['Sources:', ...cited]), ...concessions].join('\n');
}

const statusWords = (status: string): string => (status === 'verified' ? 'VERIFIED' : `${status.toUpperCase()}: no fact rests on it`);

/** The round of each entry: 0 before the first, and again from the check before the closings on. */
export function roundsOf(record: readonly VisibleEntry[]): number[] {
  let round = 0;
  return record.map((entry) => {
    const kind = kindOf(entry);
    if (kind === 'round_start') {
      const said = entry.data?.['round'];
      round = typeof said === 'number' ? said : round + 1;
    } else if (kind === 'unresolved') round = Infinity;
    return round;
  });
}

export interface Condensed {
  blocks: string[];
  /** How many entries were replaced. */
  replaced: number;
}

/**
 * The record with the turns of all rounds before `round` as the Chair's one-sentence summaries. Openings, rulings,
 * redactions, findings and what the user said stay whole.
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
    const isOld = round >= 1 && round < before && entry.phase === 'rebuttal' && isSpoken(entry);
    if (!isOld) return isShown(entry, readership) ? [entryBlock(entry, fence)] : [];
    replaced += 1;
    const summary = summaries.get(entry.seq);
    // The summary stands for the whole turn, at its first entry.
    return summary === undefined ? [] : [fence.wrap('summary', { seq: entry.seq, speaker: entry.speaker, round }, summary)];
  });
  return { blocks, replaced };
}

const spoken: ReadonlySet<string> = new Set(['new_point', 'rebuttal', 'conjecture', 'source_challenge', 'clarification_request', 'audience_question']);
const isSpoken = (entry: VisibleEntry): boolean => spoken.has(entry.type);

/** The Chair's summary of a turn, by the turn's first entry. */
function summariesIn(record: readonly VisibleEntry[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const entry of record) {
    const summary = entry.data?.['summary'];
    if (kindOf(entry) === 'review' && entry.target_seq !== null && typeof summary === 'string') found.set(entry.target_seq, summary);
  }
  return found;
}
