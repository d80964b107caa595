import { describe, expect, it } from 'vitest';
import { weakestOf } from '../../../src/verify/settle';
import type { Support } from '../../../src/verify/supportCheck';
import { entryCiting, verifierStage, type Stage } from '../../support/verifierStage';
import { bridge, queue } from '../../support/web/pages/texts';
import { failingFirst } from '../../support/web/behaviours';
import { html, type Reply, type WebPage } from '../../support/web/webPage';

const quote = bridge.sentences.reopened;
const article = `<!doctype html><title>${bridge.title}</title><body><p>${quote}</p><p>${bridge.sentences.cost}</p></body>`;

const urlOf = (stage: Stage, label: string, path: string): string => stage.web.url(label, path);
const cite = (url: string) => ({ url, quote });

describe('the status of a page of the web', () => {
  it('is verified where the quotation stands and is the claim, and the page is kept', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'news', '/bridge');
    const data = await stage.check({ ...cite(url), title: bridge.title });
    expect(data).toMatchObject({
      status: 'verified',
      confidence: 'high',
      checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'pass', support: 'same' },
    });
    const kept = await stage.store.find(url);
    expect(data.snapshot).toBe(kept?.metadata.sha256);
    expect(kept?.text.slice(data.passage?.start, data.passage?.end)).toBe(quote);
    expect(kept?.metadata).toMatchObject({ status: 200, accessed: '2026-07-21' });
  });

  it('is unreliable where the page that was cited does not hold what is quoted', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'docs', '/retries');
    const data = await stage.check({ ...cite(url), title: queue.title });
    expect(data).toMatchObject({ status: 'unreliable', checks: { exists: 'pass', quote: 'fail' }, passage: null });
    expect(data.explanation).toContain('The quotation does not stand there.');
  });

  it('is that of all that an entry cites it for, however often', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'news', '/bridge');
    const { reopened, cost } = bridge.sentences;
    const invented = 'The bridge was painted green by the mayor in person on a Sunday.';
    const sourceOf = (words: string) => ({ url, title: bridge.title, accessed: '2026-07-21', quote: words });
    const checked = async (quotes: readonly string[], content: string, answer?: Support['answer']) => {
      const entry = entryCiting({ url }, content);
      const check = await stage.verifier.check(
        { ...entry, sources: quotes.map(sourceOf) },
        url,
        new AbortController().signal,
      );
      if (check.isSettled) return check.data;
      return check.settle(answer === undefined ? undefined : { answer, explanation: check.question.claim });
    };
    expect(await checked([quote, cost], `${quote}\n\n${cost}`)).toMatchObject({ status: 'verified' });
    const wrong = await checked([quote, invented], `${quote}\n\n${invented}`);
    expect(wrong).toMatchObject({ status: 'unreliable', checks: { quote: 'fail' } });
    expect(wrong.explanation).toMatch(/^Of 2 citations of it in this entry, this is about “The bridge was painted/);
    const said = ['So nobody had to wait for long.', 'So the repair was dear.'];
    const content = `${reopened} ${said[0] ?? ''}\n\n${cost} ${said[1] ?? ''}`;
    const asked = await checked([reopened, cost], content, 'supports');
    expect(asked.status).toBe('verified');
    for (const words of said) expect(asked.notes?.['support']).toContain(words);
    expect(await checked([reopened, cost], content, 'contradicts')).toMatchObject({ status: 'unreliable' });
    expect(await checked([reopened, cost], content)).toMatchObject({ status: 'unverified' });
    // What is only quoted is not said to be supported, wherever it stands.
    const judged = { source: sourceOf(reopened), data: asked };
    const quoted = { source: sourceOf(cost), data: await checked([cost], cost) };
    expect([asked, quoted.data].map(({ status, checks }) => [status, checks?.support])).toEqual([
      ['verified', 'pass'],
      ['verified', 'same'],
    ]);
    expect(weakestOf(judged, [quoted]).checks?.support).toBe('same');
    expect(weakestOf(quoted, [judged]).checks?.support).toBe('same');
  });

  it('is unverified where a page of a few lines, of another name, does not: it may say that there is none', async () => {
    const stage = await verifierStage();
    const data = await stage.check({ ...cite(urlOf(stage, 'soft404', '/any')), title: bridge.title });
    expect(data).toMatchObject({ status: 'unverified', refusal: 'blocked', checks: { quote: 'not_judged' } });
  });

  it('404 or 410 and an archive that never saw it: fabricated, by two witnesses', async () => {
    const stage = await verifierStage();
    for (const status of [404, 410]) {
      const data = await stage.check(cite(urlOf(stage, 'status', `/${status}`)));
      expect(data).toMatchObject({
        status: 'fabricated',
        checks: { exists: 'fail' },
        refusal: 'dead',
        http_status: status,
        never_seen_by: 'the local archive',
        snapshot: null,
      });
      expect(data.explanation).toMatch(/two witnesses.*no such page.*the local archive never saw it/);
    }
  });

  it('404 with a wall as its body, which the archive never saw: unverified, nobody is accused', async () => {
    const barriers: Record<string, string> = {
      'login wall': '<form method=post><input name=u><input type=password name=p></form>'.padEnd(
        900,
        '<p>About us.</p>',
      ),
      'bot check': '<script>window._cf_chl_opt = {};</script><p>One moment</p>',
      'script shell': '<div id=app>Loading…</div><script src=/main.js></script>',
    };
    const missing = (body: string): WebPage =>
      html(`<!doctype html><title>Members</title><body>${body}</body>`, { status: 404 });
    const pages = Object.entries(barriers).map(
      ([name, body]) => [`/${name.replace(' ', '-')}`, missing(body)] as const,
    );
    const stage = await verifierStage({ hosts: { times: { pages: Object.fromEntries(pages) } } });
    for (const name of Object.keys(barriers)) {
      const data = await stage.check(cite(urlOf(stage, 'times', `/${name.replace(' ', '-')}`)));
      expect(data).toMatchObject({ status: 'unverified', refusal: 'blocked', http_status: 404 });
      expect(data.explanation).toContain(`looks like a ${name}`);
    }
    expect(stage.web.requests.filter(({ host }) => host.startsWith('archive.'))).toEqual([]);
  });

  it('a name that nobody has, which the archive never saw: fabricated', async () => {
    const stage = await verifierStage();
    expect(await stage.check(cite('https://invented.test-web.example/paper'))).toMatchObject({
      status: 'fabricated',
      refusal: 'no_host',
    });
  });

  it('any other failure: unverified, never more', async () => {
    const stage = await verifierStage();
    for (const status of [401, 402, 403, 429, 451, 500, 502, 503, 504, 418]) {
      const data = await stage.check(cite(urlOf(stage, 'status', `/${status}`)), { isAgain: true });
      expect(data).toMatchObject({
        status: 'unverified',
        confidence: 'low',
        checks: { exists: 'not_judged', quote: 'not_judged' },
        http_status: status,
      });
      expect(data.explanation).toMatch(/^The source could not be checked: .*\d.*\. .*(?:Check Again|I Read It)/s);
    }
    expect(stage.web.requests.filter(({ host }) => host.startsWith('archive.'))).toEqual([]);
  });

  it('what is no page, or does not come: unverified, with what can be done', async () => {
    const stage = await verifierStage();
    const hasty = await verifierStage({ limits: { totalMs: 700 } });
    for (const [label, path, refusal, at] of [
      ['slow', '/never', 'timeout', hasty],
      ['expired', '/page', 'tls', stage],
      ['self-signed', '/page', 'tls', stage],
      ['breaks', '/before', 'failed', stage],
      ['encoded', '/film', 'unsupported', stage],
      ['encoded', '/eleven-mib-told', 'too_large', stage],
      ['news', '/empty', 'unsupported', stage],
      ['traps', '/private', 'refused', stage],
      ['closed', '/open', 'robots', stage],
    ] as const) {
      const data = await at.check(cite(urlOf(at, label, path)));
      expect(data, `${label}${path}`).toMatchObject({ status: 'unverified', refusal, snapshot: null });
      expect(data.explanation).toContain('I Read It');
    }
  });

  it('a page that is gone and was archived is checked against the copy, and said to be gone', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'status', '/404');
    stage.web.archive.keep(
      url,
      { at: '20190101120000', body: '<p>An older page, about nothing of this.</p>' },
      { at: '20240517101112', body: article },
    );
    const data = await stage.check(cite(url));
    expect(data).toMatchObject({
      status: 'verified',
      http_status: 404,
      archived: { by: 'the local archive', date: '2024-05-17' },
    });
    expect(data.notes?.['exists']).toBe(
      'It is gone where it stood (404); checked against the copy of 2024-05-17 in the local archive.',
    );
    const kept = await stage.store.find(url);
    expect(kept?.metadata).toMatchObject({ status: 404, archived: { by: 'the local archive', date: '2024-05-17' } });
    expect(kept?.text).not.toContain('captured this');
    const other = { url, quote: 'The bridge was never closed at all.', title: bridge.title };
    expect(await stage.check(other)).toMatchObject({
      status: 'unreliable',
      archived: { date: '2024-05-17' },
    });
  });

  it('a copy that is a redirect, or of the page that says 404, is no copy; and still no witness', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'status', '/404');
    stage.web.archive.keep(
      url,
      { at: '20240101000000', status: 301, body: 'moved' },
      { at: '20240201000000', status: 404, body: article },
    );
    const data = await stage.check(cite(url));
    expect(data).toMatchObject({ status: 'unverified', refusal: 'dead', snapshot: null });
    expect(data.explanation).toContain('it has come by there, but has no copy of a page');
  });

  it.each(['silent', 'busy', 'broken', 'babbling'] as const)(
    'dead, and the archive is %s: unverified',
    async (mood) => {
      // What never ends is waited for: long enough for the page itself, however slow the machine.
      const neverEnds = mood === 'silent';
      const stage = await verifierStage(neverEnds ? { limits: { totalMs: 5_000 } } : {});
      stage.web.archive.mood = mood;
      const data = await stage.check(cite(urlOf(stage, 'status', '/404')));
      expect(data).toMatchObject({ status: 'unverified', refusal: 'dead' });
      expect(data.explanation).toContain('the local archive could not say whether it ever was there');
    },
  );

  it('dead, and no archive may be asked, or tell of the site, or another host said so: unverified', async () => {
    const none = await verifierStage({ hasArchive: false });
    const data = await none.check(cite(urlOf(none, 'status', '/404')));
    expect(data).toMatchObject({ status: 'unverified', refusal: 'dead' });
    expect(data.explanation).toContain('no archive was asked');
    const stage = await verifierStage();
    const url = urlOf(stage, 'status', '/404');
    stage.web.archive.exclude(url);
    expect(await stage.check(cite(url))).toMatchObject({ status: 'unverified', refusal: 'dead' });
    const elsewhere = await stage.check(cite(urlOf(stage, 'moved', '/to-dead')));
    expect(elsewhere).toMatchObject({ status: 'unverified', refusal: 'dead' });
    expect(elsewhere.explanation).toContain('it was status.test-web.example that said so');
  });

  it('a server that has the page after all, asked again, is believed', async () => {
    const reply =
      (status: number): Reply =>
      (_request, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end(article);
    const flaky = { pages: { '/page': failingFirst(1, reply(404), reply(200)) } };
    const stage = await verifierStage({ hosts: { flaky } });
    expect(await stage.check(cite(urlOf(stage, 'flaky', '/page')))).toMatchObject({ status: 'verified' });
  });

  it('is never fabricated once the page was captured in this debate, even when what was kept is damaged', async () => {
    const stage = await verifierStage();
    const url = urlOf(stage, 'status', '/404');
    await stage.store.add({
      url,
      finalUrl: url,
      title: 'x',
      contentType: 'text/plain',
      accessed: '2026-07-20',
      body: Buffer.from('b'),
      text: 'Something else entirely.',
      extractor: { name: 'plain', version: 1 },
    });
    expect(await stage.check(cite(url))).toMatchObject({ status: 'unreliable' });
    const { rm } = await import('node:fs/promises');
    const hash = (await stage.store.find(url))?.metadata.sha256 ?? '';
    await rm(`${stage.folder}/sources/${hash}.txt`);
    const data = await stage.check(cite(url));
    expect(data).toMatchObject({ status: 'unverified', refusal: 'dead' });
    expect(data.explanation).toContain('it was captured in this debate, so it was there');
  });

  it('a login, a question about cookies and a portal are walls: unverified, and nothing is kept of them', async () => {
    const stage = await verifierStage();
    for (const [label, path] of [
      ['moved', '/to-login'],
      ['moved', '/to-consent'],
      ['members', '/story'],
    ] as const) {
      const url = urlOf(stage, label, path);
      const data = await stage.check(cite(url));
      expect(data, url).toMatchObject({ status: 'unverified', refusal: 'blocked' });
      expect(data.explanation).toMatch(/looks like a (?:login wall|consent page)/);
      expect(await stage.store.find(url)).toBeUndefined();
    }
  });

  it('behind a portal or a filter of names nobody is accused', async () => {
    const stage = await verifierStage();
    for (const between of ['portal', 'filter']) {
      stage.web.intercept(between);
      for (const url of ['http://news.test-web.example/bridge', 'https://news.test-web.example/bridge']) {
        expect(await stage.check(cite(url), { isAgain: true }), `${between} ${url}`).toMatchObject({
          status: 'unverified',
        });
      }
    }
    stage.web.intercept(undefined);
    expect(await stage.check(cite(urlOf(stage, 'news', '/bridge')), { isAgain: true })).toMatchObject({
      status: 'verified',
    });
  });

  it('the part that a paywall shows is no reason to call a source unreliable, and what stands in it stands', async () => {
    const teaser = `<!doctype html><title>${bridge.title}</title><body><p>${quote}</p><p>${'It was a long winter for the ferries. '.repeat(60)}</p><p>Subscribe to continue reading. Already a subscriber? Log in.</p></body>`;
    const stage = await verifierStage({ hosts: { times: { pages: { '/story': html(teaser) } } } });
    const url = urlOf(stage, 'times', '/story');
    expect(await stage.check({ url, quote: bridge.sentences.noCause })).toMatchObject({
      status: 'unverified',
      checks: { quote: 'not_judged' },
      refusal: 'blocked',
    });
    expect(await stage.check(cite(url))).toMatchObject({ status: 'verified' });
    expect(await stage.check({ url, quote: quote.replace('fourteen', 'fifteen') })).toMatchObject({
      status: 'unreliable',
    });
  });
});
