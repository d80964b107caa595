/** A running head is short, and so is a page number. */
const longest = 100;
/** The number of lines at a page's top and bottom that may repeat. */
const edge = 2;
/** The number of earlier occurrences that a line is compared with. */
const most = 8;

/**
 * Drops lines that repeat at a page's top or bottom (journal, title, page number), since sentences continue across
 * them. The first top and the last bottom interrupt nothing, and stay.
 */
export function withoutRunningHeads(pages: readonly string[]): string[] {
  const lines = pages.map((page) => page.split('\n'));
  const [heads, feet] = [
    repeated(lines, (page) => page.slice(0, edge)),
    repeated(lines, (page) => page.slice(-edge).reverse()),
  ];
  return lines.map((page, at) => {
    let [from, to] = [0, page.length];
    while (at > 0 && from < edge && from < to && heads.has(placeOf(at, page[from]))) from += 1;
    while (at < lines.length - 1 && page.length - to < edge && to > from && feet.has(placeOf(at, page[to - 1])))
      to -= 1;
    return page.slice(from, to).join('\n').trim();
  });
}

const placeOf = (page: number, line = ''): string => `${page} ${line}`;

interface SeenLine {
  page: number;
  line: string;
  number: number | undefined;
}

/** Lines that stand on another page too, with a page number that counts on. */
function repeated(
  pages: readonly (readonly string[])[],
  edgeOf: (page: readonly string[]) => readonly string[],
): ReadonlySet<string> {
  const seen = new Map<string, SeenLine[]>();
  const found = new Set<string>();
  for (const [page, lines] of pages.entries()) {
    for (const line of edgeOf(lines)) {
      const key = line.replace(/\d+/g, '#').trim();
      if (key === '' || line.length > longest || /[.!?]\s*$/.test(line)) continue;
      const before = seen.get(key) ?? [];
      const own: SeenLine = { page, line, number: numberIn(line) };
      const alike = before.slice(-most).filter((other) => follows(other, own));
      for (const other of alike.length === 0 ? [] : [own, ...alike]) found.add(placeOf(other.page, other.line));
      seen.set(key, [...before.slice(-most), own]);
    }
  }
  return found;
}

const numberIn = (line: string): number | undefined => {
  const [only, second] = line.match(/\d+/g) ?? [];
  return only === undefined || second !== undefined ? undefined : Number(only);
};

/** The same words, with the same number or one that counts the pages. */
const follows = (before: SeenLine, own: SeenLine): boolean =>
  before.number === own.number
    ? own.number !== undefined || before.number === undefined
    : (own.number ?? 0) - (before.number ?? 0) === own.page - before.page;
