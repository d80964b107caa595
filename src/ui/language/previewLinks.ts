import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { logFileName, pathOfLog } from '../../record/logPath';
import { debateLink } from '../kit/debateLink';

/** The part of markdown-it that is used; the editor brings its own copy. */
export interface PreviewMarkdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } };
  renderer: {
    rules: {
      link_open?(tokens: Token[], index: number, options: unknown, env: unknown, self: Renderer): string;
    };
  };
}

interface Renderer {
  renderToken(tokens: Token[], index: number, options: unknown): string;
}

interface Token {
  type: string;
  content: string;
  attrGet(name: string): unknown;
  attrSet(name: string, value: string): void;
}

interface PreviewedDocument {
  scheme: string;
  fsPath: string;
}

interface EntryLink {
  folder: string;
  seq: number;
}

/**
 * Makes mentions of entries in the editor's preview of a debate's documents lead into the panel. The files keep their
 * anchors into the transcript. `uriScheme` is the editor's, undefined in a browser window, which does not follow it:
 * there the anchors stay and lead into the transcript.
 */
export function linkEntriesToPanel<M extends PreviewMarkdown>(
  markdown: M,
  uriScheme: string | undefined,
  titleOf: (link: EntryLink) => string | undefined,
): M {
  markdown.core.ruler.push('rostrum_anchors', ({ tokens }) => nameAnchors(tokens));
  const { rules } = markdown.renderer;
  const before = rules.link_open?.bind(rules);
  // Replaced while rendering, not parsing, because only then the editor says which document it is.
  rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const document = documentIn(env);
    const link = document && entryIn(String(token?.attrGet('href')), document);
    // The preview follows the second one.
    if (link !== undefined && uriScheme !== undefined)
      for (const name of ['href', 'data-href']) token?.attrSet(name, debateLink(uriScheme, link));
    const title = link && titleOf(link);
    if (title !== undefined) token?.attrSet('title', title);
    return before?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
  return markdown;
}

/** The preview of another document scrolls only to blocks with an id of their own, and an entry's anchor stands within one. */
function nameAnchors(tokens: readonly Token[]): void {
  for (const [index, { type, content }] of tokens.entries()) {
    const [, id] = (type === 'inline' && /^<a id="(seq-\d{1,15})"><\/a>/.exec(content)) || [];
    if (id !== undefined) tokens[index - 1]?.attrSet('id', id);
  }
}

/** Entry of `transcript.md#seq-12`, in a document beside it or in a folder below. */
function entryIn(href: string, { fsPath }: PreviewedDocument): EntryLink | undefined {
  const [, up = '', digits] = /^(?:\.\/)?((?:\.\.\/)*)transcript\.md#seq-(\d{1,15})$/.exec(href) ?? [];
  if (digits === undefined) return undefined;
  const folder = resolve(dirname(fsPath), up);
  return existsSync(join(folder, logFileName)) ? { folder, seq: Number(digits) } : undefined;
}

function documentIn(env: unknown): PreviewedDocument | undefined {
  const document: unknown = typeof env === 'object' && env !== null && 'currentDocument' in env && env.currentDocument;
  if (typeof document !== 'object' || document === null) return undefined;
  const { scheme, fsPath } = document as Partial<PreviewedDocument>;
  return scheme === 'file' && typeof fsPath === 'string' ? { scheme, fsPath } : undefined;
}

const largestRead = 16 * 2 ** 20;

/** Debates kept; more are hardly ever previewed at once. */
const mostKept = 16;

/**
 * Titles for links in a preview, shown on hovering. The preview does not wait: unknown titles are read, once for each
 * state of a log, and then `refresh` renders all previews again.
 */
export class PreviewTitles {
  readonly #known = new Map<string, { stamp: string; titles: ReadonlyMap<number, string> }>();

  constructor(private readonly refresh: () => void) {}

  of({ folder, seq }: EntryLink): string | undefined {
    const { size, mtimeMs } = statSync(pathOfLog(folder), { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    const stamp = `${size} ${mtimeMs}`;
    const known = this.#known.get(folder);
    if (known?.stamp === stamp) return known.titles.get(seq);
    // Titles of another state may have been redacted since.
    this.#keep(folder, stamp, new Map());
    if (size > 0 && size <= largestRead) void this.#read(folder, stamp);
    return undefined;
  }

  async #read(folder: string, stamp: string): Promise<void> {
    const titles = await titlesIn(folder).catch(() => new Map<number, string>()); // The panel reports the error.
    if (this.#known.get(folder)?.stamp !== stamp || titles.size === 0) return;
    this.#keep(folder, stamp, titles);
    this.refresh();
  }

  #keep(folder: string, stamp: string, titles: ReadonlyMap<number, string>): void {
    this.#known.delete(folder);
    this.#known.set(folder, { stamp, titles });
    for (const oldest of [...this.#known.keys()].slice(0, -mostKept)) this.#known.delete(oldest);
  }
}

async function titlesIn(folder: string): Promise<Map<number, string>> {
  const [{ DebateLog }, { entryText }] = await Promise.all([
    import('../../record/debateLog'),
    import('../library/entryWords'),
  ]);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    return new Map(log.state.headers.map(({ seq }) => [seq, entryText(log.view, seq) ?? '']));
  } finally {
    await log.close();
  }
}
