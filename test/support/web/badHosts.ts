import {
  cutShort,
  drip,
  failingFirst,
  neverAnswers,
  noHttp,
  resetBeforeAnswer,
  resetMidBody,
  slowHeaders,
} from './behaviours';
import type { HostPlan } from './localHost';
import { bridge } from './pages/texts';
import { answer, html, redirect, typed, type FixedPage, type WebPage } from './webPage';

/** Sites that fail, refuse, stall or send elsewhere. */

const article = `<!doctype html><title>${bridge.title}</title><body><p>${bridge.sentences.reopened}</p></body>`;
const reply =
  (page: WebPage) =>
  (...[request, response]: Parameters<Extract<WebPage, (...a: never[]) => unknown>>) =>
    answer(page, request, response);

const said = (status: number, headers: FixedPage['headers'] = {}): FixedPage =>
  html(`<h1>${status}</h1>`, { status, headers });

const status = (): HostPlan => ({
  pages: {
    ...Object.fromEntries(
      [204, 400, 402, 403, 404, 405, 410, 418, 451, 500, 502, 503, 504].map((code) => [`/${code}`, said(code)]),
    ),
    '/401': said(401, { 'www-authenticate': 'Basic realm="members"' }),
    '/429': said(429),
    '/503-once': failingFirst(1, reply(said(503, { 'retry-after': '1' })), reply(html(article))),
    '/404-with-article': html(article, { status: 404 }),
    '/200-after-103': (_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      response.writeHead(200, { 'content-type': 'text/html' }).end(article);
    },
  },
});

/** Asks for two minutes without requests; earlier ones get the same answer again. */
const busy: HostPlan = { pages: { '/page': html(article) }, otherwise: said(429, { 'retry-after': '120' }) };

const slow: HostPlan = {
  pages: {
    '/headers': slowHeaders(60_000, article),
    '/a-little': slowHeaders(100, article),
    '/drip': drip(50),
    '/never': neverAnswers,
  },
};

const breaks = (): HostPlan => ({
  pages: {
    '/before': resetBeforeAnswer,
    '/mid': resetMidBody(article),
    '/short': cutShort(article),
    '/no-http': noHttp,
    '/once': failingFirst(1, resetBeforeAnswer, reply(html(article))),
  },
});

const chain = Object.fromEntries(
  [7, 6, 5, 4, 3, 2, 1].map((left) => [`/chain/${left}`, redirect(left === 1 ? '/article' : `/chain/${left - 1}`)]),
);

const moved: HostPlan = {
  pages: {
    ...chain,
    '/article': html(article),
    '/to-news': redirect('https://news.test-web.example/bridge', 301),
    '/to-plain-news': redirect('http://news.test-web.example/bridge', 307),
    '/loop': redirect('/pool'),
    '/pool': redirect('/loop'),
    '/self': redirect('/self'),
    '/no-location': { status: 302 },
    '/to-nothing': redirect('http://'),
    '/to-unknown-host': redirect('https://nobody-has-this-name.test-web.example/'),
    '/to-file': redirect('file:///etc/passwd'),
    '/to-other-port': redirect('https://news.test-web.example:8443/bridge'),
    '/to-login': redirect('https://members.test-web.example/login?next=%2Farticle'),
    '/to-consent': redirect(
      'https://consent.test-web.example/choose?continue=https%3A%2F%2Fmoved.test-web.example%2Farticle',
    ),
    '/to-dead': redirect('https://status.test-web.example/404'),
    '/to-front': redirect('/', 301),
    '/': html(
      '<!doctype html><title>Front page</title><body><p>Welcome to our new site. Everything has moved; look around.</p></body>',
    ),
  },
};

const members: HostPlan = {
  pages: {
    '/login': html(
      '<!doctype html><title>Log in</title><body><h1>Log in to read on</h1><form><input name="user"><input type="password"></form><p>Members read everything. Become one today.</p></body>',
    ),
  },
  otherwise: redirect('/login'),
};

const consent: HostPlan = {
  pages: {
    '/choose': html(
      '<!doctype html><title>Before you continue</title><body><h1>Before you continue</h1><p>We use cookies to deliver our services. Choose what you allow.</p><button>Agree</button></body>',
    ),
  },
};

/** Answers everything, and never says that it does not have it. */
const soft404: HostPlan = {
  pages: {},
  otherwise: html(
    '<!doctype html><title>Page not found</title><body><h1>Page not found</h1><p>Sorry, the page that you look for does not exist or has been moved.</p></body>',
  ),
};

/** The login page that hotels and trains put before the web. */
const portal: HostPlan = {
  pages: {
    '/welcome': html(
      '<!doctype html><title>Welcome aboard</title><body><h1>Welcome aboard</h1><p>Accept the terms to use the network of this train.</p></body>',
    ),
  },
  otherwise: redirect('http://portal.test-web.example/welcome'),
};

/** Answers of school and office networks for names that they block. */
const filter: HostPlan = { pages: {}, otherwise: typed('text/html', '<h1>Not found</h1>', { status: 404 }) };

const robots = (text: string, more: HostPlan['pages'] = {}): HostPlan => ({
  pages: { '/robots.txt': typed('text/plain', text), '/open': html(article), '/private/page': html(article), ...more },
});

/** Made for each web, because some hosts count their requests. */
export const badHosts = (): Record<string, HostPlan> => ({
  status: status(),
  busy,
  slow,
  breaks: breaks(),
  moved,
  members,
  consent,
  soft404,
  portal,
  filter,
  closed: robots('User-agent: *\nDisallow: /\n'),
  partly: robots('User-agent: *\nDisallow: /private/\n'),
  'only-us': robots('User-agent: Rostrum\nDisallow: /\n\nUser-agent: *\nAllow: /\n'),
  'broken-robots': robots('', { '/robots.txt': said(500) }),
  'slow-robots': robots('', { '/robots.txt': neverAnswers }),
  'html-robots': robots('', { '/robots.txt': html('<h1>Not a file of robots</h1>') }),
  'moved-robots': robots('', { '/robots.txt': redirect('https://partly.test-web.example/robots.txt', 301) }),
  expired: { pages: { '/page': html(article) } },
  'self-signed': { pages: { '/page': html(article) } },
  'wrong-name': { pages: { '/page': html(article) } },
  dual: { pages: { '/page': html(article) } },
});
