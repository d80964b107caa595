import * as vscode from 'vscode';
import { ModelError } from '../../models/modelError';
import type { AssistantPart, ModelReply, SendWatch, TokenUsage } from '../../models/provider';
import { usageFromPart } from './usagePart';

/** What has come of an answer so far. */
export class ReplyParts {
  readonly #parts: AssistantPart[] = [];
  #usage: TokenUsage | undefined;
  hasBegun = false;

  constructor(private readonly watch: Pick<SendWatch, 'onText' | 'onAlive'>) {}

  /** Parts of kinds that are not known are signs of life and nothing more. */
  take(part: unknown): void {
    this.watch.onAlive?.();
    if (part instanceof vscode.LanguageModelTextPart) this.#takeText(part.value);
    else if (part instanceof vscode.LanguageModelToolCallPart) this.#takeCall(part);
    else if (part instanceof vscode.LanguageModelDataPart)
      this.#usage = usageFromPart(part.mimeType, part.data) ?? this.#usage;
  }

  /** @throws ModelError `empty` when there is neither text nor call. */
  finished(model: string): ModelReply {
    const isEmpty = this.#parts.every((part) => part.type === 'text' && part.text.trim() === '');
    const usage = this.#usage === undefined ? {} : { usage: this.#usage };
    if (isEmpty)
      throw new ModelError('empty', vscode.l10n.t('The answer of the editor’s model {0} was empty.', model), {
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
  }

  #takeCall({ callId, name, input }: vscode.LanguageModelToolCallPart): void {
    this.hasBegun = true;
    this.#parts.push({ type: 'tool_call', id: callId, name, input });
  }
}
