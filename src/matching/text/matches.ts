/**
 * As `text.matchAll(pattern)`, by the pattern itself: V8 compiles the copy that `matchAll` makes again and again, which
 * takes up to a tenth of a second for classes of letters. `pattern` is global, and others may use it meanwhile.
 */
export function* matchesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  for (let from = 0; from <= text.length;) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return;
    from = pattern.lastIndex;
    pattern.lastIndex = 0;
    // Past an empty match by a character, which with the flags `u` and `v` may be two units.
    if (match[0] === '') from += /[uv]/.test(pattern.flags) && (text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
    yield match;
  }
}

/** Enough for a match of a few words. */
const reach = 80;

/** A global pattern's match with the offset within it, at neither end. */
export function matchAround(text: string, offset: number, pattern: RegExp): string | undefined {
  const from = Math.max(0, offset - reach);
  const at = offset - from;
  for (const { 0: all, index } of matchesOf(text.slice(from, offset + reach), pattern))
    if (index < at && index + all.length > at) return all;
  return undefined;
}
