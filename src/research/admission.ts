import type { TextLayout, PageSpan } from '../matching/text/sourceText';
import { formatWorkspaceUrl, parseSourceUrl } from '../matching/text/sourceUrl';
import { decodeText, fileKind } from './fileKind';
import { findSecret, isSecretName } from './secretFilter';

type LeftOutReason =
  | 'too_large'
  | 'too_complex'
  | 'secret_name'
  | 'secret_content'
  | 'binary'
  | 'link_outside'
  | 'ignored'
  | 'hidden'
  | 'output'
  | 'debate_folder'
  | 'unsupported'
  | 'unreadable'
  | 'pdf'
  | 'deadline';

/** A file that is left out. `path` is relative to the root, with `/`; `.` is the root itself. */
export interface LeftOut {
  path: string;
  reason: LeftOutReason;
  /** Detail for people; never contains the file's text. */
  detail: string;
}

/** Words for people, to follow a number of files. */
export const reasonWords: Readonly<Record<LeftOutReason, string>> = {
  too_large: 'too large',
  too_complex: 'too complex',
  secret_name: 'named like secrets',
  secret_content: 'holding secrets',
  binary: 'binary',
  link_outside: 'linked from outside',
  ignored: 'ignored',
  hidden: 'hidden',
  output: 'in the output folder',
  debate_folder: 'of other debates',
  unsupported: 'of unknown kind',
  unreadable: 'unreadable',
  pdf: 'PDF that cannot be read',
  deadline: 'given up while reading',
};

export type FileRefusal = Pick<LeftOut, 'reason' | 'detail'>;

/** Whether it is a debate's log, in upper or lower case, since file systems differ. */
export function isDebateLog(name: string): boolean {
  return name.toLowerCase() === 'debate-log.jsonl';
}

/** Refuses secrets, hidden files, node_modules, and names that cannot be read. */
export function refuseName(name: string): FileRefusal | undefined {
  // Node.js uses this character if a name is not UTF-8.
  if (name.includes('\ufffd')) return { reason: 'unsupported', detail: 'its name is not readable as UTF-8; rename it' };
  if (isSecretName(name)) return { reason: 'secret_name', detail: 'named like a file of keys or passwords' };
  if (name.startsWith('.')) return { reason: 'hidden', detail: 'its name starts with a dot' };
  if (name.toLowerCase() === 'node_modules') return { reason: 'ignored', detail: 'node_modules is never read' };
  return undefined;
}

/** Refuses a file that no source URL could name, or whose kind is not read. `path` is relative to the root. */
export function refuseKind(path: string): FileRefusal | undefined {
  const parsed = parseSourceUrl(formatWorkspaceUrl({ path }));
  if (parsed.kind !== 'workspace' || parsed.path !== path) {
    return { reason: 'unsupported', detail: 'its name holds a character that a source URL cannot carry; rename it' };
  }
  if (fileKind(path)) return undefined;
  return { reason: 'unsupported', detail: 'only text, Markdown, CSV, JSON, HTML, PDF and source code are read' };
}

/** Refuses a file for its content: binaries and secrets. */
export function refuseContent(body: Uint8Array): FileRefusal | undefined {
  const text = decodeText(body);
  return text === undefined ? { reason: 'binary', detail: describeBinary(body) } : refuseText({ text });
}

/** Refuses a file's text, whatever its source, for secrets. */
export function refuseText({ text, layout }: PagedText): FileRefusal | undefined {
  const secret = findSecret(text);
  if (!secret) return undefined;
  const page = pageOfLine({ text, layout }, secret.line);
  return {
    reason: 'secret_content',
    detail: `${page === undefined ? `line ${secret.line}` : `page ${page}`} looks like ${secret.what}`,
  };
}

/** Refuses a file that was read; checks the file itself if its text is incomplete, as HTML's is. */
export function refuseFile({
  path,
  body,
  ...read
}: PagedText & { path: string; body: Uint8Array }): FileRefusal | undefined {
  return fileKind(path) === 'html' ? refuseContent(body) : refuseText(read);
}

export function describeBinary(body: Uint8Array): string {
  const mark = (((body[0] ?? 0) << 8) | (body[1] ?? 0)).toString(16);
  if (mark === 'fffe' || mark === 'feff') return 'it is UTF-16; save it as UTF-8 to use it';
  if (body.includes(0)) return 'it holds NUL bytes, as binary files do';
  return 'it is not valid UTF-8; save it as UTF-8 to use it';
}

interface PagedText {
  text: string;
  layout?: TextLayout | undefined;
}

/** The page on which a line (1-based) begins. */
function pageOfLine({ text, layout }: PagedText, line: number): number | undefined {
  if (layout?.pages === undefined) return undefined;
  let offset = 0;
  for (let left = line - 1; left > 0 && offset >= 0; left -= 1) offset = text.indexOf('\n', offset) + 1;
  return pageAt(layout.pages, offset)?.page;
}

/** The page at an offset; text between two pages belongs to the earlier one. */
function pageAt(pages: readonly PageSpan[], offset: number): PageSpan | undefined {
  return pages.findLast(({ start, end }) => start <= offset && start < end) ?? pages[0];
}
