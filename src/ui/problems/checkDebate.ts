import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isImported } from '../../debate/imported';
import { manifestOf, listedFile } from '../../debate/manifest';
import { parseSourceUrl } from '../../debate/sourceUrl';
import { cutText, plainLine } from '../../debate/shortText';
import { headerOf } from '../../debate/state';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { namedIn } from '../../projections/formats/registry';
import { withPlaces } from '../../projections/sourcePlace';
import { rulingWords } from '../../reports/facts';
import { documentsIn, lintLog } from '../../session/lintLog';
import { areAsTheyWere, LogCache, stampOf } from '../../session/logCache';
import { locatedRoot } from '../../session/sampleFolder';
import { SourceChanges } from '../../session/sourceChanges';
import { troubleCounts, sourceProblems, troubled, placed } from './sourceProblems';
import { typeName } from '../../projections/typeName';

/** What is read of a whole debate in the background: what the rules hold against it, and what is wrong with its sources. */

const placeSchema = z.object({ line: z.int(), start: z.int(), end: z.int() });
const relatedSchema = z.array(z.object({ place: placeSchema, message: z.string() }));
const faultSchema = z.object({
  rule: z.string(),
  /** `information`: another program wrote it, under other rules or none; or nothing is wrong, only not checked. */
  severity: z.enum(['error', 'warning', 'information']),
  seq: z.int().nullable(),
  /** 0 where it is about the documents, or the log as a whole. */
  line: z.int(),
  message: z.string(),
  related: relatedSchema,
});
const checkedSchema = z.object({
  /** How many there are; of each kind the first are told. */
  counts: z.object({ grave: z.int(), changed: z.int(), errors: z.int(), warnings: z.int() }),
  faults: z.array(faultSchema),
  sources: z.array(
    z.object({
      status: z.enum(troubled),
      seq: z.int(),
      message: z.string(),
      place: placeSchema,
      related: relatedSchema,
    }),
  ),
  /** Rulings, arguments and issues, for Go to Symbol in Workspace. */
  symbols: z.array(z.object({ kind: z.enum(['ruling', 'argument', 'issue']), name: z.string(), line: z.int() })),
  /** Files of the evidence that are cited, as they were: path, size and time. */
  files: z.array(z.object({ path: z.string(), stamp: z.string() })),
});

export type CheckedDebate = z.infer<typeof checkedSchema>;
export type LintFault = z.infer<typeof faultSchema>;

/** `pending`: not checked yet. `too_large` and `failed`: nothing is known, and the next change of the log is looked at again. */
export type DebateCheck = { kind: 'checked'; found: CheckedDebate } | { kind: 'pending' | 'too_large' | 'failed' };

/** What somebody reads of one debate's faults; more are only counted. */
const mostFaults = 200;
/** Of a larger log nothing is checked in the background: it would take a minute. */
const largestChecked = 64 * 2 ** 20;

export interface CheckJob {
  folder: string;
  /** Where what was found is kept. */
  cacheFolder: string;
  /** The words of messages: those of another language are found again. */
  language: string;
}

/** Undefined of a log that is too large. From what was kept, where log, documents and cited files are as they were. @throws RecordError */
export async function checkDebate({ folder, cacheFolder, language }: CheckJob): Promise<CheckedDebate | undefined> {
  const logPath = pathOfLog(folder);
  const log = await stampOf(logPath);
  if (log.bytes > largestChecked) return undefined;
  const cache = new LogCache(cacheFolder, { schema: checkedSchema, meaning: `4 ${language}` });
  const mark = { log: log.stamp, documents: await documentStamps(folder) };
  const before = await cache.read(logPath, mark);
  if (before !== undefined && (await areAsTheyWere(before.files))) return before;
  const checked = await checkedNow(folder);
  await cache.write(logPath, mark, checked);
  return checked;
}

async function checkedNow(folder: string): Promise<CheckedDebate> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    await new SourceChanges(log).look(new AbortController().signal);
    const problems = lintLog(log, await documentsIn(folder));
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return {
      counts: { ...troubleCounts(log.view), errors, warnings: problems.length - errors },
      faults: problems.slice(0, mostFaults).map((problem) => faultOf(problem, log)),
      sources: sourceProblems(log.view).map((problem) => placed(problem, log)),
      symbols: symbolsOf(log),
      files: await citedFiles(log),
    };
  } finally {
    await log.close();
  }
}

function symbolsOf(log: DebateLog): CheckedDebate['symbols'] {
  const { state, view } = log;
  const rulings = state.rulings.map((ruling) => ({
    kind: 'ruling' as const,
    seq: ruling.seq,
    name: rulingWords(view, ruling),
  }));
  const named = [...rulings, ...namedIn(view)];
  return named.slice(0, mostSymbols).flatMap(({ kind, seq, name }) => {
    const line = seq === undefined ? undefined : log.lineOf(seq);
    return line === undefined ? [] : [{ kind, name: cutText(plainLine(withPlaces(l10n, name)), longestName), line }];
  });
}

const longestMessage = 500;
const mostSymbols = 500;
const longestName = 120;

function faultOf(
  { rule, severity, seq, line, message }: ReturnType<typeof lintLog>[number],
  log: DebateLog,
): LintFault {
  const isForeign = log.state.setup === undefined || isImported(log.state, seq ?? 0);
  // A warning without a line is about what was not checked.
  const isUnchecked = severity === 'warning' && line === null;
  return {
    rule,
    severity: isForeign || isUnchecked ? 'information' : severity,
    seq,
    line: line ?? 0,
    message: cutText(plainLine(withPlaces(l10n, message)), longestMessage),
    related: othersIn(message, seq).flatMap((other) => relatedTo(log, other)),
  };
}

/** The other entries that a message is about. */
const othersIn = (message: string, own: number | null): number[] => [
  ...new Set([...message.matchAll(/\bseq (\d{1,15})\b/g)].map(([, seq]) => Number(seq)).filter((seq) => seq !== own)),
];

function relatedTo(log: DebateLog, seq: number): LintFault['related'] {
  const header = headerOf(log.state, seq);
  const line = log.lineOf(seq);
  if (header === undefined || line === undefined) return [];
  const speaker = plainLine(log.view.mask.text(header.speaker));
  const message = `seq ${seq}: ${speaker}, ${typeName(l10n, header.type)}`;
  return [{ place: { line: line - 1, start: 0, end: 1 }, message }];
}

/** The files of the evidence that are cited, where this machine has them. */
async function citedFiles({ state }: DebateLog): Promise<CheckedDebate['files']> {
  const evidence = state.setup?.evidence;
  const [root, manifest] = [locatedRoot(evidence?.root ?? null), manifestOf(evidence)];
  if (root === null || manifest === undefined) return [];
  const cited = [...state.findings.values()].flatMap((byUrl) => [...byUrl.keys()]).map(parseSourceUrl);
  const listed = cited.flatMap((url) => (url.kind === 'workspace' ? (listedFile(manifest, url.path)?.path ?? []) : []));
  const paths = [...new Set(listed)].map((path) => join(root, path));
  return await Promise.all(paths.map(async (path) => ({ path, stamp: (await stampOf(path)).stamp })));
}

/** What is linted beside the log: see `documentsIn`. */
async function documentStamps(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') || name === 'metadata.json').sort();
  return await Promise.all(names.map(async (name) => `${name} ${(await stampOf(join(folder, name))).stamp}`));
}
