import type { DebateState } from '../../state';
import type { Notice } from './notices';

/** A round as the Chair announced it. */
export interface Round {
  readonly number: number;
  /** Seq of the announcement. */
  readonly start: number;
  /** Seq of the first entry that shows the round to be over; undefined while it may go on. */
  readonly end: number | undefined;
}

/** The announced rounds. A round that the user's wish to conclude cut short is never over. */
export function roundsOf(state: DebateState, notices: readonly Notice[], outOfPhase: ReadonlySet<number>): Round[] {
  const announced = notices.filter((notice) => notice.kind === 'round_start' && notice.number !== undefined);
  // One that is announced twice has its beginning at the first.
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
  const signs = [closing?.seq, notice?.seq, conclusion?.seq].filter((seq) => seq !== undefined && seq > last);
  return signs.length === 0 ? undefined : Math.min(...(signs as number[]));
}
