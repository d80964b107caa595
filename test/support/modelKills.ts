import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import type { DebateEvent } from '../../src/engine/events';
import { sum, type Usage } from '../../src/debate/log/entryData';
import { stepOf, type Entry } from '../../src/debate/log/entry';
import { bundle } from './bundle';
import { startChatServer } from './chatServer/chatServer';
import { startMessagesServer } from './messagesServer/messagesServer';
import { askedOfChat, askedOfMessages, chatAnswer, messagesAnswer } from './modelDebate';
import { readEntries } from './scriptedDebate';
import { ScriptedModel, type Asked, type Said } from './scriptedModel';

/** A request for an answer in the provider's books. */
interface Booked {
  /** Everything that decides the answer, as text. */
  request: string;
  tokens: number;
  /** Whether it was asked before the debate, and again when it was resumed. */
  isProbe: boolean;
}

interface Books {
  url: string;
  /** Requests in the order of arrival. */
  booked: () => Booked[];
  settled: () => Promise<void>;
  mistakes: () => readonly unknown[];
  close: () => Promise<unknown>;
}

/** Result of one cell. */
export interface Cell {
  /** Requests of the killed run whose answers were not on the disk: at most these may be paid again. */
  open: number;
  paidTwice: number;
  problems: string[];
}

/**
 * Debates by models that are killed and resumed, with the provider's books: the same request gets the same answer in
 * every run.
 */
export class ModelKills {
  readonly #said = new Map<string, Said>();
  #uncut: { requests: number; told: string; ms: number } | undefined;

  private constructor(
    private readonly program: string,
    private readonly prepared: string,
    private readonly provider: 'anthropic' | 'openai-compatible',
    private readonly model: ScriptedModel,
  ) {}

  static async of(
    prepared: string,
    provider: 'anthropic' | 'openai-compatible',
    { script, names }: { script: Script; names: readonly string[] },
  ): Promise<ModelKills> {
    const program = await bundle('test/support/killedModelRun.ts');
    const kills = new ModelKills(program, prepared, provider, new ScriptedModel(script, names));
    await kills.#runUncut();
    return kills;
  }

  /** Number of requests and duration of the uncut run. */
  get uncut() {
    if (this.#uncut === undefined) throw new Error('The uncut run is missing.');
    return this.#uncut;
  }

  /** Kills at this point, then resumes to the end. */
  async cell(point: 'kept' | 'ms', nth: number): Promise<Cell> {
    const { folder, books } = await this.#fresh();
    try {
      const how = await this.#run(folder, books.url, [point, String(nth)]);
      await books.settled();
      const kept = await readFile(join(folder, 'kept.txt'), 'utf8').catch(() => '');
      const first = books.booked();
      const open = first.filter(({ isProbe }) => !isProbe).length - kept.replaceAll('n', '').length;
      // Their step is the record's second.
      const isReady = (await readEntries(folder)).length > 1;
      const untold = isReady ? 0 : tokensOf(first.filter(({ isProbe }) => isProbe));
      const failed = (problem: string): Cell => ({ open, paidTwice: 0, problems: [problem] });
      if (how === 'done' && point === 'kept') return failed('was not killed');
      if (how === 'killed' && (await this.#run(folder, books.url, ['never', '0'])) !== 'done')
        return failed('did not come to its end');
      return { open, ...(await this.#held(folder, books, untold)) };
    } finally {
      await books.close();
      await rm(dirname(folder), { recursive: true });
    }
  }

  /** `untold`: tokens of a run that was killed before it could report them. */
  async #held(folder: string, books: Books, untold: number): Promise<Omit<Cell, 'open'>> {
    const { requests, told } = this.uncut;
    const booked = books.booked();
    const all = booked.filter(({ isProbe }) => !isProbe);
    const again = repeatedIn(all);
    const entries = await readEntries(folder);
    const paid = tokensOf(booked) - tokensOf(again) - untold;
    const problems = [
      ...books.mistakes().map(String),
      ...(toldIn(entries) === told ? [] : ['other entries']),
      ...(tokensIn(entries) === paid ? [] : [`${paid} tokens booked, ${tokensIn(entries)} in the record`]),
      ...(all.length - again.length === requests ? [] : [`${all.length - again.length} requests, ${requests} uncut`]),
      ...(existsSync(join(folder, 'answers')) ? ['answers are left'] : []),
    ];
    return { paidTwice: again.length, problems };
  }

  async #runUncut(): Promise<void> {
    const { folder, books } = await this.#fresh();
    const started = performance.now();
    const how = await this.#run(folder, books.url, ['never', '0']);
    const ms = performance.now() - started;
    const entries = await readEntries(folder);
    if (how !== 'done' || books.mistakes().length > 0)
      throw new Error(`The uncut run did not end well: ${how} ${books.mistakes().join('; ')}`);
    const requests = books.booked().filter(({ isProbe }) => !isProbe);
    this.#uncut = {
      requests: requests.length,
      told: toldIn(entries),
      ms,
    };
    await books.close();
    await rm(dirname(folder), { recursive: true });
  }

  async #fresh(): Promise<{ folder: string; books: Books }> {
    const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-kill-')), 'debate');
    await cp(this.prepared, folder, { recursive: true });
    const answer = (request: string, asked: Asked): Said => {
      const known = this.#said.get(request);
      if (known !== undefined) return known;
      if (this.#uncut !== undefined)
        throw new Error(`A request that the uncut run does not make: ${asked.text.slice(-200)}`);
      for (const event of handoversIn(folder)) this.model.onEvent(event);
      const said = this.model.answer(asked);
      this.#said.set(request, said);
      return said;
    };
    return { folder, books: this.provider === 'anthropic' ? await messagesBooks(answer) : await chatBooks(answer) };
  }

  async #run(folder: string, url: string, kill: readonly string[]): Promise<'killed' | 'done'> {
    const child = spawn(process.execPath, [this.program, folder, this.provider, url, ...kill], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, how) => resolve(how)));
    return signal === 'SIGKILL' ? 'killed' : 'done';
  }
}

type Answering = (request: string, asked: Asked) => Said;

async function messagesBooks(answer: Answering): Promise<Books> {
  const server = await startMessagesServer({
    chunk: 4_000,
    latencyMs: 5,
    answer: (request) => messagesAnswer(answer(decisive(request), askedOfMessages(request))),
  });
  return {
    url: server.url,
    mistakes: () => server.mistakes,
    settled: () => server.settled(),
    close: () => server.close(),
    booked: () =>
      server.requests.flatMap(({ request, usage }) => {
        if (request === undefined || usage === undefined) return [];
        const prompt =
          usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
        return [{ request: decisive(request), tokens: prompt + usage.output_tokens, isProbe: false }];
      }),
  };
}

async function chatBooks(answer: Answering): Promise<Books> {
  const server = await startChatServer({
    answer: (request) => {
      const said = chatAnswer(answer(decisive(request.body), askedOfChat(request)));
      return { ...said, pieceLength: 4_000, delayMs: 5 };
    },
  });
  return {
    url: server.baseUrl,
    mistakes: () => server.problems,
    settled: () => Promise.resolve(),
    close: () => server.close(),
    booked: () =>
      server.ledger.map(({ request, usage }) => {
        const { tools, text } = askedOfChat(request);
        const isProbe = tools.includes('ready') || text.includes('Write the word "ready"');
        return { request: decisive(request.body), tokens: usage.total_tokens, isProbe };
      }),
  };
}

const tokensOf = (booked: readonly Booked[]): number => booked.reduce((total, one) => total + one.tokens, 0);

/**
 * The request without requests to the provider's cache, and without the names that a server gives to calls by their
 * order.
 */
const decisive = (request: unknown): string =>
  JSON.stringify(request, (key, value: unknown) => (undecisive.has(key) ? undefined : value));

const undecisive: ReadonlySet<string> = new Set(['cache_control', 'id', 'tool_use_id', 'tool_call_id']);

/** Requests that were made before, in the order of their repetition. */
function repeatedIn(booked: readonly Booked[]): Booked[] {
  const seen = new Map<string, Booked>();
  return booked.flatMap((one) => {
    const before = seen.get(one.request);
    seen.set(one.request, one);
    return before === undefined ? [] : [before];
  });
}

function handoversIn(folder: string): DebateEvent[] {
  const path = join(folder, 'handovers.txt');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as DebateEvent);
}

const toldIn = (entries: readonly Entry[]): string =>
  entries
    .map(({ seq, speaker, type, content, rebuttal_to_seq: to }) => `${seq} ${speaker} ${type} ${to ?? ''} ${content}`)
    .join('\n');

/** All usage in the record, by steps and by notes. */
function tokensIn(entries: readonly Entry[]): number {
  const used = entries.map((entry) => {
    const mark = stepOf(entry);
    const note = entry.data?.['kind'] === 'usage' ? (entry.data['usage'] as Usage) : undefined;
    return note ?? (mark?.index === 0 ? mark.usage : undefined);
  });
  const { input = 0, cache_read = 0, cache_write = 0, output = 0 } = used.reduce(sum, undefined) ?? {};
  return input + cache_read + cache_write + output;
}
