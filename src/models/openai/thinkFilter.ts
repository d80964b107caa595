const tags = ['think', 'thinking'];

type State = 'start' | 'thinking' | 'after' | 'text';

/**
 * Takes the thinking out that many local models write at the start of their content as `<think>…</think>`. Works on a stream:
 * what may still become a tag is held back.
 */
export class ThinkFilter {
  #state: State = 'start';
  #held = '';
  #end = '';

  /** What of the content up to here is answer, and was not returned yet. */
  push(piece: string): string {
    this.#held += piece;
    if (this.#state === 'start') this.#state = this.#begin();
    if (this.#state === 'thinking') this.#state = this.#think();
    if (this.#state === 'after') this.#state = this.#resume();
    return this.#state === 'text' ? this.#released() : '';
  }

  /** The content is complete: what was held back is answer after all, unless it is thinking that was cut. */
  finish(): string {
    return this.#state === 'start' ? this.#released() : '';
  }

  #begin(): State {
    const text = this.#held.trimStart();
    const tag = tags.find((name) => text.startsWith(`<${name}>`));
    if (tag === undefined) return tags.some((name) => `<${name}>`.startsWith(text)) ? 'start' : 'text';
    this.#end = `</${tag}>`;
    this.#held = text.slice(tag.length + 2);
    return 'thinking';
  }

  #think(): State {
    const at = this.#held.indexOf(this.#end);
    // Thinking may be long; only what may be the beginning of its end is kept.
    this.#held = this.#held.slice(at < 0 ? -(this.#end.length - 1) : at + this.#end.length);
    return at < 0 ? 'thinking' : 'after';
  }

  #resume(): State {
    this.#held = this.#held.trimStart();
    return this.#held === '' ? 'after' : 'text';
  }

  #released(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
