import type { SourceChange } from '../../debate/fold/sourceChange';
import { areVotesSealed } from '../../debate/fold/sealed';
import { headerOf, type Header, citesSources } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import type { DebateLog } from '../../record/debateLog';
import { isProcedural, type Marks, type RawLine, type FeedRow } from '../../shared/protocol';
import { withoutFragment } from '../../matching/text/sourceUrl';
import { firstSection, sectionsOf } from '../../projections/sections';
import { argumentsIn } from '../../projections/formats/argumentGraph';
import { allConcessions } from '../../projections/formats/declared';
import { citationsOf } from '../../debate/fold/citations';
import { sourceTally } from '../../projections/sources';
import { maskedRun, type Mask } from '../../debate/fold/mask';
import { keysOf } from '../../debate/log/objects';
import { cutText } from '../../matching/text/shortText';
import { countSourceIssues } from '../findings/sourceProblems';
import { citedBy } from '../findings/citedUrls';
import type { LogProblem } from '../../record/logIndex';

export interface FeedChange {
  /** Rows after those that are known. */
  rows: FeedRow[];
  rawLines: RawLine[];
  /** Known rows that have changed, or whose body has. */
  updated: FeedRow[];
  /** Something was redacted: every body may hold its words. */
  isAllStale: boolean;
  /** Raw lines that are known hold redacted words: everything is to be told again. */
  isRetold: boolean;
}

/** The rows of one log. A look costs time in proportion to what is new; a redaction alone is looked for everywhere. */
export class Feed {
  readonly rows: FeedRow[] = [];
  rawLines: RawLine[] = [];
  readonly marks: Marks = { verified: 0, quoted: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };
  readonly starts = new Map<string, number>();
  sourceIssues = 0;
  procedural = 0;
  judgments = 0;
  /** Entries by speaker. */
  readonly spoken = new Map<string, number>();
  readonly view: RecordView;
  /** Positions of entries whose seq is not their position, by seq. */
  readonly #elsewhere = new Map<number, number[]>();
  /** The arguments' names, by their seqs. */
  readonly #named = new Map<number, string>();
  #problems = 0;
  #proofs = 0;
  /** Entries by the files and pages that they cite, of the first `#indexed` entries. */
  readonly #citing = new Map<string, Set<number>>();
  #indexed = 0;
  #changes: ReadonlyMap<string, SourceChange> = new Map();
  #corrections = 0;
  #conceding = 0;
  /** Seqs of the entries that grant others a claim. */
  readonly #concedes = new Set<number>();
  /** Entries that a correction is about, by the correction's seq. */
  readonly #corrected = new Map<number, number[]>();
  #redacted = 0;
  /** Whether votes were still hidden at the last look. */
  #isSealed = true;

  constructor(
    readonly log: DebateLog,
    /** Tells the page that positions mean other entries now. */
    readonly epoch = 0,
  ) {
    this.view = log.view;
  }

  /** False when the log was truncated or replaced: then another feed is needed. */
  get isCurrent(): boolean {
    return this.log.view === this.view;
  }

  take(): FeedChange {
    const { state } = this.view;
    const known = this.rows.length;
    const touched = new Set<number>();
    const touch = (seq: number): void => {
      for (const at of this.positionsOf(seq)) if (at < known) touched.add(at);
    };
    const concessions = allConcessions(state);
    for (; this.#conceding < concessions.length; this.#conceding += 1)
      this.#concedes.add(concessions[this.#conceding]?.at ?? -1);
    this.#takeNames();
    for (let at = known; at < state.headers.length; at += 1) {
      const header = state.headers[at];
      if (header === undefined) break;
      this.#append(header, at);
      if (header.target !== null && actingTypes.has(header.type)) this.#touchTarget(header.target, touch);
    }
    if (this.#isSealed && !areVotesSealed(state)) {
      this.#isSealed = false;
      for (const { type, seq } of state.headers) if (type === 'vote') touch(seq);
    }
    for (; this.#corrections < state.corrections.length; this.#corrections += 1) {
      const correction = state.corrections[this.#corrections];
      if (correction === undefined) break;
      this.#corrected.set(correction.by, [...(this.#corrected.get(correction.by) ?? []), correction.seq]);
      touch(correction.seq);
    }
    this.#takeProofs(touch);
    this.#takeChanges(touch);
    const isAllStale = this.#takeRedactions(known, touched);
    const isRetold = isAllStale && this.#retellRawLines();
    const rawLines = this.#takeRawLines();
    return { rows: this.rows.slice(known), rawLines, updated: this.#refresh(touched), isAllStale, isRetold };
  }

  /** Several in a log that holds a seq twice. */
  positionsOf(seq: number): readonly number[] {
    const others = this.#elsewhere.get(seq) ?? [];
    return this.rows[seq]?.seq === seq ? [seq, ...others] : others;
  }

  /** The rows with sources that are still to be checked. */
  pending(): FeedRow[] {
    return this.rows.filter((row) => row.marks !== undefined && row.marks.pending > 0);
  }

  #takeNames(): void {
    const all = argumentsIn(this.view.state);
    if (all.size === this.#named.size) return;
    for (const { id, seq } of all.values()) this.#named.set(seq, id);
  }

  #rowOf(header: Header, place: { at: number; section: string }): FeedRow {
    const { seq } = header;
    return rowOf(this.view, header, {
      ...place,
      isConceding: this.#concedes.has(seq),
      argument: this.#named.get(seq),
    });
  }

  #append(header: Header, at: number): void {
    const section = sectionsOf(this.view.state).byPosition[at] ?? firstSection;
    const row = this.#rowOf(header, { at, section });
    this.rows.push(row);
    if (!this.starts.has(section)) this.starts.set(section, at);
    if (header.seq !== at) this.#elsewhere.set(header.seq, [...(this.#elsewhere.get(header.seq) ?? []), at]);
    if (isProcedural(header.type)) this.procedural += 1;
    if (judgingTypes.has(header.type)) this.judgments += 1;
    this.spoken.set(header.speaker, (this.spoken.get(header.speaker) ?? 0) + 1);
    this.#count(row, 1);
  }

  /** A result on a correction decides what becomes of the source that it replaces. */
  #touchTarget(target: number, touch: (seq: number) => void): void {
    touch(target);
    for (const corrected of this.#corrected.get(target) ?? []) touch(corrected);
  }

  /** What is known of a snapshot by now changes every mark that rests on it. */
  #takeProofs(touch: (seq: number) => void): void {
    const fresh = [...this.view.proofs.keys()].slice(this.#proofs);
    if (fresh.length === 0) return;
    this.#proofs += fresh.length;
    this.#indexCitations();
    for (const key of fresh) this.#citing.get(key)?.forEach(touch);
  }

  /** Goes on where it stopped: proofs come in one by one while a long log is new. */
  #indexCitations(): void {
    const { headers, findings } = this.view.state;
    for (const { type, seq, urls, target } of headers.slice(this.#indexed)) {
      this.#cite(seq, urls);
      // A result may be on an address that its entry does not cite.
      if (type === 'verification_result' && target !== null) this.#cite(target, findings.get(target)?.keys() ?? []);
    }
    this.#indexed = headers.length;
  }

  #cite(seq: number, urls: Iterable<string>): void {
    for (const url of urls) {
      const key = withoutFragment(url);
      const citing = this.#citing.get(key) ?? new Set();
      this.#citing.set(key, citing.add(seq));
    }
  }

  #takeChanges(touch: (seq: number) => void): void {
    const [before, now] = [this.#changes, this.view.changes];
    for (const key of new Set([...before.keys(), ...now.keys()]))
      if (before.get(key) !== now.get(key)) touch(Number.parseInt(key, 10));
    this.#changes = new Map(now);
  }

  /** Redactions count from when the entry that they redact is there: one may name an entry that comes later. */
  #takeRedactions(known: number, touched: Set<number>): boolean {
    const { state } = this.view;
    const redacted = [...state.redactions.keys()].filter((seq) => headerOf(state, seq) !== undefined).length;
    if (redacted === this.#redacted) return false;
    this.#redacted = redacted;
    state.headers.slice(0, known).forEach((header, at) => {
      if (mayHoldRedactedText(header)) touched.add(at);
    });
    return known > 0;
  }

  #retellRawLines(): boolean {
    const before = this.rawLines;
    this.rawLines = rawLinesFrom(this.log.problems.slice(0, this.#problems), 0, this.view.mask);
    return this.rawLines.some(
      (line, index) => line.text !== before[index]?.text || line.message !== before[index].message,
    );
  }

  #takeRawLines(): RawLine[] {
    const { problems } = this.log;
    if (problems.length === this.#problems) return [];
    const fresh = rawLinesFrom(problems, this.#problems, this.view.mask);
    this.#problems = problems.length;
    this.rawLines.push(...fresh);
    return fresh;
  }

  #refresh(touched: ReadonlySet<number>): FeedRow[] {
    return [...touched].flatMap((at) => {
      const before = this.rows[at];
      const header = this.view.state.headers[at];
      if (before === undefined || header === undefined) return [];
      const row = this.#rowOf(header, { at, section: before.section });
      this.#count(before, -1);
      this.#count(row, 1);
      this.rows[at] = row;
      return [row];
    });
  }

  #count({ marks, sourceIssues = 0 }: FeedRow, by: 1 | -1): void {
    if (marks === undefined) return;
    this.sourceIssues += by * sourceIssues;
    for (const status of keysOf(this.marks)) this.marks[status] += by * marks[status];
  }
}

const judgingTypes: ReadonlySet<string> = new Set(['assessment', 'judges_ruling', 'judgment', 'verdict']);

/** The types that change how the entry in their target is shown. */
const actingTypes: ReadonlySet<string> = new Set(['verification_result', 'ruling', 'redaction']);

/** Each URL once. */
function marksOf(view: RecordView, header: Header): Marks | undefined {
  const { state } = view;
  if (header.urls.length === 0 && !state.findings.has(header.seq)) return undefined;
  // Where a seq stands in the log twice, the first entry counts.
  if (headerOf(state, header.seq) !== header) return undefined;
  const citations = citationsOf(state, header);
  // Nobody checks the logs of other programs, nor what is cited beyond the first five.
  const isChecked = state.setup !== undefined && citesSources(header);
  const pending = isChecked ? citations.filter(({ isOwed, finding }) => isOwed && finding === undefined).length : 0;
  const { verified, quoted, unreliable, fabricated, unverified } = sourceTally(view, citations);
  return { verified, quoted, unreliable, fabricated, unverified, pending };
}

interface RowFacts {
  at: number;
  section: string;
  isConceding: boolean;
  argument: string | undefined;
}

/** Names and kinds are masked too: in logs of other programs they may be any text. */
function rowOf(view: RecordView, header: Header, { at, section, isConceding, argument }: RowFacts): FeedRow {
  const { state, mask } = view;
  const { seq, time, rebuttalTo, target } = header;
  const row: FeedRow = {
    at,
    section,
    seq,
    time,
    speaker: mask.text(header.speaker),
    type: mask.text(header.type),
  };
  const redacted = state.redactions.get(seq)?.by;
  if (redacted === undefined) {
    if (isConceding) row.concedes = true;
  } else row.redacted = redacted;
  if (argument !== undefined) row.argument = mask.text(argument);
  if (rebuttalTo !== null) row.rebuttalTo = rebuttalTo;
  if (target !== null) row.target = target;
  const marks = marksOf(view, header);
  if (marks === undefined) return row;
  row.marks = marks;
  // Most sources need no second look at first sight of a long debate, when neither proofs nor changes are known yet.
  const findings = [...(view.state.findings.get(header.seq)?.values() ?? [])];
  const isSound =
    view.proofs.size + view.changes.size === 0 &&
    findings.every(({ status }) => status !== 'unreliable' && status !== 'fabricated');
  const { grave, changed } = countSourceIssues(view, isSound ? [] : citedBy(view, header));
  if (grave + changed > 0) row.sourceIssues = grave + changed;
  return row;
}

const mayHoldRedactedText = ({ speaker, type }: Header): boolean =>
  [speaker, type].some((text) => text.length >= maskedRun);

const longestLine = 4_096;
/** From this many on they are shown by their beginnings: the log may be no log at all. */
const shownWhole = 200;
const longestOfMany = 200;

function rawLinesFrom(problems: readonly LogProblem[], from: number, mask: Mask): RawLine[] {
  const lines: RawLine[] = [];
  for (const { line, after, raw, message } of problems.slice(from)) {
    if (raw === undefined) continue;
    const limit = from + lines.length < shownWhole ? longestLine : longestOfMany;
    // Cut first: a line may be as long as the file.
    lines.push({
      line,
      after,
      text: cutText(mask.text(cutText(raw, 16 * longestLine)), limit),
      message: mask.text(message),
    });
  }
  return lines;
}
