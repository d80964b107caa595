/** A section of a Markdown document: its heading and what stands below it, up to the next heading of its rank. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly body: string;
  /** The headings that it stands under, outermost first. */
  readonly above: readonly string[];
}

interface OpenSection {
  readonly level: number;
  readonly title: string;
  readonly above: readonly string[];
  readonly lines: string[];
}

export function sectionsOf(text: string): Section[] {
  const all: OpenSection[] = [];
  let open: OpenSection[] = [];
  for (const line of text.split('\n')) {
    const [, hashes, rest = ''] = /^(#{1,6})\s+(\S.*)?$/.exec(line) ?? [];
    if (hashes !== undefined) {
      const title = rest
        .trimEnd()
        .replace(/(?<!#)#+$/, '')
        .trimEnd();
      open = open.filter((section) => section.level < hashes.length);
      const section = { level: hashes.length, title, above: open.map((outer) => outer.title), lines: [] };
      for (const outer of open) outer.lines.push(line);
      open.push(section);
      all.push(section);
    } else for (const section of open) section.lines.push(line);
  }
  return all.map(({ level, title, above, lines }) => ({ level, title, above, body: lines.join('\n') }));
}

/** Whether a text names a debater, as a word of its own. */
export function namesDebater(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i').test(text);
}
