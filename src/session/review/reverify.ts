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
 * The text that was kept, the list of the evidence (a file that is not in it needs no text), the source as it is now, the record's own
 * word because nothing was kept, or nothing at all.
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
  /** On support the record's word was taken. */
  isJudgedByRecord?: boolean;
  /** `not_provable` too where nothing was kept. */
  proof: Proof;
  /** Since it was cited; absent where it is as it was, or nobody can look. */
  changed?: SourceChange | undefined;
  /** What the record says was kept is gone. */
  isMissing?: true;
  /** Where, when and how the page was read is only said by its snapshot's metadata: the record is older. */
  isUnwitnessed?: true;
  /** Why it is not proven, where something was kept; names the file. */
  unproven?: string;
}

export interface ReverifyOptions {
  /** As the sources are now, instead of from the snapshots. */
  refetch: boolean;
  /** For `refetch`; undefined where nothing is to be fetched. */
  web?: WebAccess | undefined;
  today: string;
  signal: AbortSignal;
}

export const differsFromRecord = ({ logged, status }: Reverified): boolean => logged !== null && logged !== status;

/** Appends nothing. A model's word on support is taken from the log. */
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
  /** Those that need no proof (again), by address without its part. */
  isKnown?: (key: string) => boolean;
  onProven?: (proven: ProvenSource) => void;
}

/** Whether the texts kept of the sources are what their bodies say, each once. */
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

/** Tells the view the proofs that it does not know yet, one after the other: a thread is left for what somebody waits for. */
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

/** By address without its part, in the order of the entries. */
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

/** A refusal cannot be had again from the disk, nor two witnesses be heard again. */
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

/** Reads as if nothing had been captured and keeps nothing. */
const asIfNew = (store: SnapshotStore): Snapshots => ({
  find: () => Promise.resolve(undefined),
  add: (snapshot) => Promise.resolve(inMemory(snapshot)),
  wasCaptured: (url) => store.wasCaptured(url),
});

/** As a result has it; undefined where no model was asked. */
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

/** Nothing was left to judge when the result was made. */
const loggedSame = (data: VerificationData | undefined): Support | undefined =>
  data?.checks?.support === 'same' ? { answer: 'same', explanation: data.notes?.['support'] ?? '' } : undefined;

const answers = ['supports', 'contradicts', 'does_not_say'] as const;
