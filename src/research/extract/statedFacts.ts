import { namedAuthors, oneLine, publishedDate } from './documentFacts';
import type { PageFacts } from './extractPage';
import type { TreeDocument } from './markupTree';
import { isObject, jsonOf } from '../../debate/log/objects';

/** The most reliable first: tags for libraries, structured data, tags for sharing. */
const tags = {
  title: ['citation_title', 'dc.title', 'dcterms.title', 'eprints.title'],
  sharedTitle: ['og:title', 'twitter:title'],
  authors: [
    'citation_author',
    'citation_authors',
    'bepress_citation_author',
    'eprints.creators_name',
    'dc.creator',
    'dc.contributor.author',
    'dcterms.creator',
  ],
  otherAuthors: [
    'article:author',
    'author',
    'authors',
    'parsely-author',
    'sailthru.author',
    'byl',
    'twitter:creator:name',
  ],
  site: [
    'citation_journal_title',
    'citation_conference_title',
    'citation_publisher',
    'prism.publicationname',
    'og:site_name',
  ],
  otherSite: ['application-name', 'dc.publisher', 'publisher', 'twitter:app:name:iphone'],
  published: [
    'citation_publication_date',
    'citation_date',
    'bepress_citation_date',
    'eprints.date',
    'prism.publicationdate',
    'article:published_time',
    'og:article:published_time',
  ],
  otherPublished: [
    'dcterms.issued',
    'dcterms.date',
    'dc.date.issued',
    'dc.date',
    'dc.date.created',
    'dcterms.created',
    'datepublished',
    'citation_online_date',
    'parsely-pub-date',
    'sailthru.date',
    'pubdate',
    'publishdate',
    'publish-date',
    'publish_date',
    'publication_date',
    'article.published',
    'article_date_original',
    'date',
  ],
} as const;

const most = { tags: 2_000, values: 300 };

interface StatedFacts extends PageFacts {
  title?: string;
}

/** Facts that the page states for programs. Of two statements the more reliable counts. */
export function statedFacts(document: TreeDocument): StatedFacts {
  const said = metaTags(document);
  const of = (names: readonly string[]): string[] => names.flatMap((name) => said.get(name) ?? []);
  const linked = jsonLd(document);
  return facts({
    title: [...of(tags.title), ...titlesOf(document, of(tags.sharedTitle))],
    // All of one kind of tag, for a page may name its authors in several ways.
    authors: [
      ...tags.authors.map((name) => of([name])),
      linked.authors,
      ...tags.otherAuthors.map((name) => of([name])),
    ],
    site: [...of(tags.site), ...linked.site, ...of(tags.otherSite)],
    published: [...of(tags.published), ...linked.published, ...of(tags.otherPublished)],
  });
}

interface Said extends Omit<LinkedFacts, 'authors'> {
  title: readonly string[];
  authors: readonly (readonly string[])[];
}

function facts({ title, authors, site, published }: Said): StatedFacts {
  const first = (values: readonly string[]): string | undefined => values.map(oneLine).find((value) => value !== '');
  const found = {
    title: first(title),
    authors: authors.map(namedAuthors).find((names) => names !== undefined),
    site: first(site),
    published: published.map(publishedDate).find((date) => date !== undefined),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function metaTags(document: TreeDocument): Map<string, string[]> {
  const said = new Map<string, string[]>();
  let count = 0;
  for (const tag of document.querySelectorAll('meta')) {
    if ((count += 1) > most.tags) break;
    const name = (tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('itemprop') ?? '')
      .trim()
      .toLowerCase()
      .slice(0, 100);
    const content = (tag.getAttribute('content') ?? '').slice(0, 2_000).trim();
    if (name === '' || content === '') continue;
    const values = said.get(name) ?? [];
    if (values.push(content) <= most.values) said.set(name, values);
  }
  return said;
}

function titlesOf(document: TreeDocument, shared: readonly string[]): string[] {
  return [document.querySelector('title')?.textContent, ...shared, document.querySelector('h1')?.textContent].map(
    (title) => title?.slice(0, 2_000) ?? '',
  );
}

/** Schema.org, each value in the page's order. */
interface LinkedFacts {
  authors: string[];
  site: string[];
  published: string[];
}

const mostLinked = { scripts: 20, characters: 500_000, objects: 2_000, authors: 200 };

/** Never throws: broken, huge or unexpected data are skipped. */
function jsonLd(document: TreeDocument): LinkedFacts {
  const facts: LinkedFacts = { authors: [], site: [], published: [] };
  const scripts = document
    .querySelectorAll('script[type]')
    .filter((script) => /^application\/ld\+json\b/i.test(script.getAttribute('type') ?? ''));
  const works = scripts.slice(0, mostLinked.scripts).flatMap((script) => worksIn(parsed(script.textContent)));
  // The article first; the page as a whole if there is none.
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
  if (json.length > mostLinked.characters) return undefined;
  return jsonOf(json.replace(/^\s*(?:\/\/\s*)?<!(?:--|\[CDATA\[)|(?:\/\/\s*)?(?:-->|\]\]>)\s*$/g, ''));
}

const thing = (value: unknown): Thing | undefined => (isObject(value) ? value : undefined);
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, mostLinked.objects) : value === undefined || value === null ? [] : [value];

/** Works at the top, in `@graph`, and as the page's stated subject. */
function worksIn(root: unknown): Thing[] {
  const works: Thing[] = [];
  const open: unknown[] = [...list(root)];
  for (
    let next = open.shift(), seen = 0;
    next !== undefined && seen < mostLinked.objects;
    next = open.shift(), seen += 1
  ) {
    const work = thing(next);
    if (work === undefined) continue;
    works.push(work);
    open.push(...list(work['@graph']), ...list(work['mainEntity']));
  }
  return works;
}

/** 0: an article; 1: another work; 2: the page; 3: nothing written. */
function rankOf(work: Thing): number {
  const types = stringsIn(work['@type']).map((type) => type.replace(/^.*[/#:]/, ''));
  const rank = ranks.findIndex((kind) => types.some((type) => kind.test(type)));
  return rank < 0 ? ranks.length : rank;
}

const ranks = [
  /(?:Article|Posting|Report|Thesis|Chapter|Review|Legislation)$/,
  /^(?:Book|Dataset|CreativeWork|Periodical|PublicationIssue|Course|HowTo|VideoObject|PodcastEpisode|Message)$/,
  /Page$/,
];

/** Names given as a string, as a thing with a name, or as a list of these. */
function namesIn(value: unknown): string[] {
  return list(value)
    .slice(0, mostLinked.authors)
    .flatMap((item) => (typeof item === 'string' ? [item] : stringsIn(thing(item)?.['name'])));
}

function stringsIn(value: unknown): string[] {
  return list(value)
    .slice(0, mostLinked.authors)
    .flatMap((item) =>
      typeof item === 'string' ? [item.slice(0, 2_000)] : typeof item === 'number' ? [String(item)] : [],
    );
}
