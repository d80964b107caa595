import { describe, expect, it } from 'vitest';
import type { FetchedPage, SafeFetch } from '../../../../src/research/fetch/fetchedPage';
import type { ToolAnswer } from '../../../../src/research/tool';
import { fetchPageTool } from '../../../../src/research/tools/researchTools';
import { pdfFile } from '../../../support/pdfFile';

const url = 'https://example.com/a';
const context = { signal: new AbortController().signal, onProgress: () => undefined };

function fetchOf(page: Pick<FetchedPage, 'kind' | 'contentType' | 'text' | 'body'>): SafeFetch {
  return {
    fetch: (asked) =>
      Promise.resolve({
        outcome: 'fetched',
        url: asked,
        finalUrl: url,
        status: 200,
        charset: 'utf-8',
        ...page,
      }),
  };
}

const html = (text: string) =>
  fetchPageTool({ fetch: fetchOf({ kind: 'html', contentType: 'text/html', text, body: Buffer.from(text) }) });

const sentence =
  'Trams carried 41 % of all passengers in the year, which is more than buses and the underground together.';

describe('what fetch_page shows', () => {
  it('is the body first, and says of what follows that it is not the page’s own', async () => {
    const tool = html(
      `<body><nav><a href="/">Home</a> <a href="/x">About</a></nav><article><h1>Trams</h1><p>${sentence.repeat(4)}</p><h2>References</h2><ol><li>Byron, A. (2020). A title.</li></ol></article>` +
        '<aside><p>Beside it.</p></aside><div id="comments"><p>First!</p></div><div class="cookie-banner">We use cookies.</div></body>',
    );
    const { text, page } = await tool.run({ url }, context);
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines.slice(lines.indexOf('[Menus follow. They are not the page’s own words.]'))).toEqual([
      '[Menus follow. They are not the page’s own words.]',
      'Home About',
      '[What stands beside the article follows, such as titles and captions: quote the article itself.]',
      'Trams',
      '[A list of other works follows. It is not the page’s own words: quote those works themselves.]',
      'References',
      'Byron, A. (2020). A title.',
      '[What stands beside the article follows, such as titles and captions: quote the article itself.]',
      'Beside it.',
      '[Comments of readers follow. They are not the page’s own words.]',
      'First!',
      '[Notices about cookies and the like follow. They are not the page’s own words.]',
      'We use cookies.',
    ]);
    expect(page?.layout?.parts?.length).toBe(7);
    expect(page?.text).not.toContain('[');
  });

  it('says it again where a part begins in the middle, and never of a page that is all body', async () => {
    const comments = Array.from(
      { length: 400 },
      (_, index) => `<p>Comment ${index}: I do not think that this is so, and have said it before.</p>`,
    ).join('');
    const tool = html(
      `<body><article><p>${sentence.repeat(4)}</p></article><div id="comments">${comments}</div></body>`,
    );
    const first = await tool.run({ url }, context);
    const offset = Number(/with offset (\d+)/.exec(first.text)?.[1]);
    const second = await tool.run({ url, offset }, context);
    expect(second.text).toMatch(/\n\n\[Comments of readers follow\. [^\]]*\]\nComment \d+/);
    expect((await html(`<body><p>${sentence}</p></body>`).run({ url }, context)).text).not.toContain('[');
  });

  it('names the pages of a document, and begins with the one that was asked for', async () => {
    const body = pdfFile({
      pages: [
        ['Of the first page.'],
        ['Of the second page.'],
        ['References', 'Byron, A. (2020). A title.', 'Appendix', 'Of the third page.'],
      ],
    });
    const tool = fetchPageTool({ fetch: fetchOf({ kind: 'pdf', contentType: 'application/pdf', text: '', body }) });
    const words = ({ text }: ToolAnswer): string => text.slice(text.indexOf('\n\n') + 2);
    const whole = await tool.run({ url }, context);
    expect(whole.text).toContain(`Cite as: ${url}#page=N, with the number of the page\n`);
    expect(
      words(whole)
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      `[Page 1. Cite as: ${url}#page=1]`,
      'Of the first page.',
      `[Page 2. Cite as: ${url}#page=2]`,
      'Of the second page.',
      `[Page 3. Cite as: ${url}#page=3]`,
      '[A list of other works follows. It is not the page’s own words: quote those works themselves.]',
      'References',
      'Byron, A. (2020). A title.',
      '[The page’s own words go on.]',
      'Appendix',
      'Of the third page.',
    ]);
    expect(words(await tool.run({ url: `${url}#page=2` }, context))).toMatch(
      /^\[Page 2\. Cite as: \S+#page=2\]\nOf the second/,
    );
    expect(whole.page).toMatchObject({ contentType: 'application/pdf', extractor: { name: 'pdf' } });
  });

  it('is nothing of a document without text, and why', async () => {
    const tool = fetchPageTool({
      fetch: fetchOf({ kind: 'pdf', contentType: 'application/pdf', text: '', body: pdfFile({ pages: [[]] }) }),
    });
    expect(await tool.run({ url }, context)).toEqual({
      isError: true,
      text: `${url} could not be read: its only page holds no text; it may be a scan, whose words are only a picture. Look for the same text as a web page.`,
    });
  });
});
