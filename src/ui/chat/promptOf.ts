/** The part of a chat's request that this needs. */
export interface Prompt {
  prompt: string;
  references: readonly { range?: [start: number, end: number] }[];
}

/** What was typed, without the `#file:…` in it: what these stand for is attached. */
export function promptOf({ prompt, references }: Prompt): string {
  const ranges = references.flatMap(({ range }) => (range === undefined ? [] : [range])).sort(([a], [b]) => b - a);
  let text = prompt;
  for (const [start, end] of ranges) text = `${text.slice(0, start)} ${text.slice(end)}`;
  return text.replace(/[ \t]{2,}/g, ' ').trim();
}
