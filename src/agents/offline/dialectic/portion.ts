import { helpIn, ranked, type CaseFile } from '../caseFile';
import type { Indexed } from '../evidenceIndex';
import type { Stance } from '../leaning';
import type { DebateRecord } from '../record';
import { Used } from '../used';

/** From here on a passage speaks for one side. */
export const clearHelp = 0.3;

interface Share {
  passage: Indexed;
  /** For the proposition when positive. */
  help: number;
}

/**
 * Which of the unused passages are whose. The sides argue at the same time and do not see each other's arguments, so what they may quote
 * is divided beforehand, by a rule that comes out the same for both: what helps a side is that side's; what helps neither goes to the
 * side that has less; a side with fewer than `needed` is lent what helps the other least. Where there is not enough for both, both may
 * quote all.
 */
export function portions(neutral: CaseFile, leaning: Stance, needed: number): { proposition: Indexed[]; opposition: Indexed[] } {
  const shares = distinct(neutral).map((passage) => ({ passage, help: helpIn({ ...neutral, leaning }, passage) }));
  if (shares.length < 2 * needed) return { proposition: shares.map(({ passage }) => passage), opposition: shares.map(({ passage }) => passage) };
  const own = shares.filter(({ help }) => help > clearHelp);
  const theirs = shares.filter(({ help }) => help < -clearHelp);
  for (const share of shares.filter(({ help }) => Math.abs(help) <= clearHelp)) (own.length <= theirs.length ? own : theirs).push(share);
  lend(own, theirs, needed);
  lend(theirs, own, needed);
  return { proposition: own.map(({ passage }) => passage), opposition: theirs.map(({ passage }) => passage) };
}

/** Unused passages by what they have to do with the motion; of those that say the same the first. */
function distinct(neutral: CaseFile): Indexed[] {
  const seen = new Used([]);
  return ranked(neutral).flatMap(({ passage }) => {
    if (seen.has(passage)) return [];
    seen.add(passage);
    return [passage];
  });
}

function lend(rich: Share[], poor: Share[], needed: number): void {
  while (poor.length < needed && rich.length > poor.length + 1) {
    const least = rich.reduce((a, b) => (Math.abs(b.help) <= Math.abs(a.help) ? b : a));
    rich.splice(rich.indexOf(least), 1);
    poor.push(least);
  }
}

/** What one side may not quote: what anybody quoted before, and all that is not in its portion. */
export class UsedOrForeign extends Used {
  readonly #own: ReadonlySet<number>;

  constructor(record: DebateRecord, own: readonly Indexed[]) {
    super(record);
    this.#own = new Set(own.map(({ id }) => id));
  }

  override has(passage: Indexed): boolean {
    return !this.#own.has(passage.id) || super.has(passage);
  }
}
