import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '../../../src/debate/log/entry';
import type { VerificationData, VerificationStatus } from '../../../src/debate/log/entryData';
import { SnapshotStore } from '../../../src/record/snapshots';
import { createWayback } from '../../../src/research/archive/wayback';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { sourceReader, workspaceSourceReader } from '../../../src/research/sourceReader';
import { webSourceReader } from '../../../src/research/webSourceReader';
import { Verifier } from '../../../src/verify/verifier';
import { control, entryCiting } from '../verifierStage';
import type { HostPlan } from '../web/localHost';
import { startLocalWeb, type LocalWeb } from '../web/localWeb';
import { html, type FixedPage, type WebPage } from '../web/webPage';

/** A page, a quotation from it, and the status that must result from the whole way through server and Verifier. */
export interface AdversaryCase {
  name: string;
  /** HTML, or a complete answer. */
  page: string | FixedPage;
  quote: string;
  /** Claim, if it is not the quotation itself. */
  claim?: string;
  /** Part added to the address, for example `#page=2`. */
  fragment?: string;
  /** Set if a judge of support that agrees with everything is asked; otherwise there is no judge. */
  isJudged?: true;
  expected: VerificationStatus;
  says?: RegExp;
}

export interface AdversaryStage {
  web: LocalWeb;
  store: SnapshotStore;
  /** Serves a page and returns its address. */
  serve: (page: string | WebPage) => string;
  check: (source: Partial<Source> & { url: string }, options?: { isJudged?: boolean }) => Promise<VerificationData>;
  run: (tried: AdversaryCase) => Promise<VerificationData>;
  close: () => Promise<void>;
}

const never = new AbortController().signal;
const yes = { answer: 'supports', explanation: 'Yes.' } as const;

/** Web, archive and Verifier that a whole table of cases shares. */
export async function startAdversaryStage(hosts: Record<string, HostPlan> = {}): Promise<AdversaryStage> {
  const pages: Record<string, WebPage> = {};
  const web = await startLocalWeb({ adversary: { pages }, ...hosts });
  web.archive.keep(control, { at: '20200101000000', body: 'control' });
  const fetch = createSafeFetch({ ...web.fetch, delayMs: 0, limits: { totalMs: 15_000 } });
  const base = web.url('archive', '');
  const archive = createWayback({ fetch, baseUrl: base, availabilityUrl: base, name: 'the local archive', control });
  const folder = mkdtempSync(join(tmpdir(), 'rostrum-adversary-'));
  const store = new SnapshotStore(folder);
  const reader = sourceReader({
    workspace: workspaceSourceReader({ root: folder, files: [] }),
    web: webSourceReader({ fetch, archive }),
  });
  const verifier = new Verifier({ snapshots: store, reader, manifest: [], today: () => '2026-07-21' });
  let served = 0;
  const serve = (page: string | WebPage): string => {
    served += 1;
    pages[`/page-${served}`] = typeof page === 'string' ? html(page) : page;
    return web.url('adversary', `/page-${served}`);
  };
  const check: AdversaryStage['check'] = async (source, { isJudged = false } = {}) => {
    const made = await verifier.check(entryCiting(source), source.url, never);
    return made.isSettled ? made.data : made.settle(isJudged ? yes : undefined);
  };
  return {
    web,
    store,
    serve,
    check,
    run: ({ page, quote, claim = quote, fragment = '', isJudged }) =>
      check({ url: `${serve(page)}${fragment}`, quote, claim, ...titleOf(page) }, { isJudged: isJudged === true }),
    close: async () => {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Title by which the page is cited: a page of few lines with another title might be another page in its place. */
function titleOf(page: AdversaryCase['page']): { title?: string } {
  const title = typeof page === 'string' ? /<title>([^<]+)/.exec(page)?.[1] : undefined;
  return title === undefined ? {} : { title };
}

/** Enough of an article around the given words that readers of pages recognise one. */
export function articleWith(inner: string, { head = '', around = (article: string): string => article } = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The harbour report</title>${head}</head><body>${around(
    `<main><article><h1>The harbour report</h1><p>${opening}</p>${inner}<p>${ending}</p></article></main>`,
  )}</body></html>`;
}

const opening =
  'The harbour office has looked at its quays, its cranes and its ferries, and has written down what it saw during the winter. Its clerks walked along the water every morning.';
const ending =
  'The next report is due in autumn, when the ferries have been painted and the cranes have been moved to the northern quay. Until then the clerks go on with their walks.';
