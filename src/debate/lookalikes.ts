/** Letters of other scripts that look like these of the Latin one. */
const latin: Readonly<Record<string, string>> = Object.fromEntries([
  ['а', 'a'],
  ['е', 'e'],
  ['о', 'o'],
  ['р', 'p'],
  ['с', 'c'],
  ['х', 'x'],
  ['у', 'y'],
  ['і', 'i'],
  ['ј', 'j'],
  ['ѕ', 's'],
  ['һ', 'h'],
  ['ԁ', 'd'],
  ['ԛ', 'q'],
  ['ԝ', 'w'],
  ['ο', 'o'],
  ['ν', 'v'],
  ['ι', 'i'],
  ['ρ', 'p'],
  ['υ', 'u'],
  ['ı', 'i'],
  ['ɡ', 'g'],
]);
const foreign = new RegExp(`[${Object.keys(latin).join('')}]`, 'gu');

/**
 * A lower-case text as the eye takes it. Words that differ in such letters alone are not the same, so that they verify nothing; but nobody who
 * quotes what they see is to blame for it.
 */
export const asItLooks = (text: string): string => text.replace(foreign, (letter) => latin[letter] ?? letter);
