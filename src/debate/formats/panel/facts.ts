import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import { type DebateState, type FactKind, roundFrom } from '../../fold/state';
import { whoMayWin } from './points';

interface PanelFacts {
  /** The note of what the audience asked, before the Chair chose, by round. */
  readonly askedQuestions: Map<number, number>;
  /** The round in which a debater's document quoted its last passage, by debater; 0 for the openings. */
  readonly quotedOut: Map<string, number>;
  /** Who could be named when a judge gave its verdict, by judge. */
  readonly mayWinAt: Map<string, readonly string[]>;
  roundsEnded: boolean;
  audienceConclusion: number | undefined;
  /** What the Chair's review under rule 18 sent back. */
  documentProblems: readonly { document: string; problem: string }[];
}

export const panelFacts: FactKind<PanelFacts> = {
  name: 'panel',
  types: ['note', 'audience_conclusion', 'opening_statement', 'new_point', 'verdict'],
  create: () => ({
    askedQuestions: new Map(),
    quotedOut: new Map(),
    mayWinAt: new Map(),
    roundsEnded: false,
    audienceConclusion: undefined,
    documentProblems: [],
  }),
  evolve(facts, entry, state) {
    if (entry.type === 'audience_conclusion') facts.audienceConclusion = entry.seq;
    else if (entry.type === 'note') readNote(facts, entry, state);
    else if (entry.type === 'verdict') readVerdict(facts, entry, state);
    else if (entry.data?.['passages_left'] === 0)
      facts.quotedOut.set(entry.speaker, entry.type === 'opening_statement' ? 0 : state.round);
  },
};

/** Whether a document has no passage left to quote in this round. */
export const isQuotedOut = (state: DebateState, name: string, round: number): boolean =>
  (state.factsOf(panelFacts).quotedOut.get(name) ?? Infinity) < round;

function readVerdict({ mayWinAt }: PanelFacts, entry: Entry, state: DebateState): void {
  const judge = dataOf(entry, 'verdict')?.judge;
  if (judge !== undefined && !mayWinAt.has(judge)) mayWinAt.set(judge, whoMayWin(state));
}

function readNote(facts: PanelFacts, entry: Entry, state: DebateState): void {
  const data = dataOf(entry, 'note');
  if (data?.kind === 'stop') facts.roundsEnded = true;
  if (data?.kind === 'asked')
    facts.askedQuestions.set(data.round === undefined ? state.round : roundFrom(data.round), entry.seq);
  if (data?.kind === 'document_review') facts.documentProblems = data.problems ?? [];
}
