import { join } from 'node:path';
import { soleStep, type Draft, type Entry } from '../../debate/log/entry';
import type { Usage, VerificationData } from '../../debate/log/entryData';
import { isDealt } from '../../debate/flow/seats';
import { isOnlyQuoted } from '../../debate/log/sourceMark';
import { citesSources, findingOn } from '../../debate/fold/state';
import { formatNamed } from '../../debate/formats/registry';
import { undecidedResult, verificationDraft } from '../../debate/formats/common/verification';
import { verificationOrder, type WaitingCheck } from '../../debate/flow/verificationPriority';
import { TaskError } from '../../agents/performer';
import { checkLimitMs, withinLimit } from '../../engine/taskRunner';
import { UnloggedUsage } from '../../engine/requestBudget';
import { VerificationQueue } from '../../engine/verifierLane';
import type { DebateLog } from '../../record/debateLog';
import { exists } from '../../record/logPath';
import { writeDocuments } from '../../reports/writeDocuments';
import type { SourceCheck, SupportQuestion } from '../../verify/verifier';
import type { ModelAccess } from '../plan/modelAccess';
import { loggedSupport } from './reverify';
import { PlanError } from '../plan/planError';
import {
  citingEntry,
  isSameResult,
  isUnread,
  refuseRedacted,
  resultInForce,
  saysNothing,
  wasRead,
  type SourceRef,
  verifierFor,
} from './reviewedSource';
import { positionOf } from '../../projections/status';
import { proveSnapshot } from '../../verify/snapshotProof';
import { SnapshotStore } from '../../record/snapshots';
import { checkedWords } from '../run/runnability';
import { supportJudgeOf, type SupportJudge } from './supportJudge';
import type { WebAccess } from '../plan/webAccess';

/**
 * A user's actions on a source, whatever the debate's state: checking it again, or vouching for it. Each is an entry;
 * earlier results and rulings are not rewritten. All reject with a PlanError for the user, the RecordError of the
 * append, or the signal's reason.
 */

export interface ReviewOptions {
  /** Web access; if undefined, only snapshots can be checked. */
  web?: WebAccess | undefined;
  signal: AbortSignal;
  now?: () => Date;
  /** Judge of support. Default: the debate's own Verifier, if `models` are given. */
  judge?: SupportJudge | undefined;
  models?: ModelAccess | undefined;
  checkMs?: number;
}

/**
 * Logs a new check as `data.again`, of the snapshot if one exists. A judge judges support again; without one, the
 * logged verdict counts for the same passage. @throws PlanError `unknown_entry`, `unknown_source`; `nothing_new` if the
 * source could not be read and had been decided before.
 */
export async function checkAgain(log: DebateLog, source: SourceRef, options: ReviewOptions): Promise<Entry> {
  await log.refresh();
  log.requireWritable();
  const { data, usage } = await reviewer(log, options)(source);
  const entry = await appended(log, () => againDraft(log, source, { data, usage }));
  await remakeDocuments(log);
  return entry;
}

export interface ReviewProgress extends SourceRef {
  done: number;
  total: number;
  status: VerificationData['status'];
  /** Whether the source is verified, but its support was not judged. */
  isQuoted: boolean;
  /** Whether there was a text to check, even if it did not settle the matter. */
  isRead: boolean;
  /** Whether the result differs; only then it is logged. */
  isChanged: boolean;
}

/**
 * Checks sources again that could not be read, for when the network is back: one after another, the most urgent first.
 * Returns the entries added; an unchanged result adds none.
 */
export async function checkAgainAll(
  log: DebateLog,
  { onProgress, ...options }: ReviewOptions & { onProgress?: (progress: ReviewProgress) => void },
): Promise<Entry[]> {
  await log.refresh();
  log.requireWritable();
  const sources = unreadSources(log);
  const review = reviewer(log, options);
  const order = (waiting: readonly WaitingCheck[]): readonly WaitingCheck[] => verificationOrder(log.state, waiting);
  const queue = new VerificationQueue<WaitingCheck>({ atOnce: 1, order, refresh: () => log.refresh() });
  const added: Entry[] = [];
  let done = 0;
  const one = async (source: SourceRef): Promise<void> => {
    options.signal.throwIfAborted();
    const before = resultInForce(log, source);
    const { data, usage } = await review(source);
    const isChanged = !isSameResult(before, data);
    if (!isChanged) await account(log, source, { usage });
    else added.push(await appended(log, () => againDraft(log, source, { data, usage })));
    done += 1;
    const { status } = data;
    const found = { status, isQuoted: isOnlyQuoted(status, data), isRead: wasRead(data), isChanged };
    onProgress?.({ ...source, done, total: sources.length, ...found });
  };
  try {
    await Promise.all(sources.map(({ seq, url }) => queue.run({ target: seq, url }, () => one({ seq, url }))));
  } finally {
    queue.hold(true);
    if (added.length > 0) await remakeDocuments(log);
  }
  return added;
}

export function unreadSources(log: DebateLog): SourceRef[] {
  return log.state.headers
    .filter(citesSources)
    .flatMap(({ seq, urls }) => [...new Set(urls)].map((url) => ({ seq, url })))
    .filter(
      (source) =>
        findingOn(log.state, source.seq, source.url)?.status === 'unverified' && isUnread(resultInForce(log, source)),
    );
}

/**
 * Logs that the user vouches for the source. Its status stays the Verifier's, now and later. @throws PlanError
 * `unknown_entry`, `unknown_source`, `redacted`, `unchecked`, and for the note `words_too_long`.
 */
export async function vouch(log: DebateLog, source: SourceRef, { note = '' }: { note?: string } = {}): Promise<Entry> {
  const words = note.trim() === '' ? '' : checkedWords(note, 'The note');
  const entry = await appended(log, () => vouchDraft(log, source, words));
  await remakeDocuments(log);
  return entry;
}

function vouchDraft(log: DebateLog, source: SourceRef, note: string): Draft {
  const { seq, url } = source;
  citingEntry(log, source);
  refuseRedacted(log.state, seq);
  const finding = findingOn(log.state, seq, url);
  if (finding?.check === undefined) {
    throw new PlanError(
      'unchecked',
      `The Verifier has not looked at ${url} of seq ${seq} yet. Wait for its result, or let it check the source again.`,
    );
  }
  const explanation = note === '' ? 'The user has read the source and vouches for it.' : note;
  return {
    phase: 'system',
    speaker: 'user',
    type: 'verification_result',
    target_seq: seq,
    content: `I have read ${url}, which seq ${seq} cites, and vouch for it.${note === '' ? '' : `\n\n${note}`}`,
    data: { url, status: finding.status, vouched: true, explanation },
  };
}

interface Reviewed {
  data: VerificationData;
  usage: Usage | undefined;
}

function reviewer(log: DebateLog, options: ReviewOptions): (source: SourceRef) => Promise<Reviewed> {
  const { web, signal, models, now = () => new Date(), checkMs = checkLimitMs } = options;
  const verifier = verifierFor({
    evidence: log.state.setup?.evidence,
    folder: log.folder,
    web,
    now,
    isDealt: (entry) => isDealt(log.state, entry),
  });
  const judge = options.judge ?? (models === undefined ? undefined : supportJudgeOf(log, { models }, now));
  return async (source) => {
    const entry = citingEntry(log, source);
    const before = resultInForce(log, source);
    await refuseChanged(log, source, { before, signal });
    const check = await checkedWithin(source.url, signal, () =>
      withinLimit(checkMs, signal, (inTime) => verifier.check(entry, source.url, inTime, { isAgain: true })),
    );
    const ask = async (question: SupportQuestion): ReturnType<SupportJudge> => {
      const accounts = new UnloggedUsage();
      try {
        return await judge?.(question, signal, spendingOf(accounts, source));
      } finally {
        await account(log, source, { accounts });
      }
    };
    const { data, usage } = check.isSettled
      ? { data: check.data, usage: undefined }
      : await judged(check, { ask, before });
    if (!signal.aborted && !saysNothing(before, data)) return { data, usage };
    await account(log, source, { usage });
    signal.throwIfAborted();
    throw new PlanError(
      'nothing_new',
      `${source.url} could not be read just now, so what was found before stands (${before?.status ?? ''}). ${data.explanation ?? ''}`.trim(),
    );
  };
}

/** Refuses to check a text that was altered. @throws PlanError `snapshot_changed` */
async function refuseChanged(
  log: DebateLog,
  { url }: SourceRef,
  { before, signal }: { before: VerificationData | undefined; signal: AbortSignal },
): Promise<void> {
  const { proof, reason = '' } = await proveSnapshot(url, await new SnapshotStore(log.folder).files(url), {
    witnessed: before,
    signal,
  });
  if (proof !== 'does_not_fit') return;
  throw new PlanError(
    'snapshot_changed',
    `What was kept of ${url} does not fit: ${reason}. Put the file back as it was, then check again.`,
  );
}

async function checkedWithin(
  url: string,
  signal: AbortSignal,
  check: () => Promise<SourceCheck>,
): Promise<SourceCheck> {
  try {
    return await check();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TaskError)) throw error;
    return { isSettled: true, data: undecidedResult(url, error) };
  }
}

async function judged(
  check: Extract<SourceCheck, { isSettled: false }>,
  {
    ask,
    before,
  }: { ask: (question: SupportQuestion) => ReturnType<SupportJudge>; before: Reviewed['data'] | undefined },
): Promise<Reviewed> {
  const { usage, ...said } = (await ask(check.question)) ?? {};
  if ('answer' in said) return { data: check.settle(said), usage };
  const open = check.settle(undefined, 'unanswered' in said ? said.unanswered : undefined);
  const isSame = isSamePassage(before, open);
  const logged = isSame ? loggedSupport(before) : undefined;
  if (logged !== undefined) return { data: check.settle(logged), usage };
  // An unanswered question stays unanswered if there is no judge.
  return { data: isSame && before?.unanswered === true ? { ...open, unanswered: true } : open, usage };
}

const spendingOf = (accounts: UnloggedUsage, { seq }: SourceRef): Parameters<SupportJudge>[2] => ({
  onUnlogged: (usage) => accounts.add({ agent: 'verifier', step: `again/${seq}`, usage }),
  onPerforming: (performing) => accounts.follow(performing),
});

async function account(
  log: DebateLog,
  source: SourceRef,
  { usage, accounts = new UnloggedUsage() }: { usage?: Usage | undefined; accounts?: UnloggedUsage },
): Promise<void> {
  const format = formatNamed(log.state.setup?.format);
  if (format === undefined) return;
  if (usage !== undefined) accounts.add({ agent: 'verifier', step: `again/${source.seq}`, usage });
  await accounts.settled();
  const note = accounts.take(format);
  if (note !== undefined) await log.append([note]);
}

/**
 * Whether both results are about the same passage. It may change if the page was not read before; the claim never does.
 */
function isSamePassage(before: VerificationData | undefined, now: VerificationData): boolean {
  const { snapshot, passage } = before ?? {};
  if (snapshot == null || passage == null || snapshot !== now.snapshot) return false;
  return passage.start === now.passage?.start && passage.end === now.passage.end;
}

/** Entry for a new check, with the usage of the model, like a step of the engine. */
function againDraft(log: DebateLog, source: SourceRef, { data, usage }: Reviewed): Draft {
  citingEntry(log, source);
  const draft = verificationDraft(source.seq, { ...data, again: true }, log.state.setup);
  if (usage === undefined) return draft;
  const step = { ...soleStep(`again/${log.state.headers.length}`), agent: 'verifier', usage };
  return { ...draft, data: { ...draft.data, step } };
}

/** Makes the entry under the append lock, by the record at that time. */
async function appended(log: DebateLog, make: () => Draft): Promise<Entry> {
  const [entry] = await log.append(() => [make()]);
  if (entry === undefined) throw new Error('The log took no entry.');
  return entry;
}

/** Writes the documents again; a debate with steps left writes them at its end. */
async function remakeDocuments(log: DebateLog): Promise<void> {
  const { state } = log;
  const { kind, isOver } = positionOf(state);
  const isDone = kind === 'own' && isOver;
  if (isDone && (await exists(join(log.folder, 'metadata.json')))) await writeDocuments(log);
}
