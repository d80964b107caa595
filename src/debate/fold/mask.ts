import type { Entry } from '../log/entry';
import type { VisibleEntry } from '../flow/tasks';
import { areVotesSealed, sealedVote } from './sealed';
import type { DebateState } from './state';
import { defined, mapStrings, stringsIn } from '../log/objects';
import { turnDataOf } from '../log/codec';
import { declaredList } from '../log/data/declared';
import { matchAt } from '../../matching/text/text';

/** Rule 19: a verbatim run of redacted text of this length is masked. */
export const maskedRun = 40;
export const maskText = '[REDACTED]';

/** Characters of a block; every run holds a whole block that begins at a multiple of this length. */
const block = maskedRun / 2;

/**
 * Hides redacted entries, and every verbatim run of 40 characters of them in all text that a model, a template or an
 * export sees. All white space is equal, because quotations are wrapped again; invisible characters do not count.
 */
export class Mask {
  readonly #runs = new Set<string>();
  readonly #blocks = new Set<string>();

  constructor(
    private readonly state: DebateState,
    redacted: readonly Entry[],
  ) {
    for (const entry of redacted) {
      // The composed content holds other authors' words between code's headings and labels.
      if (!isComposed(entry)) this.#learn(entry.content);
      const cited = (entry.sources ?? []).flatMap(({ title, quote, claim }) => [title, quote, claim]);
      for (const text of stringsIn([cited, ownWords(entry)])) this.#learn(text);
    }
  }

  #learn(text: string): void {
    const flat = flattened(text).trim();
    if (flat.length < maskedRun) return;
    for (let start = 0; start + maskedRun <= flat.length; start += 1)
      this.#runs.add(flat.slice(start, start + maskedRun));
    for (let start = 0; start + block <= flat.length; start += 1) this.#blocks.add(flat.slice(start, start + block));
  }

  text(text: string): string {
    return this.#mayHold(text) ? this.#masked(text) : text;
  }

  /** Rules out nearly every text at a twentieth of the cost. */
  #mayHold(text: string): boolean {
    if (this.#runs.size === 0 || text.length < maskedRun) return false;
    const flat = flattened(text);
    for (let start = 0; start + block <= flat.length; start += block) {
      if (this.#blocks.has(flat.slice(start, start + block))) return true;
    }
    return false;
  }

  #masked(text: string): string {
    const flat = flattenWithMap(text);
    let masked = '';
    let copied = 0;
    for (const { first, last } of this.#ranges(flat.text)) {
      masked += text.slice(copied, wholeStart(text, flat.offset(first))) + maskText;
      copied = wholeEnd(text, flat.offset(last) + 1);
    }
    return copied === 0 ? text : masked + text.slice(copied);
  }

  /** Joins runs that overlap or touch. */
  #ranges(flat: string): { first: number; last: number }[] {
    const ranges: { first: number; last: number }[] = [];
    for (let start = 0; start + maskedRun <= flat.length; start += 1) {
      if (!this.#runs.has(flat.slice(start, start + maskedRun))) continue;
      const last = start + maskedRun - 1;
      const before = ranges.at(-1);
      if (before !== undefined && start <= before.last + 1) before.last = last;
      else ranges.push({ first: start, last });
    }
    return ranges;
  }

  /** Masks a fact's words from this entry; if the entry is redacted, all of them, however short. */
  of(seq: number, text: string): string {
    return this.state.redactions.has(seq) ? maskText : this.text(text);
  }

  value<T>(value: T): T {
    const masked = (text: string): string => this.text(text);
    return mapStrings(value, masked, masked);
  }

  entry(entry: Entry): VisibleEntry {
    const redaction = this.state.redactions.get(entry.seq);
    if (redaction === undefined && entry.type === 'vote' && areVotesSealed(this.state)) return sealedVote(entry);
    if (redaction !== undefined) return redactedEntry(entry, redaction.by, this.text(redaction.reason));
    if (this.state.redactions.size === 0) return entry;
    const masked = this.value(entry);
    return this.#aboutRedacted(entry) ? withoutDetails(masked) : withoutConcededWords(masked, this.state);
  }

  /** Whether the entry is about a redacted one, and may hold its words in pieces shorter than a run. */
  #aboutRedacted(entry: Entry): boolean {
    const target = entry.target_seq;
    if (target === null || !this.state.redactions.has(target)) return false;
    return aboutEntries.has(entry.type);
  }
}

const aboutEntries: ReadonlySet<string> = new Set(['note', 'ruling', 'verification_result', 'source_challenge']);

function redactedEntry(entry: Entry, by: number, reason: string): VisibleEntry {
  const { seq, timestamp, phase, speaker, type, rebuttal_to_seq, target_seq } = entry;
  const step = entry.data?.['step'];
  return {
    seq,
    timestamp,
    phase,
    speaker,
    type,
    content: `[REDACTED — ${reason}]`,
    sources: null,
    rebuttal_to_seq,
    target_seq,
    ...(step !== undefined && { data: { step } }),
    redacted: { by, reason },
  };
}

function withoutDetails(entry: Entry): VisibleEntry {
  const { step, kind, rule, url, status } = entry.data ?? {};
  return {
    ...entry,
    content: bareWords(entry, kind, status),
    sources: null,
    data: defined({ step, kind, rule, url, status }),
  };
}

function bareWords({ type, target_seq: target }: Entry, kind: unknown, status: unknown): string {
  const seq = target ?? '';
  const result = typeof status === 'string' ? `: ${status}` : '';
  if (type === 'verification_result') return `Verification of seq ${seq}${result}.`;
  if (type === 'ruling')
    return `Ruling on seq ${seq}: ${typeof kind === 'string' ? kind : 'ruling'}${result}. The entry is struck.`;
  return `[REDACTED — about seq ${seq}, which is struck]`;
}

function withoutConcededWords(entry: Entry, state: DebateState): VisibleEntry {
  const concedes = turnDataOf(entry)?.concedes;
  if (concedes === undefined) return entry;
  const kept = concedes.map((concession) =>
    state.redactions.has(concession.seq) ? { ...concession, claim: maskText } : concession,
  );
  return { ...entry, data: { ...entry.data, concedes: kept } };
}

/** Types whose content is composed by code. */
const composedTypes: ReadonlySet<string> = new Set(['defense', 'critique', 'argument']);

const isComposed = ({ type, data }: Entry): boolean => composedTypes.has(type) && data?.['argument'] !== undefined;

/** The entry's own data, without the claims that it challenged or conceded. */
function ownWords(entry: Entry): unknown {
  const own = Object.entries(entry.data ?? {}).map(([key, value]) => (othersWords.has(key) ? null : value));
  return isComposed(entry) ? withoutNames(own) : own;
}

const citation = /\(?\[[^\]\n]{0,300}\]\((?:<[^>\n]{0,2000}>|[^()\s]{0,2000})\)\)?|\b(?:https?|workspace):[^\s)\]]+/g;

/** Removes sources' words and the other side's points. */
function withoutNames(value: unknown): unknown {
  if (typeof value === 'string') return value.split(citation);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, part]) => (nameKeys.has(key) ? null : withoutNames(part)));
}

const nameKeys: ReadonlySet<string> = new Set([
  'external',
  'evidence',
  'subject',
  'files_read',
  'point',
  'url',
  'old_url',
  'new_url',
  'source',
]);

const othersWords: ReadonlySet<string> = new Set([
  ...['step', 'claim'],
  ...declaredList.flatMap(({ name, holdsOthersWords = false }) => (holdsOthersWords ? [name] : [])),
]);

/** Zero-width characters, soft hyphens, marks of direction, and control characters, which documents leave out. */
const unseen = /(?:\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc})+/gu;

const flattened = (text: string): string => text.replace(unseen, '').replace(/\s+/g, ' ');

function flattenWithMap(text: string): { text: string; offset(index: number): number } {
  const offsets: number[] = [];
  let flat = '';
  let afterSpace = false;
  for (let index = 0; index < text.length; index += 1) {
    const hidden = unseenAt(text, index);
    if (hidden > 0) {
      index += hidden - 1;
      continue;
    }
    const isSpace = isWhiteSpace(text.charCodeAt(index));
    if (isSpace && afterSpace) continue;
    flat += isSpace ? ' ' : text.charAt(index);
    offsets.push(index);
    afterSpace = isSpace;
  }
  return { text: flat, offset: (index) => offsets[index] ?? text.length };
}

function unseenAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0x20 && code < 0x7f ? 0 : (matchAt(unseenHere, text, index)?.[0].length ?? 0);
}
const unseenHere = new RegExp(unseen.source, 'uy');

const isWhiteSpace = (code: number): boolean =>
  code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(String.fromCharCode(code));

/** Moves the start so that no surrogate pair is split. */
const wholeStart = (text: string, start: number): number => (isLowSurrogate(text, start) ? start - 1 : start);
const wholeEnd = (text: string, end: number): number => (isLowSurrogate(text, end) ? end + 1 : end);
const isLowSurrogate = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
