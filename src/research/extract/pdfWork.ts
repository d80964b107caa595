import { TooComplex, type Work } from './work';

/** The reader asks for the time once in so many operators of a content, and before the first of each. */
const operatorsPerLook = 100;
/** The reader makes so many promises for a form, one within the other. */
const promisesPerForm = 2;
/** A table of what codes mean may have any number of them. */
const charactersPerLook = 1_000;

/** What is read now: the globals are one for all of this thread. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Counts what the reader of PDF does, which says nothing of it itself: the bytes that it makes room for, which is how it unpacks, the characters
 * that it makes of codes, how deep it goes, and how often it asks for the time, which it does between operators. Meanwhile time stands still, so that what it does depends on no clock.
 *
 * @throws TooComplex past a bound, whatever the reader made of that
 */
export async function countingPdf<T>(work: Work, read: (work: Work) => Promise<T>): Promise<T> {
  const before = turn;
  const { promise, resolve } = settledLater();
  turn = promise;
  await before;
  const counter = new PdfCounter(work);
  try {
    return counter.checked(await read(work));
  } catch (error) {
    throw counter.past ?? error;
  } finally {
    counter.restore();
    resolve();
  }
}

function settledLater(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

class PdfCounter {
  readonly #bytes = globalThis.Uint8Array;
  readonly #promise = globalThis.Promise;
  #nested = 0;
  readonly #now = Date.now.bind(Date);
  #characters = 0;
  readonly #character = String.fromCharCode.bind(String);
  /** The reader takes a failure for a damaged document, and goes on. */
  past: TooComplex | undefined;

  constructor(private readonly work: Work) {
    const now = this.#now();
    Date.now = () => {
      this.#count('operators', operatorsPerLook);
      return now;
    };
    String.fromCharCode = (...codes) => {
      this.#characters += 1;
      if (this.#characters % charactersPerLook === 0) this.#count('steps', charactersPerLook);
      return this.#character(...codes);
    };
    globalThis.Promise = new Proxy(this.#promise, {
      construct: (target, args: unknown[], made) => this.#construct(target, args, made),
    });
    globalThis.Uint8Array = new Proxy(this.#bytes, {
      construct: (target, args: unknown[], made) => {
        const [length] = args;
        if (typeof length === 'number') this.#count('unpacked bytes', length);
        return Reflect.construct(target, args, made) as object;
      },
    });
  }

  /** A form within a form takes from its stack, which it must not use up. */
  #construct(target: PromiseConstructor, args: unknown[], made: NewableFunction): object {
    this.#nested += 1;
    try {
      this.#bounded(() => this.work.check('nested forms', Math.floor(this.#nested / promisesPerForm)));
      return Reflect.construct(target, args, made) as object;
    } finally {
      this.#nested -= 1;
    }
  }

  checked<T>(value: T): T {
    if (this.past !== undefined) throw this.past;
    return value;
  }

  restore(): void {
    globalThis.Uint8Array = this.#bytes;
    globalThis.Promise = this.#promise;
    Date.now = this.#now;
    String.fromCharCode = this.#character;
  }

  #count(measure: 'operators' | 'steps' | 'unpacked bytes', by: number): void {
    this.#bounded(() => this.work.count(measure, by));
  }

  #bounded(count: () => void): void {
    try {
      count();
    } catch (error) {
      if (error instanceof TooComplex) this.past ??= error;
      throw error;
    }
  }
}
