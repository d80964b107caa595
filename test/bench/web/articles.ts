/** Pages as the web has them: an article of 1,000 words amid menus, teasers, comments and scripts, some 40 KB of HTML. */

export const hosts = 100;
export const pagesPerHost = 10;

export const pathOf = (page: number): string => `/2024/report-${page}.html`;

/** What is cited of it: stands in the middle of the article, and on no other page. */
export function quoteOf(host: number, page: number): string {
  return `In district ${host + 1} the number of parcels per courier rose from ${180 + page} to ${211 + host + page} within ${7 + page} weeks, while complaints fell by ${10 + (host % 40)} per cent.`;
}

export function articleOf(host: number, page: number): string {
  const words = new Words(host * 1_000 + page);
  const paragraphs = Array.from({ length: 16 }, () => words.sentences(5));
  paragraphs.splice(8, 0, `${words.sentences(2)} ${quoteOf(host, page)} ${words.sentences(2)}`);
  const links = (count: number, kind: string): string =>
    Array.from(
      { length: count },
      (_, index) => `<li class="${kind}"><a href="/${kind}/${index}">${words.some(4)}</a></li>`,
    ).join('\n');
  const comments = Array.from(
    { length: 12 },
    (_, index) => `<div class="comment" id="c${index}"><b>${words.some(2)}</b><p>${words.sentences(2)}</p></div>`,
  ).join('\n');
  const state = JSON.stringify(
    Array.from({ length: 120 }, (_, id) => ({ id, title: words.some(5), tags: [words.some(1), words.some(1)] })),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Report ${page} of district ${host + 1}</title>
<meta property="og:title" content="Report ${page} of district ${host + 1}"><meta property="og:site_name" content="District ${host + 1} Courier"><meta name="author" content="The desk of district ${host + 1}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Report ${page} of district ${host + 1}","datePublished":"2024-05-${String(page + 10)}"}</script>
<style>${'.teaser{margin:0 auto;padding:4px}'.repeat(40)}</style><script>window.state=${state.replace(/</g, '\\u003c')};</script></head>
<body><div class="cookie-consent" id="cookies"><p>We use cookies to count you.</p><button>Accept</button></div>
<header><nav><ul>${links(40, 'section')}</ul></nav></header>
<main><article><h1>Report ${page} of district ${host + 1}</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}</article>
<aside><h2>More</h2><ul>${links(20, 'teaser')}</ul></aside></main>
<section id="comments"><h2>Comments</h2>${comments}</section><footer><ul>${links(25, 'about')}</ul></footer></body></html>`;
}

/** Everything once, in turns over the hosts, so that a checker that knows only one limit has no host more often than others. */
export function links(originOf: (host: number) => string): string[] {
  return Array.from(
    { length: hosts * pagesPerHost },
    (_, index) => `${originOf(index % hosts)}${pathOf(Math.floor(index / hosts))}`,
  );
}

const vocabulary =
  'courier parcel district morning delay route engine ledger storage window market harbour signal quarter budget driver letter council morning winter summer engine repair track station pattern weight measure answer number record tariff village crossing tunnel platform reserve contract summary review'.split(
    ' ',
  );
const small = 'the of and to in for with from on by while after before near under'.split(' ');

class Words {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 + 1;
  }

  some(count: number): string {
    return Array.from({ length: count }, () => this.#one(vocabulary)).join(' ');
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => {
      const words = Array.from({ length: 12 }, (_, index) => this.#one(index % 3 === 2 ? small : vocabulary)).join(' ');
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    }).join(' ');
  }

  #one(list: readonly string[]): string {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[this.#state % list.length] ?? '';
  }
}
