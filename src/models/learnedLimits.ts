import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { ModelDescription } from './provider';
import type { StatedSizes } from './refusalSizes';

export const limitsSchema = z.object({
  /** Most tokens of an answer. */
  output: z.int().positive().optional(),
  /** Most tokens of prompt and answer together. */
  window: z.int().positive().optional(),
  /** Whether the window is what the account may use in a minute. */
  isRate: z.boolean().optional(),
});
export type StatedLimits = z.infer<typeof limitsSchema>;

/** The limits of one model at one server, as its refusals state them. */
export class LearnedLimits {
  #limits: StatedLimits = {};
  /** Tokens of the largest answered request, with its answer; the window cannot be smaller. */
  #taken = 0;

  get all(): StatedLimits {
    return this.#limits;
  }

  /** Restores limits of an earlier run; limits learned since take precedence. */
  recall(kept: StatedLimits): void {
    this.#limits = { ...kept, ...this.#limits };
  }

  learn({ output = Infinity, window = Infinity }: StatedSizes, isRate = false): void {
    const { output: most = Infinity, window: whole = Infinity } = this.#limits;
    if (output < most) this.#limits = { ...this.#limits, output: Math.floor(output) };
    if (window < whole && window >= this.#taken)
      this.#limits = { ...this.#limits, window: Math.floor(window), ...(isRate ? { isRate } : {}) };
  }

  /** Records that a request was answered with so many tokens in all. */
  take(tokens: number): void {
    this.#taken = Math.max(this.#taken, tokens);
    const { window = Infinity, isRate: _, ...limits } = this.#limits;
    if (window < tokens) this.#limits = limits;
  }

  within<D extends Pick<ModelDescription, 'maxInputTokens' | 'maxOutputTokens'>>(description: D): D {
    const { output, window } = this.#limits;
    return {
      ...description,
      maxInputTokens: least(description.maxInputTokens, window),
      maxOutputTokens: least(description.maxOutputTokens, output),
    };
  }
}

export const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Describes the limits for people. */
export function limitTexts({ output, window, isRate = false }: StatedLimits): string[] {
  return [
    ...(output === undefined ? [] : [l10n.t('answers in {0} tokens at most', output.toLocaleString('en'))]),
    ...(window === undefined || isRate ? [] : [l10n.t('reads {0} tokens', window.toLocaleString('en'))]),
    ...(window === undefined || !isRate ? [] : [l10n.t('takes {0} tokens a minute', window.toLocaleString('en'))]),
  ];
}
