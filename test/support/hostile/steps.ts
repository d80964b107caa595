import { Session } from 'node:inspector';

/**
 * Counts a program's work in steps, not seconds, so that the count is the same on every machine: how often each block
 * of its JavaScript runs, libraries included, and how many characters its searches read. Blocks of modules that were
 * loaded before are not counted one by one: create the counter first, then import the measured code.
 */
export class StepCounter {
  readonly #session = new Session();
  #searched = 0;

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const searched = (characters: number): void => {
      this.#searched += characters;
    };
    countSearches(searched);
  }

  async of(work: () => Promise<unknown>): Promise<number> {
    this.#entered();
    this.#searched = 0;
    await work();
    return this.#entered() + this.#searched;
  }

  /** Blocks that ran since the last call. */
  #entered(): number {
    let count = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      for (const { functions } of result)
        for (const { ranges } of functions) for (const range of ranges) count += range.count;
    });
    return count;
  }

  #post(method: 'Profiler.enable'): void {
    this.#session.post(method);
  }
}

/** Work inside one search is invisible; a linter checks that regular expressions are linear. */
function countSearches(searched: (characters: number) => void): void {
  replace(RegExp.prototype, 'exec', (own, subject, [text]) => {
    const expression = subject as RegExp;
    const from = expression.global || expression.sticky ? expression.lastIndex : 0;
    const found = own() as RegExpExecArray | null;
    const end = found === null ? (expression.sticky ? from : String(text).length) : found.index + found[0].length;
    searched(Math.max(1, end - from));
    return found;
  });
  for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
    replace(String.prototype, name, (own, subject, [sought, from]) => {
      const { length } = subject as string;
      const isBackwards = name === 'lastIndexOf';
      const found = own();
      const start = typeof from === 'number' ? from : isBackwards ? length : 0;
      const end = typeof found === 'number' && found >= 0 ? found : isBackwards ? 0 : length;
      // If both texts repeat themselves, it compares the whole search text at every place.
      searched(Math.max(1, Math.abs(end - start)) * Math.max(1, String(sought).length));
      return found;
    });
  }
}

type Counted = (own: () => unknown, subject: unknown, args: readonly unknown[]) => unknown;

function replace(prototype: object, name: string, counted: Counted): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') throw new Error(`${name} is no method`);
  const value = function (this: unknown, ...args: unknown[]): unknown {
    return counted(() => Reflect.apply(own, this, args) as unknown, this, args);
  };
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
