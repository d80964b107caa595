import { join } from 'node:path';
import { readRegularText } from '../../async/regularFile';
import { isObject, jsonOf, objectOf } from '../../debate/log/objects';
import { type ChainProblem, type ChainReport, readChain } from '../../record/chain';
import type { DebateLog } from '../../record/debateLog';
import { builtDocuments } from '../../reports/writeDocuments';
import { engineVersion } from '../version';
import { snapshotProblems } from './lintLog';

export interface AuditProblem {
  what: 'chain' | 'head' | 'snapshot' | 'document';
  seq: number | null;
  /** Counted from 1. */
  line: number | null;
  /** Relative to the debate's folder. */
  file: string | null;
  message: string;
  severity: 'error' | 'warning';
}

export interface Audit {
  /** Whether there is no error. */
  ok: boolean;
  /** SHA-256 of the last line of the log; null in an empty log. */
  head: string | null;
  /** The first entry that names the line before it; null where none does. */
  chained_from: number | null;
  /** Ordered by line, then by kind: the first is the first place that does not fit. */
  problems: AuditProblem[];
}

export interface AuditOptions {
  /** A head that somebody kept. */
  head?: string | undefined;
  signal: AbortSignal;
}

/**
 * Checks a record against itself: its chain, the heads that were kept, the snapshots against their bodies, the documents against the log. Writes
 * nothing. @throws the system's error where the log cannot be read.
 */
export async function audit(log: DebateLog, { head, signal }: AuditOptions): Promise<Audit> {
  const chain = await readChain(log.path);
  const problems = [
    ...chain.problems.map(chainProblem),
    ...(head === undefined ? [] : headProblem(chain, { head, keptBy: 'the head that you gave', file: null })),
    ...(await snapshotProblems(log, signal)).map(({ seq, line, message, severity }): AuditProblem => ({
      what: 'snapshot',
      seq,
      line,
      file: null,
      message,
      severity,
    })),
    ...(await documentProblems(log, chain)),
  ].sort((one, other) => (one.line ?? Infinity) - (other.line ?? Infinity));
  const ok = problems.every(({ severity }) => severity !== 'error');
  return { ok, head: chain.head, chained_from: chain.chainedFrom, problems };
}

const logFile = 'debate-log.jsonl';

function chainProblem({ fault, seq, line, about, isCovered }: ChainProblem): AuditProblem {
  const [from, to] = about;
  const lines = from === to ? `Line ${from}` : `Lines ${from} to ${to}`;
  const entry = seq === null ? `the entry in line ${line}` : `entry ${seq}`;
  const problem = (severity: 'error' | 'warning', message: string): AuditProblem => ({
    what: 'chain',
    seq,
    line,
    file: logFile,
    message,
    severity,
  });
  switch (fault) {
    case 'broken':
      return problem(
        'error',
        `The line before ${entry} is not the one that it was written after: a line was changed, removed, moved or added here.`,
      );
    case 'no_beginning':
      return problem(
        'error',
        `The log begins with ${entry}, which was written after another line: its beginning is missing.`,
      );
    case 'unlocked':
      return problem(
        'warning',
        `${lines} ${from === to ? 'was' : 'were'} written in between without the lock: ${entry} follows the line before.`,
      );
    case 'not_chained':
      return problem(
        'warning',
        `${lines} ${from === to ? 'is' : 'are'} not chained: another program wrote ${from === to ? 'it' : 'them'}. ${
          isCovered ? 'The next entry vouches for them.' : 'No later entry vouches for them.'
        }`,
      );
    case 'unfinished':
      return problem('warning', `${lines} is unfinished: it has no line end and is no entry.`);
  }
}

interface KeptHead {
  head: string;
  keptBy: string;
  file: string | null;
}

/** A cut or wholly rewritten log fits in itself; only a head from before tells. */
function headProblem(chain: ChainReport, { head, keptBy, file }: KeptHead): AuditProblem[] {
  if (chain.lineOf.has(head)) return [];
  const message = `No line of the log is the one of ${keptBy} (${head.slice(0, 12)}…): the log was cut, or changed at that line or before it.`;
  return [{ what: 'head', seq: null, line: null, file, message, severity: 'error' }];
}

async function documentProblems(log: DebateLog, chain: ChainReport): Promise<AuditProblem[]> {
  const stated = await statedIn(log.folder);
  // The documents are not all written yet where `metadata.json` is missing.
  if (stated === undefined) return [];
  const { head, version } = stated;
  const heads =
    head === undefined ? [] : headProblem(chain, { head, keptBy: 'the head in metadata.json', file: 'metadata.json' });
  if (heads.length > 0) return heads;
  if (head !== undefined && head !== chain.head) return [olderDocuments(chain, head)];
  const severity = version === engineVersion ? 'error' : 'warning';
  const differing: AuditProblem[] = [];
  for (const [name, text] of builtDocuments(log)) {
    const found = await readRegularText(join(log.folder, name)).catch(() => undefined);
    if (found !== text)
      differing.push(documentProblem(name, { isMissing: found === undefined, isExtra: text === undefined, severity }));
  }
  return differing;
}

interface Stated {
  head: string | undefined;
  version: string | undefined;
}

/** What `metadata.json` says of the record that the documents were made of. */
async function statedIn(folder: string): Promise<Stated | undefined> {
  const text = await readRegularText(join(folder, 'metadata.json')).catch(() => undefined);
  const value = text === undefined ? undefined : jsonOf(text);
  if (!isObject(value)) return undefined;
  const { sha256 } = objectOf(value['head']);
  const version = value['written_by'];
  return {
    head: typeof sha256 === 'string' ? sha256 : undefined,
    version: typeof version === 'string' ? version : undefined,
  };
}

function olderDocuments(chain: ChainReport, head: string): AuditProblem {
  const seq = chain.lineOf.get(head)?.seq ?? null;
  const message = `The documents were made at ${seq === null ? 'an earlier line' : `entry ${seq}`}, and the log has gone on. Write them again (rostrum report) to compare them.`;
  return { what: 'document', seq: null, line: null, file: 'metadata.json', message, severity: 'warning' };
}

function documentProblem(
  name: string,
  { isMissing, isExtra, severity }: { isMissing: boolean; isExtra: boolean; severity: 'error' | 'warning' },
): AuditProblem {
  const by = severity === 'error' ? '' : ', or another version of Rostrum wrote it';
  const message = isMissing
    ? `${name} is missing, though the record gives one.`
    : isExtra
      ? `${name} is there, though the record gives none.`
      : `${name} does not say what the record gives: it was changed${by}.`;
  return { what: 'document', seq: null, line: null, file: name, message, severity };
}
