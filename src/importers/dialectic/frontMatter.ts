import * as z from 'zod';
import type { Problems } from '../importProblem';
import { errorText } from '../../debate/objects';

/** A file that begins with a JSON object, as the dialectic system writes its files. */
interface FrontMatter {
  /** Undefined if there is none that can be read; a problem says so. */
  metadata: Record<string, unknown> | undefined;
  /** What follows, trimmed. */
  body: string;
}

const objectSchema = z.record(z.string(), z.unknown());

/** Reads the JSON object at the start of a text, and what follows it. */
export function readFrontMatter(text: string, path: string, problems: Problems): FrontMatter {
  const start = text.length - text.trimStart().length;
  if (text[start] !== '{') {
    problems.add(path, 'The file does not begin with a JSON object; what could be, was taken from its headings.', 1);
    return { metadata: undefined, body: text.trim() };
  }
  const end = endOfObject(text, start);
  const json = end === undefined ? undefined : parsed(text.slice(start, end));
  if (end !== undefined && json?.metadata !== undefined)
    return { metadata: json.metadata, body: text.slice(end).trim() };
  const reason = end === undefined ? 'it is never closed' : (json?.reason ?? 'it is no object');
  problems.add(
    path,
    `The JSON object at the start of the file cannot be read (${reason}); what could be, was taken from the headings.`,
    lineOf(text, start),
  );
  return { metadata: undefined, body: fromFirstHeading(text) };
}

/** The offset behind the brace that closes the object; braces inside of strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isString) {
      if (char === '\\') at += 1;
      else if (char === '"') isString = false;
    } else if (char === '"') isString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(json: string): { metadata?: Record<string, unknown>; reason?: string } {
  try {
    const value = objectSchema.safeParse(JSON.parse(json));
    return value.success ? { metadata: value.data } : { reason: 'it is no object' };
  } catch (error) {
    return { reason: errorText(error) };
  }
}

const fromFirstHeading = (text: string): string => text.slice(Math.max(0, text.search(/^#{1,6} /m))).trim();

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
