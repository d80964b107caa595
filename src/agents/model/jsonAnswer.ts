import { jsonOf, objectEnd } from '../../debate/objects';

/**
 * The JSON object of a model's answer: the whole text, or the first object in it (models wrap it in a fence or a
 * sentence); without one the text, which the schema refuses. What stands inside broken or open braces is no answer: it
 * would be a part that passes for the whole.
 */
export function jsonAnswer(text: string): unknown {
  const whole = parsed(text.trim());
  if (whole !== undefined) return whole;
  for (let start = text.indexOf('{'); start >= 0;) {
    const end = objectEnd(text, start);
    if (end === undefined) return text;
    const value = parsed(text.slice(start, end));
    if (value !== undefined) return value;
    start = text.indexOf('{', end);
  }
  return text;
}

function parsed(text: string): object | undefined {
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

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
