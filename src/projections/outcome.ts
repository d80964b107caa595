import { dataOf } from '../debate/log/codec';
import type { Tally, UndecidedWhy } from '../debate/log/entryData';
import { defined } from '../debate/log/objects';
import { oneLine } from '../matching/text/shortText';
import { isOpenEnded } from '../debate/formats/registry';
import { barredDebaters, type DebateState } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { leadIn, type Lead, type SideScores } from './formats/formatProjection';
import { projectionIn } from './formats/registry';
import { positionOf } from './status';

/** How a debate ended, or stands. Names and words are as the record has them: mask them. */
export type Outcome = Ending & {
  /** How judges decided, where any sat. */
  tally?: Tally | undefined;
};

type Ending =
  /** Not concluded yet; or over, and the record holds no conclusion that can be read. */
  | { code: 'none'; isOver?: true }
  /** Scores, where a format comes to no conclusion. */
  | {
      code: 'result';
      scores: SideScores;
      /** Whether more than half of the judges have this lead in both orders; undefined where none sits. */
      isFirm?: boolean | undefined;
    }
  /** What such a format says of itself. */
  | { code: 'told'; words: string }
  | { code: 'wins'; winner: string }
  | { code: OutcomeCode }
  | { code: 'undecided'; why: UndecidedWhy | undefined }
  /** What another program called it. */
  | { code: 'other'; words: string };

const outcomeCodes = ['draw', 'void', 'accepted', 'rejected', 'revision_required', 'mixed'] as const;
type OutcomeCode = (typeof outcomeCodes)[number];

interface Found {
  outcome: string | null;
  scores?: SideScores | undefined;
  result?: string | undefined;
  /** Nothing is left to be done, of a format that comes to a conclusion. */
  isOver?: boolean;
}

/** Where there is no conclusion, by the scores once anything was scored. */
export function outcomeIn({ outcome, scores, result, isOver }: Found, undecided?: UndecidedWhy): Outcome {
  if (outcome === null) {
    const isScored = scores !== undefined && scores.proposition.count + scores.opposition.count > 0;
    if (isScored) return { code: 'result', scores };
    if (result !== undefined) return { code: 'told', words: result };
    return isOver === true ? { code: 'none', isOver } : { code: 'none' };
  }
  const winner = /^(.+)_wins$/.exec(outcome)?.[1];
  if (winner !== undefined) return { code: 'wins', winner };
  if (outcome === 'undecided') return { code: outcome, why: undecided };
  const code = outcomeCodes.find((known) => known === outcome);
  return code === undefined ? { code: 'other', words: oneLine(outcome).replaceAll('_', ' ') } : { code };
}

/** Named winner although a source of theirs stands as fabricated, found so after the conclusion or passed over. */
export function barredWinner(state: DebateState): string | undefined {
  const outcome = outcomeOf(state);
  if (outcome.code !== 'wins') return undefined;
  return barredDebaters(state).find((name) => name === outcome.winner);
}

export function outcomeOf(state: DebateState): Outcome {
  const { conclusion, setup } = state;
  if (conclusion !== undefined)
    return { ...outcomeIn(conclusion, conclusion.undecided), ...defined({ tally: conclusion.tally }) };
  const { result, isOver } = positionOf(state);
  const scores = projectionIn(state).scores?.(state);
  const found = outcomeIn({ outcome: null, scores, result, isOver: isOver && !isOpenEnded(setup?.format) });
  const isFirm = found.code === 'result' ? projectionIn(state).isFirm?.(state) : undefined;
  return { ...found, ...defined({ isFirm }) };
}

/** Undefined before anything is judged, and where a judgment, or lines among which one may be, cannot be read. */
export function leadOf(view: RecordView): Lead | undefined {
  const { state, unreadLines } = view;
  const scores = projectionIn(state).scores?.(state);
  if (scores === undefined || scores.proposition.count + scores.opposition.count === 0) return undefined;
  const isLost = state.headers.some(
    ({ type, seq }) => type === 'judgment' && dataOf(view.raw(seq), 'judgment') === undefined,
  );
  return isLost || unreadLines.length > 0 ? undefined : leadIn(scores);
}
