import { isObject, jsonOf } from '../../debate/log/objects';
import { faultText, findObjects, type FoundValue } from '../../models/looseJson';
import { withoutThoughts } from '../../models/thoughts';

/** Which objects are the answer to a task. */
export interface AnswerShape {
  /** It is taken as the answer. */
  fits: (value: unknown) => boolean;
  /** It has exactly the fields that were asked for: so even within broken braces it is the whole answer, not a part of it. */
  isExact: (value: unknown) => boolean;
}

/** `fault`: why nothing could be read. */
export type AnswerReading = { answer: unknown } | { fault: string };

/**
 * Reads the answer in what a model wrote: strict JSON as it is; else the last object that fits the task, as drafts fit too; else the
 * last object of all, which the task's schema then refuses with its reasons.
 */
export function readAnswer(text: string, { fits, isExact }: AnswerShape): AnswerReading {
  const said = withoutThoughts(text).said.trim();
  const strict = jsonOf(said);
  if (isObject(strict)) return { answer: strict };
  const { found, fault } = findObjects(said);
  const isAnswer = ({ value, isInner }: FoundValue): boolean =>
    isObject(value) && (isInner ? isExact(value) : fits(value));
  const last = found.findLast(isAnswer) ?? longest(found, fault?.length ?? 0);
  if (last !== undefined) return { answer: last.value };
  return { fault: fault === undefined ? 'there is no object of JSON in it' : faultText(fault) };
}

/** What the schema refuses with its reasons, unless the answer is rather what could not be read. */
const longest = (found: readonly FoundValue[], unread: number): FoundValue | undefined =>
  found.findLast(({ isInner, start, end }) => !isInner && end - start >= unread);

/** Keys whose texts are worth reading while they are written. */
const prose =
  /"(?:content|body|answer|reason|summary|flow|explanation|text|question|argument|warrant|reasoning|clash|overall)"\s*:\s*"/g;

/** The prose of an answer in JSON that is still being written. */
export function draftText(json: string): string {
  const texts: string[] = [];
  prose.lastIndex = 0;
  for (let match = prose.exec(json); match !== null; match = prose.exec(json)) {
    const end = stringEnd(json, prose.lastIndex);
    texts.push(unescaped(json.slice(prose.lastIndex, end)));
    prose.lastIndex = end;
  }
  return texts.filter((text) => text !== '').join('\n\n');
}

function stringEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return Math.min(at, json.length);
}

/** The length of a cut `\u12`. */
const longestCutEscape = 5;

/** A cut escape waits for its rest. */
function unescaped(text: string): string {
  for (let cut = 0; cut <= Math.min(longestCutEscape, text.length); cut += 1) {
    try {
      return String(JSON.parse(`"${text.slice(0, text.length - cut)}"`));
    } catch {
      continue; // One character less, then.
    }
  }
  return text; // Not JSON by the letter, such as a raw line break: shown as it came.
}
