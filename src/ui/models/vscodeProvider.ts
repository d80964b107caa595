import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { watchedParts, withDeadline, type DeadlineOptions } from '../../async/deadline';
import type { ModelFacts } from '../../models/modelSize';
import { ModelError } from '../../models/modelError';
import type {
  ModelDescription,
  ModelProvider,
  ModelReply,
  ModelRequest,
  SendWatch,
  AssistantPart,
  ModelMessage,
  UserPart,
  TokenUsage,
} from '../../models/provider';
import { RunawayAnswer, runawayText, RunawayWatch } from '../../models/runaway';
import { cancelledBy } from '../kit/cancellable';
import { editorModelError, type Refused } from './editorModelError';
import type { EditorModels } from './editorModels';
import { usageFromPart } from './usagePart';
import { formatEditorModelId } from './vendors';

interface VscodeProviderOptions {
  models: EditorModels;
  /** `context.languageModelAccessInformation`: whether the user has allowed a model to be used. */
  access: Pick<vscode.LanguageModelAccessInformation, 'canSendRequest'>;
  /** Milliseconds of silence after which a request is cancelled. */
  stallMs?: number;
}

const defaultStallMs = 3 * 60_000;
/** Milliseconds; the editor shows its question for consent as long as the user likes. */
const consentLimitMs = 60 * 60_000;
const countLimitMs = 20_000;

/** The editor reports these capabilities, although its published types lack them. */
const capabilitiesSchema = z.object({ capabilities: z.object({ supportsToolCalling: z.boolean() }) });

/**
 * The editor's own models, by `vendor/id`. The first request asks the user for consent, so it must follow an act of the
 * user.
 */
export class VscodeProvider implements ModelProvider {
  readonly name = 'vscode';
  /** Models that refused tools. */
  readonly #toolless = new Set<string>();

  constructor(private readonly options: VscodeProviderOptions) {}

  get place(): string {
    return l10n.t('the editor');
  }

  async describe(model: string, signal: AbortSignal): Promise<ModelDescription> {
    return this.#description(await this.#find(model, signal));
  }

  async about(model: string, signal: AbortSignal): Promise<ModelFacts> {
    return { maxInputTokens: (await this.#find(model, signal)).maxInputTokens };
  }

  asLearned(description: ModelDescription): ModelDescription {
    return this.#toolless.has(description.id) ? { ...description, hasTools: false } : description;
  }

  async list(signal: AbortSignal): Promise<readonly ModelDescription[]> {
    return (await this.options.models.all(signal)).map((model) => this.#description(model));
  }

  async send(request: ModelRequest, watch: SendWatch): Promise<ModelReply> {
    if (request.answer !== undefined) {
      const message = `The models of the editor cannot be held to a schema; ask ${request.model} in plain text.`;
      throw new ModelError('bad_request', message, this.#facts(request.model));
    }
    const model = await this.#find(request.model, watch.signal);
    const cancelling = cancelledBy(watch.signal);
    const reply = new ReplyParts(watch, new RunawayWatch(request.maxOutputTokens));
    try {
      await this.#read(model, request, { watch, reply, token: cancelling.token });
      return reply.finished(request.model);
    } catch (error) {
      watch.signal.throwIfAborted();
      return await this.#failed(error, request, { hasBegun: reply.hasBegun, signal: watch.signal });
    } finally {
      // Cancelled after a stall too, because the model must stop.
      cancelling.cancel();
      cancelling.dispose();
    }
  }

  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    const model = await this.#find(request.model, signal);
    const text = requestText(request);
    try {
      return await withDeadline(
        { signal, ms: countLimitMs, late: () => new Error('Nothing was counted in time.') },
        model.countTokens(text),
      );
    } catch {
      signal.throwIfAborted();
      return Math.ceil(text.length / charactersPerToken);
    }
  }

  async #read(
    model: vscode.LanguageModelChat,
    request: ModelRequest,
    { watch, reply, token }: { watch: SendWatch; reply: ReplyParts; token: vscode.CancellationToken },
  ): Promise<void> {
    const limits = this.#limits(request.model, watch.signal);
    const isAsked = this.options.access.canSendRequest(model) !== true;
    const sent = model.sendRequest(editorMessages(request), optionsFor(request), token);
    const response = await withDeadline(isAsked ? { ...limits, ms: consentLimitMs } : limits, sent);
    watch.onAlive?.();
    for await (const part of watchedParts(response.stream, limits)) reply.take(part);
  }

  async #failed(
    error: unknown,
    { model, tools = [] }: ModelRequest,
    { hasBegun, signal }: { hasBegun: boolean; signal: AbortSignal },
  ): Promise<ModelReply> {
    if (error instanceof ModelError) throw error;
    if (error instanceof RunawayAnswer)
      throw new ModelError('runaway', runawayText(error.kind, this.place, model), {
        ...this.#facts(model),
        runaway: error.kind,
      });
    if (tools.length > 0 && !hasBegun && isAboutTools(error)) {
      this.#toolless.add(model);
      const message = l10n.t(
        'The editor’s model {0} takes no tools. Resume: from now on they are offered to it in plain text.',
        model,
      );
      throw new ModelError('bad_request', message, this.#facts(model), { cause: error });
    }
    const isGone = error instanceof vscode.LanguageModelError && error.code === vscode.LanguageModelError.NotFound.name;
    const models = isGone ? { models: await this.#ids(signal) } : {};
    const failed = editorModelError(error, { model, hasBegun, ...models });
    if ('refusal' in failed)
      return { parts: [], stop: 'refusal', usage: undefined, pages: [], refusal: failed.refusal };
    throw failed;
  }

  /** Finds a model. @throws ModelError `no_model` with those that exist; `no_consent` if the user has refused it. */
  async #find(id: string, signal: AbortSignal): Promise<vscode.LanguageModelChat> {
    const found = await this.options.models.find(id, signal);
    if (found !== undefined && this.options.access.canSendRequest(found) !== false) return found;
    const request = { model: id, hasBegun: false };
    throw asError(
      found === undefined
        ? editorModelError(vscode.LanguageModelError.NotFound(), { ...request, models: await this.#ids(signal) })
        : editorModelError(vscode.LanguageModelError.NoPermissions(), request),
    );
  }

  async #ids(signal: AbortSignal): Promise<string[]> {
    return (await this.options.models.all(signal)).map(formatEditorModelId);
  }

  #description(model: vscode.LanguageModelChat): ModelDescription {
    const id = formatEditorModelId(model);
    const hasTools = capabilitiesSchema.safeParse(model).data?.capabilities.supportsToolCalling ?? true;
    return {
      id,
      name: model.name,
      maxInputTokens: model.maxInputTokens,
      maxOutputTokens: undefined,
      hasTools: hasTools && !this.#toolless.has(id),
      hasStructuredAnswers: false,
      hasServerSearch: false,
      hasServerFetch: false,
      efforts: [],
      reportsUsage: false,
    };
  }

  #limits(model: string, signal: AbortSignal): DeadlineOptions {
    const { stallMs = defaultStallMs } = this.options;
    const message = l10n.t(
      'Nothing came from the editor’s model {0} for {1} seconds.',
      model,
      Math.round(stallMs / 1_000),
    );
    return { signal, ms: stallMs, late: () => new ModelError('stalled', message, this.#facts(model)) };
  }

  #facts(model: string): { provider: string; model: string } {
    return { provider: this.name, model };
  }
}

/** Makes an Error of a failure or a filter's refusal. */
const asError = (failed: ModelError | Refused): Error =>
  failed instanceof ModelError ? failed : new Error(failed.refusal);

/** Characters per token, used if the editor does not count. */
const charactersPerToken = 3.5;

const isAboutTools = (error: unknown): boolean =>
  error instanceof Error &&
  /\btools?\b.{0,60}(?:not supported|unsupported|not available)|(?:not|n't) support.{0,40}\btools?\b/i.test(
    error.message,
  );

function optionsFor({ tools = [] }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  const justification = l10n.t('Debaters, Chair and audience of a debate that you started speak through this model.');
  if (tools.length === 0) return { justification };
  return { justification, tools: tools.map((tool) => ({ ...tool })), toolMode: vscode.LanguageModelChatToolMode.Auto };
}

type UserContent = Exclude<Parameters<typeof vscode.LanguageModelChatMessage.User>[0], string>;
type AssistantContent = Exclude<Parameters<typeof vscode.LanguageModelChatMessage.Assistant>[0], string>;

/**
 * Translates a request for the editor, which knows messages of users and models only: instructions come first in the
 * user's first message.
 */
function editorMessages({
  system,
  messages,
}: Pick<ModelRequest, 'system' | 'messages'>): vscode.LanguageModelChatMessage[] {
  const instructions = system.flatMap(({ text }) => textPart(text));
  const [first, ...rest] = messages;
  if (first?.role !== 'user') return [...asUser(instructions), ...messages.flatMap(converted)];
  return [...asUser([...instructions, ...first.parts.flatMap(userPart)]), ...rest.flatMap(converted)];
}

const converted = (message: ModelMessage): vscode.LanguageModelChatMessage[] =>
  message.role === 'user' ? asUser(message.parts.flatMap(userPart)) : asAssistant(message.parts.flatMap(assistantPart));

/** Leaves out an empty message, since some model extensions refuse one. */
const asUser = (content: UserContent): vscode.LanguageModelChatMessage[] =>
  content.length === 0 ? [] : [vscode.LanguageModelChatMessage.User(content)];
const asAssistant = (content: AssistantContent): vscode.LanguageModelChatMessage[] =>
  content.length === 0 ? [] : [vscode.LanguageModelChatMessage.Assistant(content)];

const textPart = (text: string): vscode.LanguageModelTextPart[] =>
  text === '' ? [] : [new vscode.LanguageModelTextPart(text)];

function userPart(part: UserPart): UserContent {
  if (part.type === 'text') return textPart(part.text);
  // The editor cannot mark a tool's result as a failure.
  const text = part.isError === true ? `Error: ${part.text}` : part.text;
  return [new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(text)])];
}

function assistantPart(part: AssistantPart): AssistantContent {
  if (part.type === 'text') return textPart(part.text);
  if (part.type === 'opaque') return [];
  const input = typeof part.input === 'object' && part.input !== null ? part.input : {};
  return [new vscode.LanguageModelToolCallPart(part.id, part.name, input)];
}

/** The request as one text, because each count is a call to another process. */
function requestText({ system, messages, tools = [] }: ModelRequest): string {
  const texts = messages.flatMap(({ parts }) => [...parts].map(partText));
  return [...system.map(({ text }) => text), ...tools.map((tool) => JSON.stringify(tool)), ...texts].join('\n\n');
}

function partText(part: UserPart | AssistantPart): string {
  if (part.type === 'text' || part.type === 'tool_result') return part.text;
  return part.type === 'opaque' ? '' : `${part.name} ${JSON.stringify(part.input)}`;
}

class ReplyParts {
  readonly #parts: AssistantPart[] = [];
  #usage: TokenUsage | undefined;
  hasBegun = false;

  constructor(
    private readonly watch: Pick<SendWatch, 'onText' | 'onUnseen' | 'onAlive'>,
    private readonly runaway: RunawayWatch,
  ) {}

  /** Takes a part; one of an unknown kind only counts as a sign of life. */
  take(part: unknown): void {
    this.watch.onAlive?.();
    if (part instanceof vscode.LanguageModelTextPart) this.#takeText(part.value);
    else if (part instanceof vscode.LanguageModelToolCallPart) this.#takeCall(part);
    else if (part instanceof vscode.LanguageModelDataPart)
      this.#usage = usageFromPart(part.mimeType, part.data) ?? this.#usage;
  }

  /** Makes the reply. @throws ModelError `empty` when there is neither text nor call. */
  finished(model: string): ModelReply {
    const isEmpty = this.#parts.every((part) => part.type === 'text' && part.text.trim() === '');
    const usage = this.#usage === undefined ? {} : { usage: this.#usage };
    if (isEmpty)
      throw new ModelError('empty', l10n.t('The answer of the editor’s model {0} was empty.', model), {
        provider: 'vscode',
        model,
        ...usage,
      });
    const stop = this.#parts.some((part) => part.type === 'tool_call') ? 'tool_use' : 'end';
    return { parts: this.#parts, stop, usage: this.#usage, pages: [] };
  }

  #takeText(delta: string): void {
    if (delta === '') return;
    this.hasBegun = true;
    const last = this.#parts.at(-1);
    if (last?.type === 'text') last.text += delta;
    else this.#parts.push({ type: 'text', text: delta });
    this.watch.onText?.(delta);
    this.runaway.write(delta);
  }

  #takeCall({ callId, name, input }: vscode.LanguageModelToolCallPart): void {
    this.hasBegun = true;
    const written = JSON.stringify(input);
    this.watch.onUnseen?.(written.length);
    this.runaway.write(written);
    this.#parts.push({ type: 'tool_call', id: callId, name, input });
  }
}
