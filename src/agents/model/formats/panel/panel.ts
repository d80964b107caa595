import assessor from '../../../../../prompts/assessor.md';
import audience from '../../../../../prompts/audience.md';
import chair from '../../../../../prompts/chair.md';
import debater from '../../../../../prompts/debater.md';
import panelRules from '../../../../../prompts/panel.md';
import reporter from '../../../../../prompts/reporter.md';
import { normaliseText } from '../../../../matching/quote/quote';
import type { PanelKind, TaskInputs } from '../../../../debate/flow/tasks';
import { type ModelFormat, prompt, list, type ModelTasks, point, seqs, text } from '../../modelTask';
import { chairTasks } from './chair';
import { debaterTasks } from './debater';
import * as z from 'zod';
import { cut, documentTexts, ledgerTable, lines, names, newest, speakersText } from '../../promptText';
import type { Fence } from '../../fence';

const roleAssessment = z.strictObject({
  role: z.string(),
  strengths: list('0 to 3.'),
  improvements: list('0 to 3.'),
  suggestions: list('0 to 3.'),
});

const writerTasks: ModelTasks<Extract<PanelKind, `${'audience' | 'reporter' | 'assessor'}/${string}`>> = {
  'audience/questions': {
    readership: 'debaters',
    record: 'recent',
    answer: z.strictObject({
      questions: z.array(z.strictObject({ to: text("A debater's name."), question: z.string() })).describe('0 to 2.'),
    }),
    // The newest round is whole: no summaries to wait for.
    prompt: prompt(['occasion', 'round', 'turns'], ({ round, brief, turns }) => ({
      occasion: turns.length === 0 ? 'The openings are over.' : `Round ${round} of at most ${brief.maxRounds} is over.`,
      round: `${round} of at most ${brief.maxRounds}`,
      turns: speakersText('In it spoke', turns),
    })),
  },
  'audience/conclusion': {
    readership: 'debaters',
    record: 'whole',
    answer: z.strictObject({ content: text('200 to 400 words.'), seqs: seqs('The 2 or 3 entries named in content.') }),
    prompt: prompt(['outcome'], ({ outcome }) => ({ outcome: outcomeText(outcome) })),
  },
  'reporter/summary': {
    readership: 'officials',
    record: 'whole',
    answer: z.strictObject({
      key_arguments: z
        .array(
          z.strictObject({
            debater: z.string(),
            arguments: z.array(point('One or two sentences.')).describe('3 to 5.'),
          }),
        )
        .describe('Every debater, in lineup order.'),
      exchanges: z.array(point('A clash, with both sides of it.')).describe('2 to 5.'),
      flow: text('One to three paragraphs.'),
    }),
    prompt: prompt(['outcome', 'names', 'ledgers'], ({ brief, outcome, ledgers }) => ({
      outcome: outcomeText(outcome),
      names: names(brief.debaters),
      ledgers: ledgerTable(ledgers),
    })),
  },
  'reporter/blog_post': {
    readership: 'officials',
    record: 'whole',
    answer: z.strictObject({ title: z.string(), body: text('Markdown without the title.') }),
    prompt: prompt(['outcome', 'names', 'verified', 'length'], ({ brief, outcome, verified, wordLimits }, fence) => ({
      outcome,
      names: names(brief.debaters),
      verified: verifiedText(verified, fence),
      length: `${wordLimits.min} to ${wordLimits.max}`,
    })),
  },
  'assessor/report': {
    readership: 'officials',
    record: 'whole',
    leavesOut: new Set(['document']),
    answer: z.strictObject({
      roles: z.array(roleAssessment),
      execution: list('3 to 5.'),
      output: list('3 to 5.'),
      overall: z.strictObject({
        reasons: text('Two to four sentences.'),
        rating: z.enum(['Excellent', 'Good', 'Adequate', 'Poor']),
      }),
    }),
    prompt: prompt(['outcome', 'names', 'ledgers', 'documents'], ({ brief, outcome, documents, ledgers }, fence) => ({
      outcome: outcomeText(outcome),
      names: names(brief.debaters),
      ledgers: ledgerTable(ledgers),
      documents: documentTexts(documents, fence),
    })),
  },
};

function outcomeText(outcome: string): string {
  if (outcome === 'draw') return 'The Chair’s outcome: a draw.';
  if (outcome === 'void') return 'The Chair’s outcome: void, no fair conclusion could be drawn.';
  if (outcome === 'undecided') return 'There is no winner: the debate ended undecided, for nobody weighed it.';
  return `The Chair’s outcome: ${outcome.replace(/_wins$/, ' wins')}.`;
}

/** Each passage once: an address may hold several. */
function verifiedText(verified: TaskInputs['reporter/blog_post']['verified'], fence: Fence): string {
  const byPassage = new Map(
    newest(verified, 400).map((source) => [`${source.url}\n${normaliseText(source.quote).text.trim()}`, source]),
  );
  const sources = [...byPassage.values()].slice(0, 60);
  return lines(
    sources.map(({ seq, url, title, quote }) =>
      fence.wrap('source', { seq }, lines([url, cut(title, 200), cut(quote, 400)])),
    ),
  );
}

export const panel: ModelFormat<Exclude<PanelKind, 'verifier/support'>> = {
  rules: 'panel',
  prompts: { panel: panelRules, chair, debater, audience, reporter, assessor },
  tasks: { ...chairTasks, ...debaterTasks, ...writerTasks },
};
