import type { TreeDocument } from './markupTree';
import { isObject, jsonOf } from '../../debate/objects';

/** What structured data (schema.org) says of the page; each in the order in which it stands there. */
export interface LinkedFacts {
  authors: string[];
  site: string[];
  published: string[];
}

const most = { scripts: 20, characters: 500_000, objects: 2_000, authors: 200 };

/** Never throws: what is broken, huge or of another shape is passed over. */
export function jsonLd(document: TreeDocument): LinkedFacts {
  const facts: LinkedFacts = { authors: [], site: [], published: [] };
  const scripts = [...document.querySelectorAll('script[type]')].filter((script) =>
    /^application\/ld\+json\b/i.test(script.getAttribute('type') ?? ''),
  );
  const works = scripts.slice(0, most.scripts).flatMap((script) => worksIn(parsed(script.textContent)));
  // The article first; what is said of the page as a whole counts where there is none.
  const ranked = works.map((work) => ({ work, rank: rankOf(work) })).sort((a, b) => a.rank - b.rank);
  for (const { work } of ranked.filter(({ rank }) => rank < 3)) {
    if (facts.authors.length === 0) facts.authors.push(...namesIn(work['author'] ?? work['creator']));
    facts.site.push(...namesIn(work['publisher']), ...namesIn(work['isPartOf']));
    facts.published.push(...stringsIn(work['datePublished']));
  }
  return facts;
}

type Thing = Readonly<Record<string, unknown>>;

function parsed(json: string): unknown {
  if (json.length > most.characters) return undefined;
  return jsonOf(json.replace(/^\s*(?:\/\/\s*)?<!(?:--|\[CDATA\[)|(?:\/\/\s*)?(?:-->|\]\]>)\s*$/g, ''));
}

const thing = (value: unknown): Thing | undefined => (isObject(value) ? value : undefined);
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most.objects) : value === undefined || value === null ? [] : [value];

/** The things at the top, in `@graph`, and what the page says it is about. */
function worksIn(root: unknown): Thing[] {
  const works: Thing[] = [];
  const open: unknown[] = [...list(root)];
  for (let next = open.shift(), seen = 0; next !== undefined && seen < most.objects; next = open.shift(), seen += 1) {
    const work = thing(next);
    if (work === undefined) continue;
    works.push(work);
    open.push(...list(work['@graph']), ...list(work['mainEntity']));
  }
  return works;
}

/** 0: an article; 1: another work; 2: the page; 3: nothing that somebody wrote. */
function rankOf(work: Thing): number {
  const types = stringsIn(work['@type']).map((type) => type.replace(/^.*[/#:]/, ''));
  if (types.some((type) => /(?:Article|Posting|Report|Thesis|Chapter|Review|Legislation)$/.test(type))) return 0;
  if (
    types.some((type) =>
      /^(?:Book|Dataset|CreativeWork|TechArticle|Periodical|PublicationIssue|Course|HowTo|VideoObject|PodcastEpisode|Message)$/.test(
        type,
      ),
    )
  )
    return 1;
  return types.some((type) => /Page$/.test(type)) ? 2 : 3;
}

/** Names that are given as a string, as a thing with a name, or as a list of these. */
function namesIn(value: unknown): string[] {
  return list(value)
    .slice(0, most.authors)
    .flatMap((item) => (typeof item === 'string' ? [item] : stringsIn(thing(item)?.['name'])));
}

function stringsIn(value: unknown): string[] {
  return list(value)
    .slice(0, most.authors)
    .flatMap((item) =>
      typeof item === 'string' ? [item.slice(0, 2_000)] : typeof item === 'number' ? [String(item)] : [],
    );
}
