import { describe, expect, it } from 'vitest';
import { publishedDate } from '../../../../src/research/extract/documentFacts';
import { extractPage, type PageFacts } from '../../../../src/research/extract/extractPage';

const factsOf = async (head: string, body = '<p>Words.</p>'): Promise<PageFacts & { title: string }> => {
  const html = `<html><head>${head}</head><body>${body}</body></html>`;
  const { title, authors, site, published } = await extractPage({
    text: html,
    body: Buffer.from(html),
    kind: 'html',
    finalUrl: 'https://example.com/a',
  });
  return {
    title,
    ...(authors === undefined ? {} : { authors }),
    ...(site === undefined ? {} : { site }),
    ...(published === undefined ? {} : { published }),
  };
};
const meta = (name: string, content: string): string =>
  `<meta ${name.includes(':') ? 'property' : 'name'}="${name}" content="${content}">`;
const ld = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

describe('what a page says of itself', () => {
  it.each<[string, string, Partial<PageFacts & { title: string }>]>([
    [
      'tags for libraries',
      meta('citation_title', 'On trams') +
        meta('citation_author', 'Byron, Ada') +
        meta('citation_author', 'Gauss, Carl') +
        meta('citation_journal_title', 'Journal of Trams') +
        meta('citation_publication_date', '2024/05/17'),
      { title: 'On trams', authors: ['Byron, Ada', 'Gauss, Carl'], site: 'Journal of Trams', published: '2024-05-17' },
    ],
    [
      'tags for sharing',
      meta('og:title', 'Shared') +
        meta('og:site_name', 'The Site') +
        meta('article:published_time', '2024-05-17T23:30:00-05:00') +
        meta('article:author', 'https://social.example/ada') +
        meta('author', 'By Ada Byron'),
      { title: 'Shared', authors: ['Ada Byron'], site: 'The Site', published: '2024-05-17' },
    ],
    [
      'Dublin Core',
      meta('DC.Title', 'Dublin') +
        meta('DC.creator', 'Ada Byron') +
        meta('DC.creator', 'Carl Gauss') +
        meta('DC.date', '2024-05'),
      { title: 'Dublin', authors: ['Ada Byron', 'Carl Gauss'], published: '2024-05' },
    ],
    [
      'an article',
      ld({
        '@type': 'NewsArticle',
        author: { name: 'Ada Byron' },
        publisher: { name: 'The Site' },
        datePublished: '2024-05-17',
      }),
      { authors: ['Ada Byron'], site: 'The Site', published: '2024-05-17' },
    ],
    [
      'a graph',
      ld({
        '@graph': [
          { '@type': 'WebPage', author: 'The Site', datePublished: '2020' },
          {
            '@type': ['Article', 'BlogPosting'],
            author: ['Ada Byron', { '@type': 'Person', name: 'Carl Gauss' }],
            datePublished: '2024',
          },
        ],
      }),
      { authors: ['Ada Byron', 'Carl Gauss'], published: '2024' },
    ],
    [
      'a list of things',
      ld([
        { '@type': 'BreadcrumbList' },
        {
          '@type': 'http://schema.org/ScholarlyArticle',
          author: 'Ada Byron; Carl Gauss',
          isPartOf: { '@type': 'Periodical', name: 'Journal' },
        },
      ]),
      { authors: ['Ada Byron', 'Carl Gauss'], site: 'Journal' },
    ],
    [
      'a broken script before a good one',
      ld('{"@type": "Article", author:}') + ld({ '@type': 'Article', author: 'Ada Byron' }),
      { authors: ['Ada Byron'] },
    ],
    [
      'the surer of two',
      ld({ '@type': 'Article', datePublished: '2021-01-01', author: 'Site Admin' }) +
        meta('citation_publication_date', '2019') +
        meta('citation_author', 'Ada Byron'),
      { authors: ['Ada Byron'], published: '2019' },
    ],
    [
      'an organisation that is no author of the article',
      ld({ '@type': 'Organization', name: 'Org', author: 'Nobody' }),
      {},
    ],
  ])('is read of %s', async (_name, head, expected) => {
    expect(await factsOf(head)).toEqual({ title: 'a', ...expected });
  });

  it('is read of what it shows where it says nothing else', async () => {
    const shown =
      '<article><h1>Trams</h1><p class="byline">By Ada Byron</p><time datetime="2024-05-17T10:00">17 May</time><p>Words.</p></article>';
    expect(await factsOf('', shown)).toEqual({ title: 'Trams', authors: ['Ada Byron'], published: '2024-05-17' });
    expect(await factsOf(meta('author', 'Carl Gauss') + meta('date', '2020'), shown)).toMatchObject({
      authors: ['Carl Gauss'],
      published: '2020',
    });
    // An article with several times tells of others, and comments have authors of their own.
    expect(
      await factsOf(
        '',
        '<article><time datetime="1999-01-01">then</time><time datetime="2004-01-01">later</time></article>',
      ),
    ).not.toHaveProperty('published');
    const comments =
      '<p>Words that are long enough to be taken for the page itself, and not only for what is beside it.</p>'.repeat(
        4,
      ) +
      '<div id="comments"><a rel="author">A Reader</a><time itemprop="datePublished" datetime="2021-01-01">x</time></div>';
    expect(await factsOf('', comments)).toEqual({ title: 'a' });
  });

  it.each<[string, string]>([
    [
      'ten thousand authors',
      Array.from({ length: 10_000 }, (_, index) =>
        meta('citation_author', `Author ${String.fromCharCode(65 + (index % 26))}${index}`),
      ).join(''),
    ],
    ['an author as long as a book', meta('author', 'Ada '.repeat(50_000))],
    [
      'wrong types',
      ld({ '@type': 7, author: 8, datePublished: {} }) +
        ld({
          '@type': 'Article',
          author: [null, 5, { name: { name: 'x' } }, [['y']]],
          datePublished: [true],
          publisher: [],
        }) +
        ld('null') +
        ld('[[[[]]]]') +
        ld('"text"'),
    ],
    ['nested without end', ld('['.repeat(100_000)) + ld('{"@graph":'.repeat(3_000) + '1' + '}'.repeat(3_000))],
    ['a script of megabytes', ld({ '@type': 'Article', author: 'Ada', text: 'x'.repeat(600_000) })],
    [
      'names of prototypes',
      ld('{"__proto__": {"author": "x"}, "@type": "Article", "constructor": 1}') +
        meta('__proto__', 'x') +
        meta('constructor', 'y'),
    ],
    [
      'names that are none',
      meta('author', 'admin') +
        meta('author', '{{author}}') +
        meta('author', '@handle') +
        meta('author', 'https://x.example') +
        meta('author', 'a@b.example') +
        meta('author', '42'),
    ],
    [
      'dates that are none',
      meta('date', '2024-13-40') +
        meta('pubdate', '2023-02-29') +
        meta('article:published_time', 'soon') +
        meta('dc.date', '0000') +
        meta('dcterms.date', '99999999'),
    ],
  ])('is bounded: %s', async (_name, head) => {
    const facts = await factsOf(head);
    expect((facts.authors ?? []).length).toBeLessThanOrEqual(100);
    for (const author of facts.authors ?? []) expect(author.length).toBeLessThanOrEqual(120);
    if (!_name.startsWith('ten thousand')) expect(facts).toEqual({ title: 'a' });
    else expect(facts.authors?.[1]).toBe('Author B1');
  });
});

describe('publishedDate', () => {
  it.each([
    ['2024', '2024'],
    ['2024-05', '2024-05'],
    ['2024-5-7', '2024-05-07'],
    ['2024/05/17', '2024-05-17'],
    ['2024.05.17', '2024-05-17'],
    ['2024-05-17T23:30:00-05:00', '2024-05-17'],
    ['2024-05-17 10:00', '2024-05-17'],
    ['20240517', '2024-05-17'],
    ['Fri, 17 May 2024 10:00:00 GMT', '2024-05-17'],
    ['17 May 2024', '2024-05-17'],
    ['17. März 2024', '2024-03-17'],
    ['1er mars 2024', undefined],
    ['May 17th, 2024', '2024-05-17'],
    ['Sept. 2024', '2024-09'],
    ['5/17/2024', '2024-05-17'],
    ['17.05.2024', '2024-05-17'],
    ['5/6/2024', '2024'],
    ['2024-02-30', undefined],
    ['2023-02-29', undefined],
    ['2024-02-29', '2024-02-29'],
    ['2024-00', undefined],
    ['31 April 2024', undefined],
    ['1200', undefined],
    ['3024', undefined],
    ['1715900000', undefined],
    ['20241399', undefined],
    ['', undefined],
    ['yesterday', undefined],
    ['v2024-05-17', undefined],
  ])('reads %j as %j', (stated, date) => {
    expect(publishedDate(stated)).toBe(date);
  });
});
