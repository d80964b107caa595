import { onTestFinished } from 'vitest';
import type { Entry, Source } from '../../src/debate/log/entry';
import type { VerificationData } from '../../src/debate/log/entryData';
import { SnapshotStore } from '../../src/record/snapshots';
import { createWayback, type Archive } from '../../src/research/archive/wayback';
import type { SafeFetch } from '../../src/research/fetch/fetchedPage';
import { createSafeFetch, type FetchLimits } from '../../src/research/fetch/safeFetch';
import { sourceReader, workspaceSourceReader } from '../../src/research/sourceReader';
import { webSourceReader } from '../../src/research/webSourceReader';
import type { Support } from '../../src/verify/supportCheck';
import { Verifier } from '../../src/verify/verifier';
import { tempFolder } from './tempFolder';
import type { HostPlan } from './web/localHost';
import { startLocalWeb, type LocalWeb } from './web/localWeb';

const never = new AbortController().signal;

/** A page that the archive has, so that its "never seen" is believed. */
export const control = 'https://control.test-web.example/';

export interface Stage {
  web: LocalWeb;
  folder: string;
  store: SnapshotStore;
  fetch: SafeFetch;
  archive: Archive;
  verifier: Verifier;
  /** Result of a check; `support` answers the one question to a model. */
  check: (
    source: Partial<Source> & { url: string },
    options?: { content?: string; support?: Support; isAgain?: boolean },
  ) => Promise<VerificationData>;
  /** The Verifier of another run of the program on the same folder. */
  again: (archive?: Archive) => Verifier;
}

interface StageOptions {
  hosts?: Record<string, HostPlan>;
  limits?: Partial<FetchLimits>;
  hasArchive?: boolean;
  clock?: () => number;
}

/** A Verifier on the local web, with an archive that holds only what tests keep in it. */
export async function verifierStage({
  hosts = {},
  limits,
  hasArchive = true,
  clock,
}: StageOptions = {}): Promise<Stage> {
  const web = await startLocalWeb(hosts);
  onTestFinished(() => web.close());
  web.archive.keep(control, { at: '20200101000000', body: 'control' });
  const fetch = createSafeFetch({ ...web.fetch, delayMs: 0, ...(limits === undefined ? {} : { limits }) });
  const base = web.url('archive', '');
  const archive = createWayback({ fetch, baseUrl: base, availabilityUrl: base, name: 'the local archive', control });
  const folder = tempFolder();
  const store = new SnapshotStore(folder);
  const made = (used: Archive | undefined): Verifier =>
    new Verifier({
      snapshots: store,
      reader: sourceReader({
        workspace: workspaceSourceReader({ root: folder, files: [] }),
        web: webSourceReader({ fetch, archive: used, ...(clock === undefined ? {} : { clock }) }),
      }),
      manifest: [],
      today: () => '2026-07-21',
      ...(clock === undefined ? {} : { clock }),
    });
  const verifier = made(hasArchive ? archive : undefined);
  return {
    web,
    folder,
    store,
    fetch,
    archive,
    verifier,
    again: made,
    check: async (source, { content, support, isAgain = false } = {}) => {
      const check = await verifier.check(entryCiting(source, content), source.url, never, { isAgain });
      return check.isSettled ? check.data : check.settle(support);
    },
  };
}

/** An entry whose text is its citation: the claim, or the quotation itself. */
export function entryCiting(
  source: Partial<Source> & { url: string },
  content = source.claim ?? source.quote ?? 'Nothing.',
): Entry {
  return {
    seq: 4,
    timestamp: '2026-07-21T10:00:00.000Z',
    phase: 'rebuttal',
    speaker: 'ada',
    type: 'new_point',
    content,
    sources: [{ title: '', accessed: '2026-07-21', ...source }],
    rebuttal_to_seq: null,
    target_seq: null,
  };
}
