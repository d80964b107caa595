import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { manifestOf, listedFile } from '../../debate/log/manifest';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { cutText, plainLine } from '../../matching/text/shortText';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { namedIn } from '../../projections/formats/registry';
import { withPlaces } from '../../projections/sourcePlace';
import { rulingWords } from '../../reports/facts';
import { documentsIn, isLintedInPart, lintLog } from '../../session/review/lintLog';
import { sha256 } from '../../record/sha256';
import { areAsTheyWere, LogCache, stampOf } from '../../session/library/logCache';
import { proveForView } from '../../session/review/reverify';
import { locatedRoot } from '../../session/library/sampleFolder';
import { SourceChanges } from '../../session/review/sourceChanges';
import { countsIn, faultCounts, faultShape, faultsIn, placeSchema, relatedSchema } from './foundFaults';
import { countSourceIssues, sourceProblems, issueStatuses, placed } from './sourceProblems';

const checkedSchema = z.object({
  counts: faultCounts.extend({ grave: z.int(), changed: z.int() }),
  ...faultShape,
  /** What is due at its end was not looked for. */
  isInPart: z.boolean(),
  sources: z.array(
    z.object({
      status: z.enum(issueStatuses),
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

/** `pending`: not checked yet. `too_large` and `failed`: nothing is known, and the next change of the log is looked at again. */
export type DebateCheck = { kind: 'checked'; found: CheckedDebate } | { kind: 'pending' | 'too_large' | 'failed' };

/** Of a larger log nothing is checked in the background: it would take a minute. */
const largestChecked = 64 * 2 ** 20;

export interface CheckJob {
  folder: string;
  cacheFolder: string;
  /** The words of messages: those of another language are found again. */
  language: string;
  isAnew?: boolean;
}

/** Undefined of a log that is too large. From what was kept, where log, documents, sources and cited files are as they were. @throws RecordError */
export async function checkDebate({
  folder,
  cacheFolder,
  language,
  isAnew = false,
}: CheckJob): Promise<CheckedDebate | undefined> {
  const logPath = pathOfLog(folder);
  const log = await stampOf(logPath);
  if (log.bytes > largestChecked) return undefined;
  const cache = new LogCache(cacheFolder, { schema: checkedSchema, meaning: `10 ${language}` });
  const mark = { log: log.stamp, documents: await documentStamps(folder), sources: await stampOfSources(folder) };
  const before = isAnew ? undefined : await cache.read(logPath, mark);
  if (before !== undefined && (await areAsTheyWere(before.files))) return before;
  const { checked, isPassing } = await checkedNow(folder);
  // One that has changed meanwhile may have lost what was read of it.
  if (!isPassing && (await stampOf(logPath)).stamp === log.stamp) await cache.write(logPath, mark, checked);
  return checked;
}

/** `isPassing`: another look may find something else though nothing has changed. */
async function checkedNow(folder: string): Promise<{ checked: CheckedDebate; isPassing: boolean }> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const { signal } = new AbortController();
    await new SourceChanges(log).look(signal);
    const files = await citedFiles(log);
    const proven = await proveForView(log, { signal });
    const problems = lintLog(log, await documentsIn(folder));
    const checked = {
      counts: { ...countSourceIssues(log.view), ...countsIn(problems, log) },
      ...faultsIn(problems, log),
      isInPart: isLintedInPart(log),
      sources: sourceProblems(log.view).map((problem) => placed(problem, log)),
      symbols: symbolsOf(log),
      files,
    };
    return { checked, isPassing: proven.some((one) => one.isPassing === true) };
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

const mostSymbols = 500;
const longestName = 120;

/** Where this machine has them. */
async function citedFiles({ state }: DebateLog): Promise<CheckedDebate['files']> {
  const evidence = state.setup?.evidence;
  const [root, manifest] = [locatedRoot(evidence?.root ?? null), manifestOf(evidence)];
  if (root === null || manifest === undefined) return [];
  const cited = [...state.findings.values()].flatMap((byUrl) => [...byUrl.keys()]).map(parseSourceUrl);
  const listed = cited.flatMap((url) => (url.kind === 'workspace' ? (listedFile(manifest, url.path)?.path ?? []) : []));
  const paths = [...new Set(listed)].map((path) => join(root, path));
  return await Promise.all(paths.map(async (path) => ({ path, stamp: (await stampOf(path)).stamp })));
}

async function stampOfSources(folder: string): Promise<string> {
  const sources = join(folder, 'sources');
  const names = (await readdir(sources).catch((): string[] => [])).sort();
  const stamps = await Promise.all(names.map(async (name) => `${name} ${(await stampOf(join(sources, name))).stamp}`));
  return sha256(stamps.join('\n'));
}

/** What is linted beside log and sources: see `documentsIn`. */
async function documentStamps(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') || name === 'metadata.json').sort();
  return await Promise.all(names.map(async (name) => `${name} ${(await stampOf(join(folder, name))).stamp}`));
}
