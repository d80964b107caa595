import type { PanelKind } from '../../debate/tasks';

/** The three tasks of a debater and its research fill the same places; those that do not apply are empty. */
const debater = [
  ...(['you', 'occasion', 'round', 'research', 'redactions', 'frameworks', 'issues', 'questions', 'guidance'] as const),
  ...(['spoken', 'priorSpeakers', 'unresolved'] as const),
] as const;

/** What the prompt of each task may name between double braces; `cues.ts` fills it. */
export const placeholders = {
  'chair/propose_lineup': ['topic', 'hints', 'evidence'],
  'chair/revise_lineup': ['topic', 'hints', 'evidence', 'proposed', 'request'],
  'chair/review_turn': ['speaker', 'entries'],
  'chair/choose_questions': ['round', 'questions'],
  'chair/go_on': ['round'],
  'chair/rule_on_challenge': ['challenge', 'target', 'claim', 'finding', 'verdict'],
  'chair/answer_clarification': ['request'],
  'chair/name_unresolved': [],
  'chair/conclude': ['ledgers', 'barred', 'outcomes'],
  'chair/review_documents': ['documents'],
  'debater/opening': debater,
  'debater/turn': debater,
  'debater/closing': debater,
  'verifier/support': ['claim', 'passage', 'surroundings', 'source'],
  'audience/questions': ['round', 'turns'],
  'audience/conclusion': ['outcome', 'lineup'],
  'reporter/summary': ['outcome', 'names', 'ledgers'],
  'reporter/blog_post': ['outcome', 'names', 'verified', 'length'],
  'assessor/report': ['outcome', 'names', 'ledgers', 'documents'],
} as const satisfies Record<PanelKind, readonly string[]>;

export type CueValues<K extends PanelKind> = Record<(typeof placeholders)[K][number], string>;

/** The research pass of a debater is no task of the debate's, but has a prompt of its own. */
export const researchSection = 'research';
export type PromptTask = PanelKind | typeof researchSection;

/** What stands after the slash: the name of the section in the role's prompt. */
export const sectionOf = (task: string): string => task.slice(task.indexOf('/') + 1);
