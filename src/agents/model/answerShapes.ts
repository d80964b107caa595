import * as z from 'zod';
import type { PanelKind } from '../../debate/tasks';

/**
 * The shape in which a model answers each task. Closed objects, every property there, null where something does not apply:
 * what providers of structured answers take. Limits stand in words, because they take no others; the engine holds the
 * answer to them.
 */

const text = (words: string) => z.string().describe(words);
const list = (words: string) => z.array(z.string()).describe(words);
const seq = z.int();
const seqs = (words: string) => z.array(seq).describe(words);

const framework = z.strictObject({ name: z.string(), description: text('One sentence.') });
const point = (words: string) => z.strictObject({ text: text(words), seqs: seqs('The entries where it stands.') });

const lineup = z.strictObject({
  debaters: z
    .array(
      z.strictObject({
        name: text('1 to 50 letters, digits and hyphens; unique.'),
        persona: text('Who speaks: one or two sentences.'),
        starting_position: text('The thesis: one or two sentences.'),
        incentives: text('What this persona stands to gain, lose and protect.'),
      }),
    )
    .describe('2 to 8 debaters, in the order of speaking.'),
});

const source = z.strictObject({
  url: text('workspace:path#L10-L20, workspace:path.pdf#page=3, or https://…'),
  title: z.string(),
  quote: text('One passage, verbatim from the source.').nullable(),
  claim: text('The sentence of content that it supports, verbatim from content.').nullable(),
});

export const spokenTypes = [
  ...(['opening_statement', 'new_point', 'rebuttal', 'conjecture', 'closing_statement'] as const),
  ...(['source_challenge', 'clarification_request'] as const),
] as const;

const spokenEntry = z.strictObject({
  type: z.enum(spokenTypes),
  rebuttal_to_seq: seq.nullable().describe('rebuttal: the entry that it answers.'),
  target_seq: seq.nullable().describe('source_challenge: the challenged entry. clarification_request: the entry asked about, or null.'),
  challenged_url: text('source_challenge: the address, exactly as cited there.').nullable(),
  challenged_claim: text('source_challenge: the failing claim, verbatim from the challenged entry.').nullable(),
  content: text('What is said, in Markdown.'),
  sources: z.array(source).describe('At most 5.'),
  introduces: z.array(framework).describe('Named frameworks that this entry brings in first.'),
  acknowledges: seqs('Frameworks and redactions that this entry answers.'),
  concedes: z.array(z.strictObject({ seq, claim: text('The fact that is granted.') })),
  correction: z
    .strictObject({ seq, old_url: z.string(), new_url: z.string(), reason: z.string() })
    .nullable()
    .describe('Only with a SOURCE CORRECTION at the start of content: the same.'),
});

/** One for all three turns of a debater, so that they share the provider's cache. */
const turn = z.strictObject({ entries: z.array(spokenEntry).describe('1 to 8 entries.') });

const evaluation = z.strictObject({
  debater: text('The label, exactly as given.'),
  criteria: z.strictObject({
    sourced_arguments: z.string(),
    rebuttals: z.string(),
    verifier_findings: z.string(),
    rules: z.string(),
    persona_consistency: z.string(),
  }),
});

const roleAssessment = z.strictObject({
  role: z.string(),
  strengths: list('0 to 3.'),
  improvements: list('0 to 3.'),
  suggestions: list('0 to 3.'),
});

/** The verdict comes last where reasons must come first. */
export const answerShapes = {
  'chair/propose_lineup': lineup,
  'chair/revise_lineup': lineup,
  'chair/review_turn': z.strictObject({
    summary: text('One sentence, at most 30 words.'),
    frameworks: z.array(framework).describe('Newly brought in and not declared; mostly empty.'),
    infractions: z.array(z.strictObject({ rule: z.enum(['6', '7', '11']), reason: z.string() })).describe('Mostly empty.'),
  }),
  'chair/choose_questions': z.strictObject({ reason: text('One sentence.'), chosen: z.array(seq).describe('Numbers of the questions, from 0.') }),
  'chair/go_on': z.strictObject({ reason: text('One or two sentences.'), go_on: z.boolean() }),
  'chair/rule_on_challenge': z.strictObject({ reason: text('One to three sentences.') }),
  'chair/answer_clarification': z.strictObject({ answer: text('One to four sentences.') }),
  'chair/name_unresolved': z.strictObject({ points: z.array(point('One neutral sentence.')).describe('1 to 3.') }),
  'chair/conclude': z.strictObject({
    evaluations: z.array(evaluation).describe('One for each debater.'),
    reason: text('Totals, margin, what decided it.'),
    outcome: text('One of the outcomes listed in the task, exactly so.'),
  }),
  'chair/review_documents': z.strictObject({
    problems: z.array(z.strictObject({ document: z.string(), problem: z.string() })).describe('Mostly empty.'),
  }),
  'debater/opening': turn,
  'debater/turn': turn,
  'debater/closing': turn,
  'verifier/support': z.strictObject({
    explanation: text('One or two sentences with the decisive words.'),
    answer: z.enum(['supports', 'contradicts', 'does_not_say']),
  }),
  'audience/questions': z.strictObject({
    questions: z.array(z.strictObject({ to: text("A debater's name."), question: z.string() })).describe('0 to 2.'),
  }),
  'audience/conclusion': z.strictObject({ content: text('200 to 400 words.'), seqs: seqs('The 2 or 3 entries named in content.') }),
  'reporter/summary': z.strictObject({
    key_arguments: z
      .array(z.strictObject({ debater: z.string(), arguments: z.array(point('One or two sentences.')).describe('3 to 5.') }))
      .describe('Every debater, in lineup order.'),
    exchanges: z.array(point('A clash, with both sides of it.')).describe('2 to 5.'),
    flow: text('One to three paragraphs.'),
  }),
  'reporter/blog_post': z.strictObject({ title: z.string(), body: text('Markdown without the title.') }),
  'assessor/report': z.strictObject({
    roles: z.array(roleAssessment),
    execution: list('3 to 5.'),
    output: list('3 to 5.'),
    overall: z.strictObject({ reasons: text('Two to four sentences.'), rating: z.enum(['Excellent', 'Good', 'Adequate', 'Poor']) }),
  }),
} as const satisfies Record<PanelKind, z.ZodObject>;
