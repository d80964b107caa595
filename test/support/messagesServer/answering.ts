import type { Message } from '@anthropic-ai/sdk/resources/messages';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Answerer } from './answer';
import { invalid } from './apiError';
import { Composer, type Composed } from './composer';
import { eventsOf, frame } from './events';
import { streamSteps, type Step } from './faults';
import type { ModelEntry } from './models';
import type { CacheTicket, PrefixCache } from './prefixCache';
import { promptTokens, renderPrompt, type Prompt } from './prompt';
import type { RecordedRequest } from './recordedRequest';
import { checkCounted, checkRequest, modelOf } from './requestRules';
import { readCountRequest, readRequest, type MessagesRequest } from './requestSchema';
import { openThinking } from './seals';
import { send } from './transport';
import { usageOf } from './usage';

interface Parts {
  models: readonly ModelEntry[];
  cache: PrefixCache;
  answer: Answerer;
  now: () => number;
  chunk: number;
  latencyMs: (request: MessagesRequest) => number;
}

interface Job {
  record: RecordedRequest;
  request: MessagesRequest;
  model: ModelEntry;
  prompt: Prompt;
  ticket: CacheTicket;
  n: number;
}

const none = { web_search_requests: 0, web_fetch_requests: 0 };

/** `POST /v1/messages` from the checked request to the last byte. */
export class Answering {
  #count = 0;

  constructor(private readonly parts: Parts) {}

  /** Answers `POST /v1/messages/count_tokens`. @throws ApiError */
  count(record: RecordedRequest): { input_tokens: number } {
    const request = readCountRequest(record.body);
    const model = modelOf(this.parts.models, request.model);
    checkCounted(request, model);
    return { input_tokens: promptTokens(render(request, model)) };
  }

  /** Answers a checked request. @throws ApiError, ScriptMistake */
  async answer(record: RecordedRequest, response: ServerResponse): Promise<void> {
    const job = this.#accept(record);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const { request, model, prompt, n, ticket } = job;
    const isEmpty = record.fault !== undefined && 'empty' in record.fault;
    const info = { n, model: model.id, tokens: promptTokens(prompt), signal: left.signal };
    const answer = isEmpty ? { isUnchecked: true } : await this.parts.answer(request, info);
    await delay(this.parts.latencyMs(request), undefined, { signal: left.signal }).catch(() => undefined);
    if (response.destroyed) return;
    const begun = ticket.usage();
    const composed = new Composer({ request, model, prompt, ticket, now: this.parts.now, n }).compose(answer);
    ticket.begin();
    const message = toMessage(job, answer, composed);
    record.usage = message.usage;
    record.stopReason = message.stop_reason;
    const start = usageOf(begun, { tokens: 1, thinking: 0, searches: none });
    await this.#stream(job, response, { message, start, composed, answer });
  }

  /** Checks everything that the API checks before a model sees the request. */
  #accept(record: RecordedRequest): Job {
    const request = readRequest(record.body);
    record.request = request;
    const model = modelOf(this.parts.models, request.model);
    checkRequest(request, model);
    const prompt = render(request, model);
    const tokens = promptTokens(prompt);
    if (tokens > model.maxInputTokens)
      throw invalid(`prompt is too long: ${tokens} tokens > ${model.maxInputTokens} maximum`);
    return { record, request, model, prompt, ticket: this.parts.cache.open(prompt), n: this.#count++ };
  }

  async #stream(
    { record }: Job,
    response: ServerResponse,
    told: { message: Message; start: Message['usage']; composed: Composed; answer: Answer },
  ): Promise<void> {
    const frames = eventsOf(told.message, told.start, this.parts.chunk, told.composed.cutInput).map(frame);
    const steps: Step[] = streamSteps(frames, record.fault);
    const first = frames.findIndex((text) => text.includes('"text_delta"'));
    if (told.answer.until !== undefined) steps.splice(first < 0 ? -2 : first + 1, 0, { until: told.answer.until });
    const { pace } = told.answer;
    record.status = 200;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'request-id': record.requestId,
    });
    await send(response, pace === undefined ? steps : paced(steps, pace));
  }
}

const paced = (steps: readonly Step[], pace: NonNullable<Answer['pace']>): Step[] => {
  let pieces = 0;
  return steps.flatMap((step): Step[] => {
    if (typeof step !== 'string' || !step.includes('"text_delta"')) return [step];
    const piece = pieces++;
    return [{ until: () => pace(piece) }, step];
  });
};

const render = (request: MessagesRequest, model: ModelEntry): Prompt =>
  renderPrompt(request, model, (signature) => openThinking(signature)?.model);

const toMessage = ({ n, model, ticket }: Job, answer: Answer, composed: Composed): Message => ({
  id: `msg_${n}`,
  type: 'message',
  role: 'assistant',
  model: model.id,
  content: composed.content,
  stop_reason: composed.stop,
  stop_sequence: null,
  container: null,
  diagnostics: null,
  stop_details:
    composed.stop === 'refusal' ? { type: 'refusal', category: null, explanation: null, ...answer.refusal } : null,
  usage: usageOf(ticket.usage(), {
    tokens: composed.outputTokens,
    thinking: composed.thinkingTokens,
    searches: composed.searches,
  }),
});
