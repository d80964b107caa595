import { describe, expect, it } from 'vitest';
import type { PartKind } from '../../../../src/matching/text/sourceText';
import { barrierOf, mayHideText, type ReceivedPage } from '../../../../src/research/extract/accessBarrier';

const article =
  'The trams carried more people than the buses did in that year, and the drivers were asked twice. '.repeat(4);
const url = 'https://news.example/trams';

function received(...parts: [PartKind, string][]): ReceivedPage {
  let text = '';
  const spans = parts.map(([kind, words]) => {
    const start = text === '' ? 0 : text.length + 2;
    text = text === '' ? words : `${text}\n\n${words}`;
    return { kind, start, end: text.length };
  });
  return { url, finalUrl: url, title: 'Trams', text, layout: { parts: spans } };
}

describe('the words of what stands before a page', () => {
  it.each<[string, boolean, ReceivedPage]>([
    ['are one where they are the body', true, received(['body', 'Please log in to see this page.'])],
    ['are one without a layout', true, { url, finalUrl: url, title: 'Trams', text: 'Please log in to see this page.' }],
    [
      'are one in a notice that is all there is',
      true,
      received(['body', 'Trams'], ['notice', 'Please enable cookies. Checking your browser.']),
    ],
    ['are one in the title', true, { ...received(['body', article]), title: 'Access denied' }],
    [
      'are none in a menu beside a short article',
      false,
      received(['body', article], ['navigation', 'Home\nPlease log in']),
    ],
    [
      'are none in a notice beside a short article',
      false,
      received(['body', article], ['notice', 'Please enable cookies to use all of this site.']),
    ],
    [
      'are none in what readers wrote',
      false,
      received(['body', article], ['comments', 'You need to log in to comment. Access denied!']),
    ],
    [
      'are none in parts that stand before the body',
      false,
      received(['navigation', 'Please log in'], ['body', article]),
    ],
  ])('%s', (_, is, page) => {
    expect(barrierOf(page) !== undefined).toBe(is);
  });
});

describe('what may hide a quotation', () => {
  it.each<[string, boolean, ReceivedPage]>([
    ['is a paywall in the text', true, received(['body', `${article} Subscribe to continue reading`])],
    ['is a paywall in a box beside it', true, received(['body', article], ['notice', 'Subscribe to continue reading'])],
    [
      'is not a menu that every page has',
      false,
      received(['body', article], ['navigation', 'Already a subscriber? Log in']),
    ],
    ['is not what a reader wrote', false, received(['body', article], ['comments', 'Buy this article!'])],
  ])('%s', (_, may, page) => {
    expect(mayHideText(page, { isNamed: true })).toBe(may);
  });
});
