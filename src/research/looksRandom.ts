/**
 * True for values made by a machine (keys, hashes, generated passwords), false for words, identifiers, dates and slugs.
 * The difference is how often letters, capitals and digits alternate: in random Base64 at about 0.6 of the positions,
 * in hexadecimal at 0.5, in `cancellationTokenSource2` and `2024-01-15T10:30:00Z` at 0.2.
 */
export function looksRandom(value: string): boolean {
  // Separators between words would count as alternations.
  const core = value.replace(/[-_.:/@]/g, '');
  if (core.length < 16 || new Set(core).size < 8) return false;
  const digits = core.replace(/\D/g, '').length / core.length;
  const letters = core.replace(/[^A-Za-z]/g, '').length / core.length;
  if (digits === 0 || letters === 0) return false;
  if (digits < 0.15 && inWords(core) > 0.5) return false;
  // Random lower case and digits (base 36) alternate less often, but hold more digits than identifiers do.
  const enough = digits >= 0.15 && letters >= 0.2 ? 0.2 : 0.28;
  return turns(core) / (core.length - 1) >= enough;
}

/** The share of the text in runs of four or more letters of one case, including a capital before them. */
function inWords(text: string): number {
  const words = text.match(/[A-Z]?[a-z]{4,}|[A-Z]{4,}/g) ?? [];
  return words.join('').length / text.length;
}

function turns(text: string): number {
  let count = 0;
  for (let at = 1; at < text.length; at++) {
    if (classOf(text.charCodeAt(at)) !== classOf(text.charCodeAt(at - 1))) count++;
  }
  return count;
}

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 0;
  if (code >= 65 && code <= 90) return 1;
  return code >= 48 && code <= 57 ? 2 : 3;
}
