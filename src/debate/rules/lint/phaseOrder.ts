import { isReservedSpeaker } from '../../names';
import { headerOf, type DebateState, type Header } from '../../state';
import type { Notice } from './notices';

export const stages = ['opening', 'rebuttal', 'closing'] as const;
export type Stage = (typeof stages)[number];

/** The phase that an entry of a debater belongs to: its type says so where only one phase has that type. */
export function stageOf({ type, phase }: Pick<Header, 'type' | 'phase'>): Stage | undefined {
  if (type === 'opening_statement') return 'opening';
  if (type === 'closing_statement') return 'closing';
  if (type === 'new_point' || type === 'rebuttal' || type === 'conjecture') return 'rebuttal';
  return stages.find((stage) => stage === phase);
}

interface Mark {
  readonly seq: number;
  readonly level: number;
  readonly weight: number;
}

/**
 * The entries of debaters that stand outside their phase: the fewest that have to be set aside so that openings, rounds
 * and closings follow each other. The Chair's notices count twice, for they say where a phase begins and ends.
 */
export function outOfPhase(state: DebateState, notices: readonly Notice[]): Set<number> {
  const marks = marksOf(state, notices);
  const { second, third } = bounds(marks);
  const levelAt = (index: number): number => (index < second ? 0 : index < third ? 1 : 2);
  return new Set(marks.filter((mark, index) => mark.level !== levelAt(index)).map((mark) => mark.seq));
}

function marksOf(state: DebateState, notices: readonly Notice[]): Mark[] {
  const noticed = new Map(notices.map((notice) => [notice.seq, notice]));
  const end = state.conclusion?.seq ?? Infinity;
  const marks: Mark[] = [];
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

function stageOfNotice({ kind, number }: Notice): Stage | undefined {
  switch (kind) {
    case 'round_start':
      return 'rebuttal';
    case 'unresolved':
      return 'closing';
    case 'phase_end':
      return number === 1 ? 'opening' : number === 3 ? 'closing' : undefined;
    case 'ready':
    case 'relay':
      return undefined;
  }
}

/**
 * Where the second and the third phase begin so that most marks agree. With `c` the weight of a level before a place, the
 * sum to be greatest is c0(second) - c1(second) + c1(third) - c2(third), but for a constant. Of equals the last counts.
 */
function bounds(marks: readonly Mark[]): { second: number; third: number } {
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
