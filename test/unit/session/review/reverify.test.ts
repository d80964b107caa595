import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../../src/debate/log/entry';
import type { VerificationData } from '../../../../src/debate/log/entryData';
import type { DebateLog } from '../../../../src/record/debateLog';
import { reverify, type ReverifyOptions } from '../../../../src/session/review/reverify';
import type { Support } from '../../../../src/verify/supportCheck';
import { ReportRecord } from '../../../support/reportRecord';
import { rostrum } from '../../../support/rostrum';
import { entryCiting, verifierStage, type Stage } from '../../../support/verifierStage';
import { bridge, tides } from '../../../support/web/pages/texts';

const { signal } = new AbortController();
const { reopened, cost } = bridge.sentences;

/** Sources of every kind, checked on the local web and logged as the Verifier logs them, then opened as a record. */
async function debateOn(stage: Stage): Promise<{ log: DebateLog; logged: VerificationData[] }> {
  const { web, verifier, folder } = stage;
  const archived = web.url('status', '/410');
  web.archive.keep(archived, { at: '20240517101112', body: `<p>${reopened}</p>` });
  const claim = 'The repair was cheaper than planned.';
  const cited: { source: Source; support?: Support }[] = [
    { source: source(web.url('news', '/bridge'), reopened) },
    { source: source(web.url('news', '/bridge#other'), bridge.comment) },
    {
      source: { ...source(web.url('news', '/bridge#cost'), cost), claim },
      support: { answer: 'supports', explanation: 'It says so.' },
    },
    {
      source: { ...source(web.url('moved', '/to-news'), cost), claim: 'The repair was never paid.' },
      support: { answer: 'contradicts', explanation: 'It was paid.' },
    },
    { source: source(web.url('papers', '/tides'), tides.sentences.spread) },
    { source: source(archived, reopened) },
    { source: source(web.url('status', '/403'), reopened) },
    { source: source(web.url('status', '/404'), reopened) },
    { source: source('workspace:none.md', reopened) },
  ];
  const record = new ReportRecord();
  record.setup({ evidence: { root: folder, files: [] } });
  const logged: VerificationData[] = [];
  for (const { source: one, support } of cited) {
    const content = one.claim ?? one.quote ?? '';
    const seq = record.add({ speaker: 'sre', type: 'new_point', content, sources: [one] });
    const check = await verifier.check({ ...entryCiting(one, content), seq }, one.url, signal);
    const data = check.isSettled ? check.data : check.settle(support);
    record.verify(seq, one.url, data.status, { ...data, explanation: data.explanation ?? '' });
    logged.push(data);
  }
  return { log: await record.open(folder), logged };
}

const source = (url: string, quote: string): Source => ({ url, title: '', accessed: '2026-07-21', quote });

const again = (log: DebateLog, options: Partial<ReverifyOptions> = {}) =>
  reverify(log, { refetch: false, today: '2026-09-01', signal, ...options });

const statuses = [
  'verified',
  'unverified',
  'verified',
  'unreliable',
  'verified',
  'verified',
  'unverified',
  'fabricated',
  'fabricated',
];

describe('checking a record again', () => {
  it('from what was kept alone gives what was logged, word for word, with no network at all', async () => {
    const stage = await verifierStage();
    const { log, logged } = await debateOn(stage);
    expect(logged.map(({ status }) => status)).toEqual(statuses);
    stage.web.cut();
    const asked = stage.web.requests.length;
    const results = await again(log);
    expect(results.map(({ status, checks, explanation }) => ({ status, checks, explanation }))).toEqual(
      logged.map(({ status, checks, explanation }) => ({ status, checks, explanation })),
    );
    expect(results.map(({ basis }) => basis)).toEqual([
      ...Array<string>(6).fill('snapshot'),
      'record',
      'record',
      'manifest',
    ]);
    // That no text is there to prove is no warning where none was kept.
    expect(results.map(({ unproven }) => unproven)).toEqual(Array<undefined>(9).fill(undefined));
    expect(results[5]?.explanation).toContain(
      'It is gone where it stood (410); checked against the copy of 2024-05-17',
    );
    expect(stage.web.requests).toHaveLength(asked);
  });

  it('says of which pages only the metadata tell where and when they were read', async () => {
    const stage = await verifierStage();
    const { log } = await debateOn(stage);
    expect((await again(log)).filter(({ isUnwitnessed }) => isUnwitnessed)).toEqual([]);
    const older = new ReportRecord();
    older.setup({ evidence: { root: stage.folder, files: [] } });
    const one = source(stage.web.url('news', '/bridge'), cost);
    const seq = older.add({ speaker: 'sre', type: 'new_point', content: cost, sources: [one] });
    const check = await stage.verifier.check({ ...entryCiting(one, cost), seq }, one.url, signal);
    const { capture_sha256: capture, ...data } = check.isSettled ? check.data : check.settle(undefined);
    expect(capture).toMatch(/^[0-9a-f]{64}$/);
    older.verify(seq, one.url, data.status, { ...data, explanation: data.explanation ?? '' });
    const opened = await older.open(stage.folder);
    expect(await again(opened)).toMatchObject([{ proof: 'proven', isUnwitnessed: true }]);
    const { out, code } = await rostrum(['verify', opened.folder]);
    expect(code).toBe(0);
    expect(out).toContain('Not proven: where, when and by which archive 1 page of the web came.');
  });

  it('leaves as logged what nothing is left of, and says that it does', async () => {
    const stage = await verifierStage();
    const { log } = await debateOn(stage);
    rmSync(join(log.folder, 'sources'), { recursive: true });
    const results = await again(log);
    expect(results.map(({ status }) => status)).toEqual(statuses);
    expect(results.map(({ basis }) => basis)).toEqual([...Array<string>(8).fill('record'), 'manifest']);
    const isNamed = results.map(({ unproven }) => unproven?.endsWith('.json is missing') === true);
    expect(isNamed).toEqual([...Array<boolean>(6).fill(true), false, false, false]);
  });

  it('takes the Verifier’s word on support even where the user vouched since', async () => {
    const stage = await verifierStage();
    const record = new ReportRecord();
    record.setup({ evidence: { root: stage.folder, files: [] } });
    const one = { ...source(stage.web.url('news', '/bridge'), cost), claim: 'The repair was cheaper than planned.' };
    const seq = record.add({ speaker: 'sre', type: 'new_point', content: one.claim, sources: [one] });
    const check = await stage.verifier.check({ ...entryCiting(one, one.claim), seq }, one.url, signal);
    const data = check.isSettled ? check.data : check.settle({ answer: 'supports', explanation: 'It says so.' });
    record.verify(seq, one.url, data.status, { ...data, explanation: data.explanation ?? '' });
    record.add({
      speaker: 'user',
      type: 'verification_result',
      target_seq: seq,
      content: 'I read it.',
      data: { url: one.url, status: 'verified' },
    });
    expect(await again(await record.open(stage.folder))).toMatchObject([
      { status: 'verified', checks: { support: 'pass' }, basis: 'snapshot' },
    ]);
  });

  it('goes by who wrote the entry, not by who has the seat now', async () => {
    const stage = await verifierStage();
    const one = source(stage.web.url('news', '/bridge'), cost);
    const content = `${cost} So the repair was cheaper than planned.`;
    const of = async (before: string, after: string): Promise<string | undefined> => {
      const record = new ReportRecord();
      const seat = (sre: string): number =>
        record.add({ speaker: 'user', type: 'intervention', content: 'Seats.', data: { change: { models: { sre } } } });
      record.setup({ evidence: { root: stage.folder, files: [] } });
      seat(before);
      const seq = record.add({ speaker: 'sre', type: 'new_point', content, sources: [one] });
      seat(after);
      await stage.verifier.check({ ...entryCiting(one, content), seq }, one.url, signal);
      const [result] = await again(await record.open(stage.folder));
      return result?.checks?.support;
    };
    expect(await of('anthropic:claude-opus-5-5', 'offline')).toBe('not_judged');
    expect(await of('offline', 'anthropic:claude-opus-5-5')).toBe('same');
  });

  it('of what was never checked and never kept says that there is nothing', async () => {
    const record = new ReportRecord();
    record.setup();
    record.add({
      speaker: 'sre',
      type: 'new_point',
      content: reopened,
      sources: [source('https://news.example/', reopened)],
    });
    expect(await again(await record.open())).toMatchObject([
      {
        status: 'unverified',
        logged: null,
        basis: 'nothing',
        explanation: expect.stringContaining('there is no snapshot of it') as string,
      },
    ]);
  });

  it('from where they came asks anew, keeps nothing, and accuses nobody whose page was kept', async () => {
    const stage = await verifierStage();
    const { log } = await debateOn(stage);
    const kept = readdirSync(join(log.folder, 'sources')).sort();
    const { fetch, archive } = stage;
    const refetched = await again(log, { refetch: true, web: { fetch, archive } });
    expect(refetched.map(({ status }) => status)).toEqual(statuses);
    expect(new Set(refetched.map(({ basis }) => basis))).toEqual(new Set(['now']));
    const gone = {
      ...fetch,
      fetch: (url: string) =>
        Promise.resolve({ outcome: 'dead' as const, url, finalUrl: url, status: 404, reason: 'it is gone (404)' }),
    };
    const ignorant = { name: 'an archive', lookUp: () => Promise.resolve({ outcome: 'never_seen' as const }) };
    const all = await again(log, { refetch: true, web: { fetch: gone, archive: ignorant } });
    // The first six were captured, so they were there; of the others both witnesses now say the same.
    expect(all.map(({ status }) => status)).toEqual([
      ...Array<string>(6).fill('unverified'),
      'fabricated',
      'fabricated',
      'fabricated',
    ]);
    expect(all[0]?.explanation).toContain('it was captured in this debate, so it was there');
    expect(readdirSync(join(log.folder, 'sources')).sort()).toEqual(kept);
  });

  it('with fetching switched off leaves pages unverified, and says why', async () => {
    const stage = await verifierStage();
    const { log } = await debateOn(stage);
    const [first] = await again(log, { refetch: true });
    expect(first).toMatchObject({
      status: 'unverified',
      explanation: expect.stringContaining('fetching pages of the web is switched off') as string,
    });
  });
});
