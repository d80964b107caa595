import { headerOf, type Header } from '../../state';
import { byDebater, error, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { stageOf, type Stage } from './phaseOrder';

const phaseWords: Record<Stage, string> = {
  opening: 'Openings are phase 1: they come before the first round.',
  rebuttal: 'Points, rebuttals and conjectures belong to the rounds: after the openings, before the closings.',
  closing: 'Closings are phase 3: they come after the last round.',
};

/** Rule 4: phase discipline, and no debater speaks after the conclusion. */
export const phaseDiscipline: LintRule = (record) => [...misplaced(record), ...afterTheEnd(record)];

function misplaced({ state, outOfPhase }: LintRecord): Fault[] {
  return [...outOfPhase].flatMap((seq) => {
    const header = headerOf(state, seq);
    const stage = header === undefined ? undefined : byDebater(header) ? stageOf(header) : 'rebuttal';
    if (header === undefined || stage === undefined) return [];
    if (!byDebater(header) && header.phase !== 'rebuttal') return [];
    return [error('4', seq, `${called(header)} stands outside its phase. ${phaseWords[stage]}`)];
  });
}

function called({ type, speaker }: Header): string {
  return type === 'announcement' ? `The announcement of a round` : `The ${type} of ${speaker}`;
}

function afterTheEnd({ state, headers }: LintRecord): Fault[] {
  const end = state.conclusion?.seq;
  if (end === undefined) return [];
  return headers
    .filter((header) => header.seq > end && byDebater(header))
    .map(({ seq, type, speaker }) =>
      error(
        '4',
        seq,
        `The ${type} of ${speaker} comes after the conclusion (seq ${end}), when nobody has a turn any more.`,
      ),
    );
}
