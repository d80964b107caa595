import type { PageFacts } from './extractPage';
import { namedAuthors } from './namedAuthors';
import { elementsWithin, type TreeDocument, type TreeElement } from './markupTree';
import { publishedDate } from './publishedDate';

/**
 * What a page shows its readers of author and date, for pages that say nothing to programs. Asked when menus and comments
 * are gone: their names and times are others.
 */
export function shownFacts(document: TreeDocument): Pick<PageFacts, 'authors' | 'published'> {
  const authors = shownAuthors(document);
  const published = shownDate(document);
  return { ...(authors === undefined ? {} : { authors }), ...(published === undefined ? {} : { published }) };
}

const few = 50;

function shownAuthors(document: TreeDocument): string[] | undefined {
  const places = ['[itemprop="author"]', 'a[rel~="author"]', '.byline, .by-line, .article-byline, .post-byline'].map(
    (selector) => () => [...document.querySelectorAll(selector)],
  );
  for (const find of [() => elementsWithin(document, '[itemprop="author"]', '[itemprop="name"]'), ...places]) {
    const texts = find()
      .slice(0, few)
      .map((element) => element.getAttribute('content') ?? element.textContent.slice(0, 500));
    // A byline is a line: what says more than names is none.
    const found = namedAuthors(texts.filter((text) => text.trim().length <= 120 && !/\d{4}/.test(text)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A time that is marked as that of publication, or the only one of the article. */
function shownDate(document: TreeDocument): string | undefined {
  const marked = [
    ...document.querySelectorAll('time[pubdate], time[itemprop="datePublished"], [itemprop="datePublished"]'),
  ].slice(0, few);
  const found = marked.map(dateOf).find((date) => date !== undefined);
  if (found !== undefined) return found;
  const shown = elementsWithin(document, 'article', 'time[datetime]');
  const times =
    shown.length > 0 ? shown : elementsWithin(document, 'main, header, .byline, .entry-meta', 'time[datetime]');
  const dates = new Set(
    times
      .slice(0, few)
      .map(dateOf)
      .filter((date) => date !== undefined),
  );
  return dates.size === 1 ? [...dates][0] : undefined;
}

const dateOf = (element: TreeElement): string | undefined =>
  publishedDate(
    element.getAttribute('datetime') ?? element.getAttribute('content') ?? element.textContent.slice(0, 100),
  );
