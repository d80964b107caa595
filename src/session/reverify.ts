import type { Entry } from '../debate/entry';
import type { VerificationData, VerificationStatus } from '../debate/entryData';
import { dataOf } from '../debate/codec';
import { citesSources, findingOn, owedSources } from '../debate/state';
import type { DebateLog } from '../record/debateLog';
import { snapshotMetadata, SnapshotStore, type NewSnapshot, type Snapshot, type Snapshots } from '../record/snapshots';
import { workspaceSourceReader } from '../research/sourceReader';
import { Verifier, type SupportQuestion } from '../verify/verifier';
import type { Support } from '../verify/checkSource';

export interface Reverified {
  seq: number;
  url: string;
  status: VerificationStatus;
  checks: VerificationData['checks'];
  explanation: string;
  /** The status in the log, when it has one. */
  logged: VerificationStatus | null;
}

/**
 * Checks every owed source of a record again. From the snapshots alone, or, with `refetch`, from the evidence as it is
 * now; appends nothing. A model's word on support is taken from the log.
 */
export async function reverify(
  log: DebateLog,
  options: { refetch: boolean; today: string; signal: AbortSignal },
): Promise<Reverified[]> {
  const { setup } = log.state;
  const evidence = setup?.evidence;
  const reader = workspaceSourceReader({ root: evidence?.root ?? log.folder, files: evidence?.files ?? [] });
  const verifier = new Verifier({
    snapshots: options.refetch ? noSnapshots : new SnapshotStore(log.folder),
    reader: options.refetch ? reader : undefined,
    manifest: evidence?.files,
    today: () => options.today,
  });
  const results: Reverified[] = [];
  for (const header of log.state.headers) {
    if (!citesSources(header)) continue;
    for (const url of owedSources(header)) {
      options.signal.throwIfAborted();
      const entry = log.entry(header.seq);
      if (entry === undefined) continue;
      const check = await verifier.check(entry, url, options.signal);
      const data = check.isSettled ? check.data : check.settle(loggedSupport(log, check.question));
      const { status, checks, explanation } = data;
      const logged = findingOn(log.state, header.seq, url)?.status ?? null;
      results.push({ seq: header.seq, url, status, checks, explanation: explanation ?? '', logged });
    }
  }
  return results;
}

/** Reads as if nothing had been captured and keeps nothing: a re-check must not change the record. */
const noSnapshots: Snapshots = {
  find: () => Promise.resolve(undefined),
  add: (snapshot) => Promise.resolve(inMemory(snapshot)),
};

const inMemory = (snapshot: NewSnapshot): Snapshot => ({ metadata: snapshotMetadata(snapshot), text: snapshot.text });

function loggedSupport(log: DebateLog, { seq, url }: SupportQuestion): Support | undefined {
  const finding = findingOn(log.state, seq, url);
  const entry: Entry | undefined = finding === undefined ? undefined : log.entry(finding.seq);
  const data = entry === undefined ? undefined : dataOf(entry, 'verification_result');
  const explanation = data?.notes?.['support'] ?? '';
  if (data?.checks?.support === 'pass') return { answer: 'supports', explanation };
  return data?.checks?.support === 'fail' ? { answer: 'does_not_say', explanation } : undefined;
}
