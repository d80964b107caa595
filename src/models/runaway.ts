import * as l10n from '@vscode/l10n';

/** Why an answer will not end: it is too long, white space alone, or repeats the same words. */
export type RunawayKind = 'long' | 'blank' | 'repeated';

/** Thrown when an answer was cut. */
export class RunawayAnswer extends Error {
  override readonly name = 'RunawayAnswer';
  constructor(readonly kind: RunawayKind) {
    super('An answer did not end.');
  }
}

/** Factor on the tokens that were asked for. */
const tolerance = 1.5;
/** Least tokens allowed, for requests that ask for few in order to try a server. */
const leastTokens = 1_000;
/** Characters per token if the server does not count: more than in any language. */
const charactersPerToken = 8;
const longestBlank = 4_096;
/** Characters of a passage that is checked for repetition. */
const passage = 200;
const mostPassages = 10;
/** Least characters of repetitions: in a shorter text a passage may well occur ten times. */
const leastRepeated = 12_000;
/** Characters that are searched for the passage. */
const remembered = 32_768;
/** Characters between two checks. */
const checkEvery = 100;

/** Watches an answer while it is written; thinking has its own limit. @throws RunawayAnswer */
export class RunawayWatch {
  readonly #mostTokens: number;
  readonly #answer: Growth;
  readonly #thinking: Growth;

  constructor(maxOutputTokens: number) {
    this.#mostTokens = Math.max(leastTokens, tolerance * maxOutputTokens);
    this.#answer = new Growth(this.#mostTokens * charactersPerToken);
    this.#thinking = new Growth(this.#mostTokens * charactersPerToken);
  }

  write(text: string): void {
    this.#answer.add(text);
  }

  think(text: string): void {
    this.#thinking.add(text);
  }

  /** Takes the server's own count so far, thinking included; `thought` is the thinking, if counted separately. */
  count(tokens: number, thought?: number): void {
    // Uncounted thinking may be as long again.
    const apart = thought ?? (this.#thinking.length === 0 ? 0 : this.#mostTokens);
    if (tokens - apart > this.#mostTokens) throw new RunawayAnswer('long');
  }
}

class Growth {
  length = 0;
  #blank = 0;
  #recent = '';
  #unchecked = 0;

  constructor(private readonly most: number) {}

  add(text: string): void {
    if (text === '') return;
    this.length += text.length;
    if (this.length > this.most) throw new RunawayAnswer('long');
    this.#blank = /\S/.test(text) ? text.length - text.trimEnd().length : this.#blank + text.length;
    if (this.#blank >= longestBlank) throw new RunawayAnswer('blank');
    this.#recent = (this.#recent + text).slice(-remembered);
    this.#unchecked += text.length;
    if (this.#unchecked < checkEvery) return;
    this.#unchecked = 0;
    if (isRepeated(this.#recent)) throw new RunawayAnswer('repeated');
  }
}

function isRepeated(text: string): boolean {
  const newest = text.slice(-passage);
  if (newest.length < passage || newest.trim() === '') return false;
  const first = text.indexOf(newest);
  if (text.length - first < leastRepeated) return false;
  let count = 0;
  for (let at = first; at >= 0; at = text.indexOf(newest, at + passage)) count += 1;
  return count >= mostPassages;
}

/** Describes the runaway answer for people. */
export function runawayText(kind: RunawayKind, place: string, model: string): string {
  switch (kind) {
    case 'long':
      return l10n.t(
        '{1} at {0} did not end its answer, which was cut: it wrote far more than was asked for. Choose another model if it does so again.',
        place,
        model,
      );
    case 'blank':
      return l10n.t(
        '{1} at {0} did not end its answer, which was cut: it wrote nothing but white space. Choose another model if it does so again.',
        place,
        model,
      );
    case 'repeated':
      return l10n.t(
        '{1} at {0} did not end its answer, which was cut: it wrote the same words again and again. Choose another model if it does so again.',
        place,
        model,
      );
  }
}

const reasons: Readonly<Record<RunawayKind, string>> = {
  long: 'It was cut because it was far longer than what was asked for. Say it in fewer words, and end.',
  blank:
    'It was cut because it went on with nothing but white space. Write no white space that is not needed, and end.',
  repeated: 'It was cut because it repeated the same words again and again. Say each thing once, and end.',
};

/** Reason that the model reads when it is asked again. */
export const runawayReason = (kind: RunawayKind): string => reasons[kind];
