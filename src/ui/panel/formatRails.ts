import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { optionsOf } from '../../debate/formats/tribunal/options';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { DebateState } from '../../debate/state';
import type { RailItem } from '../../shared/protocol';
import { exchangeSection, rankOf, reportSection, roundOfSection, roundSection } from './sections';

/** A part of the rail: what it is, and how far the debate is with it. */
export type RailPart = Pick<RailItem, 'id' | 'state'>;

/** Parts to come that are shown: a record may ask for any number. */
const ahead = 12;

/** Plan, the rounds, the ruling. */
export function tribunalParts(state: DebateState, begun: ReadonlySet<string>): RailPart[] {
  const { total, rounds, endedBy, ruling } = state.factsOf(tribunalFacts);
  const planned = total ?? numberOr(optionsOf(state).rounds, 0);
  const held = rounds.at(-1)?.round ?? 0;
  const isPlanned = begun.has('plan') || optionsOf(state).rounds === 'auto';
  const last = rounds.at(-1);
  const isRuling =
    state.concludeRequested ||
    endedBy !== undefined ||
    (last?.assessment !== undefined && held >= planned && planned > 0);
  const now = ruling !== undefined ? undefined : isRuling ? 'conclusion' : roundNow();
  const known = Array.from({ length: Math.max(held, Math.min(planned, held + ahead)) }, (_, index) =>
    roundSection(index + 1),
  );
  const ids = [...(isPlanned ? ['plan'] : []), ...known, 'conclusion'];
  return ids.map((id) => ({ id, state: stateAt(id, now, begun) }));

  function roundNow(): string {
    if (isPlanned && planned === 0 && held === 0) return 'plan';
    return roundSection(last === undefined ? 1 : last.assessment === undefined ? last.round : last.round + 1);
  }
}

const numberOr = (value: number | 'auto', otherwise: number): number => (value === 'auto' ? otherwise : value);

function stateAt(id: string, now: string | undefined, begun: ReadonlySet<string>): RailItem['state'] {
  if (id === now) return 'now';
  if (now !== undefined && rankOf(id) > rankOf(now)) return 'todo';
  return begun.has(id) ? 'done' : 'skipped';
}

/** The exchanges that were held or asked for, and a report behind each number of them that was asked for at once. */
export function dialecticParts(state: DebateState, begun: ReadonlySet<string>): RailPart[] {
  const { exchange, requested, skipped } = state.factsOf(dialecticFacts);
  const held = [...begun].reduce((most, id) => Math.max(most, roundOfSection(id)), 0);
  const last = Math.max(held, Math.min(requested - 1, held + ahead));
  const sections = Array.from({ length: last + 1 }, (_, index) => exchangeSection(index));
  const reports = [...begun].filter((id) => id.startsWith('report-'));
  const isReported = reports.some((id) => rankOf(id) > rankOf(exchangeSection(last)));
  const ids = [...new Set([...sections, ...reports, ...(isReported ? [] : [reportSection(last)])])];
  const now = exchange < requested ? exchangeSection(exchange) : isReported ? undefined : reportSection(last);
  const passed = new Set(skipped.map(exchangeSection));
  return ids
    .sort((some, other) => rankOf(some) - rankOf(other))
    .map((id) => ({ id, state: passed.has(id) ? 'skipped' : stateAt(id, now, begun) }));
}
