import { findObjects } from './looseJson';

/** Removes thinking that a server leaves in the content of an answer, between marks of many forms. */

/** `<think>`, `[THINK]`, `◁think▷`, `<|begin_of_thought|>`, `<seed:think budget="512">` … */
const mark =
  /(<\|channel>\s*(?:thought|thinking|analysis)(?![\p{L}\p{N}_]))|(<channel\|>)|(?:<\|?|\[|◁|【|⟨|«)(\/?)([\p{L}\p{N}_:▁.-]{2,40})(?:\s[^<>[\]◁▷\r\n]{0,80})?(?:\|?>|\](?![(:[])|▷|】|⟩|»)/gu;

/** Words that mark thinking even if the end mark is missing. */
const thinkWords: ReadonlySet<string> = new Set(['think', 'thinking', 'thought', 'thoughts']);
/** Words that headings use too: a block with one of them counts only if it is closed. */
const alikeWords: ReadonlySet<string> = new Set([
  'reason',
  'reasoning',
  'reflect',
  'reflection',
  'reflecting',
  'analysis',
  'scratchpad',
  'monologue',
  'deliberation',
  'cot',
]);

const aroundName: ReadonlySet<string> = new Set(['begin', 'start', 'end', 'of']);

interface Mark {
  kind: 'open' | 'close';
  /** Name without the words that say whether the mark opens or closes. */
  name: string;
  /** Whether the mark certainly means thinking. */
  isCertain: boolean;
  start: number;
  end: number;
}

function marksIn(text: string): Mark[] {
  return [...text.matchAll(mark)].flatMap((match): Mark[] => {
    const [whole, opened, closed, slash, name = ''] = match;
    const place = { start: match.index, end: match.index + whole.length };
    if (opened !== undefined || closed !== undefined)
      return [{ kind: opened === undefined ? 'close' : 'open', name: 'channel', isCertain: true, ...place }];
    const parts = name.toLowerCase().split(/[^\p{L}]+/u);
    const isCertain = parts.some((part) => thinkWords.has(part));
    if (!isCertain && !parts.some((part) => alikeWords.has(part))) return [];
    const kind = slash === '/' || parts.includes('end') ? 'close' : 'open';
    return [{ kind, name: parts.filter((part) => !aroundName.has(part)).join(' '), isCertain, ...place }];
  });
}

export interface SaidAndThought {
  said: string;
  thought: string;
}

/**
 * Separates the answer from the thinking in it. An answer may mention the marks: those in JSON or quotation marks stay.
 */
export function withoutThoughts(text: string): SaidAndThought {
  const channels = channelsOf(text);
  if (channels !== undefined) return channels;
  const all = marksIn(text);
  if (all.length === 0) return { said: text, thought: '' };
  const { found } = findObjects(text);
  const first = text.search(/\S/);
  if (text[first] === '{' && found[0]?.start !== first) return { said: text, thought: '' };
  const marks = all.filter(
    ({ start, end }) =>
      !found.some((value) => value.start < start && end <= value.end) && !/[`"'“‘]/.test(text[start - 1] ?? ''),
  );
  const blocks = closedBlocks(text, marks);
  return apart(text, blocks);
}

interface Block {
  start: number;
  end: number;
  /** Thinking without its marks. */
  thought: string;
}

/** Blocks of thinking from mark to mark, and up to an end whose beginning is missing. */
function closedBlocks(text: string, marks: readonly Mark[]): Block[] {
  const blocks: Block[] = [];
  /** Marks that a sentence merely mentions. */
  const spokenOf: string[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    const one = marks[at];
    if (one === undefined) break;
    if (one.kind === 'close') {
      if (spokenOf.at(-1) === one.name) spokenOf.pop();
      else if (one.isCertain) blocks.splice(0, Infinity, { start: 0, end: one.end, thought: text.slice(0, one.start) });
    } else if (beginsLine(text, one.start, blocks)) {
      const close = closeOf(one, marks, at);
      const { start: to, end } = marks[close] ?? { start: text.length, end: text.length };
      const block = { start: one.start, end, thought: text.slice(one.end, to) };
      if (close > 0) blocks.push(block);
      else if (one.isCertain && isBlank(text, blocks, one)) return [...blocks, block];
      at = Math.max(at, close);
    } else spokenOf.push(one.name);
  }
  return blocks;
}

/** Index of the closing mark; a mark of another name counts if there is none of its own. */
function closeOf(open: Mark, marks: readonly Mark[], at: number): number {
  const own = marks.findIndex(({ kind, name }, index) => index > at && kind === 'close' && name === open.name);
  return own > 0 ? own : marks.findIndex(({ kind, isCertain }, index) => index > at && kind === 'close' && isCertain);
}

const isBlank = (text: string, blocks: readonly Block[], open: Mark): boolean =>
  text.slice(blocks.at(-1)?.end ?? 0, open.start).trim() === '';

const beginsLine = (text: string, at: number, blocks: readonly Block[]): boolean =>
  /(?:^|[\r\n])[^\S\r\n]*$/.test(text.slice(Math.max(0, at - 200), at)) || blocks.at(-1)?.end === at;

function apart(text: string, blocks: readonly Block[]): SaidAndThought {
  if (blocks.length === 0) return { said: text, thought: '' };
  let said = '';
  let thought = '';
  let at = 0;
  for (const block of blocks) {
    said += text.slice(at, block.start);
    thought += block.thought;
    at = block.end;
  }
  return { said: (said + text.slice(at)).trimStart(), thought: thought.trim() };
}

/** Begin or end of a channel. */
const channelEnd = /<\|(?:start|end|return|call)\|>|(?=<\|channel\|>)/;
/** Channels after a server has removed its special tokens. */
const bareChannels = /^\s*(?:assistant)?(?:analysis|commentary)[\s\S]*assistantfinal(?:json)?/;

/** Splits an answer in channels (harmony); only the final channel is for the reader. */
function channelsOf(text: string): SaidAndThought | undefined {
  const bare = bareChannels.exec(text)?.[0];
  if (bare !== undefined) return { said: text.slice(bare.length).trimStart(), thought: bare };
  if (text.trimStart().startsWith('{') || !/<\|(?:message|channel)\|>/.test(text)) return undefined;
  const parts = text.split(channelEnd).map(channelPart);
  const joined = (isThought: boolean): string =>
    parts.flatMap((part) => (part.isThought === isThought ? [part.body] : [])).join('');
  return { said: joined(false).trim(), thought: joined(true).trim() };
}

function channelPart(text: string): { isThought: boolean; body: string } {
  const at = text.indexOf('<|message|>');
  const isHeader = at < 0 && (text.startsWith('<|channel|>') || /^\s*assistant\s*$/.test(text));
  if (at < 0) return { isThought: false, body: isHeader ? '' : text };
  const isThought = /analysis|commentary|thought|thinking/.test(text.slice(0, at));
  return { isThought, body: text.slice(at + '<|message|>'.length) };
}

/** Its end shows only that the text after it is the answer. */
const finalChannel = /<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/;
/** Characters of the longest mark; so much text is held until the next piece. */
const longestMark = 130;
const mayBegin = /^(?:(?:<|\[|◁|【|⟨|«)[^>\]▷】⟩»]{0,130}|<\|channel>\s*[a-z]{0,8})$/;

type FilterState = 'start' | 'thinking' | 'after' | 'text';

/**
 * Hides thinking at the start of a streamed answer. Text that may begin a mark is held back; `withoutThoughts` reads
 * the whole answer.
 */
export class ThoughtFilter {
  #state: FilterState = 'start';
  #held = '';
  #isChannels = false;
  #name = '';

  /** Adds a piece, and returns the text that can now be shown. */
  push(piece: string): string {
    this.#held += piece;
    for (let before: FilterState | undefined; before !== this.#state;) {
      before = this.#state;
      if (this.#state === 'thinking') this.#state = this.#think();
      else if (this.#state !== 'text') this.#state = this.#begin();
    }
    return this.#state === 'text' ? this.#released() : '';
  }

  /** Returns text held back, which belongs to the answer unless it is cut thinking. */
  finish(): string {
    return this.#state === 'start' ? this.#released() : '';
  }

  #begin(): FilterState {
    const text = this.#held.trimStart();
    if (text === '') return this.#state;
    this.#isChannels = /^<\|(?:start|channel)\|>/.test(text);
    if (this.#isChannels) return 'thinking';
    const [first] = marksIn(text.slice(0, longestMark));
    // The text after a bracket shows whether it belongs to a link.
    if (first?.end === text.length && text.endsWith(']')) return this.#state;
    if (first?.start === 0 && first.kind === 'open' && first.isCertain) {
      this.#held = text.slice(first.end);
      this.#name = first.name;
      return 'thinking';
    }
    if (mayBegin.test(text)) return this.#state;
    this.#held = this.#state === 'after' ? text : this.#held;
    return 'text';
  }

  #think(): FilterState {
    const end = this.#isChannels ? this.#endOfChannels() : this.#endOfBlock();
    if (end === undefined) {
      this.#held = this.#held.slice(-longestMark);
      return 'thinking';
    }
    this.#held = this.#held.slice(end);
    return 'after';
  }

  #endOfBlock(): number | undefined {
    return marksIn(this.#held).find(({ kind, name }) => kind === 'close' && name === this.#name)?.end;
  }

  #endOfChannels(): number | undefined {
    const match = finalChannel.exec(this.#held);
    return match === null ? undefined : match.index + match[0].length;
  }

  #released(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
