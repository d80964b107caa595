import type { UndecidedWhy } from '../debate/entryData';
import { isImported } from '../debate/imported';
import { isExtractive, namedPerformer, performing, providerInForce } from '../debate/seats';
import { oneLine } from '../debate/shortText';
import type { DebateState } from '../debate/state';
import type { Judging, JudgedBy } from './formats/formatProjection';
import { positionOf } from './status';

/** How a debate ended, or how it stands, as every surface names it. Names and words are as the record has them: mask them. */
export type Outcome =
  /** Not concluded yet. */
  | { code: 'none' }
  /** How it is in a format that comes to no conclusion: the totals of a dialectic. */
  | { code: 'result'; words: string }
  | { code: 'wins'; winner: string }
  | { code: OutcomeCode }
  | { code: 'undecided'; why: UndecidedWhy | undefined }
  /** What another program called it. */
  | { code: 'other'; words: string };

const outcomeCodes = ['draw', 'void', 'accepted', 'rejected', 'revision_required', 'mixed'] as const;
type OutcomeCode = (typeof outcomeCodes)[number];

/** A codicon, and a colour that says the same once more. Those of verdicts are the board's. */
export const outcomeIcons: Readonly<Record<Outcome['code'], { name: string; colour?: 'green' | 'yellow' | 'red' }>> = {
  wins: { name: 'star-full', colour: 'green' },
  draw: { name: 'arrow-both' },
  void: { name: 'circle-slash', colour: 'red' },
  accepted: { name: 'check', colour: 'green' },
  rejected: { name: 'close', colour: 'red' },
  revision_required: { name: 'edit', colour: 'yellow' },
  mixed: { name: 'law', colour: 'yellow' },
  undecided: { name: 'question' },
  result: { name: 'graph-line' },
  other: { name: 'law' },
  none: { name: 'pass' },
};

/** By what the conclusion is called; `result`: how it stands where there is none. */
export function outcomeIn(
  { outcome, result }: { outcome: string | null; result?: string },
  undecided?: UndecidedWhy,
): Outcome {
  if (outcome === null) return result === undefined ? { code: 'none' } : { code: 'result', words: result };
  const winner = /^(.+)_wins$/.exec(outcome)?.[1];
  if (winner !== undefined) return { code: 'wins', winner };
  if (outcome === 'undecided') return { code: outcome, why: undecided };
  const code = outcomeCodes.find((known) => known === outcome);
  return code === undefined ? { code: 'other', words: oneLine(outcome).replaceAll('_', ' ') } : { code };
}

export function outcomeOf(state: DebateState): Outcome {
  const { conclusion } = state;
  return conclusion === undefined
    ? outcomeIn({ ...positionOf(state), outcome: null })
    : outcomeIn(conclusion, conclusion.undecided);
}

/** Who weighed, by what the record names for the seat that concludes; `decisive`: the entry that does. */
export const judgingOf = (
  state: DebateState,
  role: Judging['role'],
  decisive: number | undefined = state.conclusion?.seq,
): Judging => ({ role, by: performerOf(state, role, decisive) });

function performerOf(state: DebateState, role: Judging['role'], decisive: number | undefined): JudgedBy {
  const { conclusion, setup } = state;
  if (setup === undefined || (decisive !== undefined && isImported(state, decisive))) return 'elsewhere';
  const kind = role === 'chair' ? 'chair/conclude' : undefined;
  const isUnweighed = conclusion?.undecided === 'nobody_weighed' || conclusion?.isExtractive === true;
  if (isUnweighed || isExtractive(state, role, kind)) return 'nobody';
  const by = performing(namedPerformer(state, role, kind), providerInForce(state));
  return by === undefined || by === 'offline' ? 'nobody' : by;
}
