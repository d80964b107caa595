import type { Draft } from '../../log/entry';
import { counted } from '../../../matching/text/shortText';
import type { DebateState } from '../../fold/state';
import type { Step, TaskOutcome } from '../../flow/step';
import type { TaskOutput } from '../../flow/tasks';
import { briefOf } from '../common/brief';
import { noticesOf } from '../common/notices';
import { agentStep, codeStep, whyFailed } from '../common/steps';
import { mostRounds, optionsOf } from './options';

/** Rounds where the Judge recommends no number. */
export const defaultRounds = 3;

/** The user may have set a limit before. */
function mostPlanned({ setup, limits }: DebateState): number {
  const isChanged = setup !== undefined && limits.max_rounds !== setup.limits.max_rounds;
  return isChanged ? Math.min(limits.max_rounds, mostRounds) : mostRounds;
}

/** Settles the number of rounds. Neither side ever sees this note, and the Judge only once the last round runs. */
export function planStep(state: DebateState): Step {
  const { rounds } = optionsOf(state);
  if (rounds !== 'auto') {
    const total = state.limits.max_rounds === state.setup?.limits.max_rounds ? rounds : state.limits.max_rounds;
    const step = codeStep('plan', 'moderator', () => [
      planned('moderator', total, `The user asks for ${roundsWords(total)}.`),
    ]);
    return { ...step, lineage: 'judge', visibility: ['judge'] };
  }
  const max = mostPlanned(state);
  return agentStep(
    {
      id: 'plan',
      agent: 'judge',
      kind: 'judge/recommend_rounds',
      input: (view) => ({ brief: briefOf(view.state), min: 1, max }),
    },
    (answer, { outcome }) => recommended(answer, outcome, max),
    { visibility: ['judge'] },
  );
}

function recommended(
  answer: TaskOutput<'judge/recommend_rounds'> | undefined,
  outcome: TaskOutcome | undefined,
  max: number,
): Draft[] {
  if (answer === undefined) {
    const total = Math.min(defaultRounds, max);
    const failed = failureNote(
      'The recommendation of a number of rounds',
      whyFailed(outcome),
      `The default of ${roundsWords(total)} holds.`,
    );
    return [
      { ...failed, data: { ...failed.data, side: 'judge' } },
      planned('moderator', total, `Nobody recommended a number; the default is ${roundsWords(total)}.`),
    ];
  }
  const total = Math.min(Math.max(answer.rounds, 1), max);
  const clamped =
    total === answer.rounds
      ? ''
      : ` From 1 to ${max} are possible: ${roundsWords(total)} ${total === 1 ? 'is' : 'are'} held.`;
  return [
    planned(
      'judge',
      total,
      `The Judge recommends ${roundsWords(answer.rounds)}: ${answer.reason}${clamped}`,
      answer.reason,
    ),
  ];
}

const roundsWords = (count: number): string => counted(count, 'round');

function planned(speaker: 'judge' | 'moderator', rounds: number, content: string, reason?: string): Draft {
  return { ...note(content, { kind: 'rounds_planned', rounds, reason }), speaker };
}

export const { announcement, note, failureNote } = noticesOf('moderator');
