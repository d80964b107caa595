import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import { type DebateState, type FactKind, roundFrom } from '../../fold/state';

interface PanelFacts {
  /** By round, the note of what the audience asked, before the Chair chose. */
  readonly askedQuestions: Map<number, number>;
  /** By debater, the round in which its document quoted the last passage; 0 for the openings. */
  readonly quotedOut: Map<string, number>;
  roundsEnded: boolean;
  audienceConclusion: number | undefined;
  /** What the Chair's review under rule 18 sent back. */
  documentProblems: readonly { document: string; problem: string }[];
}

export const panelFacts: FactKind<PanelFacts> = {
  name: 'panel',
  types: ['note', 'audience_conclusion', 'opening_statement', 'new_point'],
  create: () => ({
    askedQuestions: new Map(),
    quotedOut: new Map(),
    roundsEnded: false,
    audienceConclusion: undefined,
    documentProblems: [],
  }),
  evolve(facts, entry, state) {
    if (entry.type === 'audience_conclusion') facts.audienceConclusion = entry.seq;
    else if (entry.type === 'note') readNote(facts, entry, state);
    else if (entry.data?.['passages_left'] === 0)
      facts.quotedOut.set(entry.speaker, entry.type === 'opening_statement' ? 0 : state.round);
  },
};

/** Whether a document has no passage left to quote in this round. */
export const isQuotedOut = (state: DebateState, name: string, round: number): boolean =>
  (state.factsOf(panelFacts).quotedOut.get(name) ?? Infinity) < round;

function readNote(facts: PanelFacts, entry: Entry, state: DebateState): void {
  const data = dataOf(entry, 'note');
  if (data?.kind === 'stop') facts.roundsEnded = true;
  if (data?.kind === 'asked')
    facts.askedQuestions.set(data.round === undefined ? state.round : roundFrom(data.round), entry.seq);
  if (data?.kind === 'document_review') facts.documentProblems = data.problems ?? [];
}
