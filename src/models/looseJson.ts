import { isObject, jsonOf, objectEnd } from '../debate/log/objects';

/** Position and reason of the first fault in a text that should be JSON. */
export interface JsonFault {
  /** Line, counted from 1. */
  line: number;
  what: string;
}

export const faultText = ({ line, what }: JsonFault): string => `line ${line}: ${what}`;

export type JsonReading = { value: unknown; end: number } | { fault: JsonFault; at: number };

/**
 * Reads one value at `start`. Beyond JSON it accepts what models write: raw control characters in strings, unknown
 * escapes, commas before a closing bracket, and comments.
 */
export function readJsonAt(text: string, start: number): JsonReading {
  const reader = new LooseReader(text, start);
  try {
    const value = reader.value(0);
    return { value, end: reader.at };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const line = text.slice(0, error.at).split(/\r\n|\r|\n/).length;
    return { fault: { line, what: error.message }, at: error.at };
  }
}

/** Parses the whole text as one value: strict JSON first, then leniently. Undefined if neither works. */
export function looseJson(text: string): unknown {
  const strict = jsonOf(text);
  if (strict !== undefined) return strict;
  const reading = readJsonAt(text, 0);
  return 'value' in reading && endOfBlank(text, reading.end) === text.length ? reading.value : undefined;
}

class SyntaxFault extends Error {
  constructor(
    what: string,
    readonly at: number,
  ) {
    super(what);
  }
}

/** White space of any script, and comments. */
const blank = /(?:[\s\uFEFF]+|\/\/[^\r\n\u2028\u2029]*|\/\*[\s\S]*?\*\/)*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const longestExcerpt = 24;
/** Nesting limit: a deeper answer is a mistake, and would exhaust the stack. */
const deepest = 200;

const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

function endOfBlank(text: string, at: number): number {
  blank.lastIndex = at;
  blank.test(text);
  return blank.lastIndex;
}

class LooseReader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): unknown {
    if (depth > deepest) throw this.#fault('it is nested too deeply');
    const character = this.#next();
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#list(depth);
    if (character === '"') return this.#string();
    const known = this.#match(word);
    if (known !== undefined) return words[known];
    const digits = this.#match(number);
    if (digits !== undefined && digits !== '') return Number(digits);
    throw this.#fault(this.#isOver ? 'the text ends where a value is missing' : `${this.#excerpt} is no value of JSON`);
  }

  #object(depth: number): Record<string, unknown> {
    const start = this.at;
    this.at += 1;
    const fields: [string, unknown][] = [];
    while (this.#next() !== '}') {
      if (this.#isOver) throw this.#unclosed('object', start);
      if (this.text[this.at] !== '"') throw this.#fault(`a name in quotation marks is missing before ${this.#excerpt}`);
      const name = this.#string();
      if (this.#next() !== ':') throw this.#fault(`a colon is missing after "${name.slice(0, longestExcerpt)}"`);
      this.at += 1;
      fields.push([name, this.value(depth + 1)]);
      this.#separate('}', { kind: 'object', start });
    }
    this.at += 1;
    return Object.fromEntries(fields);
  }

  #list(depth: number): unknown[] {
    const start = this.at;
    this.at += 1;
    const items: unknown[] = [];
    while (this.#next() !== ']') {
      if (this.#isOver) throw this.#unclosed('list', start);
      items.push(this.value(depth + 1));
      this.#separate(']', { kind: 'list', start });
    }
    this.at += 1;
    return items;
  }

  /** Passes the comma after an item, unless the end follows. */
  #separate(end: string, { kind, start }: { kind: string; start: number }): void {
    const character = this.#next();
    if (character === ',') this.at += 1;
    else if (this.#isOver) throw this.#unclosed(kind, start);
    else if (character !== end) throw this.#fault(`a comma is missing before ${this.#excerpt}`);
  }

  #string(): string {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw this.#fault('a string begins here and does not end');
    this.at = end + 1;
    return unescaped(this.text.slice(start + 1, end));
  }

  #next(): string | undefined {
    this.at = endOfBlank(this.text, this.at);
    return this.text[this.at];
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  get #isOver(): boolean {
    return this.at >= this.text.length;
  }

  get #excerpt(): string {
    const [line = ''] = this.text.slice(this.at, this.at + longestExcerpt).split(/[\r\n]/);
    return `“${line}”`;
  }

  #fault(what: string): SyntaxFault {
    return new SyntaxFault(what, this.at);
  }

  #unclosed(kind: string, start: number): SyntaxFault {
    const line = this.text.slice(0, start).split(/\r\n|\r|\n/).length;
    return this.#fault(`the text ends before the ${kind} of line ${line} is closed`);
  }
}

const notStrict = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\([\s\S])|[\0-\x1f]/g;

function unescaped(raw: string): string {
  const strict = raw.replace(notStrict, (found: string, escaped: string | undefined) => {
    if (escaped === "'") return "'";
    if (escaped !== undefined) return `\\\\${JSON.stringify(escaped).slice(1, -1)}`;
    return found.startsWith('\\') ? found : JSON.stringify(found).slice(1, -1);
  });
  return String(JSON.parse(`"${strict}"`));
}

export interface FoundValue {
  /** An object or a list of objects; a list of one object is replaced by that object. */
  value: object;
  start: number;
  end: number;
  /** Whether it lies within braces that are broken or not closed, so it may be a part of an answer only. */
  isInner: boolean;
}

interface ValueSearch {
  /** Values in order; none lies within another. */
  found: FoundValue[];
  /** Fault of the longest text that begins like an object. */
  fault: (JsonFault & { length: number }) | undefined;
}

/**
 * Limit of characters read without result, as a multiple of the text's length, because many open braces without end
 * would take too long.
 */
const mostInVain = 20;
const beginning = /\{|\[\s*\{/g;

function nextStart(text: string, from: number): number {
  beginning.lastIndex = from;
  return beginning.exec(text)?.index ?? -1;
}

/** Finds objects, and lists of objects, in a text that may hold anything else as well. */
export function findObjects(text: string): ValueSearch {
  const search: ValueSearch = { found: [], fault: undefined };
  let outerEnd = 0;
  let left = mostInVain * text.length;
  for (let start = nextStart(text, 0); start >= 0 && left > 0;) {
    const reading = readJsonAt(text, start);
    if ('value' in reading) {
      const value: unknown =
        Array.isArray(reading.value) && reading.value.length === 1 ? reading.value[0] : reading.value;
      if (typeof value === 'object' && value !== null)
        search.found.push({ value, start, end: reading.end, isInner: start < outerEnd });
      start = nextStart(text, reading.end);
      continue;
    }
    const length = reading.at - start;
    if (length > (search.fault?.length ?? 1)) search.fault = { ...reading.fault, length };
    const closed = (text[start] === '{' ? objectEnd(text, start) : undefined) ?? text.length;
    left -= length + closed - start;
    outerEnd = Math.max(outerEnd, closed);
    start = nextStart(text, start + 1);
  }
  return search;
}

const fenceMark = /^(?:`{3,}|~{3,})/;

/** Returns the object if the whole text is one, perhaps in a fence; otherwise undefined. */
export function onlyObject(text: string): Record<string, unknown> | undefined {
  const lines = text.trim().split(/\r\n|\r|\n/);
  const [first = ''] = lines;
  const isFenced = lines.length > 2 && fenceMark.test(first) && fenceMark.test(lines.at(-1)?.trim() ?? '');
  const value = looseJson(isFenced ? lines.slice(1, -1).join('\n') : text);
  return isObject(value) ? value : undefined;
}
