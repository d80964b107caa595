import { describe, expect, it, onTestFinished } from 'vitest';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { answersOf, checkedIn, kindsOf } from '../../support/checkedDocuments';
import { tempFolder } from '../../support/tempFolder';
import { verifierStage } from '../../support/verifierStage';
import { startLocalWeb } from '../../support/web/localWeb';
import type { WebPage } from '../../support/web/webPage';

const day = 24 * 60 * 60_000;

const page = (words: string): string =>
  `<!doctype html><title>Notes on keys</title><article><h1>Notes on keys</h1><p>${words}</p><p>The rest of the page says nothing more about them, but it says so in a whole sentence.</p></article>`;

/** A page of one version at a time, which answers conditional requests by its mark. */
function versionedPage() {
  const state = { words: 'The key is never written to disk.', mark: '"one"', conditional: [] as string[] };
  const answer: WebPage = (request, response) => {
    const asked = request.headers['if-none-match'];
    if (asked !== undefined) state.conditional.push(asked);
    if (asked === state.mark) response.writeHead(304, { etag: state.mark }).end();
    else
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: state.mark }).end(page(state.words));
  };
  return { state, answer };
}

async function stage(pages: Record<string, WebPage>) {
  const web = await startLocalWeb({ keys: { pages } });
  onTestFinished(() => web.close());
  const fetch = createSafeFetch({ ...web.fetch, delayMs: 0 });
  const requests = (): string[] =>
    web.requests.filter(({ line }) => !line.endsWith('/robots.txt')).map(({ line }) => line);
  return { web: { fetch, archive: undefined }, requests, url: web.url('keys', '/notes') };
}

describe('a cited page', () => {
  it('is asked for once in seven days, and then only for a change', async () => {
    const { state, answer } = versionedPage();
    const { web, requests, url } = await stage({ '/notes': answer });
    const folder = tempFolder({ 'doc.md': `They say “The key is never written to disk” ([n](${url}#keys)).` });
    const cacheFolder = tempFolder();
    const at = async (now: number, more = {}) => await checkedIn(folder, { web, cacheFolder, now: () => now, ...more });
    expect(kindsOf(await at(0))).toEqual(['quoted']);
    expect(requests()).toHaveLength(1);
    expect(kindsOf(await at(6.9 * day))).toEqual(['quoted']);
    expect(requests()).toHaveLength(1);
    const later = await at(8 * day);
    expect([kindsOf(later), requests().length, state.conditional, later.looked]).toEqual([['quoted'], 2, ['"one"'], 0]);
    expect((await at(14 * day)).asked).toBe(0);
  });

  it('has changed only if its server was asked', async () => {
    const { state, answer } = versionedPage();
    const { web, requests, url } = await stage({ '/notes': answer });
    const folder = tempFolder({ 'doc.md': `They say “The key is never written to disk” ([n](${url})).` });
    const cacheFolder = tempFolder();
    await checkedIn(folder, { web, cacheFolder });
    Object.assign(state, { words: 'The key is always written to disk.', mark: '"two"' });
    expect(kindsOf(await checkedIn(folder, { web, cacheFolder, now: () => day }))).toEqual(['quoted']);
    const now = await checkedIn(folder, { web, cacheFolder, now: () => day, maxAgeMs: 0 });
    expect(kindsOf(now)).toEqual(['missing']);
    expect(now.documents[0]?.citations[0]?.hasChanged).toBe(true);
    expect(requests()).toHaveLength(2);
  });

  it('is asked for once, however often it is cited', async () => {
    const { answer } = versionedPage();
    const { web, requests, url } = await stage({ '/notes': answer });
    const sentence = `They say “The key is never written to disk” ([n](${url}#a)).`;
    const folder = tempFolder({ 'doc.md': `${sentence}\n\n${sentence}`, 'other.md': sentence });
    expect(kindsOf(await checkedIn(folder, { web, files: ['doc.md', 'other.md'] }))).toHaveLength(3);
    expect(requests()).toHaveLength(1);
  });

  it('is known without the web from the cache, and else not looked at', async () => {
    const { answer } = versionedPage();
    const { web, url } = await stage({ '/notes': answer });
    const folder = tempFolder({ 'doc.md': `They say “The key is never written to disk” ([n](${url})).` });
    const cacheFolder = tempFolder();
    const [before] = answersOf(await checkedIn(folder, { cacheFolder }));
    expect(before).toMatchObject({ kind: 'unread' });
    expect(before?.words).toContain('not looked at');
    await checkedIn(folder, { web, cacheFolder });
    expect(kindsOf(await checkedIn(folder, { cacheFolder, now: () => 900 * day }))).toEqual(['quoted']);
  });

  it('that could not be reached is asked for again the next time', async () => {
    let works = false;
    const answer: WebPage = (_request, response) => {
      if (works)
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('The key is never written to disk.'));
      else response.writeHead(503).end();
    };
    const { web, url } = await stage({ '/notes': answer });
    const folder = tempFolder({ 'doc.md': `They say “The key is never written to disk” ([n](${url})).` });
    const cacheFolder = tempFolder();
    expect(kindsOf(await checkedIn(folder, { web, cacheFolder }))).toEqual(['unread']);
    works = true;
    expect(kindsOf(await checkedIn(folder, { web, cacheFolder }))).toEqual(['quoted']);
  });

  it.each([
    ['a login', (at: string) => ({ '/notes': redirectTo(`${at}/login`), '/login': login })],
    ['403', () => ({ '/notes': { status: 403 } })],
    ['429', () => ({ '/notes': { status: 429 } })],
    ['404, with nobody else to ask', () => ({ '/notes': { status: 404 } })],
  ])('that answers with %s fails no build', async (_what, pages) => {
    const { web, url } = await stage(pages('https://keys.test-web.example'));
    const folder = tempFolder({ 'doc.md': `They say “The key is never written to disk” ([n](${url})).` });
    expect(kindsOf(await checkedIn(folder, { web }))).toEqual(['unread']);
  });

  it('is gone by two witnesses', async () => {
    const { web, fetch, archive } = await verifierStage({ hosts: { keys: { pages: {} } } });
    web.archive.keep(web.url('keys', '/'), { at: '20200101000000', body: 'x' });
    const folder = tempFolder({
      'doc.md': `They say “The key is never written to disk” ([n](${web.url('keys', '/invented')})).`,
    });
    expect(kindsOf(await checkedIn(folder, { web: { fetch, archive } }))).toEqual(['gone']);
    expect(kindsOf(await checkedIn(folder, { web: { fetch, archive: undefined } }))).toEqual(['unread']);
  });

  it.each([
    'http://127.0.0.1:9/x',
    'http://[::1]/x',
    'http://169.254.169.254/latest',
    'http://10.0.0.1/x',
    'http://0/x',
  ])('is never fetched inside a network: %s', async (url) => {
    const web = await startLocalWeb({});
    onTestFinished(() => web.close());
    const fetch = createSafeFetch({ ...web.fetch, delayMs: 0 });
    const folder = tempFolder({
      'doc.md': `They say “The key is never written to disk” ([n](${url})), (${web.trap.origin}/x) “and these are more words”.`,
    });
    const checked = await checkedIn(folder, { web: { fetch, archive: undefined } });
    expect(new Set(kindsOf(checked))).toEqual(new Set(['unread']));
    expect(web.trap.connections()).toBe(0);
  });
});

const redirectTo = (location: string): WebPage => ({ status: 302, headers: { location } });
const login: WebPage = {
  headers: { 'content-type': 'text/html' },
  body: '<title>Sign in</title><form action="/login" method="post"><h1>Sign in</h1><input name="user"><input type="password" name="password"><button>Sign in</button></form>',
};
