import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { logFileName } from '../../record/logPath';
import { debateLink } from '../panel/link';

/** As much of markdown-it as is used: the editor brings its own. */
export interface PreviewMarkdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: unknown }) => void): unknown } };
}

interface Token {
  type: string;
  children: Token[] | null;
  attrGet(name: string): unknown;
  attrSet(name: string, value: string): void;
}

interface PreviewedDocument {
  scheme: string;
  fsPath: string;
}

/**
 * For the editor's preview of Markdown: in the documents of a debate, mentions of entries lead into the panel. The files hold anchors into the
 * transcript, which work everywhere else, and stay as they are.
 */
export function linkEntriesToPanel<M extends PreviewMarkdown>(markdown: M, uriScheme: string): M {
  markdown.core.ruler.push('rostrum-entries', ({ tokens, env }) => {
    const document = documentIn(env);
    if (document === undefined) return;
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const link = token.type === 'link_open' ? entryIn(String(token.attrGet('href')), document) : undefined;
        if (link !== undefined) token.attrSet('href', debateLink(uriScheme, link));
      }
  });
  return markdown;
}

/** `transcript.md#seq-12`, from a document beside it or in a folder below. */
function entryIn(href: string, { fsPath }: PreviewedDocument): { folder: string; seq: number } | undefined {
  const [, up = '', digits] = /^(?:\.\/)?((?:\.\.\/)*)transcript\.md#seq-(\d{1,15})$/.exec(href) ?? [];
  if (digits === undefined) return undefined;
  const folder = resolve(dirname(fsPath), up);
  return existsSync(join(folder, logFileName)) ? { folder, seq: Number(digits) } : undefined;
}

/** What the editor's preview says of the document that it renders. */
function documentIn(env: unknown): PreviewedDocument | undefined {
  const document: unknown = typeof env === 'object' && env !== null && 'currentDocument' in env && env.currentDocument;
  if (typeof document !== 'object' || document === null) return undefined;
  const { scheme, fsPath } = document as Partial<PreviewedDocument>;
  return scheme === 'file' && typeof fsPath === 'string' ? { scheme, fsPath } : undefined;
}
