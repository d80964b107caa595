import { describe, expect, it } from 'vitest';
import { barrierOf, mayHideText, type ReceivedPage } from '../../../../src/research/extract/accessBarrier';
import { extractPage } from '../../../../src/research/extract/extractPage';
import { picker, seeded } from '../../../support/seeded';

const url = 'https://news.example/2024/trams';

async function received(html: string, more: Partial<ReceivedPage> = {}): Promise<ReceivedPage> {
  const page = await extractPage({ text: html, body: Buffer.from(html), kind: 'html', finalUrl: url });
  return { url, finalUrl: url, ...page, ...more };
}

const random = seeded(166);
const pick = picker(random);

/** Around what a page says: none of it is said by it. */
const frames: readonly ((title: string, body: string) => string)[] = [
  (title, body) => `<!doctype html><title>${title}</title><body>${body}</body>`,
  (title, body) =>
    `<!doctype html><html><head><title>${title} | The Herald</title></head><body><header><a href="/">The Herald</a><nav><a href="/a">One</a> <a href="/b">Two</a> <a href="/c">Three</a></nav></header><main>${body}</main><footer><a href="/i">Imprint</a></footer></body></html>`,
  (title, body) =>
    `<html><head><title>${title}</title><link rel="canonical" href="https://news.example/"></head><body><div id="app"><div class="wrap">${body}</div></div><script src="/a.js"></script></body></html>`,
];
const page = (title: string, body: string): string => pick(frames)(title, body);

/** Of many tongues, some of which the program has no word of. */
const missing: readonly (readonly [string, string])[] = [
  ['Page not found', 'Sorry, we could not find what you are looking for.'],
  ['404', 'Nothing here.'],
  ['Seite nicht gefunden', 'Die von Ihnen gesuchte Seite existiert leider nicht mehr.'],
  ['Page introuvable', 'La page que vous cherchez n’existe pas ou a été déplacée.'],
  ['Página no encontrada', 'Lo sentimos, la página que busca ya no existe.'],
  ['Pagina non trovata', 'La pagina richiesta non esiste.'],
  ['Página não encontrada', 'O endereço pode ter mudado.'],
  ['Pagina niet gevonden', 'De pagina die u zoekt bestaat niet.'],
  ['Nie znaleziono strony', 'Strona została usunięta lub przeniesiona.'],
  ['Stránka nenalezena', 'Omlouváme se.'],
  ['Страница не найдена', 'Возможно, она была удалена.'],
  ['ページが見つかりません', 'お探しのページは削除された可能性があります。'],
  ['页面不存在', '您访问的页面不存在或已删除。'],
  ['Az oldal nem található', 'A keresett tartalom már nem elérhető.'],
  ['Η σελίδα δεν βρέθηκε', 'Ελέγξτε τη διεύθυνση.'],
  ['Sivua ei löytynyt', 'Tarkista osoite.'],
];
const logins: readonly (readonly [string, string])[] = [
  ['Sign in', 'Email'],
  ['Anmelden', 'Benutzername'],
  ['Connexion', 'Adresse e-mail'],
  ['Bejelentkezés', 'Felhasználónév'],
  ['Kirjaudu sisään', 'Käyttäjätunnus'],
  ['تسجيل الدخول', 'البريد الإلكتروني'],
];
const checks: readonly string[] = [
  '<h1>Just a moment...</h1><p>Performing security verification</p>',
  '<p>Please make sure you’re not a robot.</p>',
  '<p>Verifying you are human. This may take a few seconds.</p>',
  '<p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>',
  '<p>Vérification de sécurité en cours. Confirmez que vous n’êtes pas un robot.</p>',
  '<noscript>Enable it</noscript><script src="https://geo.captcha-delivery.com/captcha/?x=1"></script><p>…</p>',
  '<script>window._cf_chl_opt = { cZone: "x" };</script><p>Egy pillanat</p>',
  '<div class="cf-turnstile" data-sitekey="x"></div><p>Egy pillanat türelmet kérünk</p>',
];
const consents: readonly string[] = [
  '<h1>Before you continue to Search</h1><p>Choose what we may store.</p>',
  '<p>Wir und unsere 213 Partner verarbeiten Daten.</p><button>Zustimmen und weiter</button>',
  '<p>Nous et nos 834 partenaires stockons des informations.</p><a href=#>Continuer sans accepter</a>',
];
const shells: readonly string[] = [
  '<div id="root">Loading…</div><script src="/main.js"></script>',
  '<div id="app"></div><p>Wird geladen</p><script type="module" src="/a.js"></script>',
  '<noscript>You need to enable JavaScript to run this app.</noscript><div id=root><span>Betöltés</span></div><script>x()</script>',
];

const login = ([title, field]: readonly [string, string]): string =>
  page(
    title,
    `<h1>${title}</h1><form method="post"><label>${field}<input name="u"></label><input type="password" name="p"><button>${title}</button></form>`,
  );

interface Relative {
  kind: string;
  html: string;
  isPlain: boolean;
}
const relatives: Relative[] = Array.from({ length: 210 }, (_, at) => {
  switch (at % 5) {
    case 0: {
      const [title, words] = pick(missing);
      return { kind: `missing: ${title}`, html: page(title, `<h1>${title}</h1><p>${words}</p>`), isPlain: false };
    }
    case 1: {
      const form = pick(logins);
      return { kind: `login: ${form[0]}`, html: login(form), isPlain: true };
    }
    case 2: {
      const check = pick(checks);
      return { kind: `bot check: ${check}`, html: page('News', check), isPlain: true };
    }
    case 3: {
      const asked = pick(consents);
      return { kind: `consent: ${asked}`, html: page('News', asked), isPlain: true };
    }
    default: {
      const shell = pick(shells);
      return { kind: `shell: ${shell}`, html: `<!doctype html><title>App</title><body>${shell}</body>`, isPlain: true };
    }
  }
});

describe('what comes in a page’s place', () => {
  it.each(relatives)('accuses nobody: $kind', async ({ html, isPlain }) => {
    const came = await received(html);
    expect(mayHideText(came, { isNamed: false })).toBe(true);
    if (isPlain) expect(barrierOf(came)).toBeDefined();
  });

  it.each(logins)('is seen of a server that says 404, too: %s', async (...form) => {
    const long = '<p>About us: the company was founded long ago and has been here ever since.</p>'.repeat(8);
    const html = login(form).replace('</form>', `</form>${long}`);
    expect(barrierOf(await received(html))).toBeUndefined();
    expect(barrierOf(await received(html, { isGone: true }))).toBe('login wall');
  });
});

const preview =
  'The trams carried more people than the buses did in that year, and the drivers were asked twice. '.repeat(20);

describe('the part that a paywall shows', () => {
  it.each([
    'Subscribe to continue reading',
    'Jetzt abonnieren und weiterlesen',
    'Dieser Artikel ist nur für Abonnenten',
    'Sie haben bereits ein Abo? Anmelden',
    'Weiterlesen mit dem Digitalabo',
    'Cet article est réservé aux abonnés',
    'Il vous reste 72 % de cet article à lire',
    'Abonnez-vous pour lire la suite',
    'Contenido exclusivo para suscriptores',
    'Suscríbete para seguir leyendo',
    'この記事は有料会員限定です',
  ])('may hide what is not found: %s', async (words) => {
    const html = `<!doctype html><title>Trams</title><body><article><h1>Trams</h1><p>${preview}</p><p>${words}</p></article></body>`;
    expect(mayHideText(await received(html), { isNamed: true })).toBe(true);
    expect(barrierOf(await received(html))).toBeUndefined();
  });
});

describe('a page', () => {
  it.each<[string, string]>([
    ['of some length', `<h1>Trams</h1><p>${preview}</p>`],
    ['with a form to log in beside it', `<form><input type=password></form><h1>Trams</h1><p>${preview}</p>`],
    ['about robots', `<h1>Trams</h1><p>${preview}</p><p>Nobody had to prove that they are not a robot.</p>`],
    ['that speaks of missing pages', `<h1>Trams</h1><p>${preview} The page was not found for years.</p>`],
    [
      'behind a service that keeps programs out of others',
      `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><h1>Trams</h1><p>${preview}</p>`,
    ],
  ])('is what it is: %s', async (_, inside) => {
    const came = await received(`<!doctype html><title>Trams</title><body><article>${inside}</article></body>`);
    expect(barrierOf(came)).toBeUndefined();
    expect(mayHideText(came, { isNamed: false })).toBe(false);
  });

  it('of a few lines is what it is where it has the name that was cited, and no barrier where it has another', async () => {
    const html = `<!doctype html><title>Trams</title><body><h1>Trams</h1><p>${preview.slice(0, 400)}</p></body>`;
    const came = await received(html);
    expect(barrierOf(came)).toBeUndefined();
    expect(mayHideText(came, { isNamed: true })).toBe(false);
    expect(mayHideText(came, { isNamed: false })).toBe(true);
  });
});

describe('a long page to which another led', () => {
  const long = `<!doctype html><title>Trams</title><body><article><h1>Trams</h1><p>${preview}</p></article></body>`;
  it.each([
    ['/en/', true],
    ['/en-us/', true],
    ['/index.html', true],
    ['/de/index.php', true],
    ['/home', true],
    ['/404', true],
    ['/en/not-found', true],
    ['/error.html', true],
    ['/pages/page-not-found.aspx', true],
    ['/zustimmung?to=%2F2024%2Ftrams', true],
    ['/cookie-consent', true],
    ['/2024/trams-and-buses', false],
    ['/index.php?id=5', false],
    ['/2024/a-human-error', false],
    ['/2024/route-404-opens', false],
    ['/en/trams', false],
  ])('may be another where it is %s: %s', async (path, may) => {
    const finalUrl = new URL(path, url).href;
    expect(mayHideText(await received(long, { finalUrl }), { isNamed: true })).toBe(may);
    expect(mayHideText(await received(long, { url: finalUrl, finalUrl }), { isNamed: true })).toBe(false);
  });

  it('is the same where one front page leads to another', async () => {
    const from = { url: 'https://news.example/en/', finalUrl: 'https://news.example/en-us/home' };
    expect(mayHideText(await received(long, from), { isNamed: true })).toBe(false);
  });
});

describe('a page of more than a few lines in another’s place', () => {
  const purposes =
    'Personalised content is measured, and so is how often it is shown to the people who see it. '.repeat(20);
  const teasers = Array.from(
    { length: 30 },
    (_, at) => `<p>A story of today, number ${at}, that many people read.</p>`,
  );
  it.each([
    ['a missing page', 'The Herald', `<h1>Page not found</h1><p>Read this instead.</p>${teasers.join('')}`],
    ['a missing page', 'Seite nicht gefunden – Der Bote', `<h1>Hoppla!</h1>${teasers.join('')}`],
    [
      'a missing page below a menu',
      'The Herald',
      `${'<p>News and more of it today</p>'.repeat(20)}<h2>Cette page est introuvable</h2>${teasers.join('')}`,
    ],
    ['a login', 'Log in | The Herald', `<h1>Welcome back</h1><p>${purposes}</p>`],
    ['a login', 'The Herald', `<h1>Sign in to continue</h1><p>${purposes}</p>`],
    ['a login', 'Anmelden', `<h1>Willkommen</h1><p>${purposes}</p>`],
    ['a wall of consent', 'Der Bote', `<p>Wir und unsere 213 Partner speichern Daten.</p><p>${purposes}</p>`],
    [
      'a wall of consent',
      'Der Bote',
      `<p>${purposes}</p><p>Wir und unsere 213 Partner speichern Daten.</p><p>Zustimmen und weiter</p>`,
    ],
  ])('may hide what is not found: %s, %s', async (_, title, inside) => {
    const came = await received(`<!doctype html><title>${title}</title><body><main>${inside}</main></body>`);
    expect(came.text.length).toBeGreaterThan(1_200);
    expect(mayHideText(came, { isNamed: true })).toBe(true);
  });

  it.each([
    ['asks for a login at its end', 'Trams', `${preview}</p><p>Please log in to comment.`],
    ['asks for scripts at its end', 'Trams', `${preview}</p><p>Please enable JavaScript to see the comments.`],
    ['tells of a login', 'How a login works', `${preview} You must be logged in for that. ${preview}`],
    [
      'tells of missing documents',
      'Trams',
      `${preview} The document was not found. The page was not found either. ${preview}`,
    ],
    [
      'is long and tells of walls',
      'Walls',
      `${preview} Are you a robot? ${preview} ${preview} ${preview} Are you a human? Access denied.`,
    ],
  ])('is no ordinary article that %s', async (_, title, inside) => {
    const came = await received(
      `<!doctype html><title>${title}</title><body><article><h1>${title}</h1><p>${inside}</p></article></body>`,
    );
    expect(mayHideText(came, { isNamed: true })).toBe(false);
  });
});
