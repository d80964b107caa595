import { stat } from 'node:fs/promises';
import type { DebateLog, LogProblem } from '../../record/debateLog';
import { leaseStatus, type LeaseStatus } from '../../record/lease';
import { statusOf } from '../../session/status';
import type { ReportedDebate } from './issueBundle';
import type { Private } from './redact';
import { providerOf } from '../../projections/headAndTail';

const stepsShown = 20;

/** What a report says of a debate: counts, ids and codes. */
export async function reportedDebate(log: DebateLog): Promise<ReportedDebate> {
  const { state, problems } = log;
  const { setup } = state;
  const status = await statusOf(log);
  const lease = await leaseStatus(log.folder).catch((): LeaseStatus => ({ state: 'free' }));
  const types: Record<string, number> = {};
  for (const { type } of state.headers) types[type] = (types[type] ?? 0) + 1;
  return {
    format: status.format,
    status: status.status,
    phase: status.phase,
    round: status.round,
    entries: status.entries,
    provider: setup === undefined ? undefined : providerOf(setup),
    debaters: state.debaters.length,
    types,
    recordVersion: setup?.record_version,
    engineVersion: setup?.engine_version,
    verification: status.verification,
    rulings: state.rulings.length,
    redactions: state.redactions.size,
    failures: state.failures.length,
    bytes: await stat(log.path).then(
      ({ size }) => size,
      () => undefined, // It is gone; the report says that its size is unknown.
    ),
    evidenceFiles: setup?.evidence.files.length ?? 0,
    steps: [...state.steps.keys()].slice(-stepsShown),
    next: status.next,
    lease: leaseFacts(lease),
    problems: problems.map((problem) => ({ line: problem.line, code: problemCode(problem) })),
    hasUnfinishedTail: log.unfinishedTail !== '',
  };
}

/** Without the name of the machine and the number of the process. */
function leaseFacts(lease: LeaseStatus): ReportedDebate['lease'] {
  if (lease.state === 'free') return { state: lease.state };
  const { program, since, released } = lease.holder;
  return { state: lease.state, epoch: lease.epoch, program, since, ...(released === undefined ? {} : { released }) };
}

const codes: readonly [RegExp, string][] = [
  [/^not JSON/, 'not_json'],
  [/stands in the log twice/, 'seq_twice'],
  [/stands where \d+ is due/, 'seq_gap'],
  [/is not whole/, 'half_step'],
  [/^phase /, 'unknown_phase'],
  [/^data\b/, 'malformed_data'],
];

/** The message may hold what stands in the line: only its kind is told. */
export function problemCode({ message, raw }: Pick<LogProblem, 'message' | 'raw'>): string {
  return codes.find(([pattern]) => pattern.test(message))?.[1] ?? (raw === undefined ? 'other' : 'no_entry');
}

export type PrivateWords = Pick<Private, 'texts' | 'mask'>;

export const noWords: PrivateWords = { texts: [], mask: (text) => text };

/** What a report must not repeat: what was struck, and what the debate is about. */
export function privateWords(log: DebateLog): PrivateWords {
  const { state, view } = log;
  const struck = [...state.redactions.keys()].flatMap((seq) => {
    const entry = view.raw(seq);
    const sources = (entry?.sources ?? []).flatMap(({ title, quote, claim }) => [title, quote, claim]);
    return [entry?.content, ...sources];
  });
  const texts = [state.setup?.topic, ...struck].filter((text) => text !== undefined);
  return { texts, mask: (text) => view.mask.text(text) };
}
