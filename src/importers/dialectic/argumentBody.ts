import { plainTitle, sectionsOf, type MarkdownSection } from '../markdownSections';

/** A ground as the file has it. */
export interface BodyGround {
  source: string;
  content: string;
  relevance: string | undefined;
  line: number;
}

/** What an argument says against or for another one, as its text has it. */
export interface BodyEdge {
  /** As it stands: `unknown` where the writer had none. */
  target: string;
  type: string | undefined;
  content: string;
  line: number;
}

/** The parts of an argument's text, each undefined where it has no heading. */
export interface ArgumentBody {
  claim: string | undefined;
  grounds: BodyGround[];
  warrant: string | undefined;
  backing: string | undefined;
  qualifier: string | undefined;
  attacks: BodyEdge[];
  defends: BodyEdge[];
  /** Titles of sections that an argument does not have. They stand in the entry's content. */
  unknown: { title: string; line: number }[];
}

const known: ReadonlySet<string> = new Set([
  'claim',
  'grounds',
  'warrant',
  'backing',
  'qualifier',
  'attacks',
  'defends',
]);

/** Reads the headings Claim, Grounds, Warrant, Backing, Qualifier, Attacks and Defends. */
export function readArgumentBody(body: string): ArgumentBody {
  const all = sectionsOf(body);
  const top = Math.min(...all.filter(({ title }) => known.has(plainTitle(title))).map(({ level }) => level));
  const sections = all.filter(({ level }) => level === top);
  const named = (name: string): MarkdownSection | undefined => sections.find(({ title }) => plainTitle(title) === name);
  const text = (name: string): string | undefined => named(name)?.whole;
  return {
    claim: text('claim'),
    grounds: childrenOf(named('grounds')).map(readGround),
    warrant: text('warrant'),
    backing: text('backing'),
    qualifier: text('qualifier'),
    attacks: childrenOf(named('attacks')).map(readEdge),
    defends: childrenOf(named('defends')).map(readEdge),
    unknown: sections.filter(({ title }) => !known.has(plainTitle(title))).map(({ title, line }) => ({ title, line })),
  };
}

const childrenOf = (section: MarkdownSection | undefined): MarkdownSection[] => {
  const level = Math.min(...(section?.inner ?? []).map((inner) => inner.level));
  return (section?.inner ?? []).filter((inner) => inner.level === level);
};

function readGround({ title, whole, line }: MarkdownSection): BodyGround {
  const found = /^\*\*Relevance:\*\*[ \t]*/m.exec(whole);
  const content = found === null ? whole : whole.slice(0, found.index);
  const relevance = found === null ? undefined : whole.slice(found.index + found[0].length).trim();
  const source = title.replace(/^\d+[.)]\s*/, '').trim();
  return { source, content: withoutQuoteMarks(content), relevance, line };
}

/** The system marks only the first line of a block quote. */
const withoutQuoteMarks = (text: string): string =>
  text
    .trim()
    .replace(/^>[ \t]?/gm, '')
    .trim();

function readEdge({ title, whole, line }: MarkdownSection): BodyEdge {
  const target = /^(?:attacking|defending)\s(.*)$/i.exec(title.trim())?.[1]?.trim() ?? title.trim();
  const found = /^\*\*Type:\*\*(.*)$/m.exec(whole);
  const content =
    found === null ? whole : `${whole.slice(0, found.index)}${whole.slice(found.index + found[0].length)}`;
  return { target, type: found?.[1]?.trim(), content: content.trim(), line };
}
