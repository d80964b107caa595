import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { cutText, oneLine } from '../../debate/shortText';
import { memosOf } from '../../debate/view';
import { providerOf } from '../../projections/headAndTail';
import type { DebateLog } from '../../record/debateLog';
import { leaseOrFree, type LeaseStatus } from '../../record/lease';
import { statusOf } from '../../session/status';
import { redact, type Private } from './redact';

export interface IssueFacts {
  readonly versions: readonly (readonly [string, string])[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** See `reportedDebate`. */
  readonly debate: string | undefined;
  /** Why nothing is known of it, where something was asked for. */
  readonly debateProblem?: string;
  /** Its last lines. */
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
    `## Debate\n\n${debate ?? debateProblem ?? 'None was picked.'}`,
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

/** What a report says of a debate, as Markdown: counts, ids and codes; nothing that anybody said in it. */
export async function reportedDebate(log: DebateLog): Promise<string> {
  const { state, problems } = log;
  const { setup } = state;
  const status = await statusOf(log);
  const lease = await leaseOrFree(log.folder);
  const bytes = await stat(log.path).then(
    ({ size }) => size,
    () => 'unknown', // It is gone.
  );
  const types: Record<string, number> = {};
  for (const { type } of state.headers) types[type] = (types[type] ?? 0) + 1;
  const provider = setup === undefined ? undefined : providerOf(setup);
  const rows: [string, string][] = [
    ['format, provider', `${status.format}, ${provider ?? 'unknown'}`],
    ['status', `${status.status}; phase ${status.phase}, round ${status.round}`],
    ['record, engine', `${setup?.record_version ?? 'unknown'}, ${setup?.engine_version ?? 'unknown'}`],
    ['debaters, entries, bytes', `${state.debaters.length}, ${status.entries}, ${bytes}`],
    ['evidence files', String(setup?.evidence.files.length ?? 0)],
    ['entries by type', counts(types)],
    ['verification', counts(status.verification)],
    ['rulings, redactions, failures', `${state.rulings.length}, ${state.redactions.size}, ${state.failures.length}`],
    ['run lease', leaseWords(lease)],
    ['last steps', [...state.steps.keys()].slice(-stepsShown).join(', ') || 'none'],
    ['next steps', status.next.join(', ') || 'none'],
    ['unfinished line at the end', log.unfinishedTail === '' ? 'no' : 'yes'],
  ];
  const listed = problems.slice(0, mostProblems).map(({ line, code }) => `- line ${line}: ${code}`);
  const more = problems.length > mostProblems ? [`- and ${problems.length - mostProblems} more`] : [];
  const rest =
    problems.length === 0 ? 'The log has no problems.' : `Problems of the log:\n\n${[...listed, ...more].join('\n')}`;
  return `${table(rows)}\n\n${rest}`;
}

/** Without the name of the machine and the number of the process. */
function leaseWords(lease: LeaseStatus): string {
  if (lease.state === 'free') return lease.state;
  const { program, since, released } = lease.holder;
  const end = released === undefined ? [] : [`released ${released}`];
  return [lease.state, `epoch ${lease.epoch}`, `by ${program}`, `since ${since}`, ...end].join(', ');
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
