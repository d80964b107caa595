import assessor from '../../../../../prompts/assessor.md';
import audience from '../../../../../prompts/audience.md';
import chair from '../../../../../prompts/chair.md';
import debater from '../../../../../prompts/debater.md';
import panelRules from '../../../../../prompts/panel.md';
import juror from '../../../../../prompts/juror.md';
import reporter from '../../../../../prompts/reporter.md';
import { normaliseText } from '../../../../matching/quote/quote';
import type { TaskInputs } from '../../../../debate/flow/tasks';
import type { PanelKind } from '../../../../debate/flow/tasks/panel';
import { type ModelFormat, prompt, type ModelTasks } from '../../modelTask';
import { chairTasks } from './chair';
import { debaterTasks } from './debater';
import { counted } from '../../../../matching/text/shortText';
import {
  cut,
  documentTexts,
  ledgerTable,
  lines,
  names,
  newest,
  outcomeText,
  seqList,
  speakersText,
} from '../../promptText';
import type { Fence } from '../../fence';

const writerTasks: ModelTasks<Extract<PanelKind, `${'audience' | 'reporter' | 'assessor'}/${string}`>> = {
  'audience/questions': {
    readership: 'debaters',
    record: 'recent',
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
    prompt: prompt(['outcome'], ({ outcome }) => ({ outcome: outcomeText(outcome) })),
  },
  'reporter/summary': {
    readership: 'officials',
    record: 'whole',
    prompt: prompt(['outcome', 'names', 'ledgers'], ({ brief, outcome, ledgers }) => ({
      outcome: outcomeText(outcome),
      names: names(brief.debaters),
      ledgers: ledgerTable(ledgers),
    })),
  },
  'reporter/blog_post': {
    readership: 'officials',
    record: 'whole',
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
    prompt: prompt(['outcome', 'names', 'ledgers', 'documents'], ({ brief, outcome, documents, ledgers }, fence) => ({
      outcome: outcomeText(outcome),
      names: names(brief.debaters),
      ledgers: ledgerTable(ledgers),
      documents: documentTexts(documents, fence),
    })),
  },
};

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

/** Everything is blind before it comes here: labels stand in the input already. */
const jurorTasks: ModelTasks<'juror/verdict'> = {
  'juror/verdict': {
    readership: 'officials',
    record: 'whole',
    brief: 'blind',
    mustBeWhole: true,
    isBlind: true,
    prompt: prompt(['debaters'], ({ debaters }, fence) => ({
      debaters: lines(
        debaters.map(({ label, position, incentives, words, seqs }) =>
          fence.wrap(
            'debater',
            { name: label },
            lines([
              `Starting position: ${cut(position)}`,
              `Incentives: ${cut(incentives)}`,
              `${counted(words, 'word')} in ${counted(seqs.length, 'entry', 'entries')}: seq ${seqList(seqs)}`,
            ]),
          ),
        ),
      ),
    })),
  },
};

export const panel: ModelFormat<PanelKind> = {
  rules: 'panel',
  prompts: { panel: panelRules, chair, debater, juror, audience, reporter, assessor },
  tasks: { ...chairTasks, ...debaterTasks, ...writerTasks, ...jurorTasks },
};
