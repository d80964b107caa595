import { longestLine, type ScannedLine } from './logFile';
import { withWholeManifest, type ManifestProblem } from './longManifest';
import { parseLine } from '../debate/log/codec';
import { stepOf, type Entry } from '../debate/log/entry';
import { evolve } from '../debate/fold/evolve';
import type { LineProblem } from '../debate/log/lineProblems';
import { headerOf, StateAccumulator } from '../debate/fold/state';

/** A line that is not a valid entry. Lines are counted from 1. */
export interface LogProblem extends LineProblem {
  line: number;
  /** Number of entries before the line. */
  after: number;
  seq: number | null;
  raw?: string | undefined;
}

interface UnfinishedStep {
  id: string;
  offset: number;
  taken: number;
  count: number;
}

export class LogIndex {
  readonly state = new StateAccumulator();
  manifestProblem: ManifestProblem | undefined;
  readonly problems: LogProblem[] = [];
  nextSeq = 0;
  /** Number of lines, including blank and unreadable ones. */
  lines = 0;
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  /** Line numbers by position, only where they differ from position + 1: after blank or unreadable lines. */
  readonly #linesAt = new Map<number, number>();
  /** The step at the log's end that lacks entries of its batch. */
  halfStep: UnfinishedStep | undefined;
  holdsRaw = false;
  /** The last line that is not blank: its place in the file, in bytes. */
  lastLine: { offset: number; length: number } | undefined;

  constructor(
    private readonly folder: string,
    private readonly keepsProblems: boolean,
  ) {}

  take(line: ScannedLine): void {
    this.lines += 1;
    const before = this.lastLine;
    this.lastLine = { offset: line.offset, length: line.length };
    if (line.length > longestLine) {
      this.holdsRaw = true;
      const sizes = `${line.length.toLocaleString('en-US')} bytes; at most ${longestLine.toLocaleString('en-US')} are read`;
      this.#report(null, { code: 'too_long', message: `it is too long for an entry (${sizes})` }, line.text);
      return;
    }
    const parsed = parseLine(line.text);
    if (parsed.kind === 'blank') {
      this.lastLine = before;
      return;
    }
    if (parsed.kind === 'raw') {
      this.holdsRaw = true;
      this.#report(null, parsed.problem, parsed.text);
      return;
    }
    const { entry } = parsed;
    for (const problem of parsed.problems) this.#report(entry.seq, problem);
    this.#placeSeq(entry.seq);
    this.#followStep(entry, line.offset);
    if (this.lines !== this.#offsets.length + 1) this.#linesAt.set(this.#offsets.length, this.lines);
    this.#offsets.push(line.offset);
    this.#lengths.push(line.length);
    evolve(this.state, this.#withManifest(entry));
  }

  #withManifest(logged: Entry): Entry {
    const { entry, problem } = withWholeManifest(this.folder, logged);
    if (problem !== undefined) {
      this.manifestProblem = problem;
      this.#report(entry.seq, { code: 'evidence_list', message: problem.message });
    }
    return entry;
  }

  placeOf(seq: number): { offset: number; length: number } | undefined {
    return this.placeAt(this.#positionOf(seq));
  }

  placeAt(position: number): { offset: number; length: number } | undefined {
    const offset = this.#offsets[position];
    const length = this.#lengths[position];
    return offset === undefined || length === undefined ? undefined : { offset, length };
  }

  lineOf(seq: number): number | undefined {
    return this.lineAt(this.#positionOf(seq));
  }

  lineAt(position: number): number | undefined {
    return this.#offsets[position] === undefined ? undefined : (this.#linesAt.get(position) ?? position + 1);
  }

  #positionOf(seq: number): number {
    const header = headerOf(this.state, seq);
    if (header === undefined) return -1;
    const { headers } = this.state;
    return headers[seq] === header ? seq : headers.indexOf(header);
  }

  #placeSeq(seq: number): void {
    const isDouble = seq < this.nextSeq && headerOf(this.state, seq) !== undefined;
    if (isDouble) this.#report(seq, { code: 'seq_twice', message: `seq ${seq} stands in the log twice` });
    else if (seq !== this.nextSeq)
      this.#report(seq, { code: 'seq_gap', message: `seq ${seq} stands where ${this.nextSeq} is due` });
    this.nextSeq = Math.max(this.nextSeq, seq + 1);
  }

  /** Steps are written in one batch, so a step that another entry interrupts was left by a writer that died. */
  #followStep(entry: Entry, offset: number): void {
    const open = this.halfStep;
    const mark = stepOf(entry);
    const goesOn = open !== undefined && mark?.id === open.id && mark.index === open.taken && mark.count === open.count;
    if (open !== undefined && !goesOn) {
      const message = `step ${open.id} before it is not whole: ${open.taken} of its ${open.count} entries stand`;
      this.#report(entry.seq, { code: 'half_step', message });
    }
    if (goesOn) {
      open.taken += 1;
      if (open.taken === open.count) this.halfStep = undefined;
    } else {
      const isOpen = mark?.index === 0 && mark.count > 1;
      this.halfStep = isOpen ? { id: mark.id, offset, taken: 1, count: mark.count } : undefined;
    }
  }

  #report(seq: number | null, { code, message }: LineProblem, raw?: string): void {
    if (!this.keepsProblems) return;
    this.problems.push({ line: this.lines, after: this.#offsets.length, seq, code, message, raw });
  }
}
