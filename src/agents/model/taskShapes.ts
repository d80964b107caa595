import type { PanelKind } from '../../debate/tasks';
import type { Readership } from './recordText';

/** What a task's request is made of. */
export interface TaskShape {
  /** How much of the record: all of it, the newest round whole and older ones summarised, or none. */
  record: 'whole' | 'recent' | 'none';
  /** Never summaries in place of the record, whatever the window of the model is. */
  mustBeWhole?: boolean;
  readership: Readership;
  /** Asked again and again in a debate, so that its prefix is worth a place in the provider's cache. */
  isFrequent?: boolean;
  /** Decides who wins: names are hidden behind labels, and behind each source stands how the Verifier left it. */
  isBlind?: boolean;
  /** Tokens of a good answer with room for thinking; doubled when an answer is cut. */
  answerTokens: number;
}

const official = { readership: 'officials' } as const;
const spoken = { record: 'whole', readership: 'debaters', isFrequent: true, answerTokens: 8_000 } as const;

export const taskShapes: Readonly<Record<PanelKind, TaskShape>> = {
  'chair/propose_lineup': { ...official, record: 'none', answerTokens: 6_000 },
  'chair/revise_lineup': { ...official, record: 'none', answerTokens: 6_000 },
  'chair/review_turn': { ...official, record: 'none', isFrequent: true, answerTokens: 2_000 },
  'chair/choose_questions': { ...official, record: 'none', answerTokens: 2_000 },
  'chair/go_on': { ...official, record: 'recent', answerTokens: 2_000 },
  'chair/rule_on_challenge': { ...official, record: 'none', answerTokens: 2_000 },
  'chair/answer_clarification': { ...official, record: 'recent', answerTokens: 2_000 },
  'chair/name_unresolved': { ...official, record: 'whole', mustBeWhole: true, answerTokens: 4_000 },
  'chair/conclude': { ...official, record: 'whole', mustBeWhole: true, isBlind: true, answerTokens: 12_000 },
  'chair/review_documents': { ...official, record: 'none', answerTokens: 4_000 },
  'debater/opening': spoken,
  'debater/turn': spoken,
  'debater/closing': spoken,
  'verifier/support': { ...official, record: 'none', isFrequent: true, answerTokens: 1_500 },
  'audience/questions': { readership: 'debaters', record: 'recent', answerTokens: 2_000 },
  'audience/conclusion': { readership: 'debaters', record: 'whole', answerTokens: 4_000 },
  'reporter/summary': { ...official, record: 'whole', answerTokens: 8_000 },
  'reporter/blog_post': { ...official, record: 'whole', answerTokens: 8_000 },
  'assessor/report': { ...official, record: 'whole', answerTokens: 12_000 },
};
