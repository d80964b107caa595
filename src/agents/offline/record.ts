import type { DebaterLedger, VisibleEntry } from '../../debate/tasks';
import { parseSourceUrl } from '../../debate/sourceUrl';
import { contentWords } from '../../debate/text';

/** Reading helpers over the record as an agent sees it. Struck entries are in none of the lists. */

export type DebateRecord = readonly VisibleEntry[];

/** A quotation that stands in the record. */
export interface Quoted {
  seq: number;
  speaker: string;
  url: string;
  title: string;
  quote: string;
  /** Of a workspace source. */
  path: string | undefined;
  lines: { start: number; end: number } | undefined;
}

const arguing = new Set(['opening_statement', 'new_point', 'rebuttal', 'defense', 'critique']);
const speaking = new Set([...arguing, 'conjecture', 'closing_statement', 'source_challenge', 'clarification_request']);

export function isArgument(entry: VisibleEntry): boolean {
  return arguing.has(entry.type) && entry.struck === undefined;
}

/** Opening statements, points and rebuttals that stand; of a tribunal, what both sides brought. */
export function argumentsIn(record: DebateRecord, speaker?: string): VisibleEntry[] {
  return record.filter((entry) => isArgument(entry) && (speaker === undefined || entry.speaker === speaker));
}

/** Everything a debater has said that stands, conjectures and closings too. */
export function spokenBy(record: DebateRecord, speaker: string): VisibleEntry[] {
  return record.filter((entry) => speaking.has(entry.type) && entry.speaker === speaker && entry.struck === undefined);
}

export function quotesIn(entry: VisibleEntry): Quoted[] {
  return (entry.sources ?? []).flatMap(({ url, title, quote = '' }) => {
    if (quote.trim() === '' || quote.includes('[REDACTED')) return [];
    const parsed = parseSourceUrl(url);
    const place =
      parsed.kind === 'workspace' ? { path: parsed.path, lines: parsed.lines } : { path: undefined, lines: undefined };
    return [{ seq: entry.seq, speaker: entry.speaker, url, title, quote: quote.replace(/\s+/g, ' ').trim(), ...place }];
  });
}

/** Seqs that a rebuttal answers, each with the seqs of the rebuttals. */
export function answersIn(record: DebateRecord): Map<number, VisibleEntry[]> {
  const answers = new Map<number, VisibleEntry[]>();
  for (const entry of record) {
    if (entry.type !== 'rebuttal' || entry.rebuttal_to_seq === null || entry.struck !== undefined) continue;
    const known = answers.get(entry.rebuttal_to_seq);
    if (known === undefined) answers.set(entry.rebuttal_to_seq, [entry]);
    else known.push(entry);
  }
  return answers;
}

/** Which quotation of an entry a reply is about: the one that it goes on from, or with which it shares most words. */
export function answeredQuote(target: VisibleEntry, reply: VisibleEntry): Quoted | undefined {
  const [first] = quotesIn(reply);
  const words = new Set(contentWords(first?.quote ?? ''));
  let best: { quote: Quoted; shared: number } | undefined;
  for (const quote of quotesIn(target)) {
    const own = [...new Set(contentWords(quote.quote))];
    const overlap = own.filter((word) => words.has(word)).length / Math.max(1, own.length);
    const shared = overlap + (first !== undefined && goesOn(quote, first) ? 1 : 0);
    if (best === undefined || shared > best.shared) best = { quote, shared };
  }
  return best?.quote;
}

/** Whether the second stands right after the first in the same file. */
function goesOn(one: Quoted, other: Quoted): boolean {
  if (one.path === undefined || one.path !== other.path || one.lines === undefined || other.lines === undefined)
    return false;
  return other.lines.start - one.lines.end >= 0 && other.lines.start - one.lines.end <= 1;
}

/** Where the last round began; entries after it could not be answered by everybody. */
export function lastRoundStart(record: DebateRecord): number {
  const start = record.findLast((entry) => entry.type === 'announcement' && entry.data?.['kind'] === 'round_start');
  return start?.seq ?? Infinity;
}

export function concessionsOf(entry: VisibleEntry): { seq: number; claim: string }[] {
  const concedes = entry.data?.['concedes'];
  return Array.isArray(concedes) ? (concedes as { seq: number; claim: string }[]) : [];
}

export function ledgerOf(ledgers: readonly DebaterLedger[], name: string): DebaterLedger {
  return (
    ledgers.find((ledger) => ledger.name === name) ?? {
      ...{ name, turns: 0, skipped: 0, conjectures: 0, cited: 0, verifiedFiles: 0, fabricated: 0, concessions: 0 },
      verification: { verified: 0, unreliable: 0, fabricated: 0, unverified: 0 },
      ...{ rebuttals: [], rebutted: [], unanswered: [], infractions: [], struck: [] },
    }
  );
}
