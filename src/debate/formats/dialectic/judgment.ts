import type { Draft } from '../../entry';
import type { sides } from '../../entryData';
import type { DebateState } from '../../state';
import { isExtractive } from '../../seats';
import type { AgentTask, Step, TaskOutcome } from '../../step';
import { agentTask, answerTo, base } from '../common/steps';
import { idNamed, idsToJudge, scoringInput, type Showing, showingOf, unblindText } from './inputs';
import { isSkipped, skippedStep } from './exchange';
import { dialecticFacts, type DialecticFacts, scoreOf, toHundredths, totalsLine } from './facts';
import { optionsOf } from './options';
import { scoreViolations, type ScoreAnswer } from './scoreGate';
import { signedHundredths } from '../../shortText';

/** Once, or in several passes, each with an order and labels of its own. */
export function judgmentStep(state: DebateState, exchange: number): Step {
  const id = `e${exchange}/judgment`;
  const { seed, judge_passes: passes } = optionsOf(state);
  const drawnFrom = `${seed}/e${exchange}`;
  const showings = Array.from({ length: passes }, (_, index) =>
    showingOf(idsToJudge(state, exchange), `${drawnFrom}/${index + 1}`),
  );
  const tasks = showings.map((showing, index) => scoringTask(passes === 1 ? id : `${id}/${index + 1}`, showing));
  if (isSkipped(state, id, tasks))
    return skippedStep(id, exchange, 'Its arguments stay without a score: the user goes on without a judgment.');
  if (state.concludeRequested && isExtractive(state, 'judge'))
    return skippedStep(id, exchange, 'Its arguments stay without a score: nobody weighed them.');
  return {
    ...base,
    id,
    tasks,
    onFailure: 'pause',
    lineage: 'judge',
    commit: (outcomes, { view }) => [
      judgmentDraft(judgedBy(outcomes, showings), {
        exchange,
        seed: drawnFrom,
        facts: view.state.factsOf(dialecticFacts),
      }),
    ],
  };
}

const scoringTask = (id: string, showing: Showing): AgentTask =>
  agentTask({
    id,
    agent: 'judge',
    kind: 'scorer/score',
    input: (view) => scoringInput(view, showing),
    check: (output, { view }) => scoreViolations(output, showing, view.state),
  });

interface Pass {
  showing: Showing;
  answer: ScoreAnswer;
}

const judgedBy = (outcomes: readonly TaskOutcome[], showings: readonly Showing[]): Pass[] =>
  outcomes.flatMap((outcome, index) => {
    const showing = showings[index];
    const answer = answerTo(outcome, 'scorer/score');
    return answer !== undefined && showing !== undefined ? [{ showing, answer }] : [];
  });

interface Judged {
  id: string;
  /** One a pass, in hundredths. */
  each: number[];
  hundredths: number;
  reasoning: string;
}

interface Where {
  exchange: number;
  seed: string;
  facts: Readonly<DialecticFacts>;
}

export function judgmentDraft(passes: readonly Pass[], { exchange, seed, facts }: Where): Draft {
  const scores = newScores(passes, facts);
  const rescores = changes(passes, facts).filter(({ hundredths }) => hundredths !== 0);
  const changed = rescores.map(({ id, hundredths, reasoning }) => {
    const old = scoreOf(facts, id) ?? 0;
    return { argument_id: id, old_score: old / 100, new_score: (old + hundredths) / 100, reasoning };
  });
  const data = {
    exchange,
    scores: scores.map(({ id, hundredths, reasoning }) => ({ argument_id: id, score: hundredths / 100, reasoning })),
    rescores: changed,
    order: [...(passes[0]?.showing.order ?? [])],
    seed,
    ...(passes.length > 1 ? passesData(passes, scores) : {}),
  };
  const content = judgmentText({ exchange, scores, rescores, passes: passes.length }, facts);
  return { phase: 'system', speaker: 'judge', type: 'judgment', content, data };
}

function passesData(passes: readonly Pass[], scores: readonly Judged[]) {
  return {
    passes: passes.map(({ showing, answer }) => ({
      order: [...showing.order],
      scores: answer.scores.map(({ argument_id: name, score, reasoning }) => ({
        argument_id: idNamed(name, showing) ?? name,
        score,
        reasoning: unblindText(reasoning, showing),
      })),
      rescores: answer.rescores.map(({ argument_id: name, new_score: score, reasoning }) => ({
        argument_id: idNamed(name, showing) ?? name,
        new_score: score,
        reasoning: unblindText(reasoning, showing),
      })),
    })),
    spread: Object.fromEntries(scores.map(({ id, each }) => [id, spreadOf(each) / 100])),
  };
}

function newScores(passes: readonly Pass[], facts: Readonly<DialecticFacts>): Judged[] {
  const ids = passes[0]?.showing.order ?? [];
  return averagedOver(passes, facts, {
    ids,
    given: ({ scores }) => scores,
    hundredths: ({ score }) => toHundredths(score),
  });
}

/** By how much each earlier score changes; a pass that leaves it alone changes it by nothing. */
function changes(passes: readonly Pass[], facts: Readonly<DialecticFacts>): Judged[] {
  const ids = passes.flatMap(({ showing, answer }) =>
    answer.rescores.flatMap(({ argument_id: name }) => idNamed(name, showing) ?? []),
  );
  return averagedOver(passes, facts, {
    ids,
    given: ({ rescores }) => rescores,
    hundredths: ({ new_score: score }, id) => toHundredths(score) - (scoreOf(facts, id) ?? 0),
  });
}

interface Averaging<T> {
  ids: readonly string[];
  given: (answer: ScoreAnswer) => readonly T[];
  hundredths: (one: T, id: string) => number;
}

/** In the order of the record, which favours nobody: it is not the order in which they were shown. */
function averagedOver<T extends { argument_id: string; reasoning: string }>(
  passes: readonly Pass[],
  facts: Readonly<DialecticFacts>,
  { ids, given, hundredths }: Averaging<T>,
): Judged[] {
  const arguing = [...facts.arguments.values()].filter(({ id }) => ids.includes(id));
  const found = arguing.map(({ id }) =>
    passes.map(({ showing, answer }) => {
      const one = given(answer).find(({ argument_id: name }) => idNamed(name, showing) === id);
      return { hundredths: one === undefined ? 0 : hundredths(one, id), reasoning: one?.reasoning ?? '', showing };
    }),
  );
  const rows = found.map((each) => each.map((one) => one.hundredths));
  // Which of equal fractions is rounded up is drawn from what the arguments say, not from their sides.
  const means = averaged(
    rows,
    arguing.map(({ claim, title }) => `${claim}\n${title}`),
  );
  return arguing.map(({ id }, index) => judged(id, found[index] ?? [], means[index] ?? 0));
}

/** What a pass says of an argument. */
interface Found {
  hundredths: number;
  reasoning: string;
  showing: Showing;
}

/** With the reasons of the pass that comes nearest to the mean. */
function judged(id: string, found: readonly Found[], mean: number): Judged {
  const far = ({ hundredths, reasoning }: Found): number => Math.abs(hundredths - mean) + (reasoning === '' ? 1e6 : 0);
  const [nearest] = found.toSorted((one, other) => far(one) - far(other));
  return {
    id,
    each: found.map(({ hundredths }) => hundredths),
    hundredths: mean,
    reasoning: nearest === undefined ? '' : unblindText(nearest.reasoning, nearest.showing),
  };
}

interface JudgmentParts {
  exchange: number;
  scores: readonly Judged[];
  rescores: readonly Judged[];
  passes: number;
}

function judgmentText({ exchange, scores, rescores, passes }: JudgmentParts, facts: Readonly<DialecticFacts>): string {
  const spread = ({ each }: Judged): string => (passes === 1 ? '' : ` (spread ${(spreadOf(each) / 100).toFixed(2)})`);
  const lines = scores.map(
    (score) => `- ${score.id}: ${signedHundredths(score.hundredths)}${spread(score)}. ${score.reasoning}`,
  );
  const changed = rescores.map(({ id, hundredths, reasoning }) => {
    const old = scoreOf(facts, id) ?? 0;
    return `- ${id}: ${signedHundredths(old)} → ${signedHundredths(old + hundredths)}. ${reasoning}`;
  });
  return [
    `Judgment of exchange ${exchange}${passes === 1 ? '' : `, the mean of ${passes} passes`}.`,
    lines.join('\n'),
    ...(changed.length === 0 ? [] : [`Earlier arguments, scored again:\n${changed.join('\n')}`]),
    `Totals: ${totalsAfter({ scores, rescores }, facts)}.`,
  ].join('\n\n');
}

function totalsAfter(
  { scores, rescores }: Pick<JudgmentParts, 'scores' | 'rescores'>,
  facts: Readonly<DialecticFacts>,
): string {
  const sumOf = (side: string, of: readonly Judged[]): number =>
    of.filter(({ id }) => facts.arguments.get(id)?.side === side).reduce((sum, { hundredths }) => sum + hundredths, 0);
  const total = (side: (typeof sides)[number]) => ({
    hundredths: facts.totals[side].hundredths + sumOf(side, scores) + sumOf(side, rescores),
    count: facts.totals[side].count + scores.filter(({ id }) => facts.arguments.get(id)?.side === side).length,
  });
  return totalsLine({ proposition: total('proposition'), opposition: total('opposition') });
}

/** Averages that sum to exactly 0 if the columns do: rounded towards 0, then the difference goes, one by one, to those that lost most. `keys`, never positions or signs, decide between equals. */
export function averaged(rows: readonly (readonly number[])[], keys: readonly string[]): number[] {
  const sums = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
  const passes = Math.max(1, rows[0]?.length ?? 1);
  const averages = sums.map((sum) => Math.trunc(sum / passes));
  const total = Math.round(sums.reduce((sum, value) => sum + value, 0) / passes);
  const missing = total - averages.reduce((sum, value) => sum + value, 0);
  const sign = Math.sign(missing);
  const lost = sums.map((sum, index) => ({ index, by: sign * (sum - (averages[index] ?? 0) * passes) }));
  lost.sort((a, b) => b.by - a.by || ((keys[a.index] ?? '') < (keys[b.index] ?? '') ? -1 : 1));
  for (const { index } of lost.slice(0, Math.abs(missing))) averages[index] = (averages[index] ?? 0) + sign;
  return averages.map((value) => (value === 0 ? 0 : value));
}

const spreadOf = (row: readonly number[]): number => (row.length === 0 ? 0 : Math.max(...row) - Math.min(...row));
