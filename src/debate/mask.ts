import type { Entry } from './entry';
import type { VisibleEntry } from './tasks';
import type { DebateState } from './state';

/** Rule 19: from this many characters on, a verbatim run of struck text in others' words is masked. */
export const maskedRun = 40;
const maskText = '[REDACTED]';

/**
 * Hides struck text: the struck entries themselves, and every verbatim run of 40 characters or more of them in anything
 * else that a model, a template or an export is to see. White space counts as equal to any other white space, so that
 * re-wrapped quotations are found too.
 */
export class Mask {
  readonly #runs = new Set<string>();

  constructor(
    private readonly state: DebateState,
    struck: readonly Entry[],
  ) {
    for (const entry of struck) {
      const parts = [entry.content, ...(entry.sources ?? []).flatMap((source) => [source.quote, source.claim])];
      for (const part of parts) if (part !== undefined) this.#learn(part);
    }
  }

  #learn(text: string): void {
    const flat = flatten(text);
    for (let start = 0; start + maskedRun <= flat.length; start += 1) {
      this.#runs.add(flat.slice(start, start + maskedRun));
    }
  }

  /** The text with every run of struck text replaced. */
  text(text: string): string {
    if (this.#runs.size === 0 || text.length < maskedRun) return text;
    const flat = flattenWithMap(text);
    let masked = '';
    let copied = 0;
    let start = 0;
    while (start + maskedRun <= flat.text.length) {
      if (!this.#runs.has(flat.text.slice(start, start + maskedRun))) {
        start += 1;
        continue;
      }
      let end = start + maskedRun;
      while (end < flat.text.length && this.#runs.has(flat.text.slice(end - maskedRun + 1, end + 1))) end += 1;
      masked += text.slice(copied, flat.offset(start)) + maskText;
      copied = flat.offset(end - 1) + 1;
      start = end;
    }
    return copied === 0 ? text : masked + text.slice(copied);
  }

  /** Any JSON value with its strings masked. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.value(item)]));
  }

  /** The entry as anyone may see it. */
  entry(entry: Entry): VisibleEntry {
    const redaction = this.state.redactions.get(entry.seq);
    if (redaction !== undefined) return struckEntry(entry, redaction.by, redaction.reason);
    if (this.state.redactions.size === 0) return entry;
    const masked = this.value(entry) as Entry;
    return this.#aboutStruck(entry) ? withoutDetails(masked) : withoutConcededWords(masked, this.state);
  }

  /** Reviews, findings and challenges of a struck entry may hold its words in pieces shorter than a run. */
  #aboutStruck(entry: Entry): boolean {
    const target = entry.target_seq;
    if (target === null || !this.state.redactions.has(target)) return false;
    return entry.type === 'note' || entry.type === 'verification_result' || entry.type === 'source_challenge';
  }
}

function struckEntry(entry: Entry, by: number, reason: string): VisibleEntry {
  const { seq, timestamp, phase, speaker, type, rebuttal_to_seq, target_seq } = entry;
  const step = entry.data?.['step'];
  return {
    ...{ seq, timestamp, phase, speaker, type },
    content: `[REDACTED — ${reason}]`,
    sources: null,
    rebuttal_to_seq,
    target_seq,
    ...(step === undefined ? {} : { data: { step } }),
    struck: { by, reason },
  };
}

function withoutDetails(entry: Entry): VisibleEntry {
  const { step, kind, url, status } = entry.data ?? {};
  const kept = Object.entries({ step, kind, url, status }).filter(([, value]) => value !== undefined);
  const words = typeof status === 'string' ? `Verification of seq ${entry.target_seq ?? ''}: ${status}.` : '';
  return {
    ...entry,
    content: words === '' ? `[REDACTED — about seq ${entry.target_seq ?? ''}, which is struck]` : words,
    sources: null,
    data: Object.fromEntries(kept),
  };
}

function withoutConcededWords(entry: Entry, state: DebateState): VisibleEntry {
  const concedes = entry.data?.['concedes'];
  if (!Array.isArray(concedes)) return entry;
  const kept = (concedes as { seq: number; claim: string }[]).map((concession) =>
    state.redactions.has(concession.seq) ? { ...concession, claim: maskText } : concession,
  );
  return { ...entry, data: { ...entry.data, concedes: kept } };
}

/** White-space runs to one space, as both sides of the comparison see it. */
function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function flattenWithMap(text: string): { text: string; offset(index: number): number } {
  const offsets: number[] = [];
  let flat = '';
  let afterSpace = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const isSpace = /\s/.test(character);
    if (isSpace && afterSpace) continue;
    flat += isSpace ? ' ' : character;
    offsets.push(index);
    afterSpace = isSpace;
  }
  return { text: flat, offset: (index) => offsets[index] ?? text.length };
}
