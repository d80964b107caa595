import { dataOf } from '../../../../log/codec';
import type { Entry } from '../../../../log/entry';
import { isReservedSpeaker } from '../../../../log/names';
import { headerOf, type DebateState, type Header } from '../../../../fold/state';
import type { RecordView } from '../../../../fold/view';
import type { Fault, LintRecord } from '../../lintRecord';

export interface LintedPanel extends LintRecord {
  readonly notices: readonly Notice[];
  readonly rounds: readonly Round[];
  /** Entries that rule 4 excludes; the other rules skip them. */
  readonly outOfPhase: ReadonlySet<number>;
}

export type PanelRule = (record: LintedPanel) => Fault[];

export function panelRecordOf(record: LintRecord): LintedPanel {
  const { state, view } = record;
  const notices = noticesOf(view);
  const misplaced = outOfPhase(state, notices);
  return { ...record, notices, rounds: roundsOf(state, notices, misplaced), outOfPhase: misplaced };
}

/** The Chair's announcements that the protocol demands. */
type NoticeKind = 'ready' | 'phase_end' | 'round_start' | 'relay' | 'unresolved' | 'crux';

interface Notice {
  readonly seq: number;
  readonly kind: NoticeKind;
  readonly number: number | undefined;
  /** Maximum number of rounds, as a round's start announces it. */
  readonly limit: number | undefined;
}

/** Leading words of our Chair's notices, which also identify the ancestors' notices. */
const wordings: readonly (readonly [NoticeKind, RegExp])[] = [
  ['ready', /^\W*all agents (?:are )?(?:confirmed )?ready\b/i],
  ['phase_end', /^\W*phase (\d+) complete\b/i],
  ['round_start', /^Round (\d+) of (\d+)\b/],
  ['relay', /^\W*verifier findings relayed\b/i],
  ['unresolved', /^\W*pre-phase-3 review\b/i],
  ['crux', /^Crux before round (\d+)\b/],
];

function noticesOf(view: RecordView): Notice[] {
  const { state } = view;
  const announcements = state.headers.filter(
    (header) => header.type === 'announcement' && headerOf(state, header.seq) === header,
  );
  return announcements.flatMap((header) => {
    const entry = view.raw(header.seq);
    const notice = entry === undefined ? undefined : noticeIn(entry);
    return notice === undefined ? [] : [notice];
  });
}

function noticeIn(entry: Entry): Notice | undefined {
  const data = dataOf(entry, 'announcement');
  const known = wordings.find(([kind, wording]) =>
    data?.kind === undefined ? wording.test(entry.content) : data.kind === kind,
  );
  if (known === undefined) return undefined;
  const [kind, wording] = known;
  const [, first, second] = wording.exec(entry.content) ?? [];
  const phase = data?.['phase'];
  const stated = kind === 'phase_end' ? (typeof phase === 'number' ? phase : undefined) : data?.round;
  return { seq: entry.seq, kind, number: stated ?? numberOf(first), limit: numberOf(second) };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

export interface Round {
  readonly number: number;
  readonly start: number;
  /** Seq of the first entry after it; undefined while it may continue. */
  readonly end: number | undefined;
}

/** Rounds of the record. A round that was cut short because the user concluded never ends. */
function roundsOf(state: DebateState, notices: readonly Notice[], outOfPhase: ReadonlySet<number>): Round[] {
  const announced = notices.filter((notice) => notice.kind === 'round_start' && notice.number !== undefined);
  // A round announced twice begins at the first announcement.
  const starts = announced.filter((notice, index) => notice.number !== announced[index - 1]?.number);
  const last = starts.at(-1)?.seq ?? -1;
  const after = endOfRounds(state, notices, { outOfPhase, last });
  return starts.map(({ seq, number = 0 }, index) => ({ number, start: seq, end: starts[index + 1]?.seq ?? after }));
}

function endOfRounds(
  state: DebateState,
  notices: readonly Notice[],
  { outOfPhase, last }: { outOfPhase: ReadonlySet<number>; last: number },
): number | undefined {
  const closing = state.headers.find(
    (header) => header.type === 'closing_statement' && header.seq > last && !outOfPhase.has(header.seq),
  );
  const notice = notices.find(
    ({ seq, kind, number = 0 }) => seq > last && (kind === 'unresolved' || (kind === 'phase_end' && number > 1)),
  );
  const conclusion = state.concludeRequested ? undefined : state.conclusion;
  const signs = [closing, notice, conclusion].flatMap((sign) =>
    sign === undefined || sign.seq <= last ? [] : [sign.seq],
  );
  return signs.length === 0 ? undefined : Math.min(...signs);
}

export const stages = ['opening', 'rebuttal', 'closing'] as const;
export type PanelStage = (typeof stages)[number];

/** Stage that an entry's type determines, if only one phase has that type. */
export function stageOf({ type, phase }: Pick<Header, 'type' | 'phase'>): PanelStage | undefined {
  if (type === 'opening_statement') return 'opening';
  if (type === 'closing_statement') return 'closing';
  if (type === 'new_point' || type === 'rebuttal' || type === 'conjecture') return 'rebuttal';
  return stages.find((stage) => stage === phase);
}

interface RoundMark {
  readonly seq: number;
  readonly level: number;
  readonly weight: number;
}

/**
 * Debaters' entries outside their phase: the fewest to exclude so that openings, rounds and closings follow each other.
 * The Chair's notices count twice, because they mark where a phase begins and ends.
 */
function outOfPhase(state: DebateState, notices: readonly Notice[]): Set<number> {
  const marks = marksOf(state, notices);
  const { second, third } = bounds(marks);
  const levelAt = (index: number): number => (index < second ? 0 : index < third ? 1 : 2);
  return new Set(marks.filter((mark, index) => mark.level !== levelAt(index)).map((mark) => mark.seq));
}

function marksOf(state: DebateState, notices: readonly Notice[]): RoundMark[] {
  const noticed = new Map(notices.map((notice) => [notice.seq, notice]));
  const end = state.conclusion?.seq ?? Infinity;
  const marks: RoundMark[] = [];
  for (const header of state.headers) {
    if (header.seq > end || headerOf(state, header.seq) !== header) continue;
    const notice = noticed.get(header.seq);
    const stage =
      notice !== undefined ? stageOfNotice(notice) : isReservedSpeaker(header.speaker) ? undefined : stageOf(header);
    if (stage === undefined) continue;
    marks.push({ seq: header.seq, level: stages.indexOf(stage), weight: notice === undefined ? 1 : 2 });
  }
  return marks;
}

function stageOfNotice({ kind, number }: Notice): PanelStage | undefined {
  switch (kind) {
    case 'round_start':
      return 'rebuttal';
    case 'unresolved':
      return 'closing';
    case 'phase_end':
      return number === 1 ? 'opening' : number === 3 ? 'closing' : undefined;
    case 'ready':
    case 'relay':
    case 'crux':
      return undefined;
  }
}

/**
 * Positions at which the second and third phase begin so that most marks agree. With `c` the weight of a level before
 * an index, the sum to maximise is c0(second) - c1(second) + c1(third) - c2(third), up to a constant. The last of equal
 * sums counts.
 */
function bounds(marks: readonly RoundMark[]): { second: number; third: number } {
  const weights = [0, 0, 0];
  const weightOf = (level: number): number => weights[level] ?? 0;
  let open = { value: -Infinity, at: 0 };
  let best = { value: -Infinity, second: 0, third: 0 };
  for (let index = 0; index <= marks.length; index += 1) {
    const first = weightOf(0) - weightOf(1);
    if (first >= open.value) open = { value: first, at: index };
    const value = open.value + weightOf(1) - weightOf(2);
    if (value >= best.value) best = { value, second: open.at, third: index };
    const mark = marks[index];
    if (mark !== undefined) weights[mark.level] = weightOf(mark.level) + mark.weight;
  }
  return best;
}
