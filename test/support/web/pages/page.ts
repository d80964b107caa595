/** A page as sites build them: the article, and everything around it. */
export interface PageParts {
  title: string;
  site: string;
  /** Elements of the head: meta tags, JSON-LD. */
  head?: string;
  paragraphs: readonly string[];
  menu?: readonly string[];
  cookieNotice?: string;
  comments?: readonly { by: string; text: string }[];
  references?: readonly string[];
}

export function pageOf({
  title,
  site,
  head = '',
  paragraphs,
  menu = [],
  cookieNotice,
  comments = [],
  references = [],
}: PageParts): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | ${site}</title>${head}</head><body>`,
    cookieNotice === undefined
      ? ''
      : `<div id="cookie-banner" class="cookie-consent" role="dialog"><p>${cookieNotice}</p><button>Accept all</button></div>`,
    `<header><a href="/">${site}</a><nav><ul>${menu.map((item) => `<li><a href="/${slug(item)}">${item}</a></li>`).join('')}</ul></nav></header>`,
    `<main><article><h1>${title}</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}`,
    references.length === 0
      ? ''
      : `<section id="references"><h2>References</h2><ol>${references.map((reference) => `<li>${reference}</li>`).join('')}</ol></section>`,
    '</article></main>',
    comments.length === 0
      ? ''
      : `<section id="comments" class="comments"><h2>Comments</h2>${comments.map(({ by, text }) => `<div class="comment"><b>${by}</b><p>${text}</p></div>`).join('')}</section>`,
    `<footer><p>All rights of ${site} are its own. <a href="/contact">Contact</a></p></footer></body></html>`,
  ].join('\n');
}

const slug = (words: string): string => words.toLowerCase().replace(/\W+/g, '-');
