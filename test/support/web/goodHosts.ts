import { bikes, bridge, queue, tides } from './pages/texts';
import { pageOf } from './pages/page';
import { pdfOf } from './pages/pdf';
import type { HostPlan } from './localHost';
import { html, typed } from './webPage';

/** Sites that answer properly, for honest citations. */

const news: HostPlan = {
  pages: {
    '/bridge': html(
      pageOf({
        title: bridge.title,
        site: 'The Harbour Herald',
        head: '<meta property="og:site_name" content="The Harbour Herald"><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Harbour bridge reopens after fourteen months","datePublished":"2025-03-03T08:30:00+01:00","author":{"@type":"Person","name":"Mina Solberg"}}</script>',
        paragraphs: Object.values(bridge.sentences),
        menu: bridge.menu,
        cookieNotice: bridge.cookieNotice,
        comments: [{ by: 'A reader', text: bridge.comment }],
      }),
    ),
    '/empty': html(
      '<!doctype html><title>Loading</title><body><div id="app"></div><script src="/app.js"></script></body>',
    ),
  },
};

const citation = [
  ...tides.authors.map((author) => `<meta name="citation_author" content="${author}">`),
  `<meta name="citation_title" content="${tides.title}">`,
  `<meta name="citation_journal_title" content="${tides.journal}">`,
  `<meta name="citation_publication_date" content="${tides.date}">`,
].join('');

const papers: HostPlan = {
  pages: {
    '/tides': html(
      pageOf({
        title: tides.title,
        site: tides.journal,
        head: citation,
        paragraphs: Object.values(tides.sentences),
        references: [tides.reference],
      }),
    ),
    '/tides.pdf': typed(
      'application/pdf',
      pdfOf(
        [
          [tides.title, tides.authors.join('; '), tides.sentences.spread],
          [tides.sentences.finding, tides.sentences.mean],
          ['References', tides.reference],
        ],
        tides.title,
      ),
    ),
  },
};

const { retries, dead, order } = queue.sentences;

const docs: HostPlan = {
  pages: {
    '/retries': html(
      pageOf({
        title: queue.title,
        site: 'Laneworks manual',
        paragraphs: [retries, dead, order],
        menu: ['Install', 'Configure', 'Retries', 'Limits'],
      }),
    ),
    '/retries.md': typed('text/markdown; charset=utf-8', `# ${queue.title}\n\n${retries}\n\n- ${dead}\n- ${order}\n`),
    '/retries.txt': typed('text/plain; charset=utf-8', `${queue.title}\n\n${retries}\n${dead}\n${order}\n`),
    '/retries.json': typed(
      'application/json',
      JSON.stringify({ title: queue.title, rules: [retries, dead, order] }, null, 2),
    ),
    '/retries.xml': typed(
      'application/xml',
      `<?xml version="1.0"?><manual><title>${queue.title}</title><rule>${retries}</rule><rule>${dead}</rule></manual>`,
    ),
  },
};

const blog: HostPlan = {
  pages: {
    '/year': html(
      pageOf({
        title: bikes.title,
        site: 'Two wheels and a box',
        paragraphs: Object.values(bikes.sentences),
        cookieNotice: bikes.cookieNotice,
        comments: [{ by: 'vanman', text: bikes.comment }],
      }),
    ),
  },
};

export const goodHosts = { news, papers, docs, blog };
