import { readdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { plainLine } from '../../matching/text/shortText';
import type { ReadingAction } from '../../shared/head';
import type { Head } from '../../shared/protocol';

/** Labels in the order in which the documents are offered. */
const labels = (): Record<string, string> => ({
  'brief.md': l10n.t('Brief'),
  'summary.md': l10n.t('Summary'),
  'README.md': l10n.t('Report'),
  'ruling.md': l10n.t('Ruling'),
  'issue-tracker.md': l10n.t('Issue Tracker'),
  'transcript.md': l10n.t('Transcript'),
  'blog-post.md': l10n.t('Blog Post'),
  'verifier-report.md': l10n.t('Verifier Report'),
  'assessor-report.md': l10n.t('Assessor Report'),
});

const readingActions = { 'brief.md': 'openBrief', 'summary.md': 'openSummary' } as const;

/** The document that is read first, and the button that opens it; `list` in the order in which documents are offered. */
export function firstToRead(list: WrittenDocuments['list']): { name: string; action: ReadingAction } | undefined {
  const [first] = list;
  if (first === undefined) return undefined;
  const action = Object.entries(readingActions).find(([name]) => name === first.name)?.[1];
  return { name: first.name, action: action ?? 'openReport' };
}

/** What came with an import that was gone on with, see `importedDocumentSeqs`. */
const imported = /^imported-([\p{L}\p{N}._-]+)\.md$/u;

export const isDocumentName = (name: string): boolean => Object.hasOwn(labels(), name) || imported.test(name);

/** The files of docs/record.md, and the marks that file managers leave. */
const others =
  /^(?:debate-log\.jsonl(?:\.lock)?|debate-log\.torn-.*|debate\.json|debate\.log|lock\.\d+|metadata\.json|sources|manifests|answers|originals|subject|import\.json|round-\d+|debate\.md|arguments|scores\.json|scoreboard\.md|argument-graph\.(?:mmd|svg)|\.DS_Store|Thumbs\.db)$/;

export const isOfDebate = (name: string): boolean => others.test(name) || isDocumentName(name);

export interface WrittenDocuments {
  list: Head['documents'];
  /** `metadata.json` is written last. */
  isWritten: boolean;
}

export const noDocuments: WrittenDocuments = { list: [], isWritten: false };

/** None where the folder cannot be read. */
export async function documentsIn(folder: string): Promise<WrittenDocuments> {
  const found = new Set(await readdir(folder).catch(() => []));
  const own = Object.entries(labels()).flatMap(([name, label]) => (found.has(name) ? [{ name, label }] : []));
  const brought = [...found].sort().flatMap((name) => {
    const [, title] = imported.exec(name) ?? [];
    return title === undefined ? [] : [{ name, label: l10n.t('Imported: {0}', plainLine(title)) }];
  });
  return { list: [...own, ...brought], isWritten: found.has('metadata.json') };
}

export const areSameDocuments = (some: WrittenDocuments, others: WrittenDocuments): boolean =>
  some.isWritten === others.isWritten &&
  some.list.map(({ name }) => name).join() === others.list.map(({ name }) => name).join();
