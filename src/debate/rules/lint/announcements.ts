import { headerOf } from '../../state';
import { byDebater, error, type Fault, type LintRecord, type LintRule } from './lintRecord';
import { stageOf } from './phaseOrder';
import type { Round } from './roundSpans';
import { roundOfStep } from './turnPlaces';

/** Structure: what the Chair has to announce, and that the audience is heard. */
export const announcements: LintRule = (record) => [
  ...readiness(record),
  ...phaseEnds(record),
  ...roundStarts(record),
  ...relays(record),
  ...audienceAsked(record),
  ...unresolvedPoints(record),
];

function readiness({ headers, notices }: LintRecord): Fault[] {
  const first = headers.find(byDebater);
  if (first === undefined || notices.some((notice) => notice.kind === 'ready' && notice.seq < first.seq)) return [];
  return [
    error(
      'structure',
      first.seq,
      'The first debater speaks before the announcement that all agents are ready ("All agents confirmed ready. …").',
    ),
  ];
}

function phaseEnds({ state, notices, rounds }: LintRecord): Fault[] {
  const conclusion = state.concludeRequested ? undefined : state.conclusion?.seq;
  const due: readonly (readonly [number, number | undefined])[] = [
    [1, rounds[0]?.start ?? conclusion],
    [3, conclusion],
  ];
  return due.flatMap(([phase, end]) => {
    const isThere = notices.some((notice) => notice.kind === 'phase_end' && notice.number === phase);
    if (end === undefined || isThere) return [];
    return [
      error(
        'structure',
        end,
        `The end of phase ${phase} is not announced before this entry ("Phase ${phase} complete. …").`,
      ),
    ];
  });
}

/** Every round is announced, once, in order. Entries of a round tell by their step when it was not. */
function roundStarts(record: LintRecord): Fault[] {
  const silent = unannounced(record);
  const faults = [...silent].map(([number, seq]) =>
    error('structure', seq, `Round ${number} has no announcement of its start ("Round ${number} of … beginning.").`),
  );
  let last = 0;
  for (const { kind, number, seq } of record.notices) {
    if (kind !== 'round_start' || number === undefined) continue;
    const isKnown = number > last && silent.has(last + 1);
    if (number !== last + 1 && !isKnown) {
      const words = number === last ? 'a second time' : `after round ${last}`;
      faults.push(
        error(
          'structure',
          seq,
          `Round ${number} is announced ${words}; rounds are counted 1, 2, 3 … and each is announced.`,
        ),
      );
    }
    last = Math.max(last, number);
  }
  return faults;
}

function unannounced({ headers, rounds, outOfPhase }: LintRecord): Map<number, number> {
  const announced = new Set(rounds.map((round) => round.number));
  const found = new Map<number, number>();
  for (const header of headers) {
    if (!byDebater(header) || outOfPhase.has(header.seq) || stageOf(header) !== 'rebuttal') continue;
    const number = roundOfStep(header.step) ?? Math.max(1, header.round);
    if (!announced.has(number) && !found.has(number)) found.set(number, header.seq);
  }
  return found;
}

function relays({ rounds, notices }: LintRecord): Fault[] {
  const byStart = new Map(rounds.map((round) => [round.start, round]));
  const relayed = new Set<number>();
  let current: Round | undefined;
  for (const { seq, kind } of notices) {
    current = byStart.get(seq) ?? current;
    if (kind === 'relay' && current !== undefined && seq < (current.end ?? Infinity)) relayed.add(current.start);
  }
  return rounds
    .filter(({ start, end }) => end !== undefined && !relayed.has(start))
    .map(({ number, start }) =>
      error('structure', start, `Round ${number} ended without its relay announcement (${relayWords}).`),
    );
}

const relayWords = '"Verifier findings relayed this round: …", or "none"';

const asks: ReadonlySet<string | undefined> = new Set(['asked', 'no_questions']);

/** Ancestors ask by message and log nothing when there is no question; only our own records show it. */
function audienceAsked({ headers, rounds, isOwn }: LintRecord): Fault[] {
  if (!isOwn) return [];
  const starts = new Map(rounds.map((round) => [round.start, round.number]));
  const asked = new Set<number>();
  let current = 0;
  for (const { seq, type, kind, speaker } of headers) {
    current = starts.get(seq) ?? current;
    // A question of the user's own is none that the audience was asked for.
    if ((type === 'audience_question' && speaker === 'audience') || (type === 'note' && asks.has(kind)))
      asked.add(current);
  }
  return rounds
    .filter(({ number, end }) => end !== undefined && !asked.has(number))
    .map(({ number, start }) =>
      error(
        'structure',
        start,
        `Round ${number} ended without the audience being asked (an audience_question, or a note of kind "asked" or "no_questions").`,
      ),
    );
}

function unresolvedPoints({ state, headers, notices, outOfPhase }: LintRecord): Fault[] {
  const closing = headers.find((header) => header.type === 'closing_statement' && !outOfPhase.has(header.seq));
  const due = closing?.seq ?? (state.concludeRequested ? undefined : state.conclusion?.seq);
  const notice = notices.find((candidate) => candidate.kind === 'unresolved');
  if (due === undefined || (notice !== undefined && notice.seq < due)) return [];
  const before = headerOf(state, due)?.type === 'conclusion' ? 'the conclusion' : 'the closings';
  return [
    error(
      'structure',
      due,
      `The unresolved points were not announced before ${before} ("Pre-Phase-3 review: …", 1 to 3 points with their seqs).`,
    ),
  ];
}
