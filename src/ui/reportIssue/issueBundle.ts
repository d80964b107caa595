import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { cutText, oneLine } from '../../debate/shortText';
import { memosOf } from '../../debate/view';
import { providerOf } from '../../projections/headAndTail';
import type { DebateLog } from '../../record/debateLog';
import { leaseOrFree, type LeaseStatus } from '../../record/lease';
import { statusOf } from '../../session/status';
import { redact, type Private } from './redact';

/** What is known of the debate that the report is about; nothing that anybody said in it. */
interface ReportedDebate {
  readonly format: string;
  readonly provider: string | undefined;
  readonly status: string;
  readonly phase: string;
  readonly round: number;
  readonly debaters: number;
  readonly entries: number;
  readonly bytes: number | undefined;
  readonly recordVersion: number | undefined;
  readonly engineVersion: string | undefined;
  /** Entries by type. */
  readonly types: Readonly<Record<string, number>>;
  readonly verification: Readonly<Record<string, number>>;
  readonly rulings: number;
  readonly redactions: number;
  readonly failures: number;
  readonly evidenceFiles: number;
  /** Ids of the last steps that are closed, oldest first. */
  readonly steps: readonly string[];
  /** Ids of the steps that would run now. */
  readonly next: readonly string[];
  readonly lease: {
    readonly state: string;
    readonly epoch?: number;
    readonly program?: string;
    readonly since?: string;
    readonly released?: string;
  };
  readonly problems: readonly { readonly line: number; readonly code: string }[];
  readonly hasUnfinishedTail: boolean;
}

export interface IssueFacts {
  /** By what is named: the extension, the editor, the operating system … */
  readonly versions: readonly (readonly [string, string])[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly debate: ReportedDebate | undefined;
  /** Why nothing is known of it, where something was asked for. */
  readonly debateProblem?: string;
  /** The last lines of the extension's log. */
  readonly log: readonly string[];
}

const mostProblems = 50;
const mostLogLines = 200;
const longestLogLine = 500;

/** The report as Markdown. It is redacted as a whole, so that nothing gets in beside the rules. */
export function issueBundle(facts: IssueFacts, secret: Private): string {
  const { versions, settings, debate, debateProblem, log } = facts;
  const parts = [
    '## What happened\n\n<!-- What did you do, what did you expect, and what happened instead? -->',
    `## Versions\n\n${table(versions)}`,
    `## Settings\n\n${Object.keys(settings).length === 0 ? 'All are as they come.' : table(settingRows(settings))}`,
    `## Debate\n\n${debate === undefined ? (debateProblem ?? 'None was picked.') : debateText(debate)}`,
    `## Log\n\n${fenced(log.slice(-mostLogLines).map(debate === undefined ? lineWithoutWords : logLine))}`,
  ];
  return `${redact(parts.join('\n\n'), secret)}\n`;
}

/** Keys and the like, and paths: they name folders, people and firms. */
const hiddenName =
  /key|token|secret|password|passphrase|credential|header|authorization|cookie|director(?:y|ies)|folder|path|file|url|hosts?$/i;

function settingRows(settings: IssueFacts['settings']): [string, string][] {
  return Object.entries(settings)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [`rostrum.${name}`, hiddenName.test(name) ? '(set, not shown)' : JSON.stringify(value)]);
}

function debateText(debate: ReportedDebate): string {
  const { lease, problems, steps, next } = debate;
  const rows: [string, string][] = [
    ['format, provider', `${debate.format}, ${debate.provider ?? 'unknown'}`],
    ['status', `${debate.status}; phase ${debate.phase}, round ${debate.round}`],
    ['record, engine', `${debate.recordVersion ?? 'unknown'}, ${debate.engineVersion ?? 'unknown'}`],
    ['debaters, entries, bytes', `${debate.debaters}, ${debate.entries}, ${debate.bytes ?? 'unknown'}`],
    ['evidence files', String(debate.evidenceFiles)],
    ['entries by type', counts(debate.types)],
    ['verification', counts(debate.verification)],
    ['rulings, redactions, failures', `${debate.rulings}, ${debate.redactions}, ${debate.failures}`],
    ['run lease', [lease.state, ...leaseWords(lease)].join(', ')],
    ['last steps', steps.join(', ') || 'none'],
    ['next steps', next.join(', ') || 'none'],
    ['unfinished line at the end', debate.hasUnfinishedTail ? 'yes' : 'no'],
  ];
  const listed = problems.slice(0, mostProblems).map(({ line, code }) => `- line ${line}: ${code}`);
  const more = problems.length > mostProblems ? [`- and ${problems.length - mostProblems} more`] : [];
  const rest =
    problems.length === 0 ? 'The log has no problems.' : `Problems of the log:\n\n${[...listed, ...more].join('\n')}`;
  return `${table(rows)}\n\n${rest}`;
}

function leaseWords({ epoch, program, since, released }: ReportedDebate['lease']): string[] {
  const words = [
    ['epoch', epoch],
    ['by', program],
    ['since', since],
    ['released', released],
  ] as const;
  return words.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
}

const counts = (by: Readonly<Record<string, number>>): string =>
  Object.entries(by)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

/** Lines of ours that hold nothing of a debate. */
const plainLines: readonly RegExp[] = [
  /^Activated in [\d.]+ ms\.$/,
  /^\d+ debates were listed in \d+ ms\.$/,
  /^The setting rostrum\.[\w.]+ /,
];
const lineStart = /^[\d-]{10} [\d:.]{8,15} \[\w+\] /;
const errorNames = new Set(Object.keys(constants.errno));

/** Where no debate is named, nobody can say which words of a line are those of one: times, levels and codes are left. */
function lineWithoutWords(line: string): string {
  const [start = ''] = lineStart.exec(line) ?? [];
  const said = line.slice(start.length);
  if (/^\s+at /.test(line) || plainLines.some((pattern) => pattern.test(said))) return logLine(line);
  const codes = said.match(/\b[A-Z][A-Za-z]{0,30}Error\b|\bE[A-Z\d]{2,20}\b/g) ?? [];
  const kept = [...new Set(codes)].filter((code) => code.endsWith('Error') || errorNames.has(code));
  return `${start}${[...kept, '(words left out)'].join(' ')}`;
}

/** What stands in quotation marks may be somebody's words. */
function logLine(line: string): string {
  const bare = line.replace(/“[^“”]{12,}”|«[^«»]{12,}»|"[^"]{40,}"/g, '“…”');
  return cutText(bare, longestLogLine);
}

/** A fence that nothing in the lines can close. */
function fenced(lines: readonly string[]): string {
  if (lines.length === 0) return 'There are no lines.';
  return `\`\`\`text\n${lines.map((line) => line.replace(/`{3,}/g, "'''")).join('\n')}\n\`\`\``;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const cell = (text: string): string => oneLine(text).replace(/\|/g, '\\|');
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`)].join('\n');
}

const stepsShown = 20;

/** What a report says of a debate: counts, ids and codes. */
export async function reportedDebate(log: DebateLog): Promise<ReportedDebate> {
  const { state, problems } = log;
  const { setup } = state;
  const status = await statusOf(log);
  const lease = await leaseOrFree(log.folder);
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
    problems: problems.map(({ line, code }) => ({ line, code })),
    hasUnfinishedTail: log.unfinishedTail !== '',
  };
}

/** Without the name of the machine and the number of the process. */
function leaseFacts(lease: LeaseStatus): ReportedDebate['lease'] {
  if (lease.state === 'free') return { state: lease.state };
  const { program, since, released } = lease.holder;
  return { state: lease.state, epoch: lease.epoch, program, since, ...(released === undefined ? {} : { released }) };
}

export type PrivateWords = Pick<Private, 'texts' | 'mask'>;

export const noWords: PrivateWords = { texts: [], mask: (text) => text };

/** What a report must not repeat: what was redacted, what debaters note for themselves, and what the debate is about. */
export function privateWords(log: DebateLog): PrivateWords {
  const { state, view } = log;
  const redacted = [...state.redactions.keys()].flatMap((seq) => {
    const entry = view.raw(seq);
    const sources = (entry?.sources ?? []).flatMap(({ title, quote, claim }) => [title, quote, claim]);
    return [entry?.content, ...sources];
  });
  const memos = state.debaters.flatMap(({ name }) => memosOf(view, name)).map(({ text }) => text);
  const texts = [state.setup?.topic, ...memos, ...redacted].filter((text) => text !== undefined);
  return { texts, mask: (text) => view.mask.text(text) };
}
