import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import { type DebateState, type FactKind, roundFrom } from '../../state';

interface PanelFacts {
  /** By round, the note of what the audience asked, before the Chair chose. */
  readonly askedQuestions: Map<number, number>;
  roundsEnded: boolean;
  audienceConclusion: number | undefined;
  /** What the Chair's review under rule 18 sent back. */
  documentProblems: readonly { document: string; problem: string }[];
}

export const panelFacts: FactKind<PanelFacts> = {
  name: 'panel',
  types: ['note', 'audience_conclusion'],
  create: () => ({
    askedQuestions: new Map(),
    roundsEnded: false,
    audienceConclusion: undefined,
    documentProblems: [],
  }),
  evolve(facts, entry, state) {
    if (entry.type === 'audience_conclusion') facts.audienceConclusion = entry.seq;
    else readNote(facts, entry, state);
  },
};

function readNote(facts: PanelFacts, entry: Entry, state: DebateState): void {
  const data = dataOf(entry, 'note');
  if (data?.kind === 'stop') facts.roundsEnded = true;
  if (data?.kind === 'asked')
    facts.askedQuestions.set(data.round === undefined ? state.round : roundFrom(data.round), entry.seq);
  if (data?.kind === 'document_review') facts.documentProblems = data.problems ?? [];
}
