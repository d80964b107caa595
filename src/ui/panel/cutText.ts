/** The beginning of a text, with a sign that more follows; cuts no character outside the basic plane in two. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${firstUnits(text, length)}…`;
}

/** At most `length` UTF-16 code units of it. */
export function firstUnits(text: string, length: number): string {
  if (text.length <= length) return text;
  const isInside = (text.charCodeAt(length) & 0xfc00) === 0xdc00;
  return text.slice(0, isInside ? length - 1 : length);
}
