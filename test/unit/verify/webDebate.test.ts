import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import type { VerificationData, VerificationStatus } from '../../../src/debate/log/entryData';
import { reverify } from '../../../src/session/review/reverify';
import { sampled } from '../../support/depth';
import { withLog } from '../../support/logs';
import { runStrict } from '../../support/testSession';
import { researchingDebate, type WebDebate } from '../../support/web/webDebate';
import { bikes, bridge, queue, tides } from '../../support/web/pages/texts';

const names = ['ada', 'bob', 'cy'];
const signal = new AbortController().signal;

let debate: WebDebate | undefined;
afterEach(async () => {
  await debate?.close();
  debate = undefined;
});

async function played({ folder, participants, onEvent, entries }: WebDebate): Promise<Entry[]> {
  expect(await runStrict(folder, { participants, onEvent })).toEqual({ status: 'done' });
  return await entries();
}

interface Result {
  by: string;
  data: VerificationData;
}

/** What the Verifier said, with who had cited it. */
function results(entries: readonly Entry[]): Result[] {
  return entries.flatMap((entry) => {
    const data = entry.type === 'verification_result' ? dataOf(entry, 'verification_result') : undefined;
    return data === undefined ? [] : [{ by: entries.find(({ seq }) => seq === entry.target_seq)?.speaker ?? '', data }];
  });
}

const statuses = (entries: readonly Entry[], path: string): [string, VerificationStatus][] =>
  results(entries).flatMap(({ by, data }) => (data.url.endsWith(path) ? [[by, data.status]] : []));

/** Whose points are conjectures, because nobody could read the source. */
const unread = (entries: readonly Entry[]): string[] =>
  entries.filter(({ type, sources }) => type === 'conjecture' && sources === null).map(({ speaker }) => speaker);

const found = (entries: readonly Entry[], path: string): VerificationData | undefined =>
  results(entries).find(({ data }) => data.url.endsWith(path))?.data;

/** By seq and address, as strings that can be compared. */
const reverified = (folder: string): Promise<{ now: string[]; logged: string[] }> =>
  withLog(folder, async (log) => {
    const again = await reverify(log, { refetch: false, today: '2026-07-21', signal });
    const line = ({ seq, url }: (typeof again)[number], status: VerificationStatus | null): string =>
      `${seq} ${url} ${String(status)}`;
    return { now: again.map((one) => line(one, one.status)), logged: again.map((one) => line(one, one.logged)) };
  });

const invented = 'The minutes of the harbour board were lost in a fire.';
const hidden = 'Members of the harbour board were told of it in private.';

/** Every kind of source, one to a speech. */
const everyKind = (): Promise<WebDebate> =>
  researchingDebate({
    names,
    cites: ({ url }) => ({
      'opening/ada': { url: url('news', '/bridge'), quote: bridge.sentences.reopened },
      'opening/bob': { url: url('papers', '/tides'), quote: tides.sentences.finding },
      'opening/cy': {
        url: url('docs', '/retries.md'),
        quote: queue.sentences.retries,
        claim: 'A job of the queue gets more than one chance.',
      },
      // Twins: one says what the page says, the other drops the negation.
      'r1/turn/ada': { url: url('news', '/bridge'), quote: bridge.sentences.noCause },
      'r1/turn/bob': {
        url: url('news', '/bridge'),
        quote: bridge.sentences.noCause.replace('does not say', 'does say'),
      },
      'r1/turn/cy': { url: url('status', '/403'), quote: hidden },
      'r2/turn/ada': { url: url('blog', '/year'), quote: bikes.comment },
      'r2/turn/bob': { url: url('status', '/410'), quote: invented },
      'r2/turn/cy': { url: url('status', '/404'), quote: bridge.sentences.cost },
    }),
    prepare: ({ web }) =>
      web.archive.keep(web.url('status', '/404'), {
        at: '20240511120000',
        body: `<!doctype html><title>Kept</title><body><p>${bridge.sentences.cost}</p></body>`,
      }),
  });

describe('a debate on pages of the web', () => {
  let shown: WebDebate;
  let entries: Entry[];
  beforeAll(async () => {
    shown = await everyKind();
    entries = await played(shown);
  });
  afterAll(() => shown.close());

  it('comes to a status of every kind by what is cited, and its pages were read by those who cite them', () => {
    // What nobody could read, and what does not stand in its page, was sent back twice, and then insisted on.
    const tries = ['/bridge', '/tides', '/403', '/410', '/404'].map(
      (path) => shown.read.filter((url) => url.endsWith(path)).length,
    );
    expect(tries).toEqual([4, 1, 3, 3, 3]);
    expect(statuses(entries, '/bridge')).toEqual([
      ['ada', 'verified'],
      ['ada', 'verified'],
      ['bob', 'unreliable'],
    ]);
    expect(statuses(entries, '/tides')).toEqual([['bob', 'verified']]);
    expect(found(entries, '/retries.md')).toMatchObject({
      status: 'verified',
      checks: { quote: 'pass', support: 'pass' },
    });
    expect(found(entries, '/403')).toBeUndefined();
    const [conjecture, ...more] = entries.filter(({ type }) => type === 'conjecture');
    expect(conjecture?.content).toMatch(/^\[CONJECTURE\] Look at this\. /);
    expect(conjecture?.content).toContain(hidden);
    expect([conjecture?.sources, more]).toEqual([null, []]);
    expect(found(entries, '/year')?.status).toBe('unverified');
    expect(found(entries, '/year')?.explanation).toContain('comments');
    expect(found(entries, '/410')).toMatchObject({ status: 'fabricated', never_seen_by: 'the local archive' });
    expect(found(entries, '/404')?.status).toBe('verified');
    expect(found(entries, '/404')?.explanation).toMatch(/gone where it stood \(404\).*copy of 2024-05-11/);
    const redacted = entries
      .filter(({ type }) => type === 'redaction')
      .map(({ target_seq }) => entries.find(({ seq }) => seq === target_seq)?.content);
    expect(redacted).toEqual([expect.stringMatching(`^Look at this. ${invented}`)]);
    expect(entries.some(({ type, content }) => type === 'conclusion' && content.includes(invented))).toBe(false);
  });

  it('fetches each page once, whoever reads and cites it, and asks nobody but the hosts that are cited', () => {
    const lines = shown.web.requests.map(({ line }) => line);
    for (const [label, path] of [
      ['news', '/bridge'],
      ['papers', '/tides'],
      ['docs', '/retries.md'],
    ] as const) {
      expect(lines.filter((line) => line === `GET ${shown.web.url(label, path)}`)).toHaveLength(1);
    }
    const asked = new Set(shown.web.requests.map(({ host }) => host.split('.')[0]));
    expect([...asked].sort()).toEqual(['archive', 'blog', 'docs', 'news', 'papers', 'status']);
  });

  it('comes to the same again from its snapshots alone, without a network', async () => {
    shown.web.cut();
    const requests = shown.web.requests.length;
    const { now, logged } = await reverified(shown.folder);
    expect(now).toHaveLength(8);
    expect(now).toEqual(logged);
    expect(shown.web.requests).toHaveLength(requests);
  });
});

describe('a debate whose network is lost on the way', () => {
  /** Lost before the first round; what was cited until then stays what it was. */
  const cutOff = (): Promise<WebDebate> =>
    researchingDebate({
      names,
      rounds: 1,
      cites: ({ url }) => ({
        'opening/ada': { url: url('news', '/bridge'), quote: bridge.sentences.reopened },
        'r1/turn/ada': { url: url('news', '/bridge'), quote: bridge.sentences.crossings },
        'r1/turn/bob': { url: url('papers', '/tides'), quote: tides.sentences.finding },
        'r1/turn/cy': { url: url('status', '/410'), quote: invented },
      }),
      onStep: (step, web) => {
        if (step === 'r1/turn/ada') web.cut();
      },
    });

  it('takes nothing for fabricated, keeps what it has, and has no source that nobody could read', async () => {
    debate = await cutOff();
    const entries = await played(debate);
    expect(statuses(entries, '/bridge')).toEqual([
      ['ada', 'verified'],
      ['ada', 'verified'],
    ]);
    expect([...statuses(entries, '/tides'), ...statuses(entries, '/410')]).toEqual([]);
    expect(unread(entries)).toEqual(['bob', 'cy']);
    expect(entries.filter(({ type }) => type === 'redaction')).toEqual([]);
    const { now, logged } = await reverified(debate.folder);
    expect(now).toEqual(logged);
  });

  it('gives twins of a page that nobody could read the same: a conjecture without it', async () => {
    debate = await researchingDebate({
      names,
      rounds: 1,
      cites: ({ url }) => ({
        'r1/turn/ada': { url: url('news', '/bridge'), quote: bridge.sentences.noCause },
        'r1/turn/bob': {
          url: url('news', '/bridge'),
          quote: bridge.sentences.noCause.replace('does not say', 'does say'),
        },
      }),
      prepare: ({ web }) => web.cut(),
    });
    const entries = await played(debate);
    expect(results(entries)).toEqual([]);
    expect(unread(entries)).toEqual(names);
  });
});

describe('a debate on an untrustworthy network', () => {
  it.each(sampled('untrustworthy networks', ['portal', 'filter'], 1))(
    'behind a %s, no honest source is fabricated',
    async (label) => {
      debate = await researchingDebate({
        names,
        rounds: 1,
        cites: ({ url }) => ({
          'r1/turn/ada': { url: url('news', '/bridge'), quote: bridge.sentences.reopened },
          'r1/turn/bob': { url: url('papers', '/tides').replace('https:', 'http:'), quote: tides.sentences.finding },
          'r1/turn/cy': { url: url('never-was', '/page').replace('https:', 'http:'), quote: invented },
        }),
        prepare: ({ web }) => web.intercept(label),
      });
      const entries = await played(debate);
      expect(results(entries)).toEqual([]);
      expect(unread(entries)).toEqual(names);
    },
  );
});
