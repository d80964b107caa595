import { conclusionOf } from '../../support/conclusions';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import type { Entry } from '../../../src/debate/log/entry';
import type { DebateEvent } from '../../../src/engine/events';
import { SnapshotStore } from '../../../src/record/snapshots';
import { addSource } from '../../../src/session/review/reviewedSource';
import { type SessionOptions } from '../../../src/session/run/session';
import { checkAgainAll, unreadSources } from '../../../src/session/review/sourceReview';
import { withLog } from '../../support/logs';
import { fact, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';
import { depotPages, losing, pathOf, webScript, webSource, webTo, type TestWeb } from '../../support/webDebate';
import { webHost, type Page, type WebHost } from '../../support/webHost';

/** Debates that cite pages of hosts on this machine: what is fetched when, by whom, and what comes of hosts that fail. */

const names = ['ada', 'bob'];
const rounds = 1;

interface Stage {
  /** By debater; what is put there is what the host says from then on. */
  pages: Record<string, Record<string, Page>>;
  hosts: Record<string, WebHost>;
  web: TestWeb;
  folder: string;
}

async function stage(
  changes: (origins: Record<string, string>) => Script = () => ({}),
  options: {
    pages?: Record<string, Record<string, Page>>;
    seats?: Record<string, string>;
    totalMs?: number;
    withArchive?: boolean;
  } = {},
): Promise<Stage> {
  const pages = Object.fromEntries(
    names.map((name) => [name, { ...depotPages([name]), ...options.pages?.[name] }] as const),
  );
  const hosts = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await webHost(pages[name] ?? {})] as const)),
  );
  const origins = Object.fromEntries(Object.entries(hosts).map(([name, { origin }]) => [name, origin]));
  const { totalMs, withArchive } = options;
  const web = await webTo(Object.values(hosts), {
    ...(totalMs === undefined ? {} : { totalMs }),
    ...(withArchive === undefined ? {} : { withArchive }),
  });
  const script = { ...webScript({ names, rounds }, (name) => origins[name] ?? ''), ...changes(origins) };
  const folder = await scriptedFolder({
    script,
    names,
    rounds: { min: rounds, max: rounds },
    ...(options.seats === undefined ? {} : { seats: options.seats }),
  });
  return { pages, hosts, web, folder };
}

async function run({ folder, web }: Stage, options: Partial<SessionOptions> = {}) {
  const retries: string[] = [];
  const { participants = {}, onEvent, ...others } = options;
  const end = await runFolder(folder, {
    participants: { web, ...participants },
    ...others,
    onEvent: (event) => {
      if (event.kind === 'retry') retries.push(`${event.step}: ${event.reasons.join(' ')}`);
      onEvent?.(event);
    },
  });
  return { end, retries, entries: await readEntries(folder) };
}

const results = (entries: readonly Entry[]) =>
  entries
    .filter((entry) => entry.type === 'verification_result')
    .map((entry) => ({
      seq: entry.target_seq,
      url: String(entry.data?.['url']),
      status: String(entry.data?.['status']),
    }));

const statuses = (entries: readonly Entry[]): string[] => results(entries).map(({ status }) => status);

const add = async ({ folder, web }: Stage, urls: readonly string[]): Promise<void> =>
  await withLog(folder, async (log) => {
    for (const url of urls) await addSource(log, url, { web, signal: new AbortController().signal });
  });

/** A page of Ada's that was captured, and lost as soon as it was cited: then this is what there is. */
async function lost(scene: Stage, page: Page): Promise<(event: DebateEvent) => void> {
  await add(scene, everyUrl(scene));
  const path = pathOf('ada', 1);
  Object.assign(scene.pages['ada'] ?? {}, { [path]: page });
  return losing(scene.folder, (url) => url.endsWith(path));
}

const everyUrl = ({ hosts }: Stage): string[] =>
  names.flatMap((name) => [1, 2].map((line) => `${hosts[name]?.origin ?? ''}${pathOf(name, line)}`));

describe('what may be cited', () => {
  it('is what was captured: an unread page goes back twice without being fetched; insisted on, it is read, and checked as any', async () => {
    const scene = await stage();
    const fetched: number[] = [];
    const { end, retries, entries } = await run(scene, {
      onEvent: (event) => {
        if (event.kind === 'retry' && event.step === 'opening/ada')
          fetched.push(scene.hosts['ada']?.requests.length ?? -1);
      },
    });
    expect(end).toEqual({ status: 'done' });
    const sentBack = retries.filter((retry) => retry.startsWith('opening/ada:'));
    expect(sentBack).toHaveLength(2);
    expect(sentBack[0]).toContain('was never captured in this debate');
    expect(fetched).toEqual([0, 0]);
    expect(results(entries)).toHaveLength(4);
    expect(new Set(statuses(entries))).toEqual(new Set(['verified']));
  });

  it('is a page that the user added, which is not fetched again', async () => {
    const scene = await stage();
    await add(scene, everyUrl(scene));
    const { retries, entries } = await run(scene);
    expect(retries).toEqual([]);
    expect(statuses(entries)).toEqual(['verified', 'verified', 'verified', 'verified']);
    expect(scene.hosts['ada']?.requests.filter(({ line }) => line === `GET ${pathOf('ada', 1)}`)).toHaveLength(1);
  });

  it('compares addresses without their fragments', async () => {
    const scene = await stage();
    await add(
      scene,
      everyUrl(scene).map((url) => `${url}#top`),
    );
    expect((await run(scene)).retries).toEqual([]);
  });

  it('is refused by Add Source with the reason of the fetch', async () => {
    const scene = await stage();
    const at = scene.hosts['ada']?.origin ?? '';
    await expect(add(scene, [`${at}/nowhere`])).rejects.toMatchObject({
      code: 'source_unread',
      message: expect.stringContaining('404') as string,
    });
    await expect(add(scene, ['http://169.254.169.254/x'])).rejects.toMatchObject({ code: 'source_unread' });
    await expect(add(scene, ['workspace:ada.md'])).rejects.toMatchObject({ code: 'source_address' });
    await expect(add(scene, ['ftp://example.org/x'])).rejects.toMatchObject({ code: 'source_address' });
    expect(await new SnapshotStore(scene.folder).find(`${at}/nowhere`)).toBeUndefined();
  });

  it('is captured at once for a person, whose insisting on a page that cannot be fetched leaves a conjecture', async () => {
    const scene = await stage(undefined, {
      seats: { ada: 'human' },
      pages: { ada: { '/behind-a-login': { status: 403 } } },
    });
    const origin = scene.hosts['ada']?.origin ?? '';
    const script = webScript({ names, rounds }, () => origin);
    const missing = { ...webSource(origin, 'ada', 2), url: `${origin}/behind-a-login` };
    let asked = 0;
    const humanTasks = {
      ask: (request: { id: string }) => {
        if (request.id !== 'r1/turn/ada') return Promise.resolve(script[request.id]);
        asked += 1;
        if (asked > 5) return Promise.reject(new Error('asked too often'));
        return Promise.resolve({ entries: [{ type: 'new_point', content: fact('ada', 2), sources: [missing] }] });
      },
    };
    await add(
      scene,
      everyUrl(scene).filter((url) => url.includes('/bob/')),
    );
    const { end, retries, entries } = await run(scene, { participants: { web: scene.web, humanTasks } });
    expect(end).toEqual({ status: 'done' });
    expect(retries.filter((retry) => retry.startsWith('opening/ada'))).toEqual([]);
    expect(asked).toBe(3);
    const said = entries.find((entry) => entry.speaker === 'ada' && entry.type === 'conjecture');
    expect(said).toMatchObject({
      content: `[CONJECTURE] ${fact('ada', 2)}`,
      sources: null,
      data: { left_out: [{ url: missing.url }] },
    });
    const besides = entries.map(({ data, ...entry }) => ({ ...entry, data: { ...data, left_out: undefined } }));
    expect(JSON.stringify(besides)).not.toContain('behind-a-login');
    expect(await new SnapshotStore(scene.folder).find(`${origin}${pathOf('ada', 1)}`)).toBeDefined();
  });
});

describe('hosts that fail', () => {
  it('a slow one delays nobody else, and the conclusion waits for it', async () => {
    let release: () => void = () => undefined;
    const slow: Page = (_, response) => {
      release = () => response.writeHead(200, { 'content-type': 'text/plain' }).end(fact('ada', 1));
    };
    const scene = await stage();
    const lose = await lost(scene, slow);
    const order: string[] = [];
    const { end, entries } = await run(scene, {
      onEvent: (event) => {
        lose(event);
        if (event.kind === 'written') order.push(`${event.speaker} ${event.type}`);
        // Everything else is over by then: only the conclusion is left, and it is not held.
        if (
          event.kind === 'written' &&
          event.type === 'announcement' &&
          order.filter((line) => line === 'bob closing_statement').length > 0
        )
          setTimeout(() => release(), 300);
      },
    });
    expect(end).toEqual({ status: 'done' });
    expect(order.indexOf('chair conclusion')).toBeGreaterThan(order.lastIndexOf('verifier verification_result'));
    expect(order.lastIndexOf('verifier verification_result')).toBeGreaterThan(order.indexOf('bob closing_statement'));
    expect(results(entries)).toHaveLength(4);
    expect(new Set(statuses(entries))).toEqual(new Set(['verified']));
  });

  it('one that never answers ends as unverified within the limit of a fetch', async () => {
    const silent: Page = () => undefined;
    const scene = await stage(undefined, { totalMs: 400 });
    const { end, entries } = await run(scene, { onEvent: await lost(scene, silent) });
    expect(end).toEqual({ status: 'done' });
    const found = results(entries).find(({ url }) => url.endsWith(pathOf('ada', 1)));
    expect(found?.status).toBe('unverified');
    expect(
      entries.some(
        (entry) => entry.type === 'redaction' || (entry.type === 'ruling' && entry.data?.['kind'] === 'unreliable'),
      ),
    ).toBe(false);
  });

  it('a dead one is no invention without the second witness', async () => {
    const scene = await stage(undefined, { withArchive: false });
    const { entries } = await run(scene, { onEvent: await lost(scene, { status: 404 }) });
    expect(results(entries).find(({ url }) => url.endsWith(pathOf('ada', 1)))?.status).toBe('unverified');
    expect(entries.some((entry) => entry.type === 'redaction')).toBe(false);
  });

  it('an invented page is struck while the next debater is still speaking, whose answer is judged again', async () => {
    const marker = 'The northern vault keeps every parcel that nobody has ever counted in its long life';
    const redacted = signalled();
    const scene = await stage(
      (origins) => ({
        'opening/ada': {
          entries: [
            {
              type: 'opening_statement',
              content: `Hear this. ${marker}.`,
              sources: [{ url: `${origins['ada'] ?? ''}/invented`, title: 'The vault', quote: marker, claim: marker }],
            },
          ],
        },
        'r1/turn/ada': {
          entries: [
            {
              type: 'new_point',
              content: fact('ada', 2),
              sources: [webSource(origins['ada'] ?? '', 'ada', 2)],
              acknowledges: [2],
            },
          ],
        },
        conclusion: conclusionOf(names, 'bob_wins', [1]),
      }),
      { seats: { bob: 'human' } },
    );
    await add(scene, everyUrl(scene));
    const script = webScript({ names, rounds }, (name) => scene.hosts[name]?.origin ?? '');
    const said = (content: string) => ({
      entries: [
        { type: 'opening_statement', content, sources: [webSource(scene.hosts['bob']?.origin ?? '', 'bob', 1)] },
      ],
    });
    let asked = 0;
    const humanTasks = {
      ask: async (request: { id: string }) => {
        if (request.id !== 'opening/bob') return script[request.id];
        asked += 1;
        if (asked === 1) await redacted.promise;
        return asked === 1 ? said(`Ada says: ${marker}. ${fact('bob', 1)}`) : said(fact('bob', 1));
      },
    };
    const { end, entries, retries } = await run(scene, {
      participants: { web: scene.web, humanTasks },
      onEvent: (event) => event.kind === 'written' && event.type === 'redaction' && redacted.resolve(),
    });
    expect(end).toEqual({ status: 'done' });
    const redaction = entries.find((entry) => entry.type === 'redaction');
    const bob = entries.find((entry) => entry.speaker === 'bob' && entry.type === 'opening_statement');
    expect(redaction?.target_seq).toBe(2);
    expect(redaction?.seq).toBeLessThan(bob?.seq ?? 0);
    expect(retries.filter((retry) => retry.startsWith('opening/bob')).join(' ')).toContain('rule 19');
    expect(bob?.content).toBe(fact('bob', 1));
  });
});

function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('a network that is cut in the middle', () => {
  it('brands nobody; when it is back, everything settles', async () => {
    const scene = await stage();
    await add(scene, everyUrl(scene));
    scene.web.cut(true);
    const { end, entries } = await run(scene, { onEvent: losing(scene.folder, () => true) });
    expect(end).toEqual({ status: 'done' });
    expect(statuses(entries)).toEqual(['unverified', 'unverified', 'unverified', 'unverified']);
    expect(entries.some((entry) => entry.type === 'redaction')).toBe(false);
    const signal = new AbortController().signal;
    await withLog(scene.folder, async (log) => {
      expect(unreadSources(log)).toHaveLength(4);
      expect(await checkAgainAll(log, { web: scene.web, signal })).toEqual([]);
      scene.web.cut(false);
      const told: string[] = [];
      const added = await checkAgainAll(log, {
        web: scene.web,
        signal,
        onProgress: ({ done, total, status, isChanged }) => told.push(`${done}/${total} ${status} ${isChanged}`),
      });
      expect(told).toEqual(['1/4 verified true', '2/4 verified true', '3/4 verified true', '4/4 verified true']);
      expect(added.map((entry) => entry.data?.['again'])).toEqual([true, true, true, true]);
      expect(unreadSources(log)).toEqual([]);
      const inForce = [...log.state.findings.values()].flatMap((byUrl) => [...byUrl.values()]);
      expect(inForce.map(({ status }) => status)).toEqual(['verified', 'verified', 'verified', 'verified']);
    });
  });

  it('a page that was captured before is checked all the same', async () => {
    const scene = await stage();
    await add(scene, everyUrl(scene));
    scene.web.cut(true);
    const { entries } = await run(scene);
    expect(new Set(statuses(entries))).toEqual(new Set(['verified']));
  });
});
