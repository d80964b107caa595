import type { Header } from '../../debate/state';

/**
 * The part of the debate that an entry stands in, as an id of the rail: `setup`, `opening`, `r1` …, `closing`,
 * `conclusion`, `documents`; `rounds` where a log of another program does not number its rounds. Parts never go back: what
 * interrupts (checks, rulings, notes) belongs to the part in which it comes.
 */
export function sectionAfter(before: string, header: Header): string {
  const own = ownSection(header);
  return own !== undefined && rankOf(own) > rankOf(before) ? own : before;
}

export const firstSection = 'setup';

export const roundSection = (round: number): string => `r${round}`;

/** The round's number, 0 for other parts. */
export const roundOfSection = (section: string): number => Number(/^r(\d+)$/.exec(section)?.[1] ?? 0);

const beyondRounds = 1e9;

export function rankOf(section: string): number {
  switch (section) {
    case 'setup':
      return 0;
    case 'opening':
      return 1;
    case 'rounds':
      return 2;
    case 'closing':
      return beyondRounds;
    case 'conclusion':
      return beyondRounds + 1;
    case 'documents':
      return beyondRounds + 2;
    default:
      return 2 + roundOfSection(section);
  }
}

/** Undefined for entries that may stand anywhere. */
function ownSection({ type, phase, round, kind }: Header): string | undefined {
  const ofType = sectionsByType.get(type);
  if (ofType !== undefined) return ofType;
  if (kind === 'unresolved') return 'closing';
  if (phase === 'opening' || phase === 'closing') return phase;
  if (phase === 'rebuttal') return round > 0 ? roundSection(round) : 'rounds';
  return undefined;
}

/** A map, because an unknown type may be named "toString". */
const sectionsByType: ReadonlyMap<string, string> = new Map([
  ['opening_statement', 'opening'],
  ['closing_statement', 'closing'],
  ['conclusion', 'conclusion'],
  ['judges_ruling', 'conclusion'],
  ['audience_conclusion', 'conclusion'],
  ['document', 'documents'],
]);
