import type { Draft } from '../../entry';
import { counted } from '../../shortText';
import type { DebateState } from '../../state';
import type { Step, TaskOutcome } from '../../step';
import { briefOf } from '../common/brief';
import { listed, noticesOf } from '../common/notices';
import { agentTask, answerTo, base, whyFailed } from '../common/steps';
import { mostRounds, optionsOf } from './facts';

/** Without a recommendation so many rounds are held. */
export const defaultRounds = 3;

/** Every agent is really checked before the debate is announced; on a failure nothing is announced. */
export function readyStep(state: DebateState): Step {
  const names = state.debaters.map(({ name }) => name);
  const topic = state.setup?.topic ?? '';
  return {
    ...base,
    id: 'ready',
    lineage: 'moderator',
    onFailure: 'pause',
    tasks: [{ id: 'ready', kind: 'system/ready', agent: 'moderator', agents: ['judge', 'verifier', ...names] }],
    commit: () => [
      announcement(
        `All agents confirmed ready. The tribunal begins with ${listed(names)} before the Judge. Topic: ${topic}`,
        { kind: 'ready' },
      ),
    ],
  };
}

/** The highest number that may be planned: the user may have set one before it was. */
function mostPlanned({ setup, limits }: DebateState): number {
  const isChanged = setup !== undefined && limits.max_rounds !== setup.limits.max_rounds;
  return isChanged ? Math.min(limits.max_rounds, mostRounds) : mostRounds;
}

/** Settles the number of rounds. Neither side ever sees this note, and the Judge only once the last round runs. */
export function planStep(state: DebateState): Step {
  const { rounds } = optionsOf(state);
  const plan = { ...base, id: 'plan', lineage: 'judge', visibility: ['judge'] } as const;
  if (rounds !== 'auto') {
    const total = state.limits.max_rounds === state.setup?.limits.max_rounds ? rounds : state.limits.max_rounds;
    return {
      ...plan,
      tasks: [],
      onFailure: 'pause',
      commit: () => [planned('moderator', total, `The user asks for ${roundsWords(total)}.`)],
    };
  }
  const max = mostPlanned(state);
  return {
    ...plan,
    onFailure: 'commit',
    tasks: [
      agentTask<'judge/recommend_rounds'>({
        id: 'plan',
        agent: 'judge',
        kind: 'judge/recommend_rounds',
        input: (view) => ({ brief: briefOf(view.state), min: 1, max }),
      }),
    ],
    commit: ([outcome]) => recommended(outcome, max),
  };
}

function recommended(outcome: TaskOutcome | undefined, max: number): Draft[] {
  const answer = answerTo(outcome, 'judge/recommend_rounds');
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
