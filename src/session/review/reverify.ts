import type { VerificationData, VerificationStatus } from '../../debate/log/entryData';
import { manifestOf } from '../../debate/log/manifest';
import { defined } from '../../debate/log/objects';
import { changeOn, type SourceChange } from '../../debate/fold/sourceChange';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { isDealt } from '../../debate/flow/seats';
import { allFindings, citesSources, findingOn, owedSources, type Finding } from '../../debate/fold/state';
import type { DebateLog } from '../../record/debateLog';
import { pool } from '../../research/pool';
import { inMemory, SnapshotStore, type Snapshots } from '../../record/snapshots';
import type { Support } from '../../verify/supportCheck';
import type { Proof, SnapshotProof } from '../../debate/fold/citations';
import { proveSnapshot } from '../../verify/snapshotProof';
import { Verifier, type SourceCheck } from '../../verify/verifier';
import { SourceChanges } from './sourceChanges';
import { readerFor, resultInForce, type SourceRef } from './reviewedSource';
import type { WebAccess } from '../plan/webAccess';

/**
 * Basis of a result: the saved text, the list of the evidence (a file that is not in it needs no text), the source as
 * it is now, the record's own result because no text was saved, or nothing at all.
 */
type Basis = 'snapshot' | 'manifest' | 'now' | 'record' | 'nothing';

export interface Reverified {
  seq: number;
  url: string;
  status: VerificationStatus;
  checks: VerificationData['checks'];
  explanation: string;
  logged: VerificationStatus | null;
  basis: Basis;
  /** Set if support was taken from the record. */
  isJudgedByRecord?: boolean;
  /** `not_provable` also if no text was saved. */
  proof: Proof;
  /** Change since the source was cited; absent if there is none, or it cannot be found out. */
  changed?: SourceChange | undefined;
  /** Set if a file that the record names is gone. */
  isMissing?: true;
  /** Set if only the snapshot's metadata say where, when and how the page was read, because the record is older. */
  isUnwitnessed?: true;
  /** Why a saved text is not proven; names the file. */
  unproven?: string;
}

export interface ReverifyOptions {
  /** Whether to read the sources as they are now, not the snapshots. */
  refetch: boolean;
  /** Web access for `refetch`; undefined if no page may be fetched. */
  web?: WebAccess | undefined;
  today: string;
  signal: AbortSignal;
}

export const differsFromRecord = ({ logged, status }: Reverified): boolean => logged !== null && logged !== status;

/** Checks sources again without writing to the record. A model's verdict on support is taken from the log. */
export async function reverify(
  log: DebateLog,
  { refetch, web, today, signal }: ReverifyOptions,
): Promise<Reverified[]> {
  const evidence = log.state.setup?.evidence;
  const manifest = manifestOf(evidence);
  const lacksManifest = evidence !== undefined && manifest === undefined;
  const store = new SnapshotStore(log.folder);
  const verifier = new Verifier({
    snapshots: refetch ? asIfNew(store) : store,
    reader: refetch ? readerFor({ evidence, folder: log.folder, web }) : undefined,
    manifest,
    today: () => today,
    isDealt: (entry) => isDealt(log.state, entry),
  });
  await new SourceChanges(log).look(signal);
  const again = async ({ seq, url }: SourceRef): Promise<Reverified | undefined> => {
    const entry = log.entry(seq);
    if (entry === undefined) return undefined;
    const finding = findingOn(log.state, seq, url);
    const before = resultInForce(log, { seq, url });
    const files = await store.files(url);
    const proven = refetch
      ? { proof: 'proven' as const }
      : await proveSnapshot(url, files, { witnessed: before, signal });
    const isKept = before?.snapshot != null || Object.values(files.named).some(({ file }) => file.state !== 'missing');
    const common = {
      seq,
      url,
      logged: finding?.status ?? null,
      proof: proven.proof,
      changed: changeOn(log.view, seq, url),
      ...(isUnwitnessed(url, { refetch, proven, before }) ? { isUnwitnessed: true as const } : {}),
      ...(proven.isMissing === true && before?.snapshot != null ? { isMissing: true as const } : {}),
      ...(proven.reason === undefined || !isKept ? {} : { unproven: proven.reason }),
    };
    const isUnlisted = lacksManifest && parseSourceUrl(url).kind === 'workspace';
    if (isUnlisted) return { ...common, ...withoutManifest };
    if (proven.proof === 'does_not_fit') return { ...common, ...notTheText(proven.reason ?? '') };
    const check = await verifier.check(entry, url, signal);
    const judged = check.isSettled && check.settleAs === undefined ? undefined : loggedSupport(before);
    const data = settledAsLogged(check, judged, before);
    const now: Now = { data, basis: refetch ? 'now' : await basisOf(store, url, data) };
    if (now.basis === 'nothing') return { ...common, ...fromRecord(now, before, finding) };
    return { ...common, ...inShort(now), ...(judged === undefined ? {} : { isJudgedByRecord: true }) };
  };
  return await inOrder(owedBy(log), again, { width: refetch ? atOnce : 1, signal });
}

interface ProvenSource extends SnapshotProof {
  seq: number;
  url: string;
}

interface ProvingOptions {
  signal: AbortSignal;
  width?: number;
  /** Whether a source needs no (new) proof, by address without its part. */
  isKnown?: (key: string) => boolean;
  onProven?: (proven: ProvenSource) => void;
}

/** Proves, once for each source, whether the saved text is what its body says. */
export async function provenSources(
  log: DebateLog,
  { signal, width = 2, isKnown = () => false, onProven }: ProvingOptions,
): Promise<ProvenSource[]> {
  const store = new SnapshotStore(log.folder);
  const sources = [...findingsBySource(log)].filter(([key]) => !isKnown(key));
  const prove = async ([, findings]: [string, Finding[]]): Promise<ProvenSource | undefined> => {
    const kept = firstKept(log, findings);
    if (kept === undefined) return undefined;
    const { seq, url, witnessed } = kept;
    const proven = { seq, url, ...(await proveSnapshot(url, await store.files(url), { witnessed, signal })) };
    onProven?.(proven);
    return proven;
  };
  return await inOrder(sources, prove, { width, signal });
}

/** Gives the view the proofs that it lacks, one after another, so that a thread stays free for a waiting user. */
export async function proveForView(
  log: DebateLog,
  { signal, onProven }: Pick<ProvingOptions, 'signal' | 'onProven'>,
): Promise<ProvenSource[]> {
  const { proofs } = log.view;
  return await provenSources(log, {
    signal,
    width: 1,
    isKnown: (key) => proofs.has(key),
    onProven: (proven) => {
      const { url, proof, reason } = proven;
      proofs.set(withoutFragment(url), { proof, ...defined({ reason }) });
      onProven?.(proven);
    },
  });
}

/** Findings by address without its part, in the order of the entries. */
function findingsBySource({ state }: DebateLog): Map<string, Finding[]> {
  const sources = new Map<string, Finding[]>();
  for (const finding of allFindings(state).sort((a, b) => a.target - b.target)) {
    const key = withoutFragment(finding.url);
    sources.set(key, [...(sources.get(key) ?? []), finding]);
  }
  return sources;
}

function firstKept(
  log: DebateLog,
  findings: readonly Finding[],
): (SourceRef & { witnessed: VerificationData }) | undefined {
  for (const { target: seq, url } of findings) {
    const witnessed = resultInForce(log, { seq, url });
    if (witnessed?.snapshot != null) return { seq, url, witnessed };
  }
  return undefined;
}

const atOnce = 8;

const owedBy = (log: DebateLog): SourceRef[] =>
  log.state.headers
    .filter((header) => citesSources(header))
    .flatMap((header) => owedSources(header).map((url) => ({ seq: header.seq, url })));

async function inOrder<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R | undefined>,
  options: { width: number; signal: AbortSignal },
): Promise<R[]> {
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

type ShortResult = Pick<Reverified, 'status' | 'checks' | 'explanation' | 'basis'>;

const inShort = ({ data, basis }: Now): ShortResult => ({
  status: data.status,
  checks: data.checks,
  explanation: data.explanation ?? '',
  basis,
});

async function basisOf(store: SnapshotStore, url: string, { status }: VerificationData): Promise<Basis> {
  if ((await store.find(url)) !== undefined) return 'snapshot';
  return status === 'fabricated' && parseSourceUrl(url).kind === 'workspace' ? 'manifest' : 'nothing';
}

const isUnwitnessed = (
  url: string,
  { refetch, proven, before }: { refetch: boolean; proven: SnapshotProof; before: VerificationData | undefined },
): boolean =>
  !refetch &&
  proven.proof === 'proven' &&
  parseSourceUrl(url).kind === 'web' &&
  before?.snapshot != null &&
  before.capture_sha256 === undefined;

const withoutManifest: ShortResult = {
  status: 'unverified',
  checks: undefined,
  basis: 'snapshot',
  explanation: 'The list of the evidence is missing or altered. Nothing was checked by it.',
};

const notTheText = (reason: string): ShortResult => ({
  status: 'unverified',
  checks: undefined,
  basis: 'snapshot',
  explanation: `What was kept of the source does not fit: ${reason}. Nothing was checked by it.`,
});

/**
 * Takes the result from the record: neither a refusal nor the comparison of two witnesses can be repeated from the
 * disk.
 */
function fromRecord(
  now: Now,
  before: VerificationData | undefined,
  finding: { status: VerificationStatus; explanation: string } | undefined,
): ShortResult {
  if (finding === undefined) return inShort(now);
  return {
    status: finding.status,
    checks: before?.checks,
    explanation: before?.explanation ?? finding.explanation,
    basis: 'record',
  };
}

/** Reads as if nothing had been saved, and saves nothing. */
const asIfNew = (store: SnapshotStore): Snapshots => ({
  find: () => Promise.resolve(undefined),
  add: (snapshot) => Promise.resolve(inMemory(snapshot)),
  wasCaptured: (url) => store.wasCaptured(url),
});

/** Support as a result states it; undefined if no model was asked. */
export function loggedSupport(data: VerificationData | undefined): Support | undefined {
  const explanation = data?.notes?.['support'] ?? '';
  const answer = answers.find((each) => each === data?.['support_answer']);
  if (answer !== undefined) return { answer, explanation };
  if (data?.checks?.support === 'pass') return { answer: 'supports', explanation };
  return data?.checks?.support === 'fail' ? { answer: 'does_not_say', explanation } : undefined;
}

function settledAsLogged(
  check: SourceCheck,
  judged: Support | undefined,
  before: VerificationData | undefined,
): VerificationData {
  if (!check.isSettled) return check.settle(judged ?? loggedSame(before));
  return judged === undefined ? check.data : (check.settleAs?.(judged) ?? check.data);
}

/** Whether the source only repeated its passage when the result was made, so that there was nothing to judge. */
const loggedSame = (data: VerificationData | undefined): Support | undefined =>
  data?.checks?.support === 'same' ? { answer: 'same', explanation: data.notes?.['support'] ?? '' } : undefined;

const answers = ['supports', 'contradicts', 'does_not_say'] as const;
