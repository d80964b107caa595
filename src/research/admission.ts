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

/** `path` is relative to the root, with `/`; `.` is the root itself. */
export interface LeftOut {
  path: string;
  reason: LeftOutReason;
  /** For people; never holds what the file says. */
  detail: string;
}

/** For people, after a number of files. */
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

export type Refusal = Pick<LeftOut, 'reason' | 'detail'>;

/** In any case: file systems differ. */
export function isDebateLog(name: string): boolean {
  return name.toLowerCase() === 'debate-log.jsonl';
}

/** Secrets, hidden ones, node_modules, names that cannot be read. */
export function refuseName(name: string): Refusal | undefined {
  // Node.js puts it where a name is no UTF-8.
  if (name.includes('\ufffd')) return { reason: 'unsupported', detail: 'its name is not readable as UTF-8; rename it' };
  if (isSecretName(name)) return { reason: 'secret_name', detail: 'named like a file of keys or passwords' };
  if (name.startsWith('.')) return { reason: 'hidden', detail: 'its name starts with a dot' };
  if (name.toLowerCase() === 'node_modules') return { reason: 'ignored', detail: 'node_modules is never read' };
  return undefined;
}

/** No source URL could name it, or its kind is not read. `path` is relative to the root. */
export function refuseKind(path: string): Refusal | undefined {
  const parsed = parseSourceUrl(formatWorkspaceUrl({ path }));
  if (parsed.kind !== 'workspace' || parsed.path !== path) {
    return { reason: 'unsupported', detail: 'its name holds a character that a source URL cannot carry; rename it' };
  }
  if (fileKind(path)) return undefined;
  return { reason: 'unsupported', detail: 'only text, Markdown, CSV, JSON, HTML, PDF and source code are read' };
}

/** Refuses a file for what it holds: binaries and secrets. */
export function refuseContent(body: Uint8Array): Refusal | undefined {
  const text = decodeText(body);
  return text === undefined ? { reason: 'binary', detail: describeBinary(body) } : refuseText({ text });
}

/** Refuses the text of a file, whatever its source, for secrets. */
export function refuseText({ text, layout }: PagedText): Refusal | undefined {
  const secret = findSecret(text);
  if (!secret) return undefined;
  const page = pageOfLine({ text, layout }, secret.line);
  return {
    reason: 'secret_content',
    detail: `${page === undefined ? `line ${secret.line}` : `page ${page}`} looks like ${secret.what}`,
  };
}

/** Of a file once read; by the file itself if its text is incomplete, as HTML's is. */
export function refuseFile({
  path,
  body,
  ...read
}: PagedText & { path: string; body: Uint8Array }): Refusal | undefined {
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

/** Text between two pages belongs to the earlier one. */
function pageAt(pages: readonly PageSpan[], offset: number): PageSpan | undefined {
  return pages.findLast(({ start, end }) => start <= offset && start < end) ?? pages[0];
}
