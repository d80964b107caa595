import { rm } from 'node:fs/promises';
import { answerFormat, lineage } from '../../src/agents/model/answers';
import { modelKinds } from '../../src/agents/model/formats/registry';
import type { DebateEvent } from '../../src/engine/events';
import { Session } from '../../src/session/run/session';
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
import { archive, lookUp, thinkingOf } from './estimates';

/**
 * What a debate by models costs, counted in tokens by the local Messages server, which keeps the accounts of a prompt
 * cache as the provider documents it: nothing here is measured in money or seconds, so any machine gives the same.
 *
 * A unit is the price of one uncached input token: written to the cache 1.25, read from it 0.1.
 *
 * The baseline is the ancestor's layout: each of N + 4 agents (debaters, Chair, Verifier, Audience, Reporter with the Assessor)
 * holds one conversation, to which the whole log is appended again at each of its activations, and its answers stay in it.
 * Activations and log are those of our own run. Once without any cache, once with automatic caching of that conversation.
 *
 * Research is held against the same requests with no cache point behind the record: the task and what tools brought are paid again with each
 * request.
 */

interface Size {
  debaters: number;
  rounds: number;
  /** Tokens of thinking in each request. */
  thinking?: number;
  /** Readings of about 2,500 tokens in a pass of research; without it one short one. */
  calls?: number;
  latencyMs?: number;
}

/** As long as the prompt asks: what is longer goes back with its count, and is paid twice. */
const turnTokens = 480;
const model = 'claude-sonnet-5-5';

interface Used {
  input: number;
  write: number;
  read: number;
  output: number;
}

/** The same of research with no cache point behind the record. */
interface Research {
  ours: number;
  unmoved: number;
}

interface Played {
  requests: number;
  /** Answered with an answer that had no room to end. */
  cut: number;
  research: Research;
  /** By lineage: requests of the same tools and format of the answer, of which each begins as the one before. */
  used: Map<string, Used>;
  /** Units of all requests that belong to a round, its number the index. */
  rounds: number[];
  /** Tokens of the log at each activation of each agent, and of the answer given. */
  activations: Map<string, { log: number; output: number }[]>;
  wallMs: number;
  /** Requests of the main lane that can only come one after the other; and were nothing asked beside anything else. */
  critical: number;
  inRow: number;
}

const none = (): Used => ({ input: 0, write: 0, read: 0, output: 0 });

async function play({ debaters, rounds, thinking = 0, calls, latencyMs = 0 }: Size): Promise<Played> {
  const names = lineup(debaters).map(({ name }) => name);
  const scripted = new ScriptedModel(longPanel({ names, rounds, characters: turnTokens * 4 - 120, sources: 3 }), names);
  const steps: { agent: string; step: string }[] = [];
  const logTokens = { now: 0 };
  const research = { ours: 0, unmoved: 0 };
  const counts = { requests: 0, cut: 0, wallMs: 0, critical: 0, inRow: 0 };
  const played: Played = { used: new Map(), rounds: [], activations: new Map(), research, ...counts };
  const server = await startMessagesServer({
    answer: (request) => {
      const asked = askedOfMessages(request);
      const isReading = calls !== undefined && asked.schema === undefined && asked.results < calls;
      const said = isReading ? lookUp(asked.results) : messagesAnswer(scripted.answer(asked));
      return { ...said, ...thinkingOf(thinking) };
    },
    latencyMs,
    chunk: 4_000,
  });
  const folder = await modelFolder({
    names,
    provider: 'anthropic',
    model,
    rounds: { min: rounds, max: rounds },
    evidenceLines: rounds * 3 + 6,
    files: calls === undefined ? {} : { 'archive.md': archive },
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
  let round = 0;
  const prefixes = new Map<string, number>();
  for (const request of requests) {
    const body = request.body as Body | undefined;
    if (request.usage === undefined) continue;
    played.requests += 1;
    if (request.stopReason === 'max_tokens') played.cut += 1;
    const schema = JSON.stringify(body?.output_config?.format?.schema ?? null);
    const name = schema === 'null' ? research : (lineages.get(schema) ?? 'unknown');
    const own: Used = {
      input: request.usage.input_tokens,
      write: request.usage.cache_creation_input_tokens ?? 0,
      read: request.usage.cache_read_input_tokens ?? 0,
      output: request.usage.output_tokens,
    };
    played.used.set(name, plus(played.used.get(name) ?? none(), own));
    if (name === research) addResearch(played.research, prefixes, { own, pass: passOf(body), task: taskOf(body) });
    // A round ends with the questions of the audience.
    played.rounds[round] = (played.rounds[round] ?? 0) + units(own);
    if (name === lineage('audience/questions') && round < 50) round += 1;
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
  const marks = entries.map((entry) => entry.data?.['step'] as { id: string; index: number } | undefined);
  const steps = marks.flatMap((mark) => (mark?.index === 0 && !mark.id.startsWith('verify/') ? [mark.id] : []));
  played.critical = inRow(steps, isBeside);
  played.inRow = inRow(steps, () => false);
}

interface Body {
  output_config?: { format?: { schema?: unknown } };
  messages?: readonly { content: readonly { text?: string }[] }[];
}

/** Tokens of what stands behind the record in the first message. */
const taskOf = (body: Body | undefined): number => countTokens(body?.messages?.[0]?.content.at(-1)?.text ?? '');

/** What all requests of a pass begin with; cache points move. */
const passOf = (body: Body | undefined): string =>
  JSON.stringify(body?.messages?.[0], (key, value: unknown) => (key === 'cache_control' ? undefined : value));

/** `prefixes`: what the first request of each pass had cached. */
function addResearch(
  research: Research,
  prefixes: Map<string, number>,
  { own, pass, task }: { own: Used; pass: string; task: number },
): void {
  const prefix = prefixes.get(pass);
  const whole = own.input + own.write + own.read;
  research.ours += units(own);
  // The first request writes its task, which would be plain input.
  research.unmoved += prefix === undefined ? units(own) - 0.25 * task : 0.1 * prefix + (whole - prefix);
  if (prefix === undefined) prefixes.set(pass, whole - task);
}

/** Three for a researched turn, one for each other step that asks a model, checks left out: they run beside it. */
const inRow = (steps: readonly string[], isLeftOut: (id: string, next: string) => boolean): number =>
  steps.reduce((sum, id, at) => {
    if (isLeftOut(id, steps[at + 1] ?? '')) return sum;
    return sum + (isResearched(id) ? 3 : isAsked(id) ? 1 : 0);
  }, 0);

/** A review beside which what comes next is asked, the audience behind the relay; the audience's conclusion beside the documents. */
const isBeside = (id: string, next: string): boolean =>
  id === 'audience-conclusion' ||
  (id.endsWith('/review') && (isResearched(next) || /^closing\/(?!end)|\/relay$|^assessor-report$/.test(next)));

const isResearched = (id: string): boolean => /^opening\/(?!end)[^/]+$|\/turn\/[^/]+$/.test(id);
const isAsked = (id: string): boolean =>
  /\/review$|^closing\/(?!end)[^/]+$|\/audience$|\/questions$|^unresolved$|^conclusion$|^audience-conclusion$|^documents$|^assessor-report$/.test(
    id,
  );

/** The pass with tools, whose answer has no format. */
const research = 'research';
const lineages = new Map(modelKinds.map((kind) => [JSON.stringify(answerFormat(kind).schema), lineage(kind)]));
const roles = new Map(modelKinds.map((kind) => [lineage(kind), kind.slice(0, kind.indexOf('/'))]));
const roleOf = (name: string): string => (name === research ? 'debater' : (roles.get(name) ?? name));

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

const aims: Readonly<Record<string, { uncached: number; cached: number }>> = { '3/0': { uncached: 0.1, cached: 0.25 } };

export const modelCost: Bench = {
  name: 'model-cost',
  async run() {
    const figures: Figure[] = [];
    let last: Played | undefined;
    for (const rounds of [3, 6, 12])
      for (const thinking of [0, 2_500, 7_000]) {
        const played = await play({ debaters: 4, rounds, thinking });
        const size = `4 debaters × ${rounds} rounds, thinking ${thinking}`;
        if (thinking === 0) {
          figures.push(...tokensOf(size, played));
          last = played;
        }
        figures.push(cutIn(size, played), ...againstAncestors(size, played, aims[`${rounds}/${thinking}`]));
      }
    const reading = await play({ debaters: 4, rounds: 4, calls: 3 });
    const poring = await play({ debaters: 4, rounds: 4, calls: 6 });
    const [third = 0, twelfth = 0] = [last?.rounds[2], last?.rounds[11]];
    return [
      ...figures,
      {
        what: 'a round at 12 rounds',
        figure: `${thousands(twelfth)} units`,
        baseline: `${thousands(third)} units at 3 rounds`,
        ratio: times(twelfth / third),
        aim: '< 2×',
        isMet: twelfth / third < 2,
      },
      ...tokensOf('3 readings a turn, 4 rounds', reading),
      researched(3, reading.research, 0.55),
      researched(6, poring.research),
    ];
  },
};

/** By role, each followed by its lineages where it has several. */
function tokensOf(size: string, { used }: Played): Figure[] {
  const names = [...used.keys()];
  return [...new Set(names.map(roleOf))].flatMap((role) => {
    const own = names.filter((name) => roleOf(name) === role);
    const rows = own.map((name) => tokens(`${size}, ${role}: ${name}`, used.get(name) ?? none()));
    const whole = own.reduce((sum, name) => plus(sum, used.get(name) ?? none()), none());
    return [tokens(`${size}, ${role}`, whole), ...(rows.length > 1 ? rows : [])];
  });
}

const researched = (calls: number, { ours, unmoved }: Research, most?: number): Figure =>
  against(`research of ${calls} readings a turn, against no point behind the record`, ours, unmoved, most);

const cutIn = (size: string, { requests, cut, used }: Played): Figure => ({
  what: `requests cut, ${size}`,
  figure: `${cut} of ${requests}`,
  baseline: `${sumOf(used).output} tokens out`,
  ratio: '',
  aim: '0',
  isMet: cut === 0,
});

function againstAncestors(size: string, played: Played, aims: { uncached?: number; cached?: number } = {}): Figure[] {
  const base = baseline(played);
  const ours = units(sumOf(played.used));
  const what = `${size}, all roles, against`;
  return [
    against(`${what} no cache`, ours, base.uncached, aims.uncached),
    against(`${what} cached conversations`, ours, base.cached, aims.cached),
  ];
}

const plus = (a: Used, b: Used): Used => ({
  input: a.input + b.input,
  write: a.write + b.write,
  read: a.read + b.read,
  output: a.output + b.output,
});
const sumOf = (used: Played['used']): Used => [...used.values()].reduce(plus, none());

function tokens(what: string, { input, write, read, output }: Used): Figure {
  return {
    what: `tokens of ${what}`,
    figure: `${input} uncached, ${write} written, ${read} read, ${output} out`,
    baseline: `${Math.floor((100 * read) / (input + write + read))} % of the prompts read`,
    ratio: `${thousands(units({ input, write, read, output }))} units`,
    aim: '',
  };
}

const against = (what: string, ours: number, base: number, most?: number): Figure => ({
  what,
  figure: `${thousands(ours)} units`,
  baseline: `${thousands(base)} units`,
  ratio: times(ours / base),
  aim: most === undefined ? '' : `≤ ${most.toFixed(2)}×`,
  ...(most === undefined ? {} : { isMet: ours / base <= most }),
});

/** With a model that takes as long for every answer, a debate takes as long as its longest chain of answers. */
export const modelTime: Bench = {
  name: 'model-time',
  async run() {
    const latencyMs = 300;
    const { wallMs, critical, inRow: all } = await play({ debaters: 3, rounds: 5, latencyMs });
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
      {
        what: 'its critical path, against all its requests in a row',
        figure: `${critical} answers`,
        baseline: `${all} answers`,
        ratio: times(critical / all),
        aim: '≤ 0.75×',
        isMet: critical <= 0.75 * all,
      },
    ];
  },
};
