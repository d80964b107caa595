import { rm } from 'node:fs/promises';
import { answerFormat } from '../../src/agents/model/answers';
import type { DebateEvent } from '../../src/engine/events';
import { Session } from '../../src/session/session';
import { startMessagesServer } from '../support/messagesServer/messagesServer';
import type { RecordedRequest } from '../support/messagesServer/recordedRequest';
import { countTokens } from '../support/messagesServer/tokens';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  fixedFence,
  messagesAnswer,
  modelFolder,
} from '../support/modelDebate';
import { longPanel } from '../support/longScripts';
import { lineup, readEntries } from '../support/scriptedDebate';
import { ScriptedModel } from '../support/scriptedModel';
import { times, type Bench, type Figure } from './bench';

/**
 * What a debate by models costs, counted in tokens by the local Messages server, which keeps the accounts of a prompt
 * cache as the provider documents it: nothing here is measured in money or seconds, so any machine gives the same.
 *
 * A unit is the price of one uncached input token: written to the cache 1.25, read from it 0.1.
 *
 * The baseline is the ancestor's layout: each of N + 4 agents (debaters, Chair, Verifier, Audience, Reporter with the Assessor)
 * holds one conversation, to which the whole log is appended anew at each of its activations, and its answers stay in it.
 * Activations and log are those of our own run. Once without any cache, once with automatic caching of that conversation.
 */

const names = lineup(3).map(({ name }) => name);
const turnTokens = 900;
const model = 'claude-sonnet-5-5';

interface Used {
  input: number;
  write: number;
  read: number;
  output: number;
}

interface Played {
  /** By agent, as the engine handed over. */
  used: Map<string, Used>;
  /** Units of all requests that belong to a round, its number the index. */
  rounds: number[];
  /** Tokens of the log at each activation of each agent, and of the answer given. */
  activations: Map<string, { log: number; output: number }[]>;
  wallMs: number;
  /** Requests of the main lane that can only come one after the other. */
  critical: number;
}

const none = (): Used => ({ input: 0, write: 0, read: 0, output: 0 });

async function play(rounds: number, latencyMs: number): Promise<Played> {
  const scripted = new ScriptedModel(longPanel({ names, rounds, characters: turnTokens * 4 - 120, sources: 3 }), names);
  const steps: { agent: string; step: string }[] = [];
  const logTokens = { now: 0 };
  const played: Played = { used: new Map(), rounds: [], activations: new Map(), wallMs: 0, critical: 0 };
  const server = await startMessagesServer({
    answer: (request) => messagesAnswer(scripted.answer(askedOfMessages(request))),
    latencyMs,
    chunk: 4_000,
  });
  const folder = await modelFolder({
    names,
    provider: 'anthropic',
    model,
    rounds: { min: rounds, max: rounds },
    evidenceLines: rounds * 3 + 6,
  });
  const onEvent = (event: DebateEvent): void => {
    scripted.onEvent(event);
    if (event.kind === 'handover') {
      steps.push(event);
      const known = played.activations.get(seat(event.agent)) ?? [];
      played.activations.set(seat(event.agent), [...known, { log: logTokens.now, output: 0 }]);
    }
    if (event.kind === 'written') logTokens.now += Math.ceil(event.words * 1.5) + 60;
  };
  const participants = { models: accessTo(anthropicAt(server.url)), fence: fixedFence() };
  const session = await Session.open({ folder, program: 'bench', participants, onEvent });
  const started = performance.now();
  const end = await session.run();
  played.wallMs = performance.now() - started;
  await server.close();
  if (end.status !== 'done' || server.mistakes.length > 0)
    throw new Error(`The debate did not end well: ${JSON.stringify([end, server.mistakes])}`);
  await account(played, folder, server.requests);
  await rm(folder, { recursive: true, force: true });
  return played;
}

/** Debaters, and four others. */
const seat = (agent: string): string => (agent === 'assessor' ? 'reporter' : agent);

async function account(played: Played, folder: string, requests: readonly RecordedRequest[]): Promise<void> {
  const schemas = new Map(roles.map(([kind, role]) => [JSON.stringify(answerFormat(kind).schema), role]));
  let round = 0;
  for (const request of requests) {
    const body = request.body as { output_config?: { format?: { schema?: unknown } } } | undefined;
    if (request.usage === undefined) continue;
    const schema = JSON.stringify(body?.output_config?.format?.schema ?? null);
    const role = schema === 'null' ? 'debaters: research' : (schemas.get(schema) ?? 'debaters: turns');
    const used = played.used.get(role) ?? none();
    const own: Used = {
      input: request.usage.input_tokens,
      write: request.usage.cache_creation_input_tokens ?? 0,
      read: request.usage.cache_read_input_tokens ?? 0,
      output: request.usage.output_tokens,
    };
    played.used.set(role, {
      input: used.input + own.input,
      write: used.write + own.write,
      read: used.read + own.read,
      output: used.output + own.output,
    });
    // A round ends with the questions of the audience.
    played.rounds[round] = (played.rounds[round] ?? 0) + units(own);
    if (role === 'audience' && round < 50) round += 1;
  }
  const entries = await readEntries(folder);
  const tokens = entries.map((entry) => countTokens(JSON.stringify(entry)));
  for (const [agent, list] of played.activations) {
    const outputs = entries.flatMap((entry, index) =>
      seat(String((entry.data?.['step'] as { agent?: string } | undefined)?.agent)) === agent
        ? [tokens[index] ?? 0]
        : [],
    );
    list.forEach((activation, index) => (activation.output = outputs[index] ?? 0));
  }
  played.critical = criticalRequests(
    entries.map((entry) => entry.data?.['step'] as { id: string; index: number } | undefined),
  );
}

/**
 * Three for a researched turn, one for each other step that asks a model; what runs beside it or together counts once: checks, the review of a
 * turn after which somebody reads for the next, the audience's conclusion beside the documents.
 */
function criticalRequests(marks: readonly ({ id: string; index: number } | undefined)[]): number {
  const steps = marks.flatMap((mark) => (mark?.index === 0 && !mark.id.startsWith('verify/') ? [mark.id] : []));
  return steps.reduce((sum, id, at) => {
    if (isResearched(id)) return sum + 3;
    if (id.endsWith('/review') && isResearched(steps[at + 1] ?? '')) return sum;
    return sum + (isAsked(id) ? 1 : 0);
  }, 0);
}

const isResearched = (id: string): boolean => /^opening\/(?!end)[^/]+$|\/turn\/[^/]+$/.test(id);
const isAsked = (id: string): boolean =>
  /\/review$|^closing\/(?!end)[^/]+$|\/audience$|\/questions$|^unresolved$|^conclusion$|^documents$|^assessor-report$/.test(
    id,
  );

const roles = [
  ['chair/review_turn', 'chair: reviews'],
  ['chair/choose_questions', 'chair: the rest'],
  ['chair/go_on', 'chair: the rest'],
  ['chair/name_unresolved', 'chair: the rest'],
  ['chair/conclude', 'chair: the rest'],
  ['chair/review_documents', 'chair: the rest'],
  ['verifier/support', 'verifier'],
  ['audience/questions', 'audience'],
  ['audience/conclusion', 'audience: conclusion'],
  ['reporter/summary', 'reporter'],
  ['reporter/blog_post', 'reporter'],
  ['assessor/report', 'assessor'],
] as const;

const units = ({ input, write, read }: Used): number => input + 1.25 * write + 0.1 * read;

function baseline({ activations }: Played): { uncached: number; cached: number } {
  let uncached = 0;
  let cached = 0;
  for (const list of activations.values()) {
    let conversation = 0;
    for (const { log, output } of list) {
      uncached += conversation + log;
      cached += 0.1 * conversation + 1.25 * log;
      conversation += log + output;
    }
  }
  return { uncached, cached };
}

const thousands = (value: number): string => `${(value / 1_000).toFixed(0)}k`;

export const modelCost: Bench = {
  name: 'model-cost',
  async run() {
    const standard = await play(5, 0);
    const long = await play(13, 0);
    const sum = [...standard.used.values()].reduce(
      (a, b) => ({
        input: a.input + b.input,
        write: a.write + b.write,
        read: a.read + b.read,
        output: a.output + b.output,
      }),
      none(),
    );
    const base = baseline(standard);
    const ours = units(sum);
    const [third = 0, twelfth = 0] = [long.rounds[2], long.rounds[11]];
    return [
      ...[...standard.used].map(([role, used]) => byRole(role, used)),
      figure('standard debate, all roles, against no cache', ours, base.uncached, { most: 0.1, words: '≤ 0.10×' }),
      figure('standard debate, all roles, against cached conversations', ours, base.cached, {
        most: 1 / 3,
        words: '≤ 0.33×',
      }),
      {
        what: 'a round at 12 rounds',
        figure: `${thousands(twelfth)} units`,
        baseline: `${thousands(third)} units at 3 rounds`,
        ratio: times(twelfth / third),
        aim: '< 2×',
        isMet: twelfth / third < 2,
      },
    ];
  },
};

const byRole = (role: string, { input, write, read, output }: Used): Figure => ({
  what: `tokens of ${role}`,
  figure: `${input} uncached, ${write} written, ${read} read, ${output} out`,
  baseline: '',
  ratio: `${thousands(units({ input, write, read, output }))} units`,
  aim: '',
});

const figure = (what: string, ours: number, base: number, aim: { most: number; words: string }): Figure => ({
  what,
  figure: `${thousands(ours)} units`,
  baseline: `${thousands(base)} units`,
  ratio: times(ours / base),
  aim: aim.words,
  isMet: ours / base <= aim.most,
});

/** With a model that takes as long for every answer, a debate takes as long as its longest chain of answers. */
export const modelTime: Bench = {
  name: 'model-time',
  async run() {
    const latencyMs = 300;
    const { wallMs, critical } = await play(5, latencyMs);
    const least = critical * latencyMs;
    const ratio = wallMs / least;
    return [
      {
        what: 'standard debate, model of fixed latency',
        figure: `${(wallMs / 1_000).toFixed(1)} s`,
        baseline: `${critical} answers in a row of ${latencyMs} ms: ${(least / 1_000).toFixed(1)} s`,
        ratio: times(ratio),
        aim: '≤ 1.05×',
        isMet: ratio <= 1.05,
      },
    ];
  },
};
