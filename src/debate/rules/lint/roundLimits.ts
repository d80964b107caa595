import { dataOf } from '../../codec';
import { isDealtOut } from '../../formats/panel/rounds';
import { error, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { turnPlaces } from './turnPlaces';

/** Rule 5: no round beyond the most that the limits allow, and none missing of the fewest. */
export const roundLimits: LintRule = (record) => [...beyond(record), ...tooFew(record)];

type LimitName = 'min_rounds' | 'max_rounds';

/** A limit as it was when the entry with a seq was written. */
type LimitAt = (name: LimitName, seq: number) => number | undefined;

function beyond(record: LintRecord): Fault[] {
  const limitAt = limitsOf(record);
  const faults: Fault[] = [];
  for (const { seq, kind, number, limit } of record.notices) {
    if (kind !== 'round_start' || number === undefined) continue;
    const most = record.isOwn ? limitAt('max_rounds', seq) : limit;
    if (most === undefined || number <= most) continue;
    const message = `Round ${number} began although at most ${most} are allowed; after round ${most} come the closings.`;
    faults.push(error('5', seq, message));
  }
  return faults;
}

/** Others' logs do not say what the fewest are. */
function tooFew(record: LintRecord): Fault[] {
  const { state, rounds, isOwn } = record;
  const end = rounds.at(-1)?.end;
  if (!isOwn || state.concludeRequested || end === undefined) return [];
  const limitAt = limitsOf(record);
  // Where the user set the most below the fewest, the most counts.
  const fewest = Math.min(limitAt('min_rounds', end) ?? 0, limitAt('max_rounds', end) ?? Infinity);
  const held = roundsHeld(record);
  // Where every seat is dealt its words, the rounds end when none is left.
  if (held >= fewest || isDealtOut(state, held)) return [];
  return [
    error('5', end, `The rounds ended after round ${held}; at least ${fewest} are held unless the user concludes.`),
  ];
}

/** A round whose announcement is missing was held all the same. */
function roundsHeld({ state, rounds }: LintRecord): number {
  const numbers = [...rounds.map((round) => round.number), ...turnPlaces(state).map((place) => place.round)];
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

/** The setup's limits, as the user's interventions changed them. */
function limitsOf({ state, headers, view }: LintRecord): LimitAt {
  const changes = headers.flatMap(({ seq, type }) => {
    const entry = type === 'intervention' ? view.raw(seq) : undefined;
    const change = entry === undefined ? undefined : dataOf(entry, 'intervention')?.change;
    return change === undefined ? [] : [{ seq, change }];
  });
  return (name, at) => {
    const last = changes.findLast(({ seq, change }) => seq < at && change[name] !== undefined);
    return last?.change[name] ?? state.setup?.limits[name];
  };
}
