import type { DebateText, EntryText } from './debateText';
import { firstUnits } from '../../debate/shortText';

/** How much an answer may hold, and how that is counted. */
export interface TokenBudget {
  tokens: number;
  readonly count: (text: string) => PromiseLike<number>;
}

/** Where the caller says nothing: a guess that rather counts too many. */
export const estimatedBudget: TokenBudget = {
  tokens: 12_000,
  count: (text) => Promise.resolve(Math.ceil(text.length / 3)),
};

/** Characters of one entry: a whole document is better opened than read through a tool. */
const longestEntry = 8_000;
/** For the line that says how to read on. */
const reserve = 80;

/** The head, and as many entries as there is room for, the first one cut rather than left out; then how to read on. */
export async function fitted({ head, entries, last }: DebateText, budget: TokenBudget): Promise<string> {
  let left = budget.tokens - reserve - (await budget.count(head));
  const shown: { seq: number; text: string }[] = [];
  for (const entry of entries) {
    const text = await withinBudget(entry, { left, budget, isFirst: shown.length === 0 });
    if (text === undefined) break;
    left -= await budget.count(text);
    shown.push({ seq: entry.seq, text });
  }
  return [
    head,
    ...shown.map(({ text }) => text),
    readOn(
      shown.map(({ seq }) => seq),
      entries,
      last,
    ),
  ].join('\n');
}

interface Room {
  left: number;
  budget: TokenBudget;
  isFirst: boolean;
}

async function withinBudget(
  { body, wrapped }: EntryText,
  { left, budget, isFirst }: Room,
): Promise<string | undefined> {
  const whole = wrapped(cut(body, longestEntry));
  const tokens = await budget.count(whole);
  if (tokens <= left) return whole;
  if (!isFirst || left <= 0) return undefined;
  // Tokens are of different lengths: what is cut in proportion may still be too long.
  for (
    let length = Math.floor((Math.min(body.length, longestEntry) * left) / tokens);
    length >= shortestCut;
    length = Math.floor(length * 0.7)
  ) {
    const part = wrapped(cut(body, length));
    if ((await budget.count(part)) <= left) return part;
  }
  return undefined;
}

const shortestCut = 40;

const cut = (body: string, length: number): string =>
  body.length <= length ? body : `${firstUnits(body, length)}… [cut after ${length} of ${body.length} characters]`;

function readOn(shown: readonly number[], entries: readonly EntryText[], last: number): string {
  const end = shown.at(-1);
  if (entries.length === 0) return `There are no entries from that seq on; the last one is seq ${last}.`;
  if (end === undefined) return 'There is no room for an entry. Call again with a larger token budget.';
  if (end >= last) return `These are all entries up to the last one, seq ${last}.`;
  return `Read up to seq ${end} of ${last}. Call again with fromSeq ${end + 1} to read on.`;
}
