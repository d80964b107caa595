import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { DebateEvent } from '../../../src/engine/events';
import type { ModelProvider } from '../../../src/models/provider';
import { pathOfLog } from '../../../src/record/logPath';
import { writeDocuments } from '../../../src/reports/writeDocuments';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { createSearxngSearch } from '../../../src/research/search/searchServices';
import type { ResearchTool } from '../../../src/research/tool';
import { type HostTool, type HostTools, reachingTools } from '../../../src/research/tools/researchTools';
import { startChatServer, type ChatServer } from '../chatServer/chatServer';
import { lintFile } from '../lintLog';
import { startMessagesServer, type MessagesServer } from '../messagesServer/messagesServer';
import type { MessagesRequest } from '../messagesServer/requestSchema';
import { anthropicAt, askedOfChat, askedOfMessages, openAiAt, participantsWith } from '../modelDebate';
import { readEntries } from '../scriptedDebate';
import { withLog } from '../logs';
import { testSession } from '../testSession';
import { listening } from '../listening';
import type { Injection } from './injection';
import type { Asked } from '../scriptedModel';
import { FooledModel, type Said } from './fooledModel';
import type { Seen, SeenRequest } from './seen';
import type { World } from './world';

/**
 * Servers of the models, the web, the editor's tools, and a host that must never be reached: all on this machine,
 * shared by all cases.
 */

export const testKey = 'sk-injection-4f1c9a7730d24b6e8f55';

/** Reason of the pause after the step under test. */
export const enough = 'That is enough.';

/** Pages that the web has for a case, by its tag. */
export interface WebPage {
  title: string;
  body: string;
}
export interface Web {
  pages: ReadonlyMap<string, WebPage>;
  hits: ReadonlyMap<string, { title: string; url: string; content: string }>;
}

export type Via = NonNullable<Injection['via']>;

/** The model behind the servers. */
export interface PlayedModel {
  answer(asked: Asked, system: string): Said;
  onEvent(event: DebateEvent): void;
  /** Called when the task under test begins. */
  onReached?: () => void;
}

export interface Play {
  folder: string;
  model: PlayedModel;
  /** Answer of the editor's tool. */
  failure?: string;
  via: Via;
  isOneStep?: boolean;
}

export class Stage {
  #model: PlayedModel | undefined;
  #requests: SeenRequest[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  #strangers = 0;
  stranger = '';
  web = '';

  private constructor(
    private readonly world: World,
    private readonly content: Web,
  ) {}

  #providers: Record<Via, ModelProvider> | undefined;

  static async of(world: World, web: Web): Promise<Stage> {
    const stage = new Stage(world, web);
    stage.stranger = await stage.#listen(
      createServer((_, response) => response.end('reached')),
      () => (stage.#strangers += 1),
    );
    stage.web = await stage.#listen(
      createServer((request, response) => stage.#serve(new URL(request.url ?? '/', 'http://web'), response)),
    );
    stage.#providers = await stage.#startProviders();
    return stage;
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
  }

  /** Runs the step with the injection in place, and no further. */
  async run(injection: Injection, words: string, tag: string): Promise<Seen> {
    const folder = await this.world.before(injection, words);
    const model = new FooledModel({ injection, tag, world: this.world, web: this.web, stranger: this.stranger });
    const failure = injection.place === 'tool error' ? `${tag}: ${words}` : 'nothing found';
    const seen = await this.play({ folder, model, failure, via: injection.via ?? 'openai', isOneStep: true });
    return { ...seen, obeyed: model.obeyed };
  }

  /** Runs the debate in the folder, to its end or for one step. */
  async play({ folder, model, failure = 'nothing found', via, isOneStep = false }: Play): Promise<Seen> {
    const file = pathOfLog(folder);
    const before = await readFile(file, 'utf8');
    const lintBefore = await lintFile(file);
    const strangers = this.#strangers;
    const events: DebateEvent[] = [];
    const [toolRuns, editorRuns]: [string[], string[]] = [[], []];
    const editor = editorTools(failure, editorRuns);
    const session = await testSession(folder, {
      onEvent: (event) => {
        events.push(event);
        model.onEvent(event);
        // No model is asked if code has decided a check.
        if (isOneStep && event.kind === 'verified') session.pause(enough);
      },
      participants: participantsWith({
        provider: () => Promise.resolve(this.provider(via)),
        researchTools: ({ known }) => Promise.resolve(this.#tools(known, editor, toolRuns)),
      }),
    });
    this.#requests = [];
    this.#model = model;
    if (isOneStep) model.onReached = () => session.pause(enough);
    const end = await session.run();
    const after = await readFile(file, 'utf8');
    const [earlier, lines] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
    await this.#document(folder);
    const entries = await readEntries(folder);
    const [files, lint] = [await filesIn(folder), await lintFile(file)];
    await rm(dirname(folder), { recursive: true });
    return {
      before: entries.slice(0, earlier.length),
      // Usage without a result is in a note of its own, which holds no words of a model.
      added: entries.slice(earlier.length).filter(({ data }) => data?.['kind'] !== 'usage'),
      end,
      events,
      toolRuns,
      editorRuns,
      changedLines: earlier.filter((line, index) => line !== lines[index]).length,
      requests: this.#requests,
      obeyed: 0,
      strangers: this.#strangers - strangers,
      files,
      lintBefore,
      lint,
    };
  }

  provider(via: Via): ModelProvider {
    if (this.#providers === undefined) throw new Error('The servers are not running.');
    return this.#providers[via];
  }

  /** Sets the model that answers from now on, outside of debates too. */
  use(model: PlayedModel): void {
    this.#model = model;
  }

  /** Writes all documents, whatever the debate's state. */
  async #document(folder: string): Promise<void> {
    await withLog(folder, (log) => writeDocuments(log));
  }

  #tools(known: Parameters<typeof reachingTools>[0]['known'], hostTools: HostTools, runs: string[]): ResearchTool[] {
    const fetch = createSafeFetch({ allowedHosts: [new URL(this.web).host] });
    const tools = reachingTools({ known, fetch, search: createSearxngSearch({ baseUrl: this.web }), hostTools });
    return tools.map((tool) => ({
      ...tool,
      run: (input, context) => {
        runs.push(tool.name);
        return tool.run(input, context);
      },
    }));
  }

  #serve({ pathname, searchParams }: URL, response: ServerResponse): void {
    const tag = (pathname === '/search' ? (searchParams.get('q') ?? '').split(' ').at(-1) : pathname.slice(1)) ?? '';
    const hit = this.content.hits.get(tag);
    if (pathname === '/redirect') response.writeHead(302, { location: `${this.stranger}/from-a-redirect` }).end();
    else if (pathname === '/search')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ results: hit === undefined ? [] : [hit] }));
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf(this.content.pages.get(tag) ?? { title: 'Nothing', body: 'Nothing here.' }));
  }

  async #listen(server: Server, onConnection: () => void = () => undefined): Promise<string> {
    const { url, close } = await listening(server.on('connection', onConnection));
    this.#closers.push(close);
    return url;
  }

  async #startProviders(): Promise<Record<Via, ModelProvider>> {
    const [openai, bare, messages] = [await this.#chat('openai'), await this.#chat('bare'), await this.#messages()];
    return {
      openai: openAiAt(openai.baseUrl, testKey),
      bare: openAiAt(bare.baseUrl, testKey),
      messages: anthropicAt(messages.url, testKey),
    };
  }

  async #chat(profile: 'openai' | 'bare'): Promise<ChatServer> {
    const server = await startChatServer({
      profile,
      key: testKey,
      answer: (request) => {
        const asked = askedOfChat(request);
        if (request.tools.includes('ready')) return { toolCalls: [{ name: 'ready', input: {} }] };
        if (request.answer?.name === 'ready') return { json: { ready: true } };
        if (asked.text.includes('Write the word "ready"')) return { text: 'ready' };
        const theirs = request.messages
          .filter((message) => message.role !== 'assistant')
          .map((message) => message.content ?? '');
        const isComposition = asked.schema !== undefined || asked.text.includes('It must match this JSON Schema:');
        this.#requests.push({
          body: JSON.stringify(request.body),
          told: theirs.join('\n'),
          tools: request.tools,
          isComposition,
        });
        return { ...this.#said(asked, request.system), pieceLength: 4_000 };
      },
    });
    this.#closers.push(() => server.close());
    return server;
  }

  async #messages(): Promise<MessagesServer> {
    const server = await startMessagesServer({
      key: testKey,
      chunk: 4_000,
      answer: (request) => {
        const told = toldIn(request);
        const asked = { ...askedOfMessages(request), text: told };
        this.#requests.push({
          body: JSON.stringify(request),
          told,
          tools: asked.tools,
          isComposition: asked.schema !== undefined,
        });
        return { ...this.#said(asked, ''), isUnchecked: true };
      },
    });
    this.#closers.push(() => server.close());
    return server;
  }

  #said(asked: Asked, system: string): Said {
    if (this.#model === undefined) throw new Error('No case is running.');
    return this.#model.answer(asked, system);
  }
}

function pageOf({ title, body }: WebPage): string {
  const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<!doctype html><html><head><title>${escaped(title)}</title></head><body><main><article><h1>Depots</h1><p>${escaped(body)}</p></article></main></body></html>`;
}

/** Text of the request that is not the model's own. */
function toldIn(request: MessagesRequest): string {
  const { system, messages } = request as unknown as {
    system?: unknown;
    messages: { role: string; content: unknown }[];
  };
  return textsOf([system, messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content)]).join(
    '\n',
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { text, content } = value as { text?: unknown; content?: unknown };
  return [...textsOf(text), ...textsOf(content)];
}

/** Tools of the editor; one is selected, the others exist as in any editor. */
function editorTools(failure: string, runs: string[]): HostTools {
  const tool = (name: string): HostTool => ({
    name,
    description: `Does what ${name} says.`,
    inputSchema: { type: 'object' },
    isReadOnly: true,
  });
  return {
    list: () => [tool('lookup')],
    invoke: (name) => {
      runs.push(name);
      return Promise.reject(new Error(failure));
    },
  };
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}
