import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import type { EntryData, EntryType, Framework, Point } from '../../log/entryData';
import { keysOf, own } from '../../log/objects';
import {
  type DebateState,
  type FactKind,
  type Header,
  headerOf,
  isDebater,
  isRedacted,
  type Turn,
} from '../../fold/state';
import { isReservedSpeaker } from '../../log/names';
import type { NamedFramework } from '../../flow/tasks/debater';
import type { RecordView } from '../../fold/view';

export interface SpeechFacts {
  /** Frameworks by name, as names are compared; in order of first appearance. */
  readonly frameworks: Map<string, NamedFramework>;
  /** `seq`: to which entry; of one that the Chair's review names, where its words stand. */
  readonly concessions: { by: string; at: number; seq: number; claim: string; isByReview?: true }[];
  /** Where a debater stood by its own words, in the order of the record. */
  readonly positions: { by: string; at: number; text: string }[];
  /** The URL that a source challenge names, by the challenge's seq. */
  readonly challenges: Map<number, string>;
  /** The leader's summary of a turn, 30 words at most. */
  readonly summaries: Map<Turn, string>;
  /** What was named as not settled, and the entry that names it. */
  unresolved:
    | { readonly seq: number; readonly points: readonly Point[]; readonly agreed: readonly Point[] }
    | undefined;
}

type SpeechReader = (facts: SpeechFacts, entry: Entry, state: DebateState, header: Header) => void;

const readers: Partial<Record<EntryType, SpeechReader>> = {
  announcement(facts, entry) {
    const data = dataOf(entry, 'announcement');
    if (data?.kind === 'unresolved' || entry.content.startsWith('Pre-Phase-3 review:'))
      facts.unresolved = { seq: entry.seq, points: data?.points ?? [], agreed: data?.agreed ?? [] };
  },
  note(facts, entry, state, header) {
    const data = dataOf(entry, 'note');
    if (data?.kind !== 'review') return;
    const turn = state.turns.findLast((candidate) => candidate.seqs.includes(header.target ?? -1));
    if (turn === undefined) return;
    if (data.summary === undefined) facts.summaries.delete(turn);
    else facts.summaries.set(turn, data.summary);
    const from = { seq: turn.seqs[0] ?? entry.seq, by: turn.debater };
    for (const framework of data.frameworks ?? []) introduce(facts, from, framework);
    for (const { seq, words: claim } of data.granted ?? [])
      facts.concessions.push({ by: turn.debater, at: seq, seq, claim, isByReview: true });
  },
  source_challenge(facts, entry, state) {
    const url = dataOf(entry, 'source_challenge')?.url;
    if (url !== undefined) facts.challenges.set(entry.seq, url);
    readSpoken(facts, entry, state);
  },
  opening_statement: readSpoken,
  new_point: readSpoken,
  rebuttal: readSpoken,
  conjecture: readSpoken,
  clarification_request: readSpoken,
  closing_statement: readSpoken,
};

function readSpoken(facts: SpeechFacts, entry: Entry, state: DebateState): void {
  const { seq: at, speaker: by } = entry;
  if (isReservedSpeaker(by) || !isDebater(state, by)) return;
  const { introduces = [], concedes = [], position_now: text }: EntryData['new_point'] = entry.data ?? {};
  for (const framework of introduces) introduce(facts, { seq: at, by }, framework);
  for (const { seq, claim } of concedes) facts.concessions.push({ by, at, seq, claim });
  if (text !== undefined) facts.positions.push({ by, at, text });
}

function introduce(
  { frameworks }: SpeechFacts,
  from: Pick<NamedFramework, 'seq' | 'by'>,
  { name, description }: Framework,
): void {
  const key = name.trim().toLowerCase();
  if (!frameworks.has(key)) frameworks.set(key, { ...from, name, description });
}

export const speechFacts: FactKind<SpeechFacts> = {
  name: 'speech',
  types: keysOf(readers),
  create: () => ({
    frameworks: new Map(),
    concessions: [],
    positions: [],
    challenges: new Map(),
    summaries: new Map(),
    unresolved: undefined,
  }),
  evolve(facts, entry, state, header) {
    own<SpeechReader | undefined>(readers, entry.type)?.(facts, entry, state, header);
  },
};

/** What is still open before the closings, and what both sides accept by then. */
export function namedBeforeClosings({ state, mask }: RecordView): { unresolved: Point[]; agreed: Point[] } {
  const { unresolved } = state.factsOf(speechFacts);
  if (unresolved === undefined || isRedacted(state, unresolved.seq)) return { unresolved: [], agreed: [] };
  const masked = (points: readonly Point[]): Point[] =>
    points.map((point) => ({ ...point, text: mask.text(point.text) }));
  return { unresolved: masked(unresolved.points), agreed: masked(unresolved.agreed) };
}

export const unresolvedIn = (view: RecordView): Point[] => namedBeforeClosings(view).unresolved;

/** Gone with any of the turn's entries, and with the note that holds it. */
export function turnSummary({ state, mask }: RecordView, turn: Turn): string | undefined {
  const words = state.factsOf(speechFacts).summaries.get(turn);
  const isGone = [...state.redactions.keys()].some((redacted) => {
    if (turn.seqs.includes(redacted)) return true;
    const header = headerOf(state, redacted);
    return header?.kind === 'review' && turn.seqs.includes(header.target ?? -1);
  });
  return words === undefined || isGone ? undefined : mask.text(words);
}
