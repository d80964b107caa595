import { describe, expect, it } from 'vitest';
import type { VerificationData } from '../../../src/debate/log/entryData';
import { SnapshotStore } from '../../../src/record/snapshots';
import type { FetchedPage, SafeFetch } from '../../../src/research/fetch/fetchedPage';
import { fetchPageTool } from '../../../src/research/tools/researchTools';
import { webSourceReader } from '../../../src/research/webSourceReader';
import { Verifier } from '../../../src/verify/verifier';
import { drawn } from '../../support/drawn';
import { tempFolder } from '../../support/tempFolder';
import { entryCiting } from '../../support/verifierStage';

/**
 * A page of a few lines may say itself what logins and checks say. Where the quotation stands in it, it is the page; a login or a check
 * without it proves nothing against anybody. By grammar, from a seed.
 */

const relatives = 200;
const signal = new AbortController().signal;
const at = (seed: number): string => `https://board.example/notes/${seed}`;

const subjects = [
  'The harbour office',
  'Our reading room',
  'The ticket machine',
  'The night ferry',
  'The town archive',
];
const deeds = [
  'opens at nine on Mondays',
  'was moved to the east quay',
  'takes no cash since May',
  'closes in the winter',
];
const phrases = [
  'Please enable JavaScript to use the map below.',
  'To comment, please sign in.',
  'Our form asks you to prove that you are not a robot.',
  'Writers: please log in before you post.',
  'Visitors from some networks see “Access denied” instead of the plan.',
  'Bitte melden Sie sich für den Rundbrief an.',
  'The old address, a domain for sale, is not ours: this domain is for sale.',
];
const checks = [
  'Verifying you are human. This may take a few seconds.',
  'Please make sure you’re not a robot.',
  'Checking your browser before you proceed. Our office hours are the usual ones.',
  'Please enable cookies and JavaScript to continue.',
  'Bitte bestätigen Sie, dass Sie kein Roboter sind.',
];
const built = [
  '<script>window._cf_chl_opt = { cZone: "x" };</script>',
  '<script src="https://geo.captcha-delivery.com/captcha/?x=1"></script>',
];

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

function pageOf(url: string, text: string): FetchedPage {
  const body = Buffer.from(text);
  const common = { url, finalUrl: url, status: 200, contentType: 'text/html', kind: 'html' as const, charset: 'utf-8' };
  return { outcome: 'fetched', ...common, body, text };
}

function stage(pages: ReadonlyMap<string, string>) {
  const fetch: SafeFetch = { fetch: (url) => Promise.resolve(pageOf(url, pages.get(url) ?? '')) };
  const store = new SnapshotStore(tempFolder());
  const verifier = new Verifier({
    snapshots: store,
    reader: webSourceReader({ fetch, archive: undefined }),
    manifest: [],
    today: () => '2026-07-21',
  });
  const check = async (url: string, quote: string): Promise<VerificationData> => {
    const checked = await verifier.check(entryCiting({ url, quote }), url, signal);
    return checked.isSettled ? checked.data : checked.settle(undefined);
  };
  return { store, verifier, check, tool: fetchPageTool({ fetch }) };
}

describe('a page of a few lines with the words of a login or a check', () => {
  it('is the page where the quotation stands in it; what is only a check accuses nobody and is not kept', async () => {
    const cases = Array.from({ length: relatives }, (_, seed) => {
      const { pick, shuffled } = drawn(seed + 1);
      const [subject = '', other = ''] = shuffled(subjects);
      const quote = `${subject} ${pick(deeds)}.`;
      const lines = shuffled([quote, pick(phrases), `${other} ${pick(deeds)}.`]);
      const honest = html('Notes', lines.map((line) => `<p>${line}</p>`).join(''));
      const check = html('One moment', `<p>${pick(checks)}</p>`);
      const hidden = html('One moment', `${pick(built)}<p>${quote}</p>`);
      return { seed, quote, honest, check, hidden };
    });
    const { check, store } = stage(
      new Map(
        cases.flatMap(({ seed, honest, check: blocked, hidden }) => [
          [at(seed), honest],
          [at(seed + 1_000), blocked],
          [at(seed + 2_000), hidden],
        ]),
      ),
    );
    for (const { seed, quote, honest } of cases) {
      const found = await check(at(seed), quote);
      expect([honest, found.status, found.checks?.quote]).toEqual([honest, 'verified', 'pass']);
      expect(await store.find(at(seed))).toBeDefined();
      for (const more of seed % 2 === 0 ? [1_000] : [2_000]) {
        const blocked = await check(at(seed + more), quote);
        expect(blocked).toMatchObject({ status: 'unverified', refusal: 'blocked', checks: { quote: 'not_judged' } });
        expect(await store.find(at(seed + more))).toBeUndefined();
      }
    }
  });

  it('is shown to whoever researches with what it looks like, and is at hand for what is quoted from it alone', async () => {
    const quote = 'The harbour office opens at nine on Mondays.';
    const { verifier, tool, store } = stage(
      new Map([[at(1), html('Notes', `<p>${quote}</p><p>To comment, please sign in.</p>`)]]),
    );
    const answer = await tool.run({ url: at(1) }, { signal, onProgress: () => undefined });
    expect(answer.text).toContain('what came looks like a login wall, not like the page');
    expect(answer.text).toContain(quote);
    expect(answer.isDoubtful).toBe(true);
    const before = await verifier.capture(at(1), signal, { quotes: [quote] });
    expect(before).toMatchObject({ outcome: 'failed', reason: 'nobody has read it here yet' });
    if (answer.page !== undefined) verifier.hold(answer.page);
    expect(await verifier.capture(at(1), signal, { quotes: ['The office never opens on Mondays.'] })).toMatchObject({
      outcome: 'failed',
    });
    expect(await store.find(at(1))).toBeUndefined();
    expect(await verifier.capture(at(1), signal, { quotes: [quote] })).toMatchObject({ outcome: 'read' });
    expect(await store.find(at(1))).toBeDefined();
  });

  it('is no text at hand where a snapshot of it is kept and the quotation is not in it', async () => {
    const text = 'The harbour office opens at nine on Mondays. To comment, please sign in.';
    const { verifier, store } = stage(new Map());
    await store.add({
      ...{ url: at(1), finalUrl: at(1), title: 'Notes', contentType: 'text/plain', text, body: Buffer.from(text) },
      ...{ extractor: { name: 'provider', version: 1 }, accessed: '2026-07-21' },
    });
    const capture = (quote: string) => verifier.capture(at(1), signal, { quotes: [quote] });
    expect(await capture('The harbour office opens at nine')).toMatchObject({ outcome: 'read' });
    expect(await capture('The harbour office is open at night')).toMatchObject({
      outcome: 'failed',
      reason: 'what came looks like a login wall, not like the page',
    });
  });
});
