import { isModelError } from '../../models/modelError';
import { patiently, type Patience } from '../../models/patience';
import type { ModelDescription, ModelProvider, ModelReply, ModelRequest, SendWatch } from '../../models/provider';
import { TaskError, type PerformContext } from '../performer';
import type { Fence } from './fence';
import type { Meter } from './meter';
import { readPlainCalls, withPlainProtocol } from './plainProtocol';
import type { PromptBook } from './promptBook';
import { estimatedUsage } from './tokens';

/** Thrown when the request does not fit into the model's window: less of the record, then. */
export class ContextFull extends Error {}

export interface CallOptions {
  provider: ModelProvider;
  description: ModelDescription;
  meter: Meter;
  patience: Patience;
  context: PerformContext;
  fence: Fence;
  book: Pick<PromptBook, 'aside'>;
}

type CallWatch = Pick<SendWatch, 'onText' | 'onServerTool'> & {
  /** Each request begins the answer anew. */
  onStart?: () => void;
};

/** An answer that is cut is asked for again with this much more room, at most so often. */
const growth = 2;
const mostGrowths = 2;
const longestThoughtMs = 20 * 60_000;
/** Characters; too few for a copy of the instructions. */
const mostOfRefusal = 200;

/** Puts requests to one model for one task: waits out what passes, counts what it costs, and never hands on a cut answer. */
export class Caller {
  #calls = 0;

  constructor(private readonly options: CallOptions) {}

  /**
   * @throws TaskError `refused`, `cut`, or under the provider's error; ContextFull; the signal's reason.
   */
  async ask(request: ModelRequest, watch: CallWatch = {}): Promise<ModelReply> {
    const { description } = this.options;
    const most = description.maxOutputTokens ?? Infinity;
    let maxOutputTokens = Math.min(request.maxOutputTokens, most);
    for (let growths = 0; ; growths += 1) {
      const reply = await this.#once(
        withPlainProtocol({ ...request, maxOutputTokens }, description, this.options.book),
        watch,
      );
      if (reply.stop === 'refusal') throw this.#refused(reply);
      if (reply.stop === 'context_window')
        throw new ContextFull('The answer did not fit into the window of the model.');
      if (reply.stop !== 'max_tokens') return this.#withCalls(request, reply);
      if (growths === mostGrowths || maxOutputTokens >= most) throw this.#cut(maxOutputTokens);
      maxOutputTokens = Math.min(most, maxOutputTokens * growth);
    }
  }

  /**
   * For an answer that comes in one piece: where the provider wants to go on with it in another request, it is not whole.
   *
   * @throws as `ask`; TaskError `cut`.
   */
  async askWhole(request: ModelRequest, watch: CallWatch = {}): Promise<ModelReply> {
    const reply = await this.ask(request, watch);
    if (reply.stop !== 'pause') return reply;
    const message = `${this.options.description.id} paused in the middle of its answer; a cut answer is not taken.`;
    throw new TaskError('cut', message, true, { usage: this.options.meter.usage });
  }

  #withCalls(request: ModelRequest, reply: ModelReply): ModelReply {
    if (request.tools === undefined || this.options.description.hasTools) return reply;
    this.#calls += 1;
    return readPlainCalls(reply, `plain_${this.#calls}`);
  }

  async #once(request: ModelRequest, watch: CallWatch): Promise<ModelReply> {
    const { provider, meter, patience, context } = this.options;
    const { signal } = context;
    const send = (): Promise<ModelReply> => {
      watch.onStart?.();
      return provider.send(request, { ...watch, signal, onAlive: this.#lifeOf(context) });
    };
    try {
      const reply = await patiently(send, {
        patience,
        signal,
        onWait: (reason, until) => context.progress({ kind: 'waiting', reason, until }),
        onFailure: ({ facts }) => {
          if (facts.usage !== undefined) meter.add(facts.usage);
        },
      });
      const text = reply.parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('');
      meter.add(reply.usage ?? estimatedUsage(request, text), reply.usage === undefined);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      throw this.#taskError(error);
    }
  }

  /** A model that thinks says nothing for minutes; a server that only says that it is there is not waited for without end. */
  #lifeOf(context: PerformContext): () => void {
    const since = this.options.patience.now();
    return () => {
      if (this.options.patience.now() - since < longestThoughtMs) context.progress({ kind: 'alive' });
    };
  }

  #taskError(error: unknown): Error {
    if (!isModelError(error)) return error instanceof Error ? error : new Error(String(error));
    if (error.code === 'too_large') return new ContextFull(error.message, { cause: error });
    const { blocks } = error;
    return new TaskError(error.code, error.message, false, { blocks, usage: this.options.meter.usage, cause: error });
  }

  /** The reason is the model's own words, and goes into the record: a line of it, as a quotation. */
  #refused({ refusal }: ModelReply): TaskError {
    const why =
      refusal === undefined || refusal === ''
        ? ''
        : `: “${this.options.fence.attribute(refusal).replace(/[“”]/g, '’').slice(0, mostOfRefusal)}”`;
    return new TaskError('refused', `${this.options.description.id} refused to answer${why}.`, false, {
      usage: this.options.meter.usage,
    });
  }

  #cut(tokens: number): TaskError {
    const message = `${this.options.description.id} did not come to an end within ${tokens} tokens; a cut answer is not taken.`;
    return new TaskError('cut', message, false, { usage: this.options.meter.usage });
  }
}
