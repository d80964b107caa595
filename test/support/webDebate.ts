import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import type { Entry } from '../../src/debate/log/entry';
import type { DebateEvent } from '../../src/engine/events';
import { pathOfLog } from '../../src/record/logPath';
import { sha256 } from '../../src/record/snapshots';
import type { Archive } from '../../src/research/archive/wayback';
import { createSafeFetch } from '../../src/research/fetch/safeFetch';
import type { WebAccess } from '../../src/session/plan/webAccess';
import { fact, fullScript, type ScriptOptions } from './scriptedDebate';
import { webHost, type Page, type WebHost } from './webHost';

/** Scripted debates whose sources are pages of hosts on this machine, over real HTTP. */

export const pathOf = (name: string, line: number): string => `/${name}/${line}`;
const titleOf = (name: string, line: number): string => `Depot ${name}, day ${line} of the trial`;

/** A page of a depot with its sentence, within other text. */
export function depotPage(name: string, line: number, words = fact(name, line)): Page {
  const body = `<p>The trial of the depots was held in the spring.</p><p>${words}</p><p>The figures were counted by hand every evening.</p>`;
  return {
    body: `<!doctype html><html lang="en"><head><title>${titleOf(name, line)}</title></head><body><article><h1>${titleOf(name, line)}</h1>${body}</article></body></html>`,
  };
}

export function depotPages(names: readonly string[], lines = 12): Record<string, Page> {
  const all = names.flatMap((name) =>
    Array.from({ length: lines }, (_, index) => [pathOf(name, index + 1), depotPage(name, index + 1)] as const),
  );
  return Object.fromEntries(all);
}

export function webSource(origin: string, name: string, line: number) {
  const quote = fact(name, line);
  return { url: `${origin}${pathOf(name, line)}`, title: titleOf(name, line), quote, claim: quote };
}

/** A whole debate that cites these pages; `originOf` returns the origin of a debater's pages. */
export function webScript(options: ScriptOptions, originOf: (name: string) => string): Script {
  const text = JSON.stringify(fullScript(options));
  const cited = text.replace(
    /"url":"workspace:([a-z]+)\.md#L(\d+)","title":"[^"]*"/g,
    (_, name: string, line: string) =>
      `"url":"${originOf(name)}${pathOf(name, Number(line))}","title":"${titleOf(name, Number(line))}"`,
  );
  return JSON.parse(cited) as Script;
}

/**
 * Pages that are in the record and cannot be checked: each was captured, and its snapshot is lost as soon as it is
 * cited. `isLost` chooses them by address.
 */
export const losing =
  (folder: string, isLost: (url: string) => boolean) =>
  (event: DebateEvent): void => {
    if (event.kind !== 'written') return;
    const lines = readFileSync(pathOfLog(folder), 'utf8').trimEnd().split('\n');
    const { sources } = JSON.parse(lines[event.seq] ?? '') as Pick<Entry, 'sources'>;
    for (const { url } of sources ?? [])
      if (isLost(url)) rmSync(join(folder, 'sources', `${sha256(url)}.json`), { force: true });
  };

/** An archive over HTTP that has never seen any page. */
export async function emptyArchive(): Promise<{ host: WebHost; archive: (web: WebAccess['fetch']) => Archive }> {
  const host = await webHost({ '/never': { headers: { 'content-type': 'application/json' }, body: '[]' } });
  return {
    host,
    archive: (web) => ({
      name: 'the archive of the test',
      async lookUp(url, signal) {
        const answer = await web.fetch(`${host.origin}/never?url=${encodeURIComponent(url)}`, signal);
        return answer.outcome === 'fetched' && answer.text === '[]'
          ? { outcome: 'never_seen' }
          : { outcome: 'silent', reason: answer.outcome === 'fetched' ? 'it said something else' : answer.reason };
      },
    }),
  };
}

export interface TestWeb extends WebAccess {
  /** Cuts or restores the network. */
  cut(isCut: boolean): void;
}

/** Access to these hosts and to no others, which can be cut. */
export async function webTo(
  hosts: readonly Pick<WebHost, 'place'>[],
  { withArchive = true, totalMs = 20_000 }: { withArchive?: boolean; totalMs?: number } = {},
): Promise<TestWeb> {
  const never = withArchive ? await emptyArchive() : undefined;
  const places = [...hosts.map(({ place }) => place), ...(never === undefined ? [] : [never.host.place])];
  const real = createSafeFetch({ allowedHosts: places, delayMs: 0, limits: { totalMs } });
  let isCut = false;
  const fetch: WebAccess['fetch'] = {
    fetch: (url, signal) => {
      signal.throwIfAborted();
      if (isCut)
        return Promise.resolve({ outcome: 'no_host', url, finalUrl: url, reason: 'nobody has that name (no network)' });
      return real.fetch(url, signal);
    },
  };
  return { fetch, archive: never?.archive(fetch), cut: (now) => (isCut = now) };
}
