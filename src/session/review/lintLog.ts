import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularText } from '../../async/regularFile';
import { lintDebate, type LintProblem } from '../../debate/rules/lint/lint';
import type { DebateLog } from '../../record/debateLog';
import { positionOf } from '../../projections/status';
import { documentNames } from '../../reports/writeDocuments';
import { provenSources } from './reverify';

interface FolderDocuments {
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: readonly string[];
}

/** Problems with redacted words masked. */
export const lintLog = (log: DebateLog, documents?: FolderDocuments): LintProblem[] =>
  [
    ...lintDebate({
      view: log.view,
      logProblems: log.problems,
      lineOf: (seq) => log.lineOf(seq) ?? null,
      ...(documents === undefined ? {} : { documents: documents.texts, ownDocuments: documentNames(log.view) }),
      lines: log.lines,
      unfinishedTail: log.unfinishedTail,
    }),
    ...(documents?.unread ?? []).map((name): LintProblem => {
      const message = `${name} could not be read, so nothing in it was checked.`;
      return { rule: 'structure', severity: 'warning', seq: null, line: null, message };
    }),
  ].map((problem) => ({ ...problem, message: log.view.mask.text(problem.message) }));

export const lintFolder = async (log: DebateLog, signal: AbortSignal): Promise<LintProblem[]> => [
  ...lintLog(log, await documentsIn(log.folder)),
  ...(await snapshotProblems(log, signal)),
];

/** Whether a check at the debate's end still has to wait for that end. */
export function isLintedInPart({ state }: DebateLog): boolean {
  const { kind, isOver } = positionOf(state);
  return !isOver && (kind === 'own' || kind === 'foreign');
}

/** What does not fit, or cannot be proven here, of what was kept of the sources. */
export async function snapshotProblems(log: DebateLog, signal: AbortSignal): Promise<LintProblem[]> {
  const results = await provenSources(log, { signal });
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
        message: log.view.mask.text(`What was kept of ${url} ${what}: ${reason}.`),
      },
    ];
  });
}

export async function documentsIn(folder: string): Promise<FolderDocuments> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((one) => !one.isDirectory() && (one.name.endsWith('.md') || one.name === 'metadata.json'))
    .map(({ name }) => name)
    .sort();
  const texts = new Map<string, string>();
  const unread: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    try {
      texts.set(name, await readRegularText(path));
    } catch {
      unread.push(name);
    }
  }
  return { texts, unread };
}
