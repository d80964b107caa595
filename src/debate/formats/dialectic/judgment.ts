import type { Draft } from '../../log/entry';
import { type ReadingOrder, readingOrders, type sides } from '../../log/entryData';
import { isExtractive } from '../../flow/seats';
import { isRedacted, type DebateState } from '../../fold/state';
import type { AgentTask, Step, TaskOutcome } from '../../flow/step';
import { agentTask, answerTo, base, failureReason } from '../common/steps';
import { type SeatedJudge } from '../../flow/judges';
import { defined } from '../../log/objects';
import { dialecticJudges, passesOf } from './judges';
import { idNamed, idsToJudge, scoringInput, type Showing, showingOf, unblindText } from './inputs';
import { isSkipped, skippedStep } from './exchange';
import { type ArgumentFact, dialecticFacts, type DialecticFacts, exchangeName, scoreOf, totalsLine } from './facts';
import { optionsOf, scoreLimits } from './options';
import { scoreViolations, type ScoreAnswer } from './scoreGate';
import { signed, signedHundredths } from '../../../matching/text/shortText';
import { has } from '../../fold/versions';
import { listed } from '../common/notices';
import { centred } from './centre';

/** A pass that is asked for: whose it is, and what it is shown. */
interface PlannedPass {
  task: AgentTask;
  showing: Showing;
  judge?: SeatedJudge;
  reading?: ReadingOrder;
}

/** Once, in several passes with an order and labels each, or twice by each judge. */
export function judgmentStep(state: DebateState, exchange: number): Step {
  const id = `e${exchange}/judgment`;
  const { seed } = optionsOf(state);
  const drawnFrom = `${seed}/e${exchange}`;
  const planned = plannedPasses(state, exchange, { id, drawnFrom });
  const tasks = planned.map(({ task }) => task);
  if (isSkipped(state, id, tasks))
    return skippedStep(id, exchange, 'Its arguments stay without a score: the user goes on without a judgment.');
  if (state.concludeRequested && isExtractive(state, 'judge'))
    return skippedStep(id, exchange, 'Its arguments stay without a score: nobody weighed them.');
  return {
    ...base,
    id,
    tasks,
    onFailure: 'pause',
    // A judge that fails counts for no one in this exchange, while another one is complete.
    forgives: (outcome, all) => !outcome.ok && outcome.blocks !== true && isAnyComplete(all, planned),
    lineage: 'judge',
    commit: (outcomes, { view: { state: now } }) => [
      judgmentDraft(judgedBy(outcomes, planned), {
        exchange,
        seed: drawnFrom,
        failed: failedJudges(outcomes, planned),
        facts: now.factsOf(dialecticFacts),
        ...(has(now, 'centredScores') && { isStruck: (seq: number) => isRedacted(now, seq) }),
      }),
    ],
  };
}

function plannedPasses(
  state: DebateState,
  exchange: number,
  { id, drawnFrom }: { id: string; drawnFrom: string },
): PlannedPass[] {
  const ids = idsToJudge(state, exchange);
  const judges = dialecticJudges(state);
  if (judges.length > 0)
    return judges.flatMap((judge) =>
      readingOrders.map((reading) => {
        const showing = showingOf(ids, `${drawnFrom}/${judge.id}`, reading === 'b');
        return { judge, reading, showing, task: scoringTask(`${id}/${judge.id}/${reading}`, showing, judge.agent) };
      }),
    );
  const passes = passesOf(state);
  return Array.from({ length: passes }, (_, index) => {
    const showing = showingOf(ids, `${drawnFrom}/${index + 1}`);
    return { showing, task: scoringTask(passes === 1 ? id : `${id}/${index + 1}`, showing) };
  });
}

const judgesIn = (planned: readonly PlannedPass[]): string[] => [
  ...new Set(planned.flatMap(({ judge }) => judge?.id ?? [])),
];

/** Whether the judge answered in both orders. */
const isCompleteIn = (all: readonly TaskOutcome[], planned: readonly PlannedPass[], judge: string): boolean =>
  planned.every((pass, index) => pass.judge?.id !== judge || all[index]?.ok === true);

const isAnyComplete = (all: readonly TaskOutcome[], planned: readonly PlannedPass[]): boolean =>
  judgesIn(planned).some((judge) => isCompleteIn(all, planned, judge));

function failedJudges(
  all: readonly TaskOutcome[],
  planned: readonly PlannedPass[],
): { judge: string; reason: string }[] {
  return judgesIn(planned)
    .filter((judge) => !isCompleteIn(all, planned, judge))
    .map((judge) => {
      const why = all.flatMap((outcome, index) =>
        planned[index]?.judge?.id === judge && !outcome.ok ? [failureReason(outcome)] : [],
      );
      return { judge, reason: [...new Set(why)].join(' ') };
    });
}

const scoringTask = (id: string, showing: Showing, agent = 'judge'): AgentTask =>
  agentTask({
    id,
    agent,
    kind: 'scorer/score',
    input: (view) => scoringInput(view, showing),
    check: (output, { view }) => scoreViolations(output, showing, view.state),
  });

interface Pass {
  showing: Showing;
  answer: ScoreAnswer;
  judge?: string | undefined;
  reading?: ReadingOrder | undefined;
}

/** A pass with its numbers in whole hundredths, by id. */
interface CountedPass extends Pass {
  scores: ReadonlyMap<string, number>;
  changes: ReadonlyMap<string, number>;
  /** How much each sum missed 0 before code centred it; in hundredths. */
  off: { scores: number; changes: number };
}

/** Passes that count: those of one Judge, or of complete judges. */
const judgedBy = (outcomes: readonly TaskOutcome[], planned: readonly PlannedPass[]): Pass[] =>
  outcomes.flatMap((outcome, index) => {
    const { showing, judge, reading } = planned[index] ?? {};
    const answer = answerTo(outcome, 'scorer/score');
    const counts = judge === undefined || isCompleteIn(outcomes, planned, judge.id);
    return answer !== undefined && showing !== undefined && counts
      ? [{ showing, answer, ...defined({ judge: judge?.id, reading }) }]
      : [];
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
  failed?: readonly { judge: string; reason: string }[];
  facts: Readonly<DialecticFacts>;
  /** Given where sums that miss 0 by rounding are centred: what is redacted gains nothing by it. */
  isStruck?: (seq: number) => boolean;
}

function countedPass(pass: Pass, { facts, isStruck }: Pick<Where, 'facts' | 'isStruck'>): CountedPass {
  const { showing, answer } = pass;
  const numbers = (given: readonly { argument_id: string; points: number }[], limit: number) => {
    const items = given.flatMap(({ argument_id: name, points }) => {
      const id = idNamed(name, showing);
      const argument = id === undefined ? undefined : facts.arguments.get(id);
      if (id === undefined || argument === undefined) return [];
      const high = isStruck?.(argument.seq) === true ? 0 : limit;
      return [{ id, value: Math.round(points * 1e6) / 1e4, low: -limit, high, key: keyOf(argument) }];
    });
    const off = Math.round(items.reduce((sum, { value }) => sum + value, 0) * 1e4) / 1e4;
    const whole = isStruck === undefined ? items.map(({ value }) => Math.round(value)) : centred(items);
    return { off, byId: new Map(items.map(({ id }, index) => [id, whole[index] ?? 0])) };
  };
  const scores = numbers(
    answer.scores.map(({ argument_id, score }) => ({ argument_id, points: score })),
    scoreLimits.highest,
  );
  const changes = numbers(
    answer.rescores.map(({ argument_id, new_score }) => ({
      argument_id,
      points: new_score - (scoreOf(facts, idNamed(argument_id, showing) ?? '') ?? 0) / 100,
    })),
    scoreLimits.change,
  );
  return { ...pass, scores: scores.byId, changes: changes.byId, off: { scores: scores.off, changes: changes.off } };
}

/** Which of equal fractions is rounded up is drawn from what the arguments say, not from their sides. */
const keyOf = ({ claim, title }: Pick<ArgumentFact, 'claim' | 'title'>): string => `${claim}\n${title}`;

export function judgmentDraft(given: readonly Pass[], where: Where): Draft {
  const { exchange, seed, facts, isStruck, failed = [] } = where;
  const passes = given.map((pass) => countedPass(pass, where));
  const isMoved = isStruck !== undefined && passes.some(({ off }) => off.scores !== 0 || off.changes !== 0);
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
    // One pass whose sums were moved is kept as it was given.
    ...(passes.length > 1 || isMoved ? { passes: passes.map(passData) } : {}),
    ...(passes.length > 1 ? { spread: spreadData(scores) } : {}),
    ...(failed.length > 0 ? { failed: [...failed] } : {}),
  };
  const centring = isMoved ? centringText(passes) : '';
  const missing = failed.map(
    ({ judge, reason }) => `\n\nJudge ${judge} failed in this exchange and counts for no one: ${reason}`,
  );
  const judges = new Set(given.flatMap(({ judge }) => judge ?? [])).size;
  const content = `${judgmentText({ exchange, scores, rescores, passes: passes.length, judges }, facts)}${centring}${missing.join('')}`;
  return { phase: 'system', speaker: 'judge', type: 'judgment', content, data };
}

/** A pass as the Judge gave it. */
const passData = ({ showing, answer, judge, reading }: Pass) => ({
  ...defined({ judge, reading }),
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
});

const spreadData = (scores: readonly Judged[]) =>
  Object.fromEntries(scores.map(({ id, each }) => [id, spreadOf(each) / 100]));

/** What code moved, so that nobody takes these numbers for the Judge's own. */
function centringText(passes: readonly CountedPass[]): string {
  const said = passes.flatMap(({ off }, index) => {
    const which = passes.length === 1 ? '' : ` in pass ${index + 1}`;
    return [
      ...(off.scores === 0 ? [] : [`the scores summed to ${signed(off.scores / 100)}${which}`]),
      ...(off.changes === 0 ? [] : [`the changes of earlier scores summed to ${signed(off.changes / 100)}${which}`]),
    ];
  });
  return `\n\nAs the Judge gave them, ${listed(said)}; code centred them, so that they sum to 0.`;
}

function newScores(passes: readonly CountedPass[], facts: Readonly<DialecticFacts>): Judged[] {
  const ids = passes[0]?.showing.order ?? [];
  return averagedOver(passes, facts, { ids, given: ({ answer }) => answer.scores, hundredths: ({ scores }) => scores });
}

/** Change of each earlier score; a pass that leaves a score alone changes it by nothing. */
function changes(passes: readonly CountedPass[], facts: Readonly<DialecticFacts>): Judged[] {
  const ids = passes.flatMap(({ showing, answer }) =>
    answer.rescores.flatMap(({ argument_id: name }) => idNamed(name, showing) ?? []),
  );
  return averagedOver(passes, facts, {
    ids,
    given: ({ answer }) => answer.rescores,
    hundredths: ({ changes: byId }) => byId,
  });
}

interface Averaging {
  ids: readonly string[];
  given: (pass: CountedPass) => readonly { argument_id: string; reasoning: string }[];
  hundredths: (pass: CountedPass) => ReadonlyMap<string, number>;
}

/** In the order of the record, which favours nobody: it is not the order in which they were shown. */
function averagedOver(
  passes: readonly CountedPass[],
  facts: Readonly<DialecticFacts>,
  { ids, given, hundredths }: Averaging,
): Judged[] {
  const arguing = [...facts.arguments.values()].filter(({ id }) => ids.includes(id));
  const found = arguing.map(({ id }) =>
    passes.map((pass) => {
      const { showing } = pass;
      const one = given(pass).find(({ argument_id: name }) => idNamed(name, showing) === id);
      return { hundredths: hundredths(pass).get(id) ?? 0, reasoning: one?.reasoning ?? '', showing };
    }),
  );
  const rows = found.map((each) => each.map((one) => one.hundredths));
  const means = averaged(rows, arguing.map(keyOf));
  return arguing.map(({ id }, index) => judged(id, found[index] ?? [], means[index] ?? 0));
}

/** What a pass says of an argument. */
interface Found {
  hundredths: number;
  reasoning: string;
  showing: Showing;
}

/** Result with the reasons of the pass that comes nearest to the mean. */
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
  /** Judges that read in both orders; 0 where one Judge decides alone. */
  judges: number;
}

function judgmentText(
  { exchange, scores, rescores, passes, judges }: JudgmentParts,
  facts: Readonly<DialecticFacts>,
): string {
  const spread = ({ each }: Judged): string => (passes === 1 ? '' : ` (spread ${(spreadOf(each) / 100).toFixed(2)})`);
  const lines = scores.map(
    (score) => `- ${score.id}: ${signedHundredths(score.hundredths)}${spread(score)}. ${score.reasoning}`,
  );
  const changed = rescores.map(({ id, hundredths, reasoning }) => {
    const old = scoreOf(facts, id) ?? 0;
    return `- ${id}: ${signedHundredths(old)} → ${signedHundredths(old + hundredths)}. ${reasoning}`;
  });
  return [
    `Judgment of ${exchangeName(exchange)}${passes === 1 ? '' : `, the mean of ${passes} passes${judges === 0 ? '' : `: ${judges === 1 ? 'one judge' : `${judges} judges`}, each in both orders`}`}.`,
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
