/** HTML's rules by element name. */

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** They have no end. */
export const voidNames = named(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Inline elements: they end nothing but themselves. */
export const inlineNames = named(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var',
);

const headNames = named('base basefont bgsound link meta noscript script style template title');
export const mayStandInHead = (name: string): boolean => headNames.has(name);

/** Formulas and drawings, with rules of their own. */
export const isForeign = (name: string): boolean => name === 'svg' || name === 'math';

interface ImpliedEnd {
  /** The elements that end where the other begins, */
  readonly ends: ReadonlySet<string>;
  /** unless one of these began in between. */
  readonly within: ReadonlySet<string>;
}

const endsParagraph = named(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section table ul',
);
const scopes = 'applet button caption html marquee object table td template th';
const paragraph: ImpliedEnd = { ends: named('p'), within: named(scopes) };
const item: ImpliedEnd = { ends: named('li'), within: named(`ol ul menu ${scopes}`) };
const term: ImpliedEnd = { ends: named('dd dt'), within: named(`dl ${scopes}`) };
const tables = 'table template';
const cell: ImpliedEnd = { ends: named('td th'), within: named(`tr ${tables}`) };
const row: ImpliedEnd = { ends: named('tr'), within: named(`tbody thead tfoot ${tables}`) };
const rows: ImpliedEnd = { ends: named('tbody thead tfoot caption colgroup'), within: named(tables) };
const option: ImpliedEnd = { ends: named('option'), within: named('select datalist') };
const reading: ImpliedEnd = { ends: named('rt rp'), within: named('ruby') };
const link: ImpliedEnd = { ends: named('a'), within: endsParagraph };

const byName: Readonly<Record<string, readonly ImpliedEnd[]>> = {
  li: [item, paragraph],
  dd: [term, paragraph],
  dt: [term, paragraph],
  td: [cell],
  th: [cell],
  tr: [row],
  tbody: [rows],
  thead: [rows],
  tfoot: [rows],
  option: [option],
  optgroup: [option],
  rt: [reading],
  rp: [reading],
  a: [link],
};
const none: readonly ImpliedEnd[] = [];
const onlyParagraph: readonly ImpliedEnd[] = [paragraph];

export function impliedEnds(name: string): readonly ImpliedEnd[] {
  if (Object.hasOwn(byName, name)) return byName[name] ?? none;
  return endsParagraph.has(name) ? onlyParagraph : none;
}

const blocks = named(
  'address article aside blockquote body center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr legend main nav ol p pre section summary table ul',
);
const lines = named('br caption dd dt li option tr');
const cells = named('td th');

/** The edge that a reader sees; undefined within a line. */
export function edgeOf(name: string): 'block' | 'line' | 'cell' | undefined {
  if (blocks.has(name)) return 'block';
  if (lines.has(name)) return 'line';
  return cells.has(name) ? 'cell' : undefined;
}
