import { dataOf } from '../../debate/log/codec';
import type { Entry } from '../../debate/log/entry';
import type { VerificationData, SetupData } from '../../debate/log/entryData';
import { manifestOf } from '../../debate/log/manifest';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { findingOn, isRedacted, type DebateState } from '../../debate/fold/state';
import type { DebateLog } from '../../record/debateLog';
import { SnapshotStore } from '../../record/snapshots';
import { sourceReader, workspaceSourceReader, type SourceReader } from '../../research/sourceReader';
import { webSourceReader } from '../../research/webSourceReader';
import { Verifier } from '../../verify/verifier';
import { PlanError } from '../plan/planError';
import { locatedRoot } from '../library/sampleFolder';
import type { WebAccess } from '../plan/webAccess';

export interface SourceRef {
  seq: number;
  url: string;
}

/** Finds the entry that cites a source. @throws PlanError `unknown_entry`, `unknown_source`. */
export function citingEntry(log: DebateLog, { seq, url }: SourceRef): Entry {
  const entry = log.entry(seq);
  if (entry === undefined) throw new PlanError('unknown_entry', `There is no entry ${seq} in this debate.`);
  if (entry.sources?.some((source) => source.url === url) === true) return entry;
  throw new PlanError('unknown_source', `Seq ${seq} does not cite ${url}. Name a source as it stands in the entry.`);
}

export function refuseRedacted(state: DebateState, seq: number): void {
  if (!isRedacted(state, seq)) return;
  const by = state.redactions.get(seq)?.by ?? seq;
  throw new PlanError(
    'redacted',
    `Seq ${seq} is struck from the record by seq ${by}, and its sources with it: nobody can vouch for them.`,
  );
}

export function resultInForce(log: DebateLog, { seq, url }: SourceRef): VerificationData | undefined {
  const check = findingOn(log.state, seq, url)?.check;
  return check === undefined ? undefined : dataOf(log.entry(check), 'verification_result');
}

/** Refusals that a second try does not change. */
const lasting: ReadonlySet<unknown> = new Set(['refused', 'too_large', 'too_complex', 'unsupported']);
/** Answers of the host itself, which say something about the page. */
const answers: ReadonlySet<unknown> = new Set(['blocked', 'robots', 'server', 'tls', ...lasting]);

export const wasRead = ({ checks, snapshot }: VerificationData): boolean =>
  checks?.exists === 'pass' || snapshot != null;

/** Whether a check is undecided only because the source could not be read. */
export function isUnread(data: VerificationData | undefined): boolean {
  return data?.status === 'unverified' && data.checks !== undefined && !wasRead(data) && !lasting.has(data['refusal']);
}

/**
 * Whether a new check adds nothing, as without a network, so that the earlier result stays. A lost connection must
 * neither clear a debater nor undo a verified source.
 */
export function saysNothing(before: VerificationData | undefined, now: VerificationData): boolean {
  if (before === undefined || before.status === 'unverified') return false;
  return isUnread(now) && !answers.has(now['refusal']);
}

export function isSameResult(before: VerificationData | undefined, now: VerificationData): boolean {
  const said = (data: VerificationData): string =>
    JSON.stringify([data.status, data.checks, data.snapshot, data['refusal'], data['http_status']]);
  return before !== undefined && said(before) === said(now);
}

interface VerifierParts {
  evidence: SetupData['evidence'] | undefined;
  folder: string;
  web: WebAccess | undefined;
  now: () => Date;
  /** Whether code chose and framed the entry's quotations. */
  isDealt?: (entry: Entry) => boolean;
  /** Whether only snapshots may be read. */
  isOffline?: boolean;
}

/**
 * Makes a Verifier that reads the files of the setup's manifest and the web, and keeps snapshots in the debate's
 * folder.
 */
export function verifierFor({ evidence, folder, web, now, isDealt, isOffline = false }: VerifierParts): Verifier {
  return new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: isOffline ? undefined : readerFor({ evidence, folder, web }),
    manifest: manifestOf(evidence),
    today: () => now().toISOString().slice(0, 10),
    isDealt,
  });
}

export function readerFor({ evidence, folder, web }: Omit<VerifierParts, 'now' | 'isOffline'>): SourceReader {
  const { root = null, files = [] } = evidence ?? {};
  return sourceReader({
    workspace: workspaceSourceReader({ root: locatedRoot(root ?? folder), files: root === null ? [] : files }),
    web: web === undefined ? undefined : webSourceReader(web),
  });
}

interface AddedSource {
  url: string;
  title: string;
  length: number;
}

/**
 * Keeps a web page with the debate, so that debaters may cite it. An existing snapshot is not fetched again. @throws
 * PlanError `source_address`, `source_unread`; the signal's reason; RecordError.
 */
export async function addSource(
  log: DebateLog,
  url: string,
  { web, signal }: { web: WebAccess | undefined; signal: AbortSignal },
): Promise<AddedSource> {
  log.requireWritable();
  const parsed = parseSourceUrl(url);
  if (parsed.kind === 'invalid')
    throw new PlanError('source_address', `“${url}” is no address of a source: ${parsed.reason}.`);
  if (parsed.kind === 'workspace') {
    throw new PlanError(
      'source_address',
      'Files are evidence, which a debate is given when it starts. Only pages of the web can be added, by an address that begins with https:// or http://.',
    );
  }
  const verifier = verifierFor({ evidence: log.state.setup?.evidence, folder: log.folder, web, now: () => new Date() });
  const captured = await verifier.capture(parsed.url, signal, { isPerson: true });
  if (captured.outcome !== 'read')
    throw new PlanError('source_unread', `${parsed.url} could not be added: ${captured.reason}.`);
  return { url: parsed.url, title: captured.kept.title, length: captured.text.length };
}
