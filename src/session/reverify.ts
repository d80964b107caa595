import { dataOf } from '../debate/codec';
import type { Entry } from '../debate/entry';
import type { VerificationData, VerificationStatus } from '../debate/entryData';
import { parseSourceUrl } from '../debate/sourceUrl';
import { citesSources, findingOn, owedSources } from '../debate/state';
import type { DebateLog } from '../record/debateLog';
import { pool } from '../research/pool';
import { inMemory, SnapshotStore, type Snapshots } from '../record/snapshots';
import type { Support } from '../verify/verdict';
import { Verifier } from '../verify/verifier';
import { readerFor } from './sourceVerifier';
import type { WebAccess } from './webAccess';

/**
 * What a result rests on: the text that was kept, the list of the evidence (a file that is not in it needs no text), the source as it is
 * now, the record's own word because nothing was kept to check it by, or nothing at all.
 */
export type Basis = 'snapshot' | 'manifest' | 'now' | 'record' | 'nothing';

export interface Reverified {
  seq: number;
  url: string;
  status: VerificationStatus;
  checks: VerificationData['checks'];
  explanation: string;
  /** The status in the log, when it has one. */
  logged: VerificationStatus | null;
  basis: Basis;
}

export interface ReverifyOptions {
  /** From where the sources came, as they are now, instead of from the snapshots. */
  refetch: boolean;
  /** For `refetch`; undefined where nothing is to be fetched from the web. */
  web?: WebAccess | undefined;
  today: string;
  signal: AbortSignal;
}

/** Checks every owed source of a record again; appends nothing. A model's word on support is taken from the log. */
export async function reverify(log: DebateLog, { refetch, web, today, signal }: ReverifyOptions): Promise<Reverified[]> {
  const evidence = log.state.setup?.evidence;
  const store = new SnapshotStore(log.folder);
  const verifier = new Verifier({
    snapshots: refetch ? asIfNew(store) : store,
    reader: refetch ? readerFor({ evidence, folder: log.folder, web }) : undefined,
    manifest: evidence?.files,
    today: () => today,
  });
  const logged = loggedResults(log);
  const again = async ({ seq, url }: Cited): Promise<Reverified | undefined> => {
    const entry = log.entry(seq);
    if (entry === undefined) return undefined;
    const finding = findingOn(log.state, seq, url);
    const before = logged.get(keyOf(seq, url));
    const check = await verifier.check(entry, url, signal);
    const data = check.isSettled ? check.data : check.settle(loggedSupport(before));
    const now: Now = { data, basis: refetch ? 'now' : await basisOf(store, url, data) };
    const { status, checks, explanation, basis } = now.basis === 'nothing' ? fromRecord(now, before, finding) : inShort(now);
    return { seq, url, status, checks, explanation, logged: finding?.status ?? null, basis };
  };
  return await inOrder(owedBy(log), again, { width: refetch ? atOnce : 1, signal });
}

/** So many sources are looked for at once; the fetch itself is gentle with each host. */
const atOnce = 8;

interface Cited {
  seq: number;
  url: string;
}

const owedBy = (log: DebateLog): Cited[] =>
  log.state.headers.filter((header) => citesSources(header)).flatMap((header) => owedSources(header).map((url) => ({ seq: header.seq, url })));

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R | undefined>, options: { width: number; signal: AbortSignal }): Promise<R[]> {
  const results = new Array<R | undefined>(items.length);
  await pool(
    items.entries(),
    async ([index, item]) => {
      results[index] = await work(item);
    },
    options,
  );
  return results.filter((result) => result !== undefined);
}

interface Now {
  data: VerificationData;
  basis: Basis;
}

type Result = Pick<Reverified, 'status' | 'checks' | 'explanation' | 'basis'>;

const inShort = ({ data, basis }: Now): Result => ({ status: data.status, checks: data.checks, explanation: data.explanation ?? '', basis });

async function basisOf(store: SnapshotStore, url: string, { status }: VerificationData): Promise<Basis> {
  if ((await store.find(url)) !== undefined) return 'snapshot';
  return status === 'fabricated' && parseSourceUrl(url).kind === 'workspace' ? 'manifest' : 'nothing';
}

/** Nothing was kept of it: a refusal cannot be had again from the disk, nor can two witnesses be heard again. The record says what it came to. */
function fromRecord(now: Now, before: VerificationData | undefined, finding: { status: VerificationStatus; explanation: string } | undefined): Result {
  if (finding === undefined) return inShort(now);
  return { status: finding.status, checks: before?.checks, explanation: before?.explanation ?? finding.explanation, basis: 'record' };
}

/** Reads as if nothing had been captured and keeps nothing: a re-check must not change the record. */
const asIfNew = (store: SnapshotStore): Snapshots => ({
  find: () => Promise.resolve(undefined),
  add: (snapshot) => Promise.resolve(inMemory(snapshot)),
  wasCaptured: (url) => store.wasCaptured(url),
});

const keyOf = (target: number, url: string): string => `${target} ${url}`;

/** The latest results of checks: a word of the user's for a source checks nothing. */
function loggedResults(log: DebateLog): ReadonlyMap<string, VerificationData> {
  const results = new Map<string, VerificationData>();
  for (const { type, seq, speaker, target } of log.state.headers) {
    if (type !== 'verification_result' || speaker === 'user' || target === null) continue;
    const entry: Entry | undefined = log.entry(seq);
    const data = entry === undefined ? undefined : dataOf(entry, 'verification_result');
    if (data !== undefined) results.set(keyOf(target, data.url), data);
  }
  return results;
}

function loggedSupport(data: VerificationData | undefined): Support | undefined {
  const explanation = data?.notes?.['support'] ?? '';
  const answer = answers.find((each) => each === data?.['support_answer']);
  if (answer !== undefined) return { answer, explanation };
  if (data?.checks?.support === 'pass') return { answer: 'supports', explanation };
  return data?.checks?.support === 'fail' ? { answer: 'does_not_say', explanation } : undefined;
}

const answers = ['supports', 'contradicts', 'does_not_say'] as const;
