import type { PageFacts } from './extractPage';
import { jsonLd, type LinkedFacts } from './jsonLd';
import { namedAuthors } from './namedAuthors';
import type { TreeDocument } from './markupTree';
import { publishedDate } from './publishedDate';
import { oneLine } from './readableText';

/** The tags that are read, the surest first: those for libraries, then structured data, then those for sharing. */
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
    ...[
      'dcterms.issued',
      'dcterms.date',
      'dc.date.issued',
      'dc.date',
      'dc.date.created',
      'dcterms.created',
      'datepublished',
      'citation_online_date',
    ],
    ...[
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
  ],
} as const;

const most = { tags: 2_000, values: 300 };

interface StatedFacts extends PageFacts {
  title?: string;
}

/** What a page says of itself to programs. Of what is said twice, the surer counts. */
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
