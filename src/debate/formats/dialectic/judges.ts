import type { DebateState } from '../../fold/state';
import { type SeatedJudge } from '../../flow/judges';
import { isRedacted } from '../../fold/state';
import { isLeadFirm } from '../common/outcomeRule';
import { judgesOf } from '../common/verdicts';
import { dialecticFacts } from './facts';
import { optionsOf } from './options';

/** Judges that score a dialectic; empty where the Judge scores alone. The first is the Judge. */
export const dialecticJudges = (state: DebateState): SeatedJudge[] =>
  judgesOf(state, { agent: 'judge', kind: 'scorer/score' });

/** How often each exchange is scored. */
export const passesOf = (state: DebateState): number =>
  dialecticJudges(state).length === 0 ? (optionsOf(state).judge_passes ?? 1) : dialecticJudges(state).length * 2;

/** Whether the judges agree on who leads; undefined where none sits, or nothing is scored. */
export function isFirm(state: DebateState): boolean | undefined {
  const judges = dialecticJudges(state);
  const { totals, judgments, own, incomplete } = state.factsOf(dialecticFacts);
  if (judges.length === 0 || judgments.size === 0) return undefined;
  const { arguments: all } = state.factsOf(dialecticFacts);
  const each = judges.map(({ id }) => {
    const given = own.get(id);
    if (given === undefined || incomplete.has(id)) return undefined;
    const total = (reading: 'a' | 'b'): number =>
      [...given[reading]].reduce((sum, [argument, hundredths]) => {
        const fact = all.get(argument);
        const counts = fact?.side === 'proposition' && !isRedacted(state, fact.seq);
        return counts ? sum + hundredths : sum;
      }, 0);
    return [total('a'), total('b')] as const;
  });
  return isLeadFirm(totals.proposition.hundredths, each);
}
