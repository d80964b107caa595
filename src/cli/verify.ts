import { collapsed, counted } from '../matching/text/shortText';
import { beyondOwed } from '../debate/fold/citations';
import { changedFiles } from '../debate/fold/sourceChange';
import { differsFromRecord, type Reverified, reverify } from '../session/review/reverify';
import { foundAgain, reverifiedCounts, reverifiedCaveats, reverifiedTally } from '../session/review/reverifiedWords';
import { type Command, debateFolderOf, onePath, openLog, parsed, printUnread, webFlags, webFrom } from './options';
import { marks } from '../projections/sources';
import { statusWords, tallyWords } from '../projections/sourceWords';
import { english } from '../projections/vocabulary';
import { changedFilesWords, changeWords } from '../projections/words';
import type { Output } from './output';
import { UsageError } from './usage';
import type { DebateLog } from '../record/debateLog';
import { checkAgainAll, unreadSources } from '../session/review/sourceReview';
import { SourceChanges } from '../session/review/sourceChanges';
import type { WebAccess } from '../session/plan/webAccess';

/**
 * Checks every source again from its snapshot, without network; with `--refetch` as it is now. Only `--again` writes:
 * new results for sources that could not be read.
 */
export const verify: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {
    refetch: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    ...webFlags,
  });
  if (values.again && values.refetch)
    throw new UsageError('--again and --refetch exclude each other: one logs what it finds, the other only tells.');
  const web = values.refetch || values.again ? webFrom(values) : undefined;
  const out = output(values.json);
  const { log } = await openLog(await debateFolderOf(onePath(positionals, 'verify', "a debate's folder")));
  try {
    printUnread(log, out);
    if (values.again) return await checkAgain(log, web, out);
    const today = new Date().toISOString().slice(0, 10);
    const results = await reverify(log, { refetch: values.refetch, web, today, signal: new AbortController().signal });
    const counts = reverifiedCounts(results);
    const { manifestProblem } = log;
    const isForged = manifestProblem !== undefined || results.some(({ proof }) => proof === 'does_not_fit');
    const isMissing = results.some((result) => result.isMissing === true);
    const code = isForged || isMissing || results.some(contradictsRecord) ? 1 : 0;
    const beyond = beyondOwed(log.state).map(({ seq, url }) => ({ seq, url }));
    if (values.json) {
      const shown = results.map(
        ({
          isMissing: missing,
          isUnwitnessed: unwitnessed,
          explanation: _explanation,
          isJudgedByRecord: _isJudged,
          ...result
        }) => ({
          ...result,
          missing,
          unwitnessed,
        }),
      );
      out.json({
        results: shown,
        counts,
        ...named({ not_looked_at: beyond, unread_lines: log.view.unreadLines }),
        manifest: manifestProblem,
      });
      return code;
    }
    for (const result of results) {
      out.print(lineOf(result));
      if (result.changed !== undefined) out.print(`  ${changeWords(english, result.changed)}`);
    }
    if (results.length === 0) out.print('No entry of this debate cites a source that is to be checked.');
    else out.print(tallyWords(english, reverifiedTally(results, beyond.length)));
    for (const line of caveats(results, beyond.length)) out.print(line);
    if (manifestProblem !== undefined) out.print(`✗ ${manifestProblem.message}.`);
    return code;
  } finally {
    await log.close();
  }
};

const named = (lists: Record<string, readonly unknown[]>): Record<string, readonly unknown[]> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** Whether the result differs from the record, for the same snapshot. */
const contradictsRecord = (result: Reverified): boolean =>
  result.basis !== 'now' && result.logged !== 'unverified' && differsFromRecord(result);

function lineOf(result: Reverified): string {
  const { seq, url, status, explanation, logged, basis, changed } = result;
  const otherwise = differsFromRecord(result) ? ` (the record says ${logged})` : '';
  const byRecord = basis === 'record' ? ' (by the record alone)' : '';
  const isChanged = changed === undefined ? '' : ' (changed since)';
  const isSaid = status === 'verified' || basis === 'nothing' || explanation === '';
  const why = isSaid ? '' : ` — ${collapsed(explanation)}`;
  return `${marks[status]} seq ${seq}  ${statusWords(english, foundAgain(result))}${otherwise}${isChanged}${byRecord}  ${url}${why}`;
}

function caveats(results: readonly Reverified[], beyond: number): string[] {
  const isUnkept = results.some(({ basis }) => basis === 'record' || basis === 'nothing');
  return [
    ...unproven(results),
    ...reverifiedCaveats(english, results, beyond),
    ...(isUnkept ? ['--refetch looks for what was not kept.'] : []),
  ];
}

/** Files whose text cannot be extracted from the body again, each once. */
function unproven(results: readonly Reverified[]): string[] {
  const gone = results.filter(({ isMissing }) => isMissing === true);
  const missing = gone.map(
    ({ seq, url, unproven: why = 'its snapshot is missing' }) =>
      `✗ seq ${seq}  ${url}: ${why}. The record says that it was kept.`,
  );
  const reasons = results
    .filter(({ isMissing }) => isMissing !== true)
    .filter(({ proof, unproven: why }) => proof === 'not_provable' && why !== undefined)
    .map(({ url, unproven: why = '' }) => `${url}: ${why}`);
  const warnings = [...new Set(reasons)].map(
    (reason) => `Warning: it cannot be proven here that the text kept is that of its source. ${reason}.`,
  );
  const unwitnessed = new Set(results.flatMap(({ isUnwitnessed, url }) => (isUnwitnessed === true ? [url] : [])));
  const unsaid =
    unwitnessed.size === 0
      ? []
      : [
          `Not proven: where, when and by which archive ${counted(unwitnessed.size, 'page')} of the web came. Records before version 3 do not say it, and sources/ can be changed.`,
        ];
  return [...missing, ...warnings, ...unsaid];
}

/** Reads sources that could not be read, and logs the results. Support is not judged. */
async function checkAgain(log: DebateLog, web: WebAccess | undefined, out: Output): Promise<number> {
  const total = unreadSources(log).length;
  const results: { seq: number; url: string; status: string; changed: boolean }[] = [];
  const added = await checkAgainAll(log, {
    web,
    signal: new AbortController().signal,
    onProgress: ({ seq, url, status, isQuoted, isChanged, done }) => {
      results.push({ seq, url, status, changed: isChanged });
      out.print(
        `${done}/${total} seq ${seq}  ${statusWords(english, { status, isQuoted })}${isChanged ? '' : ' (as before)'}  ${url}`,
      );
    },
  });
  await new SourceChanges(log).look(new AbortController().signal);
  const files = changedFiles(log.view);
  if (out.isJson) out.json({ results, logged: added.map(({ seq }) => seq), changed_files: files });
  if (total === 0) out.print('No source of this debate is unverified because it could not be read.');
  else
    out.print(
      `${added.length} of ${counted(total, 'result')} changed and ${added.length === 1 ? 'was' : 'were'} logged.`,
    );
  if (files.length > 0) out.print(changedFilesWords(english, files));
  return 0;
}
