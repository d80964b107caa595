import { conclusionOf } from '../../../support/conclusions';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../src/agents/scripted';
import type { Draft, Entry } from '../../../../src/debate/log/entry';
import { standingIssues } from '../../../../src/debate/flow/duties';
import { barredDebaters, findingOn, warningOf } from '../../../../src/debate/fold/state';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { addSource } from '../../../../src/session/review/reviewedSource';
import type { Session } from '../../../../src/session/run/session';
import { checkAgain, checkAgainAll, vouch, type ReviewOptions } from '../../../../src/session/review/sourceReview';
import type { SupportJudge } from '../../../../src/session/review/supportJudge';
import { bundle } from '../../../support/bundle';
import { sampled } from '../../../support/depth';
import { lintFile, told } from '../../../support/lintLog';
import { logIn } from '../../../support/logs';
import { fact, factSource, factUrl, fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { runFolder, runStrict, testSession } from '../../../support/testSession';
import {
  depotPage,
  depotPages,
  losing,
  pathOf,
  webScript,
  webSource,
  webTo,
  type TestWeb,
} from '../../../support/webDebate';
import { webHost, type Page } from '../../../support/webHost';

/** What users do about a source: have it checked again, or vouch for it, whatever state the debate is in. */

const names = ['ada', 'bob'];

interface Stage {
  folder: string;
  log: DebateLog;
  origin: string;
  web: TestWeb;
  pages: Record<string, Page>;
  options: ReviewOptions;
}

const barring = conclusionOf(names, 'void', [1]);

/**
 * A debate on the web that was run with these pages missing or changed, to its end unless it is paused. Those that cannot be read were
 * captured before, and lost.
 */
async function staged(
  changed: Record<string, Page> = {},
  { pausesAt, isCut = false }: { pausesAt?: string; isCut?: boolean } = {},
): Promise<Stage> {
  const pages = depotPages(names);
  const host = await webHost(pages);
  const web = await webTo([host]);
  // Whatever is redacted of theirs is acknowledged.
  const acknowledging = [2, 3, 4, 5, 6, 7];
  const script = { ...webScript({ names, rounds: 1 }, () => host.origin), conclusion: barring };
  for (const turn of Object.values(script)) {
    const entry = (turn as { entries?: { type: string; acknowledges?: number[] }[] } | undefined)?.entries?.[0];
    if (entry?.type === 'new_point' || entry?.type === 'closing_statement') entry.acknowledges = acknowledging;
  }
  const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
  const isLost = (url: string): boolean => isCut || changed[new URL(url).pathname] === silent;
  const added = await logIn(folder);
  for (const path of Object.keys(pages).filter((one) => isLost(`${host.origin}${one}`)))
    await addSource(added, `${host.origin}${path}`, { web, signal: new AbortController().signal });
  Object.assign(pages, changed);
  web.cut(isCut);
  const lose = losing(folder, isLost);
  const session: Session = await testSession(folder, {
    participants: { web },
    onEvent: (event) => {
      lose(event);
      if (event.kind === 'handover' && event.step === pausesAt) session.pause('Wait.');
    },
  });
  await session.run();
  web.cut(false);
  const log = await logIn(folder);
  return { folder, log, origin: host.origin, web, pages, options: { web, signal: new AbortController().signal } };
}

const firstOf = ({ log }: Stage, name: string): number =>
  log.state.headers.find(({ speaker }) => speaker === name)?.seq ?? -1;
const refOf = (stage: Stage, name: string, line = 1) => ({
  seq: firstOf(stage, name),
  url: `${stage.origin}${pathOf(name, line)}`,
});

async function resumed({ folder, web }: Stage): Promise<Entry[]> {
  expect(await runStrict(folder, { participants: { web } })).toEqual({ status: 'done' });
  return await readEntries(folder);
}

const data = (entry: Entry | undefined): Record<string, unknown> => entry?.data ?? {};
const notHere: Page = { status: 404, body: 'not here' };
const silent: Page = { status: 503, body: 'later' };

describe('Check Again', () => {
  it('settles what could not be read, in a debate that is done, whose documents then say so; the user’s own word stays', async () => {
    const stage = await staged({ [pathOf('ada', 1)]: silent });
    const { log, options } = stage;
    const ref = refOf(stage, 'ada');
    const found = () => findingOn(log.state, ref.seq, ref.url);
    const check = found()?.check ?? -1;
    expect(found()).toMatchObject({ status: 'unverified' });
    const word = await vouch(log, ref, { note: 'I read it in the library.' });
    expect(word).toMatchObject({
      speaker: 'user',
      type: 'verification_result',
      target_seq: ref.seq,
      data: { url: ref.url, status: 'unverified', vouched: true },
    });
    expect(word.content).toContain('I read it in the library.');
    expect(check).toBeLessThan(word.seq);
    expect(found()).toMatchObject({ seq: word.seq, status: 'unverified', vouched: true });

    const count = log.state.headers.length;
    const signal = AbortSignal.abort(new Error('Cancelled.'));
    await expect(checkAgain(log, ref, { ...options, signal })).rejects.toThrow('Cancelled.');
    expect(log.state.headers).toHaveLength(count);

    stage.pages[pathOf('ada', 1)] = () => undefined;
    const late = await checkAgain(log, ref, { ...options, checkMs: 100 });
    expect(data(late)).toMatchObject({ status: 'unverified', refusal: 'timeout', again: true });

    stage.pages[pathOf('ada', 1)] = depotPage('ada', 1);
    const entry = await checkAgain(log, ref, options);
    expect(entry).toMatchObject({
      speaker: 'verifier',
      type: 'verification_result',
      phase: 'system',
      target_seq: ref.seq,
    });
    expect(data(entry)).toMatchObject({
      url: ref.url,
      status: 'verified',
      again: true,
      checks: { quote: 'pass', support: 'same' },
    });
    expect(found()).toMatchObject({ status: 'verified', check: entry.seq, again: true, vouched: true });
    expect(await readFile(join(stage.folder, 'metadata.json'), 'utf8')).toMatch(/"quoted": 4|"verified": 4/);

    // From here on the snapshot is what is checked against, not what the page says.
    stage.pages[pathOf('ada', 1)] = depotPage('ada', 1, 'Something else stands here now.');
    expect(data(await checkAgain(log, ref, options))['status']).toBe('verified');
    stage.web.cut(true);
    expect(data(await checkAgain(log, ref, options))['status']).toBe('verified');
    expect(told(await lintFile(log.path))).toEqual([]);
  });

  it('refuses what is no source of the entry, and vouching for what was not checked yet', async () => {
    const stage = await staged({}, { pausesAt: 'opening/bob' });
    for (const [ref, code] of [
      [{ seq: 999, url: 'https://a.org' }, 'unknown_entry'],
      [{ seq: 2, url: 'https://a.org' }, 'unknown_source'],
    ] as const) {
      await expect(checkAgain(stage.log, ref, stage.options)).rejects.toMatchObject({ code });
      await expect(vouch(stage.log, ref)).rejects.toMatchObject({ code });
    }
    const { url } = refOf(stage, 'ada', 2);
    await stage.log.append([
      {
        phase: 'rebuttal',
        speaker: 'ada',
        type: 'new_point',
        content: 'More.',
        sources: [{ url, title: 'T', accessed: '2026-01-01' }],
      },
    ]);
    const seq = stage.log.state.headers.length - 1;
    await expect(vouch(stage.log, { seq, url })).rejects.toMatchObject({ code: 'unchecked' });
  });

  it('made while the debate runs, in the place of the engine’s own check, is the one that counts', async () => {
    const stage = await staged({}, { pausesAt: 'opening/ada' });
    const ref = refOf(stage, 'ada');
    const before = stage.log.state.findings.get(ref.seq)?.size ?? 0;
    await checkAgain(stage.log, ref, stage.options);
    const entries = await resumed(stage);
    const ours = entries.filter((entry) => entry.type === 'verification_result' && entry.target_seq === ref.seq);
    expect(ours).toHaveLength(before + 1);
    expect(told(await lintFile(stage.log.path))).toEqual([]);
  });
});

describe('a finding that a later check does not bear out', () => {
  it('fabricated, and then there: the entry stays struck, the debater is free again, the Chair says so, the source may be cited', async () => {
    const stage = await staged({ [pathOf('ada', 1)]: notHere }, { pausesAt: 'r1/turn/ada' });
    const ref = refOf(stage, 'ada');
    expect(barredDebaters(stage.log.state)).toEqual(['ada']);
    await expect(vouch(stage.log, ref)).rejects.toMatchObject({ code: 'redacted' });
    await expect(vouch(stage.log, refOf(stage, 'bob'), { note: 'x'.repeat(5_000) })).rejects.toMatchObject({
      code: 'words_too_long',
    });
    // Without a network, what was found stands, and nothing is logged.
    stage.web.cut(true);
    const count = stage.log.state.headers.length;
    await expect(checkAgain(stage.log, ref, stage.options)).rejects.toMatchObject({ code: 'nothing_new' });
    expect(stage.log.state.headers).toHaveLength(count);
    expect(barredDebaters(stage.log.state)).toEqual(['ada']);
    stage.web.cut(false);
    stage.pages[pathOf('ada', 1)] = depotPage('ada', 1);
    const entry = await checkAgain(stage.log, ref, stage.options);
    expect(data(entry)['status']).toBe('verified');
    expect(barredDebaters(stage.log.state)).toEqual([]);
    expect(stage.log.state.redactions.get(ref.seq)).toMatchObject({ url: ref.url, overturned: entry.seq });
    const entries = await resumed(stage);
    const ruling = entries.find((one) => one.type === 'ruling' && data(one)['kind'] === 'reconsidered');
    expect(ruling).toMatchObject({ target_seq: ref.seq, data: { status: 'verified', url: ref.url } });
    expect(ruling?.content).toContain('no longer held to have invented');
    expect(entries.filter((one) => one.type === 'redaction')).toHaveLength(1);
    expect(entries.filter((one) => data(one)['kind'] === 'reconsidered')).toHaveLength(1);
    expect(told(await lintFile(stage.log.path))).toEqual([]);
  });

  it('unreliable, and then verified: the warning is taken back, and counts again when the source is found unreliable once more', async () => {
    const stage = await staged(
      { [pathOf('ada', 1)]: depotPage('ada', 1, fact('ada', 1).replace('handled', 'had lost')) },
      { pausesAt: 'r1/turn/ada' },
    );
    const ref = refOf(stage, 'ada');
    expect(standingIssues(stage.log.state, 'ada')).toHaveLength(1);
    await stage.log.append([result(ref, 'verified')]);
    expect(standingIssues(stage.log.state, 'ada')).toEqual([]);
    expect(warningOf(stage.log.state, ref.seq, ref.url)).toBeDefined();
    await resumed(stage);
    await stage.log.refresh();
    expect(stage.log.state.rulings.filter(({ kind }) => kind === 'reconsidered')).toHaveLength(1);
    expect(warningOf(stage.log.state, ref.seq, ref.url)).toBeUndefined();
    // The snapshot is as it was: checked again, the quotation is not there.
    await checkAgain(stage.log, ref, stage.options);
    expect(standingIssues(stage.log.state, 'ada')).toHaveLength(1);
    const entries = await resumed(stage);
    expect(entries.at(-1)).toMatchObject({
      type: 'ruling',
      target_seq: ref.seq,
      data: { kind: 'unreliable', addendum: true },
    });
  });

  it('unverified, and then fabricated, after the conclusion: struck as an addendum, the outcome stands', async () => {
    const stage = await staged({ [pathOf('ada', 1)]: silent });
    const ref = refOf(stage, 'ada');
    stage.pages[pathOf('ada', 1)] = notHere;
    expect(data(await checkAgain(stage.log, ref, stage.options))['status']).toBe('fabricated');
    const entries = await resumed(stage);
    expect(entries.at(-1)).toMatchObject({ type: 'redaction', target_seq: ref.seq, data: { addendum: true } });
    expect(await readFile(join(stage.folder, 'transcript.md'), 'utf8')).not.toContain(fact('ada', 1));
    expect(await readFile(join(stage.folder, 'summary.md'), 'utf8')).toContain('an entry of ada was struck ([seq ');
  });
});

const result = ({ seq, url }: { seq: number; url: string }, status: string): Draft => ({
  phase: 'system',
  speaker: 'verifier',
  type: 'verification_result',
  target_seq: seq,
  content: `Seq ${seq}: ${status}.`,
  data: { url, status, again: true, explanation: '' },
});

describe('whether the passage supports the claim', () => {
  const claim = 'Depot ada was busy that day.';
  const content = `${claim} ${fact('ada', 2)}`;

  async function withClaim() {
    const script = {
      ...fullScript({ names, rounds: 1 }),
      'r1/turn/ada': { entries: [{ type: 'new_point', content, sources: [{ ...factSource('ada', 2), claim }] }] },
    };
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
    await runFolder(folder);
    const log = await logIn(folder);
    const seq = log.state.headers.find(({ speaker, type }) => speaker === 'ada' && type === 'new_point')?.seq ?? -1;
    return { log, ref: { seq, url: factUrl('ada', 2) }, signal: new AbortController().signal };
  }

  it('is asked of the judge, with the passage; what that took is the record’s; later its word holds without a judge; without one it is not judged before', async () => {
    const { log, ref, signal } = await withClaim();
    expect(findingOn(log.state, ref.seq, ref.url)?.status).toBe('unverified');
    expect(data(await checkAgain(log, ref, { signal }))).toMatchObject({
      status: 'unverified',
      checks: { quote: 'pass', support: 'not_judged' },
    });
    const asked: string[] = [];
    const usage = { input: 100, cache_write: 0, cache_read: 0, output: 10, usd: 0.25 };
    const judge: SupportJudge = (question) => {
      asked.push(`${question.claim} | ${question.passage}`);
      return Promise.resolve({ answer: 'supports', explanation: 'It says so.', usage });
    };
    const entry = await checkAgain(log, ref, { signal, judge });
    expect(asked).toEqual([`${claim} | ${fact('ada', 2)}`]);
    expect(data(entry)).toMatchObject({
      status: 'verified',
      again: true,
      checks: { support: 'pass' },
      step: { id: `again/${entry.seq}`, agent: 'verifier' },
    });
    expect(log.state.usage.usd).toBe(0.25);
    expect(data(await checkAgain(log, ref, { signal }))).toMatchObject({
      status: 'verified',
      checks: { support: 'pass' },
    });
    const silentJudge: SupportJudge = () => Promise.resolve(undefined);
    expect(data(await checkAgain(log, ref, { signal, judge: silentJudge }))['status']).toBe('verified');
    expect(log.state.usage.usd).toBe(0.25);
    expect(told(await lintFile(log.path))).toEqual([]);
  });
});

describe('I Read It', () => {
  it('said before the Verifier has looked does not take the check away', async () => {
    const stage = await staged({}, { pausesAt: 'opening/ada' });
    const own = refOf(stage, 'ada');
    expect(findingOn(stage.log.state, own.seq, own.url)).toBeUndefined();
    const word = {
      phase: 'system',
      speaker: 'user',
      type: 'verification_result',
      target_seq: own.seq,
      content: 'I read it.',
      data: { url: own.url, status: 'verified', vouched: true },
    } as const;
    await stage.log.append([word]);
    const entries = await resumed(stage);
    const checks = entries.filter((entry) => entry.speaker === 'verifier' && entry.target_seq === own.seq);
    expect(checks).toHaveLength(1);
    expect(data(checks[0])['status']).toBe('verified');
  });
});

describe('all sources that could not be read', () => {
  it('are checked one after the other, and can be stopped: what was found stays; what came to the same again is not logged', async () => {
    const stage = await staged({}, { isCut: true });
    const { log, options } = stage;
    const inForce = () => [...log.state.findings.values()].flatMap((byUrl) => [...byUrl]);
    const abort = new AbortController();
    const stopping = ({ done }: { done: number }): void => {
      if (done === 2) abort.abort(new Error('Enough.'));
    };
    const stopped = checkAgainAll(log, { ...options, signal: abort.signal, onProgress: stopping });
    await expect(stopped).rejects.toThrow('Enough.');
    const left = inForce().flatMap(([url, { status }]) => (status === 'verified' ? [] : [url]));
    expect([inForce().length, left.length]).toEqual([4, 2]);

    stage.pages[new URL(left[0] ?? '').pathname] = { status: 403, body: 'no' };
    const read: [string, boolean][] = [];
    const onProgress = ({ status, isRead }: { status: string; isRead: boolean }) => read.push([status, isRead]);
    const added = await checkAgainAll(log, { ...options, onProgress });
    const statuses = added.map((entry) => data(entry)['status']);
    expect(statuses.sort()).toEqual(['unverified', 'verified']);
    expect(read.sort()).toEqual([
      ['unverified', false],
      ['verified', true],
    ]);
    expect(await checkAgainAll(log, options)).toEqual([]);
    expect(told(await lintFile(log.path))).toEqual([]);
  });
});

describe('a debate on the web that is killed', () => {
  it('in the middle of its checks goes on with those that are left, and ends with the same findings', async () => {
    const program = await bundle('test/support/killedWebRun.ts');
    const failures: string[] = [];
    for (const nth of sampled('checks killed at', [4, 6, 8, 10], 1)) {
      const pages: Record<string, Page> = { ...depotPages(names), [pathOf('ada', 1)]: notHere };
      const host = await webHost(pages);
      const archive = await webHost({ '/never': { headers: { 'content-type': 'application/json' }, body: '[]' } });
      const script: Script = { ...webScript({ names, rounds: 1 }, () => host.origin), conclusion: barring };
      // In words of its own: Ada's are redacted before Bob has spoken, or after.
      const own = { content: fact('bob', 5), sources: [webSource(host.origin, 'bob', 5)] };
      script['opening/bob'] = { entries: [{ type: 'opening_statement', ...own }] };
      for (const id of ['r1/turn/ada', 'closing/ada']) {
        const entry = (script[id] as { entries: { acknowledges?: number[] }[] }).entries[0];
        if (entry !== undefined) entry.acknowledges = [2];
      }
      const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
      const ended = (at: number): Promise<string | null> =>
        new Promise((resolve) => {
          spawn(process.execPath, [program, folder, String(at), host.place, archive.origin], {
            stdio: ['ignore', 'pipe', 'inherit'],
          }).on('exit', (_, signal) => resolve(signal));
        });
      if ((await ended(nth)) !== 'SIGKILL') failures.push(`${nth}: not killed`);
      if ((await ended(0)) !== null) failures.push(`${nth}: killed again`);
      const log = await DebateLog.open(pathOfLog(folder));
      const found = [...log.state.findings.values()]
        .flatMap((byUrl) => [...byUrl.values()])
        .map(({ status }) => status)
        .sort();
      if (found.join(' ') !== 'fabricated verified verified verified') failures.push(`${nth}: ${found.join(' ')}`);
      if (log.state.redactions.size !== 1 || log.state.conclusion === undefined)
        failures.push(`${nth}: not struck, or not concluded`);
      const problems = told(await lintFile(log.path));
      if (problems.length > 0) failures.push(`${nth}: ${problems.join('; ')}`);
      await log.close();
    }
    expect(failures).toEqual([]);
  });
});
