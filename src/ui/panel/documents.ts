import { readdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { plainLine } from '../../debate/shortText';
import type { Head } from '../../shared/protocol';

/** In the order in which they are offered. */
const names = [
  ...(['summary.md', 'README.md', 'ruling.md', 'brief.md', 'issue-tracker.md'] as const),
  ...(['transcript.md', 'blog-post.md', 'verifier-report.md', 'assessor-report.md'] as const),
] as const;
type DocumentName = (typeof names)[number];

export const summaryName: DocumentName = 'summary.md';

/** What came with an import that was gone on with, see `importedDocumentSeqs`. */
const imported = /^imported-([\p{L}\p{N}._-]+)\.md$/u;

export const isDocumentName = (name: string): boolean => names.some((known) => known === name) || imported.test(name);

/** The files of docs/record.md, and the marks that file managers leave. */
const others =
  /^(?:debate-log\.jsonl(?:\.lock)?|debate-log\.torn-.*|debate\.json|debate\.log|lock\.\d+|metadata\.json|sources|manifests|answers|originals|subject|import\.json|round-\d+|debate\.md|arguments|scores\.json|scoreboard\.md|argument-graph\.(?:mmd|svg)|\.DS_Store|Thumbs\.db)$/;

export const isOfDebate = (name: string): boolean => others.test(name) || isDocumentName(name);

export interface Documents {
  list: Head['documents'];
  /** `metadata.json` is written last. */
  isWritten: boolean;
}

export const noDocuments: Documents = { list: [], isWritten: false };

/** None where the folder cannot be read. */
export async function documentsIn(folder: string): Promise<Documents> {
  const found = new Set(await readdir(folder).catch(() => []));
  const own = names.filter((name) => found.has(name)).map((name) => ({ name, label: labelOf(name) }));
  const brought = [...found].sort().flatMap((name) => {
    const [, title] = imported.exec(name) ?? [];
    return title === undefined ? [] : [{ name, label: l10n.t('Imported: {0}', plainLine(title)) }];
  });
  return { list: [...own, ...brought], isWritten: found.has('metadata.json') };
}

export const areSameDocuments = (some: Documents, others: Documents): boolean =>
  some.isWritten === others.isWritten &&
  some.list.map(({ name }) => name).join() === others.list.map(({ name }) => name).join();

function labelOf(name: DocumentName): string {
  switch (name) {
    case 'summary.md':
      return l10n.t('Summary');
    case 'README.md':
      return l10n.t('Report');
    case 'ruling.md':
      return l10n.t('Ruling');
    case 'brief.md':
      return l10n.t('Brief');
    case 'issue-tracker.md':
      return l10n.t('Issue Tracker');
    case 'transcript.md':
      return l10n.t('Transcript');
    case 'blog-post.md':
      return l10n.t('Blog Post');
    case 'verifier-report.md':
      return l10n.t('Verifier Report');
    case 'assessor-report.md':
      return l10n.t('Assessor Report');
  }
}
