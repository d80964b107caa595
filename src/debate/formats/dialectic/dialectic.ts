import { counted } from '../../../matching/text/shortText';
import type { Argument } from '../../log/entryData';
import { type DebateState, factKind, hasStep } from '../../fold/state';
import {
  type AnswersByKind,
  entryOfTask,
  failedWith,
  type Format,
  type FormatStatus,
  notedFailure,
  notPerformed,
  type Step,
  without,
  type Written,
} from '../../flow/step';
import { memoIn } from '../../fold/view';
import { isHeld } from '../../flow/seats';
import { moderated } from '../common/moderated';
import { noticesOf } from '../common/notices';
import { briefIn, briefStep, wantsBrief } from '../common/decisionBrief';
import { plainAnswerIn, plainAnswerStep } from '../common/plainAnswer';
import { codeStep, ignoresIn, leftOut, readyStep, timeSpentWords } from '../common/steps';
import { saidByGround } from './arguments';
import { clashIn, reportStep } from './clash';
import { argumentsStep, exchangeStart } from './exchange';
import {
  dialecticFacts,
  type DialecticFacts,
  heldExchanges,
  isOutOfPassages,
  isTimeSpent,
  outOfPassagesWords,
} from './facts';
import { judgmentStep } from './judgment';
import { dialecticJudges } from './judges';
import { dialecticOptions, motionOf, termsText } from './options';
import { dataOf } from '../../log/codec';
import { has } from '../../fold/versions';
import { defined } from '../../log/objects';

const dialecticAnswers: AnswersByKind = {
  'side/open': (written) => sideIn(written, (given) => ({ arguments: given })),
  'side/rebut': (written) => sideIn(written, ([argument]) => ({ argument })),
  'scorer/score': scoresIn,
  'voter/choose': plainAnswerIn,
  'reporter/brief': briefIn,
  'reporter/clash': (written) => {
    const entry = entryOfTask(written);
    const { answer, agreed, open } = dataOf(entry, 'document') ?? {};
    return (
      notedFailure(entry) ?? {
        ...clashIn(entry?.content ?? '', written.view.state),
        ...defined({ answer, agreed, open }),
      }
    );
  },
};

/** Both sides share a step. Where the exchange ended without arguments no side was dealt any. */
function sideIn({ entries, task }: Written, of: (given: object[]) => object): object {
  const own = entries.flatMap((entry) => (entry.speaker === task.agent ? (dataOf(entry, 'argument') ?? []) : []));
  const [first] = own;
  if (first === undefined) return { error: notPerformed, message: outOfPassagesWords(0) };
  const { acknowledges, passages_left, left_out, ignores } = first;
  return {
    ...of(own.map(({ argument }) => toulminIn(argument))),
    acknowledges,
    ...ignoresIn({ ignores }),
    ...leftOut(left_out),
    passages_left,
    ...memoIn(entries, task.agent),
  };
}

const toulminIn = (argument: Argument): object => without(argument, 'id', 'side', 'exchange');

/** One pass has the judgment to itself; several are kept beside their mean. */
function scoresIn({ entries: [entry], step, task }: Written): object {
  const data = dataOf(entry, 'judgment');
  const pass =
    data?.passes?.find(({ judge, reading }) => judge !== undefined && task.id.endsWith(`/${judge}/${reading ?? ''}`)) ??
    data?.passes?.[step.tasks.findIndex(({ id }) => id === task.id)];
  const judge = judgeOf(task.id);
  const failed = data?.failed?.find((one) => one.judge === judge);
  if (failed !== undefined) return failedWith(failed.reason);
  if (pass !== undefined) return { scores: pass.scores, rescores: pass.rescores ?? [] };
  return {
    scores: data?.scores ?? [],
    rescores: (data?.rescores ?? []).map(({ argument_id, new_score, reasoning }) => ({
      argument_id,
      new_score,
      reasoning,
    })),
  };
}

/** Whose task it is: `e0/judgment/j2/b`. */
const judgeOf = (task: string): string | undefined => /\/judgment\/([^/]+)\/[ab]$/.exec(task)?.[1];

const roles = ['judge', 'verifier', 'reporter'] as const;

/** Nothing is asked of an imported record until somebody asks for more. */
const lane = moderated({ host: 'moderator', ready: dialecticReady, isIdle: isAtRest, main: mainStep });

/** Proposition, Opposition, Judge: `formats.md`, dialectic. */
export const dialectic: Format = {
  fileOf: (entry) => {
    const id = dataOf(entry, 'argument')?.argument.id;
    return id === undefined ? undefined : `arguments/${id}.md`;
  },
  name: 'dialectic',
  ownTypes: new Set(['argument', 'judgment']),
  host: 'moderator',
  roles,
  seats: [
    {
      name: 'proposition',
      persona: 'The Proposition, which argues for the motion',
      starting_position: 'The motion stands.',
      incentives: 'To win each exchange by the strength of the argument.',
    },
    {
      name: 'opposition',
      persona: 'The Opposition, which argues against the motion',
      starting_position: 'The motion falls.',
      incentives: 'To win each exchange by the strength of the argument.',
    },
  ],
  unit: 'exchange',
  held: (state) => heldExchanges(state.factsOf(dialecticFacts)),
  motion: (state) => motionOf(state).text,
  options: dialecticOptions,
  said: { argument: saidByGround },
  facts: [factKind(dialecticFacts)],
  limits: (options) => ({ min_rounds: 1, max_rounds: dialecticOptions.parse(options).exchanges }),
  ...lane,
  status: statusOf,
  offers,
  noMore,
  isOutOfTime: (state) => {
    const facts = state.factsOf(dialecticFacts);
    return facts.exchange >= state.limits.min_rounds && facts.exchange < facts.requested && isTimeSpent(state, facts);
  },
  canSkip: (step) => /^e\d+\/(arguments|judgment)$/.test(step),
  answers: dialecticAnswers,
};

const plainStep = (state: DebateState): Step | undefined => {
  const { text } = motionOf(state);
  return plainAnswerStep(state, {
    host: 'moderator',
    agent: 'judge',
    of: 'side',
    positions: [
      { name: 'proposition', text: `For the motion: ${text}` },
      { name: 'opposition', text: `Against the motion: ${text}` },
    ],
  });
};

function mainStep(state: DebateState, isVerifying: boolean): Step | readonly [Step, Step] | undefined {
  const facts = state.factsOf(dialecticFacts);
  const { exchange, awaiting } = facts;
  if (awaiting === 'judgment') {
    // Every pending verification is finished before an exchange is judged.
    return isVerifying ? undefined : judgmentStep(state, exchange);
  }
  const plain = isDue(state, facts) ? plainStep(state) : undefined;
  if (plain !== undefined) return plain;
  if (isDue(state, facts))
    return hasStep(state, `e${exchange}/start`) ? argumentsStep(state, exchange) : exchangeStart(exchange);
  if (isOutOfPassages(state, facts) && exchange < facts.requested && !hasStep(state, endId(exchange)))
    return noPassageStep(exchange, facts.passagesLeft ?? 0);
  if (facts.arguments.size === 0) return undefined;
  if (hasStep(state, `report/e${exchange - 1}`)) return isBriefDue(state, facts) ? briefOf(facts) : undefined;
  if (isVerifying) return undefined;
  const report = reportStep(exchange - 1);
  const isCut = !isOutOfPassages(state, facts) && exchange < facts.requested && !hasStep(state, timeId(exchange));
  return isCut ? [timeStep(state, exchange), report] : report;
}

/** The Reporter's part of the brief, behind each report of a debate in which something was scored. */
const isBriefDue = (state: DebateState, facts: Readonly<DialecticFacts>): boolean =>
  wantsBrief(state) && facts.scores.size > 0 && isHeld(state, 'reporter') && !hasStep(state, briefId(facts));

const briefId = ({ exchange }: Pick<DialecticFacts, 'exchange'>): string => `report/e${exchange - 1}/brief`;

const briefOf = (facts: Readonly<DialecticFacts>): Step => {
  const lead = facts.totals.proposition.hundredths;
  const outcome = lead === 0 ? 'even' : lead > 0 ? 'proposition_leads' : 'opposition_leads';
  return briefStep({ id: briefId(facts), host: 'moderator', outcome });
};

/** The next exchange, and the report that follows it. */
function offers(state: DebateState): string[] {
  if (!has(state, 'offers') || noMore(state) !== undefined) return [];
  const { exchange } = state.factsOf(dialecticFacts);
  return [`e${exchange}/start`, `report/e${exchange}`];
}

function noMore(state: DebateState): string | undefined {
  const facts = state.factsOf(dialecticFacts);
  return isOutOfPassages(state, facts) ? outOfPassagesWords(facts.passagesLeft ?? 0) : undefined;
}

const endId = (exchange: number): string => `e${exchange}/no-passage`;

const timeId = (exchange: number): string => `e${exchange}/time`;

const timeStep = (state: DebateState, exchange: number): Step =>
  codeStep(timeId(exchange), 'moderator', () => [
    noticesOf('moderator').note(`${timeSpentWords(state)}: no further exchange is held.`, { kind: 'stop', exchange }),
  ]);

const noPassageStep = (exchange: number, left: number): Step =>
  codeStep(endId(exchange), 'moderator', () => [
    noticesOf('moderator').note(outOfPassagesWords(left), { kind: 'no_passage', passages_left: left }),
  ]);

/** The minimum is held whatever time it takes; each request has the time budget to itself. */
function isDue(state: DebateState, facts: Readonly<DialecticFacts>): boolean {
  if (facts.exchange >= facts.requested || isOutOfPassages(state, facts)) return false;
  return (
    !isTimeSpent(state, facts) || facts.exchange < state.limits.min_rounds || hasStep(state, `e${facts.exchange}/start`)
  );
}

function isAtRest(state: DebateState): boolean {
  const facts = state.factsOf(dialecticFacts);
  return facts.awaiting === 'arguments' && !isDue(state, facts);
}

function dialecticReady(state: DebateState): Step {
  const held = heldExchanges(state.factsOf(dialecticFacts));
  const next = held === 0 ? 'Beginning with the openings.' : `Going on after ${counted(held, 'exchange')}.`;
  const content = `All agents confirmed ready. ${next}\n\n${termsText(motionOf(state))}`;
  const judges = dialecticJudges(state).flatMap(({ agent }) => (agent === 'judge' ? [] : [agent]));
  return readyStep('moderator', [...roles, ...judges], state.debaters, content);
}

/** No outcome: a dialectic stays where more can be asked of it, with its totals. */
function statusOf(state: DebateState): FormatStatus {
  const facts = state.factsOf(dialecticFacts);
  return { phase: phaseOf(state, facts), round: facts.exchange, outcome: null };
}

function phaseOf(state: DebateState, facts: Readonly<DialecticFacts>): FormatStatus['phase'] {
  if (facts.awaiting === 'judgment') return 'awaiting_judgment';
  const hasBegun = hasStep(state, 'ready') || facts.last >= 0;
  if (!hasBegun) return 'setup';
  const isReporting =
    hasStep(state, 'ready') &&
    !isDue(state, facts) &&
    facts.arguments.size > 0 &&
    (!hasStep(state, `report/e${facts.exchange - 1}`) || isBriefDue(state, facts));
  return isReporting ? 'documents' : 'awaiting_arguments';
}
