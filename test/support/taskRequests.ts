import { ScriptedPerformer } from '../../src/agents/scripted';
import type { Performance, Performer } from '../../src/agents/performer';
import type { VerificationData } from '../../src/debate/log/entryData';
import { panel } from '../../src/debate/formats/panel/panel';
import type { TaskKind, TaskRequest } from '../../src/debate/flow/tasks';
import { Engine } from '../../src/engine/engine';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { acquireLease } from '../../src/record/lease';
import { requestsOfFormats } from './formatRequests';
import { fact, factSource, factUrl, fullScript, lineup, scriptedFolder } from './scriptedDebate';
import { capturedText } from './capturedText';

const names = ['ada', 'bob', 'cy'] as const;

/** One turn with everything that can ride on it, and a framework. */
const richTurn = {
  entries: [
    {
      type: 'rebuttal',
      rebuttal_to_seq: 2,
      content: `The strongest reading grants the count. ${fact('bob', 2)}`,
      sources: [factSource('bob', 2)],
      concedes: [{ seq: 2, claim: fact('ada', 1) }],
      introduces: [{ name: 'Little’s law', description: 'Parcels waiting are arrivals times the time they stay.' }],
    },
    {
      type: 'source_challenge',
      content: 'The count says nothing of quality.',
      target_seq: 2,
      url: factUrl('ada', 1),
      claim: fact('ada', 1),
    },
    { type: 'clarification_request', content: 'Do weekends count as days of the trial?' },
  ],
};

/** The sources that the Verifier of this debate finds wanting. */
const wanting: Readonly<Record<string, VerificationData['status']>> = {
  [factUrl('ada', 2)]: 'unreliable',
  [factUrl('cy', 2)]: 'fabricated',
};

function finding(url: string): VerificationData {
  const status = wanting[url] ?? 'verified';
  const check = status === 'verified' ? 'pass' : 'fail';
  return {
    url,
    status,
    confidence: 'high',
    notes: {},
    snapshot: null,
    passage: null,
    checks: { exists: 'pass', quote: check, figures: check, attribution: 'not_applicable', support: check },
    explanation: status === 'verified' ? '' : 'The cited line does not hold the quotation.',
  };
}

const everyFact = names.flatMap((name) => Array.from({ length: 20 }, (_, index) => fact(name, index + 1))).join('\n');

/**
 * A whole panel debate with three debaters, two rounds, a challenge, a question to the Chair, a framework, an unreliable and a
 * fabricated source: every request that an agent was sent, in order.
 */
export async function requestsOfDebate(): Promise<TaskRequest[]> {
  const script = fullScript({ names, rounds: 2 });
  script['r1/turn/bob'] = richTurn;
  const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 3 } });
  const seen: TaskRequest[] = [];
  const log = await DebateLog.open(pathOfLog(folder));
  const lease = await acquireLease(folder, { program: 'test' });
  const engine = new Engine({
    log,
    lease,
    format: panel,
    now: () => new Date(),
    onEvent: () => undefined,
    performerOf: () => recording(new ScriptedPerformer(script), seen),
    checker: { isLocal: () => true, check: (_, url) => Promise.resolve({ isSettled: true, data: finding(url) }) },
    capture: () => Promise.resolve(capturedText(everyFact)),
  });
  await engine.run();
  await lease.release('done');
  await log.close();
  return [
    ...seen,
    ...seen.flatMap(cruxBeside),
    ...seen.flatMap(judgesBeside),
    ...seen.flatMap(challengeBeside).slice(0, 1),
  ];
}

/** Requests that only an option causes, from the same record as the unresolved points. */
function cruxBeside(request: TaskRequest): TaskRequest[] {
  if (request.kind !== 'chair/name_unresolved') return [];
  const { input } = request as TaskRequest<'chair/name_unresolved'>;
  return [{ ...request, id: 'r2/crux', kind: 'chair/name_crux', input: { ...input, round: 2 } }];
}

/** Requests where judges decide, from the same record as the conclusion. */
function judgesBeside(request: TaskRequest): TaskRequest[] {
  if (request.kind !== 'chair/conclude') return [];
  const { brief, record, ledgers } = (request as TaskRequest<'chair/conclude'>).input;
  const tally = 'One judge read the record in both orders. Decided otherwise in the other order: j1.';
  const debaters = brief.debaters.map(({ name, starting_position: position, incentives }) => ({
    label: name,
    position,
    incentives,
    words: 120,
    seqs: record.filter(({ speaker }) => speaker === name).map(({ seq }) => seq),
  }));
  return [
    {
      ...request,
      id: 'brief',
      kind: 'reporter/brief',
      agent: 'reporter',
      input: { brief, record, outcome: 'draw', mostWords: 350 },
    },
    {
      ...request,
      id: 'conclusion/worded',
      kind: 'chair/word_conclusion',
      input: { brief, record, ledgers, outcome: 'undecided', why: 'flips', tally },
    },
    {
      ...request,
      id: 'verdict/j1/a',
      kind: 'juror/verdict',
      agent: 'judge/j1',
      input: { brief: { ...brief, debaters: [], guidance: [] }, record, debaters },
    },
    {
      ...request,
      id: 'baseline/1',
      kind: 'voter/choose',
      input: {
        brief: { ...brief, debaters: [], guidance: [] },
        positions: debaters.map(({ label, position }) => ({ label, text: position })),
        passages: [{ url: 'workspace:costs.md#L3', title: 'Costs', quote: 'A depot costs 4 parcels a day.' }],
      },
    },
  ];
}

/** Requests of records of versions 1 and 2, in which the Chair words the ruling. */
function challengeBeside(request: TaskRequest): TaskRequest[] {
  if (request.kind !== 'chair/answer_clarification') return [];
  const { brief, record } = (request as TaskRequest<'chair/answer_clarification'>).input;
  const challenge = record.find(({ type }) => type === 'source_challenge');
  const target = record.find(({ seq }) => seq === challenge?.target_seq);
  if (challenge === undefined || target === undefined) return [];
  const about = { url: factUrl('ada', 1), claim: fact('ada', 1) };
  const input = { brief, challenge, target, ...about, finding: { status: 'verified' as const, explanation: '' } };
  return [{ ...request, id: 'challenge', kind: 'chair/rule_on_challenge', input }];
}

/** Answers for which a script would have to know a seq. */
const interruptions: Partial<Record<TaskKind, unknown>> = {
  'chair/answer_clarification': { answer: 'They do: the trial counts calendar days.' },
};

function recording(performer: Performer, seen: TaskRequest[]): Performer {
  return {
    provider: 'scripted',
    isLocal: true,
    canPerform: (kind, id) => kind in interruptions || performer.canPerform(kind, id),
    ready: () => Promise.resolve(),
    perform: async (request, context) => {
      seen.push(request);
      const output = interruptions[request.kind];
      return output === undefined ? acknowledged(request, await performer.perform(request, context)) : { output };
    },
  };
}

/** A turn that acknowledges the duties in its prompt. */
function acknowledged(request: TaskRequest, performance: Performance): Performance {
  if (request.kind !== 'debater/turn') return performance;
  const { frameworks, mustAcknowledge } = (request as TaskRequest<'debater/turn'>).input;
  const acknowledges = [...frameworks, ...mustAcknowledge].map(({ seq }) => seq);
  const { entries } = performance.output as { entries: object[] };
  return { output: { entries: entries.map((entry) => ({ ...entry, acknowledges })) } };
}

const topic = 'Where should the parcels go?';

/** Tasks that come before a debate, from the Verifier, or from other formats. */
export function requestsBeside(): TaskRequest[] {
  const input = { topic, hints: 'Two keepers and someone who pays the rent.', evidence: ['ada.md', 'bob.md'] };
  const request = <K extends TaskKind>(kind: K, agent: string, given: TaskRequest<K>['input']): TaskRequest => ({
    id: kind,
    kind,
    agent,
    attempt: 1,
    feedback: [],
    input: given,
  });
  return [
    request('chair/propose_lineup', 'chair', input),
    request('chair/revise_lineup', 'chair', { ...input, proposed: lineup(2), request: 'Make the second a tenant.' }),
    request('verifier/support', 'verifier', {
      claim: fact('ada', 1),
      passage: fact('ada', 1),
      surroundings: `${fact('ada', 1)} ${fact('ada', 2)}`,
      title: 'ada.md',
      url: factUrl('ada', 1),
    }),
    ...requestsOfFormats(),
  ];
}
