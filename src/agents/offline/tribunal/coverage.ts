import type { Severity } from '../../../debate/entryData';
import type { RulingVerdict } from '../../../debate/formats/tribunal/outcome';
import { answersTo, pressing, type Contribution, type Exchange, type Given, type Put } from './exchanges';
import { meets, type Frame } from './roundScore';

/** How far the objections on one issue were met. `verdictRule` says the rule in words. */
export interface Coverage {
  /** Objections that count. */
  readonly put: number;
  /** Those with a later answer of their own. */
  readonly met: number;
  /** Met, though by a passage on another subject. */
  readonly aside: number;
  /** Not met, and put after the Advocate last spoke. */
  readonly late: number;
}

/** Each answer meets one objection, the earliest that it can; one on the same subject goes first. */
export function coverageOf(exchange: Exchange, contributions: readonly Contribution[], frame: Frame): Coverage {
  const puts = pressing(exchange);
  const lastHeard = contributions.findLast(({ side }) => side === 'advocate')?.entry.seq ?? -1;
  const spent = new Set<Given>();
  let [met, aside, late] = [0, 0, 0];
  for (const put of puts) {
    const free = answersTo(exchange, put).filter((answer) => !spent.has(answer));
    const direct = free.find((answer) => isDirect(frame, put, answer));
    const answer = direct ?? free[0];
    if (answer === undefined) {
      if (put.seq > lastHeard) late += 1;
      continue;
    }
    spent.add(answer);
    met += 1;
    if (direct === undefined) aside += 1;
  }
  return { put: puts.length, met, aside, late };
}

/** Where either cites nothing there is no subject to compare. */
function isDirect(frame: Frame, put: Put, answer: Given): boolean {
  if (put.quotes.length === 0 || answer.quotes.length === 0) return true;
  return put.quotes.some((theirs) => answer.quotes.some((mine) => meets(frame, theirs, mine)));
}

export function verdictOf({ put, met, aside, late }: Coverage, severity: Severity): RulingVerdict {
  if (met === put && aside === 0) return 'ACCEPTED';
  const heard = put - late;
  return met === 0 && heard > 0 && severity !== 'Minor' ? 'REJECTED' : 'REVISION REQUIRED';
}
