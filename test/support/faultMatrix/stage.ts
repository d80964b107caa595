import * as z from 'zod';
import { checkedBaseUrl } from '../../../src/models/wire';
import { createOpenAiProvider } from '../../../src/models/openai/openAiProvider';
import type { ModelProvider } from '../../../src/models/provider';
import type { ResearchTool } from '../../../src/research/tool';
import type { ModelAccess } from '../../../src/session/plan/modelAccess';
import { startChatServer, type ChatServer } from '../chatServer/chatServer';
import { startMessagesServer, type MessagesServer } from '../messagesServer/messagesServer';
import type { RecordedRequest } from '../messagesServer/recordedRequest';
import type { MessagesRequest } from '../messagesServer/requestSchema';
import { anthropicAt, askedOfChat, askedOfMessages, chatAnswer, messagesAnswer } from '../modelDebate';
import type { Affliction } from './faults';
import type { FaultedModel, Verdict } from './faultedModel';

/** A provider's server with a model that may be hit, and the provider that talks to it. */
export interface Stage {
  access: ModelAccess;
  /** Requests for which the server was not prepared. */
  mistakes(): readonly unknown[];
  /** Usage that the server has booked and reported, at least in part. */
  booked(): Booked;
  /** Number of requests for answers. */
  requests(): number;
  close(): Promise<void>;
}

interface Range {
  least: number;
  most: number;
}

/** Tokens as a range for the record's count; both ends are equal unless an answer broke off. */
export interface Booked {
  input: Range;
  output: Range;
  isEstimated: boolean;
}

export interface Staging {
  model: FaultedModel;
  affliction: Affliction | undefined;
  key: string;
}

const notWanted = { error: 'the engine sends this back' };

/** Pages may be read, which allows the provider's own search. */
const noPages: ResearchTool = {
  name: 'fetch_page',
  description: 'Reads a page.',
  input: z.object({ url: z.string() }),
  run: () => Promise.resolve({ text: 'There is no network here.', isError: true }),
};

const accessOf = (provider: ModelProvider): ModelAccess => ({
  provider: () => Promise.resolve(provider),
  researchTools: () => Promise.resolve([noPages]),
});

export async function messagesStage({ model, affliction, key }: Staging): Promise<Stage> {
  const verdicts = new Map<RecordedRequest, Verdict>();
  /** Requests whose streams ended with the server; how much arrived is unknown. */
  const severed = new Set<RecordedRequest>();
  const server = await startMessagesServer({
    key,
    chunk: 60,
    faults: (record) => {
      if (record.path !== '/v1/messages' || record.body === undefined) return undefined;
      const asked = askedOfMessages(record.body as MessagesRequest);
      const verdict = model.verdict(asked);
      verdicts.set(record, verdict);
      if (verdict !== 'hit' || affliction?.messages == null) return undefined;
      if (affliction.closes === true) {
        for (const other of server.requests) if (!other.isDone && other !== record) severed.add(other);
        void server.close();
      }
      const done = affliction.messages(model.marked(asked, key));
      return 'wire' in done ? done.wire : undefined;
    },
    answer: (request) => {
      const asked = askedOfMessages(request);
      const record = server.requests.find((one) => one.request === request);
      const verdict = record === undefined ? 'honest' : verdicts.get(record);
      if (verdict === 'refused') return { json: notWanted, isUnchecked: true };
      if (verdict !== 'hit' || affliction?.messages == null) return messagesAnswer(model.honest(asked));
      const marked = model.marked(asked, key);
      const done = affliction.messages(marked);
      return 'answer' in done ? done.answer : { text: marked.whole, isUnchecked: true };
    },
  });
  return {
    access: accessOf(anthropicAt(server.url, key, affliction?.stallMs)),
    mistakes: () => server.mistakes,
    booked: () => bookedByMessages(server, severed),
    requests: () => server.requests.filter(({ path }) => path === '/v1/messages').length,
    close: () => server.close(),
  };
}

const exactly = (tokens: number): Range => ({ least: tokens, most: tokens });

/** Tokens of the shortest piece of a broken answer; estimates assume fewer characters per token than the servers. */
const pieceTokens = { messages: 15, chat: 5 };
const brokenOutput = (tokens: number, piece: number): Range => ({
  least: Math.min(tokens, piece),
  most: Math.ceil(tokens * 1.2) + 1,
});

const sumOf = (ranges: readonly Range[]): Range => ({
  least: ranges.reduce((sum, { least }) => sum + least, 0),
  most: ranges.reduce((sum, { most }) => sum + most, 0),
});

const allBooked = (requests: readonly Booked[]): Booked => ({
  input: sumOf(requests.map(({ input }) => input)),
  output: sumOf(requests.map(({ output }) => output)),
  isEstimated: requests.some(({ isEstimated }) => isEstimated),
});

function bookedByMessages(server: MessagesServer, severed: ReadonlySet<RecordedRequest>): Booked {
  const told = server.requests.flatMap((request) => {
    const { usage, fault = {} } = request;
    const isMute =
      ('reset' in fault && fault.reset !== 'mid-stream') || ('stall' in fault && fault.stall !== 'after-first-token');
    if (usage === undefined || isMute) return [];
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
    const input = exactly(input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0));
    if (severed.has(request))
      return [{ input: { least: 0, most: input.most }, output: brokenOutput(output_tokens, 0), isEstimated: false }];
    const isEstimated = Object.keys(fault).length > 0 && !('empty' in fault);
    const output = isEstimated ? brokenOutput(output_tokens, pieceTokens.messages) : exactly(output_tokens);
    return [{ input, output, isEstimated }];
  });
  return allBooked(told);
}

function bookedByChat({ ledger }: ChatServer): Booked {
  const told = ledger.flatMap(({ answer: { fault }, usage }) => {
    const isEstimated = fault !== undefined && fault.kind !== 'empty';
    const isMute = isEstimated && (!('after' in fault) || fault.after === 0);
    if (isMute) return [];
    const { prompt_tokens: input, completion_tokens: output } = usage;
    if (!isEstimated) return [{ input: exactly(input), output: exactly(output), isEstimated }];
    // A reset may overtake text that was sent before it.
    const isSure = fault.kind !== 'reset';
    return [
      {
        input: { least: isSure ? input / 2 : 0, most: input * 2 },
        output: { ...brokenOutput(output, pieceTokens.chat), ...(isSure ? {} : { least: 0 }) },
        isEstimated: isSure,
      },
    ];
  });
  return allBooked(told);
}

export async function chatStage({ model, affliction, key }: Staging): Promise<Stage> {
  let asks = 0;
  const server = await startChatServer({
    key,
    answer: (request) => {
      const asked = askedOfChat(request);
      const probed = probeAnswer(request.tools, request.answer?.name, asked.text);
      if (probed !== undefined) return probed;
      asks += 1;
      const verdict = model.verdict(asked);
      if (verdict === 'refused') return { json: notWanted };
      if (verdict !== 'hit' || affliction?.chat == null) return { ...chatAnswer(model.honest(asked)), pieceLength: 60 };
      if (affliction.closes === true) void server.close();
      return { pieceLength: 20, ...affliction.chat(model.marked(asked, key)) };
    },
  });
  const { stallMs } = affliction ?? {};
  const waits = stallMs === undefined ? {} : { stallMs, firstMs: stallMs };
  const provider = createOpenAiProvider({
    baseUrl: checkedBaseUrl(server.baseUrl),
    key: () => Promise.resolve(key),
    ...waits,
  });
  return {
    access: accessOf(provider),
    mistakes: () => server.problems,
    booked: () => bookedByChat(server),
    requests: () => asks,
    close: () => server.close(),
  };
}

/** Answers to the small requests with which the provider tests a model. */
function probeAnswer(tools: readonly string[], shape: string | undefined, text: string) {
  if (tools.includes('ready')) return { toolCalls: [{ name: 'ready', input: {} }] };
  if (shape === 'ready') return { json: { ready: true } };
  return text.includes('Write the word "ready"') ? { text: 'ready' } : undefined;
}
