import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { VerificationData } from '../../../src/debate/log/entryData';
import type { Archive, ArchiveAnswer } from '../../../src/research/archive/wayback';
import type { FetchedPage, FetchRefusal, RefusalOutcome, SafeFetch } from '../../../src/research/fetch/fetchedPage';
import { webSourceReader } from '../../../src/research/webSourceReader';
import { inMemory, SnapshotStore } from '../../../src/record/snapshots';
import { Verifier } from '../../../src/verify/verifier';
import { tempFolder } from '../../support/tempFolder';
import { entryCiting, verifierStage } from '../../support/verifierStage';
import { bridge } from '../../support/web/pages/texts';

const { signal } = new AbortController();
const quote = bridge.sentences.reopened;
const pagesAsked = (requests: readonly { line: string }[], path: string): number =>
  requests.filter(({ line }) => line.endsWith(path)).length;

describe('how often a page is asked for', () => {
  it('once in a debate, however often and by however many it is cited', async () => {
    const { web, check, again } = await verifierStage();
    const url = web.url('news', '/bridge');
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) => check({ url: `${url}#part${index}`, quote })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['verified']));
    await check({ url, quote: bridge.sentences.cost });
    // Another run of the program on the same folder, as after a resumption.
    await again().check(entryCiting({ url, quote }), url, signal);
    expect(pagesAsked(web.requests, '/bridge')).toBe(1);
  });

  it('also under the address to which it led', async () => {
    const { web, check } = await verifierStage();
    expect(await check({ url: web.url('moved', '/to-news'), quote })).toMatchObject({ status: 'verified' });
    expect(await check({ url: web.url('news', '/bridge'), quote })).toMatchObject({ status: 'verified' });
    expect(pagesAsked(web.requests, '/bridge')).toBe(1);
  });

  it('a failure is remembered for some minutes, except where somebody asks again', async () => {
    let now = 0;
    const { web, check } = await verifierStage({ clock: () => now });
    const url = web.url('status', '/403');
    const asked = async (isAgain = false): Promise<number> => {
      expect(await check({ url, quote }, { isAgain })).toMatchObject({ status: 'unverified', http_status: 403 });
      return pagesAsked(web.requests, '/403');
    };
    expect(await asked()).toBe(1);
    now = 4 * 60_000;
    expect(await asked()).toBe(1);
    expect(await asked(true)).toBe(2);
    now = 20 * 60_000;
    expect(await asked()).toBe(3);
  });

  it('ten citations of a host that does not answer cost its limit once', async () => {
    const asked: string[] = [];
    let giveUp: () => void = () => undefined;
    const limit = new Promise<void>((resolve) => (giveUp = resolve));
    const fetch: SafeFetch = {
      async fetch(url) {
        asked.push(url);
        await limit;
        return { outcome: 'timeout', url, finalUrl: url, reason: 'it did not come in time' };
      },
    };
    const reader = webSourceReader({ fetch, archive: undefined });
    const verifier = new Verifier({
      snapshots: new SnapshotStore(tempFolder()),
      reader,
      manifest: [],
      today: () => '2026-07-21',
    });
    const urls = Array.from({ length: 10 }, (_, index) => `https://slow.example/never?page=${index}`);
    const checks = urls.map((url) => verifier.check(entryCiting({ url, quote }), url, signal));
    await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000);
    giveUp();
    const results = await Promise.all(checks);
    expect(
      results.map((check) => (check.isSettled ? `${check.data.status} ${String(check.data['refusal'])}` : 'open')),
    ).toEqual(Array(10).fill('unverified timeout'));
    expect(asked).toHaveLength(1);
  });

  it('who gives up waiting does not take the page from those who still wait', async () => {
    const { web, verifier, check } = await verifierStage();
    const url = web.url('slow', '/a-little');
    const impatient = new AbortController();
    const first = verifier.check(entryCiting({ url, quote }), url, impatient.signal);
    const second = check({ url, quote });
    const reason = new Error('gone');
    impatient.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(await second).toMatchObject({ status: 'verified' });
    expect(pagesAsked(web.requests, '/a-little')).toBe(1);
  });
});

describe('for a gate', () => {
  it('a page counts as read once somebody has read it here; a person is taken at their word, and it is fetched', async () => {
    const { web, verifier, store } = await verifierStage();
    const url = web.url('news', '/bridge');
    expect(await verifier.capture(url, signal)).toEqual({ outcome: 'failed', reason: 'nobody has read it here yet' });
    expect(pagesAsked(web.requests, '/bridge')).toBe(0);
    expect(await verifier.capture(url, signal, { isPerson: true })).toMatchObject({
      outcome: 'read',
      kept: { title: expect.stringContaining('Harbour bridge') as string },
    });
    expect((await store.find(url))?.text).toContain(quote);
    expect(await verifier.capture(url, signal)).toMatchObject({ outcome: 'read' });
  });
});

describe('twins', () => {
  it('of one page, a true and a false claim get different results; of a page that cannot be read, the same', async () => {
    const { web, check } = await verifierStage();
    const [news, blocked] = [web.url('news', '/bridge'), web.url('status', '/403')];
    const lie = quote.replace('fourteen', 'four');
    expect(await check({ url: news, quote })).toMatchObject({ status: 'verified' });
    expect(await check({ url: news, quote: lie })).toMatchObject({ status: 'unreliable', checks: { quote: 'fail' } });
    const claim = 'The repair cost 41.8 million crowns.';
    const figures = (said: string) =>
      check(
        { url: news, quote: bridge.sentences.cost, claim: said },
        { content: said, support: { answer: 'supports', explanation: 'It does.' } },
      );
    expect(await figures(claim)).toMatchObject({ status: 'verified', checks: { figures: 'pass', support: 'pass' } });
    expect(await figures(claim.replace('41.8', '43.7'))).toMatchObject({
      status: 'unverified',
      checks: { figures: 'fail' },
    });
    const results = await Promise.all([check({ url: blocked, quote }), check({ url: blocked, quote: lie })]);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject({ status: 'unverified' });
  });
});

describe('the network cut in mid-debate', () => {
  it('makes no source fabricated, and a new check settles them', async () => {
    const { web, check } = await verifierStage({ limits: { totalMs: 6_000 } });
    const urls = [
      web.url('news', '/bridge'),
      web.url('status', '/404'),
      'https://invented.test-web.example/x',
      web.url('docs', '/retries.md'),
    ];
    await check({ url: web.url('papers', '/tides'), quote: 'Stations were sampled every six hours' });
    web.cut();
    const without = await Promise.all(urls.map((url) => check({ url, quote })));
    expect(without.map(({ status }) => status)).toEqual(Array(4).fill('unverified'));
    expect(
      await check({ url: web.url('papers', '/tides'), quote: 'Stations were sampled every six hours' }),
    ).toMatchObject({ status: 'verified' });
    web.mend();
    const settled: VerificationData[] = [];
    for (const url of urls) settled.push(await check({ url, quote }, { isAgain: true }));
    expect(settled.map(({ status }) => status)).toEqual(['verified', 'fabricated', 'fabricated', 'unreliable']);
  });
});

describe('fabricated', () => {
  const outcomes: RefusalOutcome[] = [
    'refused',
    'dead',
    'no_host',
    'blocked',
    'robots',
    'server',
    'timeout',
    'tls',
    'too_large',
    'unsupported',
    'failed',
  ];
  const answers = fc.oneof(
    fc.constant<ArchiveAnswer>({ outcome: 'never_seen' }),
    fc.constant<ArchiveAnswer>({ outcome: 'silent', reason: 'it rests' }),
    fc.constant<ArchiveAnswer>({
      outcome: 'copy',
      url: 'https://archive.example/web/20200101000000id_/https://x.example/',
      date: '2020-01-01',
    }),
  );
  const world = fc.record({
    url: fc.webUrl({ withFragments: true, withQueryParameters: true }),
    first: fc.constantFrom<RefusalOutcome | 'fetched'>('fetched', 'dead', 'dead', 'no_host', 'no_host', ...outcomes),
    second: fc.constantFrom<RefusalOutcome | 'fetched'>('fetched', 'dead', 'dead', 'no_host', 'no_host', ...outcomes),
    via: fc.constantFrom(undefined, 'proxy' as const),
    isLedAway: fc.boolean(),
    archive: fc.option(answers, { nil: undefined }),
    wasCaptured: fc.boolean(),
  });

  it('always has its two witnesses: the server that was asked, twice, and an archive that answered', async () => {
    const seen = { fabricated: 0, all: 0 };
    await fc.assert(
      fc.asyncProperty(world, async ({ url, first, second, via, isLedAway, archive, wasCaptured }) => {
        let asked = 0;
        const fetch: SafeFetch = {
          fetch: (wanted) => {
            const outcome = wanted.startsWith('https://archive.example/') ? 'blocked' : asked++ === 0 ? first : second;
            return Promise.resolve(
              outcome === 'fetched' ? fetched(wanted) : refusal(wanted, { outcome, via, isLedAway }),
            );
          },
        };
        const lookedUp: Archive | undefined =
          archive === undefined ? undefined : { name: 'an archive', lookUp: () => Promise.resolve(archive) };
        const verifier = new Verifier({
          snapshots: {
            find: () => Promise.resolve(undefined),
            add: (snapshot) => Promise.resolve(inMemory(snapshot)),
            wasCaptured: () => Promise.resolve(wasCaptured),
          },
          reader: webSourceReader({ fetch, archive: lookedUp }),
          manifest: [],
          today: () => '2026-07-21',
        });
        const check = await verifier.check(entryCiting({ url, quote }), url, signal);
        const data = check.isSettled ? check.data : check.settle(undefined);
        const isGone = (first === 'dead' || first === 'no_host') && second === first;
        const isFirstHand = !isLedAway && (via === undefined || url.startsWith('https:'));
        const isWitnessed = isGone && isFirstHand && archive?.outcome === 'never_seen' && !wasCaptured;
        seen.all += 1;
        if (isWitnessed) seen.fabricated += 1;
        expect(data.status === 'fabricated').toBe(isWitnessed);
      }),
      { numRuns: 200, seed: 5 },
    );
    expect(seen.all).toBe(200);
    expect(seen.fabricated).toBeGreaterThan(0);
  });

  const fetched = (url: string): FetchedPage => ({
    outcome: 'fetched',
    url,
    finalUrl: url,
    status: 200,
    contentType: 'text/plain',
    kind: 'text',
    charset: 'utf-8',
    body: Buffer.from('Nothing of it.'),
    text: 'Nothing of it.',
  });

  const refusal = (
    url: string,
    { outcome, via, isLedAway }: { outcome: RefusalOutcome; via: 'proxy' | undefined; isLedAway: boolean },
  ): FetchRefusal => ({
    outcome,
    url,
    finalUrl: isLedAway ? 'https://elsewhere.example/404' : url,
    reason: `it is ${outcome}`,
    ...(via === undefined ? {} : { via }),
  });
});
