import * as z from 'zod';
import { articleFor } from './grammar';
import { clean, type Hint } from './hint';
import { hintOf } from './lineupItem';

export interface Hints {
  seats: Hint[];
  /** "3 debaters" */
  count: number | undefined;
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const crowd =
  '(?:debaters?|people|persons?|speakers?|voices?|participants?|panell?ists?|personas?|perspectives?|sides?|experts?|adversaries|opponents|positions|seats)';
const countPattern = new RegExp(
  `\\b(\\d+|${numberWords.slice(1).join('|')})\\s+(?:different\\s+|opposing\\s+|\\w+\\s+)?${crowd}\\b`,
  'i',
);
/** "four", "3 debaters": a number of seats, and none of them. */
const onlyCounts = new RegExp(`^(?:\\d+|${numberWords.join('|')})(?:\\s+${crowd})?[.!]?$`, 'i');
const panelPattern =
  /\b(?:panel|lineup|line-up|group|team|table|cast) of (\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;

/** Reads free text, lists, `name: position (incentives …)`, or JSON as far as it can be made out. Never throws. */
export function hintsOf(text: string): Hints {
  const flat = text.replace(/\r/g, '').trim();
  if (flat === '') return { seats: [], count: undefined };
  const structured = jsonSeats(flat);
  if (structured !== undefined) return { seats: structured, count: undefined };
  const count = countIn(flat);
  const several = severalOf(flat);
  if (several !== undefined) return { seats: several, count: several.length };
  const list = withoutPreamble(flat);
  const texts = items(list).filter((item) => !onlyCounts.test(item.trim()));
  return { seats: texts.map(hintOf).filter((hint) => hint !== undefined), count };
}

/** "two architects": as many seats of one kind, where the kind is more than "debaters". */
function severalOf(text: string): Hint[] | undefined {
  const [, number = '', kind = ''] =
    new RegExp(`^(\\d|${numberWords.slice(2).join('|')})\\s+((?:[\\w-]+\\s)?[\\w-]{3,}s)[.!]?$`, 'i').exec(text) ?? [];
  if (kind === '' || new RegExp(`^${crowd}$`, 'i').test(kind.split(' ').at(-1) ?? '')) return undefined;
  const word = numberWords.indexOf(number.toLowerCase());
  const persona = kind.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return Array.from({ length: Math.min(8, word >= 0 ? word : Number(number)) }, () => ({
    persona: `${articleFor(persona)} ${persona}`,
  }));
}

function countIn(text: string): number | undefined {
  const found =
    panelPattern.exec(text)?.[1] ??
    countPattern.exec(text)?.[1] ??
    /^(\d+|two|three|four|five|six|seven|eight)\W*$/i.exec(text)?.[1];
  if (found === undefined) return undefined;
  const word = numberWords.indexOf(found.toLowerCase());
  return word >= 0 ? word : Number(found);
}

const looseSeat = z.looseObject({
  name: z.string().optional(),
  persona: z.string().optional(),
  role: z.string().optional(),
  description: z.string().optional(),
  starting_position: z.string().optional(),
  position: z.string().optional(),
  stance: z.string().optional(),
  incentives: z.union([z.string(), z.array(z.string())]).optional(),
  incentive: z.string().optional(),
  model: z.string().optional(),
});
const looseSeats = z.union([
  z.array(z.union([looseSeat, z.string()])),
  z.looseObject({ debaters: z.array(z.union([looseSeat, z.string()])) }).transform((value) => value.debaters),
]);

/** JSON, also with single quotes, bare keys and trailing commas; objects that are found in running text; else undefined. */
function jsonSeats(text: string): Hint[] | undefined {
  if (!/[[{]/.test(text)) return undefined;
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1;
  for (const candidate of [text.slice(start, end), `[${text.slice(start, end)}]`]) {
    for (const source of [candidate, mended(candidate)]) {
      const parsed = looseSeats.safeParse(parse(source));
      if (parsed.success && parsed.data.length > 0) return parsed.data.map(seatOf);
    }
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON in this spelling; the next one is tried.
  }
}

function mended(text: string): string {
  return text
    .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replace(/'((?:[^'\\]|\\.|(?<=\w)'(?=\w))*)'/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/,\s*([\]}])/g, '$1')
    .replace(/\}\s*\n?\s*\{/g, '},{');
}

function seatOf(value: z.infer<typeof looseSeat> | string): Hint {
  if (typeof value === 'string') return hintOf(value) ?? {};
  const { name, persona, role, description, starting_position, position, stance, incentives, incentive, model } = value;
  const wishes = Array.isArray(incentives) ? incentives.join(', ') : (incentives ?? incentive);
  return clean({
    name,
    persona: persona ?? role ?? description,
    starting_position: starting_position ?? position ?? stance,
    incentives: wishes,
    model,
  });
}

const preamble = new RegExp(
  `^(?:(?:please|i(?:'d| would)? (?:want|like)|let|have|use|give me|make it|with|between|a debate between|featuring|include|propose)\\s+)*(?:(?:an?|the|my)\\s+)?(?:(?:panel|lineup|line-up|group|team|table|cast) of )?(?:(?:\\d+|${numberWords.slice(1).join('|')})\\b\\s*)?(?:different\\s+|opposing\\s+)?${crowd}?\\s*(?:[:—–-]|,? (?:such as|namely|like|being|who are)|$)\\s*`,
  'i',
);

function withoutPreamble(text: string): string {
  const [first = ''] = text.split('\n');
  const found = preamble.exec(first);
  if (
    found !== null &&
    found[0] !== '' &&
    (/[:—–]\s*$/.test(found[0]) ||
      found[0].length === first.length ||
      /(?:as|namely|like|being|are)\s*$/.test(found[0]))
  ) {
    return text.slice(found[0].length).trim();
  }
  return text
    .replace(
      /^(?:please\s+|let\s+|only\s+|just\s+|(?:i(?:'d| would)? (?:want|like)|give me|with|between|have|use)\s+)+/i,
      '',
    )
    .replace(/\s+(?:debate|discuss|argue)(?: (?:it|this|the topic))?\.?$/i, '');
}

const bullet = /^\s*(?:[-*+•–]|\d{1,2}[.)])\s+/;

/** One text per debater: lines, else parts between semicolons, else between commas and "and". */
function items(list: string): string[] {
  const lines = list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > 1) return lines.map((line) => line.replace(bullet, ''));
  const [line = ''] = lines.map((one) => one.replace(bullet, ''));
  const bySemicolon = outsideBrackets(line, /;\s*/y);
  if (bySemicolon.length > 1) return bySemicolon.map((part) => part.replace(/^and\s+/i, ''));
  if (/^[\w .'-]{1,40}:\s/.test(line)) return [line];
  const byComma = outsideBrackets(
    line,
    /,\s+(?:and\s+|or\s+|vs\.?\s+)?(?=(?:an?|the|one|our|my|someone)\s|\p{Lu}|[\w-]+(?:\s[\w-]+){0,2}(?:,|$|\sand\s))|\s+(?:and|vs\.?|versus|against|&)\s+(?=(?:an?|the|one|our|my|someone)\s|[\w-]+(?:\s[\w-]+){0,3}$)/uy,
  );
  return byComma.map((part) => part.replace(/^(?:and|or)\s+/i, ''));
}

function outsideBrackets(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/[([{]/.test(character)) depth += 1;
    if (/[)\]}]/.test(character)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    separator.lastIndex = at;
    const found = separator.exec(text);
    if (found === null || found[0] === '') continue;
    parts.push(text.slice(start, at));
    start = at + found[0].length;
    at = start - 1;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
}
