import { dataOf } from '../../../../log/codec';
import { closersOf } from '../../../../formats/panel/ending';
import { isDealtOut } from '../../../../formats/panel/rounds';
import { isHeld } from '../../../../flow/seats';
import { headerOf } from '../../../../fold/state';
import { byDebater, error, type Fault, restingOnAll } from '../../lintRecord';
import { stageOf, type LintedPanel, type PanelRule, type Round } from './record';
import { roundOfStep, turnPlaces } from './order';

export const announcements: PanelRule = (record) =>
  restingOnAll([
    ...readiness(record),
    ...phaseEnds(record),
    ...roundStarts(record),
    ...relays(record),
    ...audienceAsked(record),
    ...unresolvedPoints(record),
  ]);

function readiness({ headers, notices }: LintedPanel): Fault[] {
  const first = headers.find(byDebater);
  if (first === undefined || notices.some((notice) => notice.kind === 'ready' && notice.seq < first.seq)) return [];
  return [
    error(
      first.seq,
      'The first debater speaks before the announcement that all agents are ready ("All agents confirmed ready. …").',
    ),
  ];
}

function phaseEnds({ state, notices, rounds }: LintedPanel): Fault[] {
  const conclusion = state.concludeRequested ? undefined : state.conclusion?.seq;
  const due: readonly (readonly [number, number | undefined])[] = [
    [1, rounds[0]?.start ?? conclusion],
    [3, closersOf(state).length === 0 ? undefined : conclusion],
  ];
  return due.flatMap(([phase, end]) => {
    const isThere = notices.some((notice) => notice.kind === 'phase_end' && notice.number === phase);
    if (end === undefined || isThere) return [];
    return [error(end, `The end of phase ${phase} is not announced before this entry ("Phase ${phase} complete. …").`)];
  });
}

/** Every round is announced, once, in order. A round was held if its step has entries. */
function roundStarts(record: LintedPanel): Fault[] {
  const silent = unannounced(record);
  const faults = [...silent].map(([number, seq]) =>
    error(seq, `Round ${number} has no announcement of its start ("Round ${number} of … beginning.").`),
  );
  let last = 0;
  for (const { kind, number, seq } of record.notices) {
    if (kind !== 'round_start' || number === undefined) continue;
    const isKnown = number > last && silent.has(last + 1);
    if (number !== last + 1 && !isKnown) {
      const words = number === last ? 'a second time' : `after round ${last}`;
      faults.push(
        error(seq, `Round ${number} is announced ${words}; rounds are counted 1, 2, 3 … and each is announced.`),
      );
    }
    last = Math.max(last, number);
  }
  return faults;
}

function unannounced({ headers, rounds, outOfPhase }: LintedPanel): Map<number, number> {
  const announced = new Set(rounds.map((round) => round.number));
  const found = new Map<number, number>();
  for (const header of headers) {
    if (!byDebater(header) || outOfPhase.has(header.seq) || stageOf(header) !== 'rebuttal') continue;
    const number = roundOfStep(header.step) ?? Math.max(1, header.round);
    if (!announced.has(number) && !found.has(number)) found.set(number, header.seq);
  }
  return found;
}

function relays({ rounds, notices }: LintedPanel): Fault[] {
  const byStart = new Map(rounds.map((round) => [round.start, round]));
  const relayed = new Set<number>();
  let current: Round | undefined;
  for (const { seq, kind } of notices) {
    current = byStart.get(seq) ?? current;
    if (kind === 'relay' && current !== undefined && seq < (current.end ?? Infinity)) relayed.add(current.start);
  }
  return rounds
    .filter(({ start, end }) => end !== undefined && !relayed.has(start))
    .map(({ number, start }) => error(start, `Round ${number} ended without its relay announcement (${relayWords}).`));
}

const relayWords = '"Verifier findings relayed this round: …", or "none"';

const asks: ReadonlySet<string | undefined> = new Set(['asked', 'no_questions']);

/**
 * Checks that the audience was asked. Only our own records show it: the ancestors ask by message and log nothing
 * without a question.
 */
function audienceAsked({ headers, rounds, isOwn, state }: LintedPanel): Fault[] {
  if (!isOwn || !isHeld(state, 'audience')) return [];
  const starts = new Map(rounds.map((round) => [round.start, round.number]));
  const asked = new Set<number>();
  let current = 0;
  for (const { seq, type, kind, speaker } of headers) {
    current = starts.get(seq) ?? current;
    // A question that the user asked unprompted.
    if ((type === 'audience_question' && speaker === 'audience') || (type === 'note' && asks.has(kind)))
      asked.add(current);
  }
  return rounds
    .filter(({ number, end }) => end !== undefined && !asked.has(number))
    .map(({ number, start }) =>
      error(start, `Round ${number} ended without a question of the audience, and no note says that it was asked.`),
    );
}

function unresolvedPoints({ state, headers, notices, outOfPhase }: LintedPanel): Fault[] {
  if (!isHeld(state, 'chair')) return [];
  const closing = headers.find((header) => header.type === 'closing_statement' && !outOfPhase.has(header.seq));
  const due = closing?.seq ?? (state.concludeRequested ? undefined : state.conclusion?.seq);
  const notice = notices.find((candidate) => candidate.kind === 'unresolved');
  if (due === undefined || (notice !== undefined && notice.seq < due)) return [];
  const before = headerOf(state, due)?.type === 'conclusion' ? 'the conclusion' : 'the closings';
  return [
    error(
      due,
      `The unresolved points were not announced before ${before} ("Pre-Phase-3 review: …", 1 to 3 points with their seqs).`,
    ),
  ];
}

/** Rule 5: no round beyond the maximum, and none missing of the minimum. */
export const roundLimits: PanelRule = (record) => [...beyond(record), ...restingOnAll(tooFew(record))];

type LimitName = 'min_rounds' | 'max_rounds';

/** Value of a limit when the entry with that seq was written. */
type LimitAt = (name: LimitName, seq: number) => number | undefined;

function beyond(record: LintedPanel): Fault[] {
  const limitAt = limitsOf(record);
  const faults: Fault[] = [];
  for (const { seq, kind, number, limit } of record.notices) {
    if (kind !== 'round_start' || number === undefined) continue;
    const most = record.isOwn ? limitAt('max_rounds', seq) : limit;
    if (most === undefined || number <= most) continue;
    const message = `Round ${number} began although at most ${most} are allowed; after round ${most} come the closings.`;
    faults.push(error(seq, message, '5'));
  }
  return faults;
}

/** Other programs' logs do not state the minimum. */
function tooFew(record: LintedPanel): Fault[] {
  const { state, rounds, isOwn } = record;
  const end = rounds.at(-1)?.end;
  if (!isOwn || state.concludeRequested || end === undefined) return [];
  const limitAt = limitsOf(record);
  // If the user set the maximum below the minimum, the maximum counts.
  const fewest = Math.min(limitAt('min_rounds', end) ?? 0, limitAt('max_rounds', end) ?? Infinity);
  const held = roundsHeld(record);
  // If every seat quotes prepared passages, the rounds end when none are left.
  if (held >= fewest || isDealtOut(state, held)) return [];
  return [
    error(end, `The rounds ended after round ${held}; at least ${fewest} are held unless the user concludes.`, '5'),
  ];
}

/** Number of rounds held, including those without an announcement. */
function roundsHeld({ state, rounds }: LintedPanel): number {
  const numbers = [...rounds.map((round) => round.number), ...turnPlaces(state).map((place) => place.round)];
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function limitsOf({ state, headers, view }: LintedPanel): LimitAt {
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
