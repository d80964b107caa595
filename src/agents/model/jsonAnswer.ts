/**
 * The JSON object of a model's answer: the whole text, or the first object in it (models wrap it in a code fence or a
 * sentence). A text without one is returned as it is, so that the schema refuses it with a reason. What stands inside braces
 * that are broken or never closed is no answer: it would be a part that passes for the whole.
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

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // Not JSON: the caller looks further.
  }
}

/** Behind the brace that closes the one at `start`; braces in strings do not count. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
