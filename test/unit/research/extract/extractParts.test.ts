import { describe, expect, it } from 'vitest';
import { checkQuote } from '../../../../src/matching/quote/quoteCheck';
import { partAt, type PartKind } from '../../../../src/matching/text/sourceText';
import { extractPage, type ExtractedPage } from '../../../../src/research/extract/extractPage';
import { CitedText } from '../../../../src/matching/quote/citedText';

const extract = (html: string): Promise<ExtractedPage> =>
  extractPage({ text: html, body: Buffer.from(html), kind: 'html', finalUrl: 'https://example.com/a' });

const sentence =
  'Trams carried 41 % of all passengers in the year, which is more than buses and the underground together. ';
const paragraphs = `<p>${sentence.repeat(3)}</p><p>Second: ${sentence.repeat(2)}</p>`;
const links = (...names: string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;
const page = (around: { before?: string; inside?: string; after?: string }): string =>
  `<!doctype html><html><head><title>Trams</title></head><body>${around.before ?? ''}<main><article><h1>Trams and people</h1>${paragraphs}${around.inside ?? ''}</article></main>${around.after ?? ''}</body></html>`;

/** In which part of the text some words first stand. */
function partOf({ text, layout }: ExtractedPage, words: string): PartKind | 'nowhere' {
  const at = text.indexOf(words);
  return at < 0 ? 'nowhere' : partAt(layout, at);
}

describe('the label of an advertisement', () => {
  const around = (label: string): string =>
    `<p>The council approved the plan of the city.</p>${label}<p>It was of great use to all of them.</p>`;

  it.each([
    '<div class="ad"><p>Advertisement</p></div>',
    '<div class="slot"><span>ADVERTISEMENT</span></div>',
    '<div>Advertisement</div><p>Story continues below</p>',
    '<p>— Article continues after this advertisement —</p>',
    '<div><div>Advertisement</div><div>Scroll to continue reading</div></div>',
    '<p><small>Anzeige</small></p>',
    '<div>Publicité</div>',
    '<div>広告</div>',
  ])('does not part what stands around it: %s', async (label) => {
    const { text, layout } = await extract(page({ inside: around(label) }));
    const quote = 'The council approved the plan of the city. It was of great use to all of them.';
    expect(checkQuote(quote, new CitedText(text, { layout })).verdict.result).toBe('pass');
  });

  it.each([
    '<table><tr><td>Advertising</td><td>41 percent</td></tr></table>',
    '<table><tr><td><p>Advertising</p></td></tr></table>',
    '<ul><li><p>Advertising</p></li></ul>',
    '<div><h2>Advertising</h2></div>',
    '<p>Advertising is what they live by.</p>',
    '<p>They put it into an <span>advertisement</span>.</p>',
  ])('is not seen in what the article says: %s', async (own) => {
    const read = await extract(page({ inside: around(own) }));
    expect(partOf(read, /advertis\w+/i.exec(read.text)?.[0] ?? '')).not.toBe('notice');
  });
});

function checkLayout({ text, layout }: ExtractedPage): void {
  const parts = layout?.parts ?? [];
  let end = 0;
  for (const [index, part] of parts.entries()) {
    expect(text.slice(end, part.start)).toBe(index === 0 ? '' : '\n\n');
    expect(part.end).toBeGreaterThan(part.start);
    expect(text.slice(part.start, part.end).trim()).toBe(text.slice(part.start, part.end));
    end = part.end;
  }
  if (parts.length > 0) {
    expect(end).toBe(text.length);
    const firstOther = parts.findIndex(({ kind }) => kind !== 'body');
    if (firstOther >= 0) expect(parts.slice(firstOther).every(({ kind }) => kind !== 'body')).toBe(true);
  }
}

describe('parts of a page', () => {
  it.each<[PartKind, string, string]>([
    ['navigation', 'nav', `<nav>${links('Home', 'About us', 'Words of the menu')}</nav>`],
    ['navigation', 'role', `<div role="navigation">${links('Home', 'Words of the menu')}</div>`],
    ['navigation', 'class', `<div class="mainMenu">${links('Home', 'Words of the menu')}</div>`],
    ['navigation', 'id', `<div id="primary_navigation">${links('Home', 'Words of the menu')}</div>`],
    [
      'navigation',
      'a header’s links',
      `<header><a href="/">The Site</a>${links('One', 'Two', 'Words of the menu')}</header>`,
    ],
    [
      'navigation',
      'a footer’s list',
      `<footer><p>The company was founded long ago in a small town by the sea, and has been there ever since. It prints.</p>${links('Imprint', 'Terms', 'Words of the menu')}</footer>`,
    ],
    [
      'navigation',
      'breadcrumbs',
      `<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/x">Words of the menu</a></li></ol>`,
    ],
    [
      'notice',
      'a cookie banner',
      `<div id="cookie-banner"><p>We use cookies. Words of the banner.</p><button>Accept</button></div>`,
    ],
    [
      'notice',
      'a consent tool',
      `<div id="onetrust-consent-sdk"><p>${'Our partners may store cookies. '.repeat(200)}Words of the banner</p></div>`,
    ],
    [
      'notice',
      'a dialog',
      `<div role="dialog" aria-modal="true"><p>Words of the banner: tell us what you think!</p></div>`,
    ],
    [
      'notice',
      'a newsletter',
      `<section class="newsletter-signup"><p>Words of the banner: get our letter every week.</p></section>`,
    ],
    ['comments', 'by id', `<section id="comments"><h2>2 comments</h2><p>Words of a reader.</p></section>`],
    ['comments', 'by class', `<div class="comments-area"><article><p>Words of a reader.</p></article></div>`],
    ['comments', 'each of them', `<div><div id="comment-17"><p>Words of a reader.</p></div></div>`],
    ['comments', 'schema.org', `<div itemscope itemtype="https://schema.org/Comment"><p>Words of a reader.</p></div>`],
    ['comments', 'by label', `<section aria-label="Comments"><p>Words of a reader.</p></section>`],
    [
      'bibliography',
      'by role',
      `<section role="doc-bibliography"><p>Byron, A. (2020). Words of a title.</p></section>`,
    ],
    ['bibliography', 'by class', `<ol class="references"><li>Byron, A. (2020). Words of a title.</li></ol>`],
    ['bibliography', 'by heading', `<h2>References</h2><ol><li>Byron, A. (2020). Words of a title.</li></ol>`],
    [
      'bibliography',
      'by heading in a frame',
      `<div class="mw-heading"><h2 id="References">References</h2><span>[edit]</span></div><h3>Books</h3><div><ul><li>Gauss, C. (1999). Words of a title.</li></ul></div>`,
    ],
    [
      'bibliography',
      'in paragraphs',
      `<h2>7. Literaturverzeichnis</h2><p>Byron, A. (2020). A title.</p><p>Gauss, C. (1999). Words of a title.</p>`,
    ],
    [
      'bibliography',
      'in a section',
      `<section><h3>Works cited</h3><div><p>Byron, A. Words of a title. 2020.</p></div></section>`,
    ],
  ])('are named: %s, by %s', async (kind, _how, html) => {
    const words = /Words of (?:the menu|the banner|a reader|a title)/.exec(html)?.[0] ?? 'none';
    const places =
      kind === 'bibliography'
        ? [page({ inside: html }), page({ after: html })]
        : [page({ before: html }), page({ after: html })];
    for (const place of places) {
      const read = await extract(place);
      expect(partOf(read, words)).toBe(kind);
      expect(partOf(read, sentence.trim())).toBe('body');
      expect(partOf(read, 'Trams and people')).toBe('body');
      checkLayout(read);
    }
  });

  it.each<[string, string, 'body' | 'beside']>([
    ['a second column', '<div class="sidebar"><p>Words that count, in a column of their own.</p></div>', 'beside'],
    ['an aside', '<aside><p>Words that count.</p></aside>', 'beside'],
    ['an infobox', '<table class="infobox"><tr><th>Opened</th><td>Words that count</td></tr></table>', 'body'],
    ['a caption', '<figure><img src="x"><figcaption>Words that count</figcaption></figure>', 'body'],
    ['a footer’s address', '<footer><p>Words that count: the office stands at the harbour.</p></footer>', 'beside'],
    [
      'the menu of a restaurant',
      '<div class="menu"><p>Words that count: soup, 4.50</p><p>Fish with potatoes and salad, 12.90</p></div>',
      'beside',
    ],
    [
      'a recipe of cookies',
      '<div class="cookie-recipe"><p>Words that count: bake the cookies for 12 minutes.</p></div>',
      'body',
    ],
    [
      'a page within a menu’s class',
      '<div class="has-nav navigation"><main><p>Words that count</p></main></div>',
      'body',
    ],
    [
      'sources in prose',
      '<h2>Sources</h2><p>Words that count: our reporters spoke with drivers and passengers over several weeks and read the files.</p>',
      'body',
    ],
    [
      'what follows the references',
      '<h2>References</h2><ol><li>Byron, A. (2020). A title.</li></ol><h2>Appendix</h2><p>Words that count</p>',
      'body',
    ],
    [
      'a lower heading after the references',
      '<h2>References</h2><ol><li>Byron, A. (2020). A title.</li></ol><h3>Words that count</h3><p>The author thanks all those who read the drafts of this.</p>',
      'body',
    ],
    [
      'prose after the references',
      '<h2>References</h2><ol><li>Byron, A. (2020). A title.</li></ol><p>Words that count: the author thanks all those who read the drafts.</p>',
      'body',
    ],
    [
      'a question in a button',
      '<div class="accordion"><h3><button>Words that count?</button></h3><p>An answer.</p></div>',
      'beside',
    ],
    ['an article of comment', '<div class="comment"><p>Words that count, of a commentator.</p></div>', 'beside'],
    [
      'a list of links',
      `<div>${links('Words that count', 'Minutes of May', 'Minutes of June', 'Minutes of July')}</div>`,
      'body',
    ],
    ['a note below', '<div class="footnotes"><p>1. Words that count: the survey left out Sundays.</p></div>', 'body'],
  ])('take %s within the article for nothing by its name: it is %s', async (_name, html, kind) => {
    const inside = await extract(page({ inside: html }));
    expect(partOf(inside, 'Words that count')).toBe(kind);
    checkLayout(inside);
    const after = await extract(page({ after: html }));
    expect(partOf(after, 'Words that count')).toMatch(/^(?:body|beside)$/);
    checkLayout(after);
  });

  it('leave a page that is nothing else: a bibliography, a list of links, a thread', async () => {
    const works = Array.from(
      { length: 40 },
      (_, index) => `<li>Byron, A. (${1950 + index}). Work number ${index}.</li>`,
    ).join('');
    expect(
      partOf(await extract(`<body><h1>Works</h1><ol class="references">${works}</ol></body>`), 'Work number 7'),
    ).toBe('body');
    const read = await extract(`<body><nav>${links('The only words', 'there are')}</nav></body>`);
    expect(partOf(read, 'The only words')).toBe('body');
  });

  it('come in an order, the body first: what stands in the menu and in the article stands in the article first', async () => {
    const read = await extract(
      page({
        before: `<nav>${links('Trams and people', 'Home')}</nav>`,
        inside: '<h2>References</h2><ol><li>Byron, A. (2020). A title.</li></ol>',
        after: '<div id="comments"><p>First!</p></div><div class="cookie-notice">We use cookies.</div>',
      }),
    );
    expect(read.layout?.parts?.map(({ kind }) => kind)).toEqual([
      'body',
      'navigation',
      'bibliography',
      'comments',
      'notice',
    ]);
    expect(partOf(read, 'Trams and people')).toBe('body');
    expect(partOf(read, 'Home')).toBe('navigation');
    checkLayout(read);
  });

  it('have offsets of the text as it is given, whatever was stripped from it', async () => {
    const odd = '\u0007\u{e0041}';
    const read = await extract(
      page({
        before: `<nav>${links(`Ho${odd}me`, 'About')}</nav>`,
        inside: `<p>a${odd.repeat(50)}b &#7; c</p>`,
        after: `<div id="comments"><p>${odd}First${odd}!</p></div>`,
      }),
    );
    checkLayout(read);
    const texts = read.layout?.parts?.map(({ start, end }) => read.text.slice(start, end));
    expect(texts).toContain('Home\nAbout');
    expect(texts).toContain('First!');
  });

  it('are no matter of how deep or wide a page is', async () => {
    const deep = await extract(
      `<body>${'<div class="menu">'.repeat(2_000)}${links('Home', 'Deep down')}${'</div>'.repeat(2_000)}<p>${sentence.repeat(5)}</p></body>`,
    );
    expect(partOf(deep, 'Deep down')).toBe('navigation');
    const wide = await extract(
      `<body>${'<h2>References</h2><h2>References</h2><p>x 2020</p>'.repeat(5_000)}<p>${sentence}</p></body>`,
    );
    expect(wide.text).toContain(sentence.trim());
    checkLayout(wide);
  });
});
