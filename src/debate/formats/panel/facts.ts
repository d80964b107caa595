import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import type { EntryData, Framework, Point } from '../../entryData';
import { type DebateState, type FactKind, type Header, isDebater, roundFrom, type Turn } from '../../state';
import { isReservedSpeaker } from '../../names';
import type { NamedFramework } from '../../tasks';

/** What the record of a panel says, beyond what every format has. */
export interface PanelFacts {
  /** By name, as names are compared; in order of first appearance. */
  readonly frameworks: Map<string, NamedFramework>;
  readonly concessions: { by: string; at: number; seq: number; claim: string }[];
  /** The URL that a source challenge names, by the challenge's seq. */
  readonly challenges: Map<number, string>;
  /** The note that holds what the audience asked in a round, before the Chair chose. */
  readonly askedQuestions: Map<number, number>;
  /** The Chair's summary of a turn, 30 words at most. */
  readonly summaries: Map<Turn, string>;
  roundsEnded: boolean;
  unresolved: readonly Point[] | undefined;
  audienceConclusion: number | undefined;
  /** What the Chair's review under rule 18 sent back. */
  documentProblems: readonly { document: string; problem: string }[];
}

type PanelReader = (facts: PanelFacts, entry: Entry, state: DebateState, header: Header) => void;

const readers: Readonly<Record<string, PanelReader>> = {
  announcement(facts, entry) {
    const data = dataOf(entry, 'announcement');
    if (data?.kind === 'unresolved' || entry.content.startsWith('Pre-Phase-3 review:'))
      facts.unresolved = data?.points ?? [];
  },
  note(facts, entry, state, header) {
    const data = dataOf(entry, 'note');
    if (data?.kind === 'stop') facts.roundsEnded = true;
    if (data?.kind === 'asked')
      facts.askedQuestions.set(data.round === undefined ? state.round : roundFrom(data.round), entry.seq);
    if (data?.kind === 'document_review') facts.documentProblems = data.problems ?? [];
    if (data?.kind !== 'review') return;
    const turn = state.turns.findLast((candidate) => candidate.seqs.includes(header.target ?? -1));
    if (turn === undefined) return;
    if (data.summary === undefined) facts.summaries.delete(turn);
    else facts.summaries.set(turn, data.summary);
    const from = { seq: turn.seqs[0] ?? entry.seq, by: turn.debater };
    for (const framework of data.frameworks ?? []) introduce(facts, from, framework);
  },
  source_challenge(facts, entry, state) {
    const url = dataOf(entry, 'source_challenge')?.url;
    if (url !== undefined) facts.challenges.set(entry.seq, url);
    readSpoken(facts, entry, state);
  },
  audience_conclusion(facts, entry) {
    facts.audienceConclusion = entry.seq;
  },
  opening_statement: readSpoken,
  new_point: readSpoken,
  rebuttal: readSpoken,
  conjecture: readSpoken,
  clarification_request: readSpoken,
  closing_statement: readSpoken,
};

function readSpoken(facts: PanelFacts, entry: Entry, state: DebateState): void {
  const { seq: at, speaker: by } = entry;
  if (isReservedSpeaker(by) || !isDebater(state, by)) return;
  const { introduces = [], concedes = [] }: EntryData['new_point'] = entry.data ?? {};
  for (const framework of introduces) introduce(facts, { seq: at, by }, framework);
  for (const { seq, claim } of concedes) facts.concessions.push({ by, at, seq, claim });
}

function introduce(
  { frameworks }: PanelFacts,
  { seq, by }: Pick<NamedFramework, 'seq' | 'by'>,
  { name, description }: Framework,
): void {
  const key = name.trim().toLowerCase();
  if (!frameworks.has(key)) frameworks.set(key, { seq, by, name, description });
}

export const panelFacts: FactKind<PanelFacts> = {
  name: 'panel',
  types: [
    'announcement',
    'note',
    'source_challenge',
    'audience_conclusion',
    'opening_statement',
    'new_point',
    'rebuttal',
    'conjecture',
    'clarification_request',
    'closing_statement',
  ],
  create: () => ({
    frameworks: new Map(),
    concessions: [],
    challenges: new Map(),
    askedQuestions: new Map(),
    summaries: new Map(),
    roundsEnded: false,
    unresolved: undefined,
    audienceConclusion: undefined,
    documentProblems: [],
  }),
  evolve(facts, entry, state, header) {
    readers[entry.type]?.(facts, entry, state, header);
  },
};
