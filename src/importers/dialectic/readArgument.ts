import { collapsed } from '../../matching/text/shortText';
import { type Argument, attackTypes, defenceTypes, type Ground, type Side } from '../../debate/log/entryData';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import type { Problems } from '../importProblem';
import { readFrontMatter } from './readMotion';
import { hasWords, isNone, type MarkdownSection, plainTitle, sectionsOf, unescaped, urlsIn } from '../markdownSections';
import { listOf, objectOf } from '../../debate/log/objects';

/** A ground as the file has it. */
interface BodyGround {
  source: string;
  content: string;
  relevance: string | undefined;
  line: number;
}

/** An attack on another argument, or a defence of one. */
interface BodyEdge {
  /** Target as written; `unknown` if the writer had none. */
  target: string;
  type: string | undefined;
  content: string;
  line: number;
}

/** An argument's body; undefined without a heading. */
interface ArgumentBody {
  claim: string | undefined;
  grounds: BodyGround[];
  warrant: string | undefined;
  backing: string | undefined;
  qualifier: string | undefined;
  attacks: BodyEdge[];
  defends: BodyEdge[];
  /** Sections without the headings that separate their parts. */
  undivided: MarkdownSection[];
  /** Sections unknown to an argument; the entry's content holds them. */
  unknown: MarkdownSection[];
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

function readArgumentBody(body: string): ArgumentBody {
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
    undivided: ['grounds', 'attacks', 'defends']
      .flatMap((name) => named(name) ?? [])
      .filter(({ inner, text: words }) => inner.length === 0 && hasWords(words) && !isNone(words)),
    unknown: sections.filter(({ title }) => !known.has(plainTitle(title))),
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
  const source = unescaped(title.replace(/^\d+[.)](?!\d)\s*/, '').trim());
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

/** An argument, with parts for which the record has no field. */
export interface ReadArgument {
  path: string;
  argument: Argument;
  /** Markdown of the file after its JSON object. */
  body: string;
  /** Fields of the JSON object that an argument does not have. */
  extra: Record<string, unknown>;
  /** Attacks and defences of unknown types, unchanged. */
  leftOut: Record<string, unknown>[];
}

interface ArgumentFile {
  path: string;
  metadata: Record<string, unknown>;
  body: ArgumentBody;
  problems: Problems;
}

const ownFields: ReadonlySet<string> = new Set(['id', 'side', 'exchange', 'title', 'claim', 'attacks', 'defends']);

/** Returns undefined, with a problem, if the file is not an argument. */
export function readArgument(path: string, text: string, problems: Problems): ReadArgument | undefined {
  const { metadata, body: words } = readFrontMatter(text, path, problems);
  const body = readArgumentBody(words);
  const reading: ArgumentFile = { path, metadata: metadata ?? {}, body, problems };
  const place = placeOf(reading);
  const hasWords =
    body.claim !== undefined || typeof metadata?.['claim'] === 'string' || typeof metadata?.['title'] === 'string';
  if (place === undefined || !hasWords) {
    problems.add(
      path,
      `The file is no argument: ${place === undefined ? 'neither it nor its name tells a side and an exchange' : 'it has no claim'}. It is kept as originals/${path}.`,
    );
    return undefined;
  }
  const leftOut: Record<string, unknown>[] = [];
  const argument = argumentOf(reading, place, leftOut);
  // Line numbers count from the file's start, not the body's.
  const before = text.slice(0, text.lastIndexOf(words)).split('\n').length - 1;
  const textOnly = (what: string, { line }: { line: number }): void =>
    problems.add(path, `${what}; it stands in the entry’s text only.`, before + line);
  for (const section of body.unknown) textOnly(`The section “${section.title}” has no place in an argument`, section);
  for (const section of body.undivided)
    textOnly(`What stands under “${section.title}” has no headings below it, one for each`, section);
  const extra = Object.fromEntries(Object.entries(reading.metadata).filter(([key]) => !ownFields.has(key)));
  return { path, argument, body: words, extra, leftOut };
}

type ArgumentPosition = Pick<Argument, 'id' | 'side' | 'exchange'>;

const sideNames: Readonly<Record<string, Side>> = {
  prop: 'proposition',
  proposition: 'proposition',
  opp: 'opposition',
  opposition: 'opposition',
};
const idPattern = /^(prop|opp)_(\d{1,6})([a-z]?)$/;

/** Position by the JSON object, else by the id, which is the file's name. */
function placeOf({ path, metadata, problems }: ArgumentFile): ArgumentPosition | undefined {
  const name = (path.split('/').at(-1) ?? path).replace(/\.md$/i, '');
  const stated = metadata['id'];
  const id = typeof stated === 'string' && stated.trim() !== '' ? stated : name;
  const [, sideInId, exchangeInId] = idPattern.exec(id) ?? [];
  const statedSide = metadata['side'];
  const side =
    (typeof statedSide === 'string' ? sideNames[statedSide.trim().toLowerCase()] : undefined) ??
    sideNames[sideInId ?? ''];
  const statedExchange = metadata['exchange'];
  const isNumber = typeof statedExchange === 'number' && Number.isSafeInteger(statedExchange) && statedExchange >= 0;
  const exchange = isNumber ? statedExchange : exchangeInId === undefined ? undefined : Number(exchangeInId);
  if (side === undefined || exchange === undefined) return undefined;
  if (sideInId !== undefined && sideNames[sideInId] !== side)
    problems.add(path, `The side is “${String(statedSide)}”, but the id is ${id}; the side was taken.`);
  if (exchangeInId !== undefined && Number(exchangeInId) !== exchange)
    problems.add(path, `The exchange is ${exchange}, but the id is ${id}; the exchange was taken.`);
  if (id !== name) problems.add(path, `The id is ${id}, which is not the file’s name; the id was taken.`);
  return { id, side, exchange };
}

function argumentOf(reading: ArgumentFile, place: ArgumentPosition, leftOut: Record<string, unknown>[]): Argument {
  const { path, metadata, body, problems } = reading;
  const title = typeof metadata['title'] === 'string' ? metadata['title'] : '';
  if (title === '') problems.add(path, 'The argument has no title.');
  for (const part of ['grounds', 'warrant'] as const) {
    const isThere = body.undivided.some(({ title: other }) => plainTitle(other) === part);
    if ((body[part] ?? []).length === 0 && !isThere) problems.add(path, `The argument has no ${part}.`);
  }
  const attacks = edgesOf(reading, { kind: 'attacks', types: attackTypes }, leftOut);
  const defends = edgesOf(reading, { kind: 'defends', types: defenceTypes }, leftOut);
  return {
    ...place,
    title,
    claim: claimOf(reading),
    grounds: body.grounds.map(groundOf),
    warrant: body.warrant ?? '',
    backing: body.backing,
    qualifier: body.qualifier,
    attacks,
    defends,
  };
}

function claimOf({ path, metadata, body, problems }: ArgumentFile): string {
  const stated = typeof metadata['claim'] === 'string' ? metadata['claim'] : undefined;
  if (stated !== undefined && body.claim !== undefined && collapsed(stated) !== collapsed(body.claim)) {
    problems.add(
      path,
      'The claim in the JSON object is not the one under the heading Claim; the first was taken, both stand in the original.',
    );
  }
  return stated ?? body.claim ?? '';
}

/** Takes an address in brackets at the end of a source’s name as its address. */
function groundOf({ source, content, relevance }: BodyGround): Ground {
  const [, name, ending] = /^(.*\S) \(<?([^\s<>]+)>?\)$/.exec(source) ?? [];
  const own = ending !== undefined && parseSourceUrl(ending).kind !== 'invalid' ? ending : undefined;
  const url = own ?? urlsIn(source)[0];
  return {
    source: own === undefined || name === undefined ? source : name,
    content,
    relevance,
    url,
  };
}

type Edge<Type extends string = string> = {
  target_id: string;
  type: Type;
  content?: string | undefined;
};

/** Pairs targets and types from the JSON object with words from the text, in order. */
function edgesOf<Type extends string>(
  reading: ArgumentFile,
  { kind, types }: { kind: 'attacks' | 'defends'; types: readonly Type[] },
  leftOut: Record<string, unknown>[],
): Edge<Type>[] {
  const { path, metadata, body, problems } = reading;
  const rest = [...body[kind]];
  const named = listOf(metadata[kind]).map((value) => edgeFrom(value, rest, reading));
  // These edges are only in the text; the JSON object lacks them or names no target.
  const others = rest.map(({ target, type, content }) => ({ target_id: target, type: type ?? '', content }));
  if (others.length > 0 && metadata[kind] !== undefined) {
    for (const { line, target } of rest)
      problems.add(
        path,
        `Under ${kind}, what is said about ${target} is not in the JSON object; it was taken from the text.`,
        line,
      );
  }
  return [...named, ...others].filter((edge: Edge): edge is Edge<Type> => {
    const isKnown = edge.target_id !== '' && types.some((type) => type === edge.type);
    if (!isKnown) {
      problems.add(
        path,
        `Under ${kind}, “${edge.type}” of ${edge.target_id || 'nothing'} is of no known type (${types.join(', ')}); it is kept as it stands in the entry’s data under “left_out”.`,
      );
      leftOut.push({ kind, ...edge });
    }
    return isKnown;
  });
}

function edgeFrom(value: unknown, rest: BodyEdge[], { path, problems }: ArgumentFile): Edge {
  const { target_id: target, type } = objectOf(value);
  const [targetId, name] = [typeof target === 'string' ? target : '', typeof type === 'string' ? type : ''];
  const exact = rest.findIndex((edge) => edge.target === targetId && edge.type === name);
  const at = exact >= 0 ? exact : rest.findIndex((edge) => edge.target === targetId);
  const [said] = at < 0 ? [] : rest.splice(at, 1);
  if (said === undefined)
    problems.add(path, `Of ${name} on ${targetId || 'nothing'} the text says nothing under a heading of its own.`);
  else if (said.type !== undefined && said.type !== name)
    problems.add(
      path,
      `The text calls what is said about ${targetId} ${said.type}, the JSON object ${name}; the latter was taken.`,
      said.line,
    );
  return { target_id: targetId, type: name, content: said?.content };
}
