import type { Entry } from '../../entry';
import type { DebateState } from '../../state';
import type { Telling } from '../../step';
import { totalOf } from './roundOrder';
import { tribunalFacts } from './facts';

/** For people who follow a tribunal: here the number of rounds is no secret. */
export function tells({ type, data }: Entry, state: DebateState): Telling[] {
  const { tracker, ruling } = state.factsOf(tribunalFacts);
  if (type === 'announcement' && data?.['kind'] === 'round_start')
    return [{ kind: 'round', round: state.round, max: totalOf(state) }];
  if (type === 'assessment') {
    const count = (status: string): number => tracker.filter((row) => row.status === status).length;
    return [
      {
        kind: 'tracker',
        text: `after round ${state.round}: ${count('resolved')} resolved, ${count('open')} open, ${count('stalled')} stalled`,
      },
    ];
  }
  if (type !== 'judges_ruling' || ruling === undefined) return [];
  const when = ruling.early
    ? `after round ${state.round}, before the ${totalOf(state)} that were planned`
    : `after all ${totalOf(state)} planned`;
  return [{ kind: 'ruling', text: `the Judge's ruling ${when}, outcome ${state.conclusion?.outcome ?? 'unknown'}` }];
}
