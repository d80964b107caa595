import { onAssigned } from './pdfOperators';
import { bounds, SourceTooComplex, type Work } from './work';

// The PDF reader reports none of its work, so what it calls counts it: constructors and functions of the language. Only the
// process that reads PDF documents loads this, because it changes the globals while a document is read.

/** The reader asks for the time once per so many operators, and before the first of each content. */
const operatorsPerLook = 100;
/** Making an error's words takes about as long as so many operators. */
const operatorsPerError = 10;
/** The depth of saved states is looked at once per so many. */
const statesPerLook = 64;
/** One within the other, for each form. */
const promisesPerForm = 2;
/** A table of the meanings of codes may have any number of them. Each takes about as long as two other steps. */
const charactersPerLook = 1_000;
const stepsPerCharacter = 2;
/** A shorter copy of a part of a text is not counted. */
const longestUncounted = 16;
/** A list is counted whenever it grows past one of these lengths: half of its items are new since the one before. */
const countedLengths = Array.from({ length: 12 }, (_, power) => 2 ** (power + 13));

/** The current document: the globals are shared by all of this thread. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Counts the reader's work: bytes allocated (as it unpacks), items of its lists, characters decoded, depth, and its requests for
 * the time, which come between operators. Time stands still, so that no clock matters.
 *
 * @throws SourceTooComplex past a bound, whatever the reader made of it
 */
export async function countingPdf<T>(work: Work, read: (work: Work) => Promise<T>): Promise<T> {
  const before = turn;
  let done = (): void => undefined;
  turn = new Promise<void>((resolve) => (done = resolve));
  await before;
  const counter = new PdfCounter(work);
  try {
    return counter.checked(await read(work));
  } catch (error) {
    throw counter.past ?? error;
  } finally {
    counter.restore();
    done();
  }
}

type Counted = 'operators' | 'steps' | 'unpacked bytes' | 'listed items';

/** The arrays of bytes and numbers that the reader makes. */
const arraysOfNumbers = [
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const;

class PdfCounter {
  readonly #undo: (() => void)[] = [];
  #nested = 0;
  #characters = 0;
  /** The reader takes a failure for a damaged document, and continues. */
  past: SourceTooComplex | undefined;

  constructor(private readonly work: Work) {
    this.#countCalls();
    this.#countPromises();
    this.#countBytes();
    this.#countLists();
    this.#countObjects();
    this.#countSavedStates();
    // The reader throws and catches an error for a command that is out of place: without a trace it costs little.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    this.#undo.push(() => (Error.stackTraceLimit = stackTraceLimit));
  }

  checked<T>(value: T): T {
    if (this.past !== undefined) throw this.past;
    return value;
  }

  restore(): void {
    for (const undo of this.#undo.reverse()) undo();
  }

  #countCalls(): void {
    const now = Date.now();
    this.#replace(Date, 'now', () => () => {
      this.#count('operators', operatorsPerLook);
      return now;
    });
    this.#replace(String, 'fromCharCode', (own) => (...codes: number[]) => {
      this.#characters += 1;
      if (this.#characters % charactersPerLook === 0) this.#count('steps', charactersPerLook * stepsPerCharacter);
      return Reflect.apply(own, String, codes) as string;
    });
    // A meaning of many characters is copied for each code of its range.
    this.#replace(String.prototype, 'substring', (own) => {
      const copied = (text: string): string => {
        if (text.length > longestUncounted) this.#count('unpacked bytes', 8 * text.length);
        return text;
      };
      return function (this: string, ...ends: number[]): string {
        return copied(Reflect.apply(own, this, ends) as string);
      };
    });
  }

  /** A nested form uses the reader's stack, which must not overflow. */
  #countPromises(): void {
    this.#constructed('Promise', (construct) => {
      this.#nested += 1;
      try {
        this.#bounded(() => this.work.check('nested forms', Math.floor(this.#nested / promisesPerForm)));
        return construct();
      } finally {
        this.#nested -= 1;
      }
    });
  }

  #countBytes(): void {
    for (const name of arraysOfNumbers) {
      const { BYTES_PER_ELEMENT: size } = globalThis[name];
      this.#constructed(name, (construct, [length]) => {
        if (typeof length === 'number') this.#count('unpacked bytes', length * size);
        return construct();
      });
    }
  }

  /** A range of a few characters may make a list of any length, in a loop that calls nothing. */
  #countLists(): void {
    this.#constructed('Array', (construct, [length]) => {
      if (typeof length === 'number') this.#count('listed items', length);
      return construct();
    });
    for (const length of countedLengths) {
      const grown = (list: object, value: unknown): void => {
        this.#count('listed items', length / 2);
        this.#bounded(() => this.work.check('items of one list', length));
        Object.defineProperty(list, length, { value, writable: true, enumerable: true, configurable: true });
      };
      Object.defineProperty(Array.prototype, length, {
        configurable: true,
        set(this: object, value: unknown) {
          grown(this, value);
        },
      });
      this.#undo.push(() => Reflect.deleteProperty(Array.prototype, length));
    }
    // The items behind the one that is taken out or put in are moved, one by one.
    const moved = (list: readonly unknown[]): void => this.#count('steps', list.length);
    for (const name of ['shift', 'unshift', 'splice'] as const)
      this.#replace(
        Array.prototype,
        name,
        (own) =>
          function (this: unknown[], ...args: never[]): unknown {
            moved(this);
            return Reflect.apply(own, this, args) as unknown;
          },
      );
  }

  /** A saved state looks up in the one below it what it does not change. */
  #countSavedStates(): void {
    let created = 0;
    this.#replace(Object, 'create', (own) => (below: object | null, properties?: PropertyDescriptorMap) => {
      created += 1;
      if (created % statesPerLook === 0) this.#bounded(() => this.work.check('saved states', depthOf(below)));
      return Reflect.apply(own, Object, properties === undefined ? [below] : [below, properties]) as object;
    });
    // The reader makes an error, and its words, for each command that is out of place. It makes the words of ours, too,
    // when it gives up: nothing would catch an error within that, and the reader would never end.
    this.#replace(Error.prototype, 'toString', (own) => {
      const count = (): void => {
        if (this.past === undefined) this.#count('operators', operatorsPerError);
      };
      return function (this: Error): string {
        count();
        return Reflect.apply(own, this, []) as string;
      };
    });
  }

  /** A table of objects may say that it has any number of them, in no bytes. */
  #countObjects(): void {
    this.#undo.push(onAssigned('gen', () => this.#count('steps', 1)));
  }

  #constructed(name: CountedConstructor, count: (construct: () => object, args: readonly unknown[]) => object): void {
    this.#replace(
      globalThis,
      name,
      (own) =>
        new Proxy(own, {
          construct: (target, args: unknown[], made) =>
            count(() => Reflect.construct(target, args, made) as object, args),
        }),
    );
  }

  #replace(owner: object, name: string, make: (own: Own) => unknown): void {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    if (own === undefined) throw new Error(`There is no ${name} to be counted.`);
    Object.defineProperty(owner, name, { ...own, value: make(own.value as Own) });
    this.#undo.push(() => Object.defineProperty(owner, name, own));
  }

  #count(measure: Counted, by: number): void {
    this.#bounded(() => this.work.count(measure, by));
  }

  #bounded(count: () => void): void {
    try {
      count();
    } catch (error) {
      if (error instanceof SourceTooComplex) this.past ??= error;
      throw error;
    }
  }
}

function depthOf(state: object | null): number {
  let depth = 0;
  for (let below = state; below !== null && depth < bounds['saved states'] + statesPerLook; depth += 1)
    below = Object.getPrototypeOf(below) as object | null;
  return depth;
}

/** A function of the language, called as it was before. */
type Own = CallableFunction & NewableFunction;

type CountedConstructor = 'Promise' | 'Array' | (typeof arraysOfNumbers)[number];
