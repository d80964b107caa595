import type { PanelKind, TaskInputs, TaskRequest, Violation } from '../../debate/tasks';
import { chairCues } from './chairCues';
import { cut, documentTexts, ledgerTable, lines, most, names, newest, seqList } from './cueText';
import { closingValues, openingValues, turnValues } from './debaterCues';
import type { Fence } from './fence';
import type { CueValues } from './placeholders';

type Cues = { [K in PanelKind]: (input: TaskInputs[K], fence: Fence) => CueValues<K> };

const cues: Cues = {
  ...chairCues,
  'debater/opening': openingValues,
  'debater/turn': turnValues,
  'debater/closing': closingValues,
  'verifier/support': ({ claim, passage, surroundings, title, url }, fence) => ({
    claim: fence.wrap('claim', {}, cut(claim)),
    passage: fence.wrap('passage', {}, cut(passage, most.entry)),
    surroundings: surroundings.trim() === '' ? '' : fence.wrap('surroundings', {}, cut(surroundings, most.entry)),
    source: fence.wrap('source', {}, lines([cut(title, 300), cut(url, 500)])),
  }),
  'audience/questions': ({ round, brief, turns }, fence) => ({
    round: `${round} of at most ${brief.maxRounds}`,
    turns: lines(turns.map(({ name, seqs, summary }) => fence.wrap('turn', { debater: name, seqs: seqList(seqs) }, cut(summary, most.reason)))),
  }),
  'audience/conclusion': ({ brief, outcome }, fence) => ({
    outcome: outcomeText(outcome),
    lineup: lines(brief.debaters.map(({ name, starting_position: position }) => fence.wrap('position', { debater: name }, cut(position)))),
  }),
  'reporter/summary': ({ brief, outcome, ledgers }) => ({
    outcome: outcomeText(outcome),
    names: names(brief.debaters),
    ledgers: ledgerTable(ledgers),
  }),
  'reporter/blog_post': ({ brief, outcome, verified, wordLimits }, fence) => ({
    outcome,
    names: names(brief.debaters),
    verified: verifiedText(verified, fence),
    length: `${wordLimits.min} to ${wordLimits.max}`,
  }),
  'assessor/report': ({ brief, outcome, documents, ledgers }, fence) => ({
    outcome: outcomeText(outcome),
    names: names(brief.debaters),
    ledgers: ledgerTable(ledgers),
    documents: documentTexts(documents, fence),
  }),
};

/**
 * What the prompt of a task is filled with: the typed input without the record, which stands in the request's prefix.
 * Whatever others wrote is fenced. `research` is left empty: the caller puts a debater's notes there, fenced.
 */
export function cueValues(request: TaskRequest, fence: Fence): Record<string, string> {
  // The request's kind and input belong together, which its type does not say.
  const cue = cues[request.kind as PanelKind] as (input: unknown, fence: Fence) => Record<string, string>;
  return cue(request.input, fence);
}

/** What is held against an answer, for `PromptBook.mend`. The messages quote addresses and words of others. */
export const feedbackText = (feedback: readonly Violation[], fence: Fence): string =>
  lines(feedback.slice(0, most.items).map(({ rule, message }) => fence.wrap('problem', { rule }, cut(message, most.reason))));

function outcomeText(outcome: string): string {
  if (outcome === 'draw') return 'The Chair’s outcome: a draw.';
  if (outcome === 'void') return 'The Chair’s outcome: void, no fair conclusion could be drawn.';
  return `The Chair’s outcome: ${outcome.replace(/_wins$/, ' wins')}.`;
}

/** Each address once, with the passage that was last cited of it. */
function verifiedText(verified: TaskInputs['reporter/blog_post']['verified'], fence: Fence): string {
  const byUrl = new Map(newest(verified, 400).map((source) => [source.url, source]));
  const sources = [...byUrl.values()].slice(0, 60);
  return lines(sources.map(({ seq, url, title, quote }) => fence.wrap('source', { seq }, lines([url, cut(title, 200), cut(quote, 400)]))));
}
