import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lintDebate, type LintProblem } from '../debate/rules/lint/lint';
import type { DebateLog } from '../record/debateLog';
import { provenSources } from '../session/reverify';
import { openLog } from './openLog';
import { onePath } from './options';
import type { Output } from './output';
import { toSarif } from './sarif';
import { UsageError } from './usage';

/** `rostrum lint LOG|DIR`: the rules and the structure of a log; of a folder, its documents too. */
export async function lint(args: readonly string[], output: (json: boolean) => Output): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, sarif: { type: 'boolean', default: false } },
  });
  if (values.json && values.sarif) throw new UsageError('lint takes --json or --sarif, not both.');
  const { log, isFolder } = await openLog(onePath(positionals, 'lint', "a log or a debate's folder"));
  try {
    const documents = isFolder ? { documents: await documentsIn(log.folder) } : {};
    const ruled = lintDebate({
      view: log.view,
      logProblems: log.problems,
      lineOf: (seq) => log.lineOf(seq) ?? null,
      ...documents,
      unfinishedTail: log.unfinishedTail,
    });
    const problems = isFolder ? [...ruled, ...(await snapshotProblems(log))] : ruled;
    const hasErrors = problems.some((problem) => problem.severity === 'error');
    const out = output(values.json || values.sarif);
    if (values.sarif) out.json(toSarif(problems, log.path));
    else if (values.json) out.json({ ok: !hasErrors, problems });
    else for (const line of lintLines(problems)) out.tell(line);
    return hasErrors ? 1 : 0;
  } finally {
    await log.close();
  }
}

/** Of each source that something was kept of, whether that is what its body says. */
async function snapshotProblems(log: DebateLog): Promise<LintProblem[]> {
  const results = await provenSources(log, { signal: new AbortController().signal });
  return results.flatMap(({ seq, url, proof, reason }) => {
    if (proof === 'proven' || reason === undefined) return [];
    const [severity, what] =
      proof === 'does_not_fit' ? (['error', 'does not fit'] as const) : (['warning', 'cannot be proven here'] as const);
    return [
      {
        rule: 'structure' as const,
        severity,
        seq,
        line: log.lineOf(seq) ?? null,
        message: `What was kept of ${url} ${what}: ${reason}.`,
      },
    ];
  });
}

/** The documents of a debate's folder, by name. */
export async function documentsIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') || name === 'metadata.json');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}

function lintLines(problems: readonly LintProblem[]): string[] {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const lines = problems.map(({ rule, severity, seq, line, message }) => {
    const where = [seq === null ? '' : `seq ${seq}`, line === null ? '' : `line ${line}`].filter((part) => part !== '');
    const label = /^\d+$/.test(rule) ? `rule ${rule}` : rule;
    return `${severity}  ${label}  ${where.join(', ')}${where.length > 0 ? ': ' : ''}${message}`;
  });
  const total = problems.length === 0 ? 'No problems.' : `${errors} errors, ${problems.length - errors} warnings.`;
  return [...lines, total];
}
