import type { DebateState, Header } from '../debate/fold/state';
import type { RailPart } from './formats/formatProjection';
import type { Stage } from './stage';

/** An entry's part of the debate, as an id of the rail: `setup`, `plan`, `opening`, `r1` …, `closing`, `conclusion`, `documents`; `report-2` after the exchange `r2`, after which more may come; `rounds` if another program does not number them. Parts never go back: interruptions belong to the current part. */
function sectionAfter(before: string, header: Header): string {
  const own = ownSection(header);
  if (own === undefined || rankOf(own) <= rankOf(before)) return before;
  // Other systems write a document a round: those of the last part come behind the conclusion.
  return own === 'documents' && before !== 'conclusion' ? before : own;
}

interface Sections {
  /** Sections in the order of the log. */
  byPosition: string[];
  /** Where a seq is in the log twice, the first entry counts. */
  bySeq: Map<number, string>;
}

const known = new WeakMap<DebateState, Sections>();

/** The log's sections. Only entries that are new since the last call are looked at. */
export function sectionsOf(state: DebateState): Readonly<Sections> {
  const sections = known.get(state) ?? { byPosition: [], bySeq: new Map<number, string>() };
  known.set(state, sections);
  const { byPosition, bySeq } = sections;
  for (const header of state.headers.slice(byPosition.length)) {
    const section = sectionAfter(byPosition.at(-1) ?? firstSection, header);
    byPosition.push(section);
    if (!bySeq.has(header.seq)) bySeq.set(header.seq, section);
  }
  return sections;
}

export const firstSection = 'setup';

/** Rounds to come that are shown: a record may ask for any number. */
export const roundsAhead = 12;

/** State of a part, by the section that the debate is at, and those that have begun. */
export function partState(
  id: string,
  now: string | undefined,
  begun: Pick<ReadonlySet<string>, 'has'>,
): RailPart['state'] {
  if (id === now) return 'now';
  if (now !== undefined && rankOf(id) > rankOf(now)) return 'todo';
  return begun.has(id) ? 'done' : 'skipped';
}

const unnumbered = ['setup', 'plan', 'opening', 'rounds', 'closing', 'conclusion', 'documents'] as const;

export function stageOfSection(section: string): Stage {
  const round = roundOfSection(section);
  return round > 0 ? { code: 'round', number: round } : { code: unnumbered.find((id) => id === section) ?? 'report' };
}

export const roundSection = (round: number): string => `r${round}`;

/** 0 for other parts. */
export const roundOfSection = (section: string): number => Number(/^r(\d+)$/.exec(section)?.[1] ?? 0);

/** Section of a report: after the last of the exchanges that it closes, before those that are asked for later. */
export const reportSection = (exchange: number): string => `report-${exchange}`;
const exchangeOfReport = (section: string): number | undefined => {
  const found = /^report-(\d{1,9})$/.exec(section)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The exchange `e0` is the one of the openings. */
export const exchangeSection = (exchange: number): string => (exchange === 0 ? 'opening' : roundSection(exchange));

const beyondRounds = 1e9;

export function rankOf(section: string): number {
  switch (section) {
    case 'setup':
      return 0;
    case 'plan':
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
    default: {
      const reported = exchangeOfReport(section);
      return reported === undefined ? 2 + roundOfSection(section) : 2.5 + reported;
    }
  }
}

/** Undefined for entries that may stand anywhere. */
function ownSection({ type, phase, round, kind, step }: Header): string | undefined {
  const ofStep = step === undefined ? undefined : sectionOfStep(step);
  if (ofStep !== undefined) return ofStep;
  const ofType = sectionsByType.get(type);
  if (ofType !== undefined) return ofType;
  if (kind === 'unresolved') return 'closing';
  return sectionOfTurn({ phase, round });
}

/** `rounds` where the round has no number. */
function sectionOfTurn({ phase, round }: Pick<Header, 'phase' | 'round'>): string | undefined {
  if (phase === 'opening' || phase === 'closing') return phase;
  if (phase === 'rebuttal') return round > 0 ? roundSection(round) : 'rounds';
  return undefined;
}

/** The section that a step names, in formats whose steps say it. */
function sectionOfStep(step: string): string | undefined {
  if (step === 'plan') return 'plan';
  // oxlint-disable-next-line rostrum/no-format-names -- Headers of a log of another program do not say their format.
  const found = /^(report\/)?e(\d{1,6})(?:\/|$)/.exec(step);
  if (found === null) return undefined;
  const exchange = Number(found[2]);
  return found[1] === undefined ? exchangeSection(exchange) : reportSection(exchange);
}

/** A map, because an unknown type may be named "toString". */
const sectionsByType: ReadonlyMap<string, string> = new Map([
  ['opening_statement', 'opening'],
  ['closing_statement', 'closing'],
  ['verdict', 'conclusion'],
  ['conclusion', 'conclusion'],
  ['judges_ruling', 'conclusion'],
  ['audience_conclusion', 'conclusion'],
  ['document', 'documents'],
]);
