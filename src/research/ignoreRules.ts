import { lstat } from 'node:fs/promises';
import * as path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { boundedRead } from './boundedRead';

/** Rules of one file, for which a path below the root is `prefix + path.slice(drop)`. */
interface IgnoreFile {
  matcher: Ignore;
  prefix: string;
  drop: number;
  origin: string;
}

// Case counts if the file system says so, as in git's default.
const options = { ignorecase: process.platform !== 'linux' };
const maxIgnoreFileBytes = 1024 * 1024;
const maxCommas = 12;

/** An ignore file that cannot be read. The files it protects are unknown, so no file beside it may be read. */
export class IgnoreFileError extends Error {
  readonly code = 'ignore_file_unreadable';
  constructor(
    readonly file: string,
    detail: string,
  ) {
    super(`${file} cannot be read: ${detail}. Nothing beside it is read, since it may say what is private.`);
    this.name = 'IgnoreFileError';
  }
}

/**
 * The rules in one folder, immutable: its .gitignore, those above it up to the top of the repository, and the exclude
 * globs. As in git, the deepest file with a matching rule decides, and files in an excluded folder are never looked up.
 */
export class IgnoreRules {
  private constructor(
    private readonly globs: readonly IgnoreFile[],
    private readonly levels: readonly IgnoreFile[],
  ) {}

  /**
   * Rules before the evidence root's own .gitignore is read. Patterns above it that exclude the root itself are
   * dropped, because the user named it. Rejects with an IgnoreFileError.
   *
   * @param excludeGlobs in the dialect of VS Code's `files.exclude`, relative to `base`
   *
   * @param base a real path; the globs do not apply outside it
   */
  static async atRoot(root: string, excludeGlobs: readonly string[], base = root): Promise<IgnoreRules> {
    const globs = [globLevel(root, excludeGlobs, base)];
    const levels: IgnoreFile[] = [];
    for (const folder of await foldersAbove(root)) {
      const text = await readIgnoreFile(folder);
      if (text === undefined) continue;
      const prefix = `${path.relative(folder, root).split(path.sep).join('/')}/`;
      levels.push(level({ origin: path.join(folder, '.gitignore'), prefix }, matcherSparing(prefix, text)));
    }
    return new IgnoreRules(globs, levels);
  }

  /** Adds the .gitignore of `folder` (relative to the root, '' for the root). */
  withFile(folder: string, text: string): IgnoreRules {
    const origin = folder === '' ? '.gitignore' : `${folder}/.gitignore`;
    const own = level({ origin, drop: folder === '' ? 0 : folder.length + 1 }, ignore(options).add(text));
    return new IgnoreRules(this.globs, [...this.levels, own]);
  }

  /** Name of the rule's file; undefined if no rule excludes the path. Folders are given with a final `/`. */
  excludedBy(relative: string): string | undefined {
    for (const one of this.globs) {
      const { rule } = one.matcher.test(pathIn(one, relative));
      if (rule) return `excluded by “${rule.mark ?? rule.pattern}” in ${one.origin}`;
    }
    for (const one of [...this.levels].reverse()) {
      const { ignored, unignored, rule } = one.matcher.test(pathIn(one, relative));
      if (ignored) return `excluded by “${rule?.pattern ?? ''}” in ${one.origin}`;
      if (unignored) return undefined;
    }
    return undefined;
  }

  /**
   * Rules inside a folder that is not excluded. If a deeper file re-included the folder, the higher one is informed,
   * since it would still exclude everything in there.
   */
  entering(folder: string): IgnoreRules {
    const levels = this.levels.map((one) => {
      const here = pathIn(one, `${folder}/`);
      if (!one.matcher.ignores(here)) return one;
      return {
        ...one,
        matcher: ignore(options)
          .add(one.matcher)
          .add(`!/${escapePattern(here)}`),
      };
    });
    return new IgnoreRules(this.globs, levels);
  }
}

/**
 * Undefined if there is no .gitignore; as in git, one that is a link is not followed. Rejects with an IgnoreFileError.
 */
export async function readIgnoreFile(folder: string): Promise<string | undefined> {
  const file = path.join(folder, '.gitignore');
  const read = await boundedRead(file, { limit: maxIgnoreFileBytes });
  if (read.ok) return new TextDecoder('utf-8').decode(read.body);
  if (read.reason === 'missing' || read.reason === 'not_a_file') return undefined;
  throw new IgnoreFileError(file, read.detail);
}

/** Folders from the top of the repository down to the parent of `root`; none if it is the top or in no repository. */
async function foldersAbove(root: string): Promise<string[]> {
  const above: string[] = [];
  let folder = root;
  while (!(await exists(path.join(folder, '.git')))) {
    const parent = path.dirname(folder);
    if (parent === folder) return [];
    above.unshift(parent);
    folder = parent;
  }
  return above;
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** Rules without those that would exclude the root itself. */
function matcherSparing(root: string, text: string): Ignore {
  const whole = ignore(options).add(text);
  if (!whole.ignores(root)) return whole;
  const sparing = text.split(/\r?\n/).filter((line) => !ignore(options).add(line).ignores(root));
  return ignore(options).add(sparing.join('\n'));
}

function level(place: { origin: string; prefix?: string; drop?: number }, matcher: Ignore): IgnoreFile {
  return { matcher, origin: place.origin, prefix: place.prefix ?? '', drop: place.drop ?? 0 };
}

/**
 * Globs count from `base`, paths from `root`. If the root is inside the base, it is put before each path, and globs
 * that exclude it are dropped, because the user named it. If the base is inside the root, it is put before each glob.
 */
function globLevel(root: string, globs: readonly string[], base: string): IgnoreFile {
  const down = slashed(path.relative(base, root));
  const isAbove = down !== '' && !isUpwards(down);
  const up = slashed(path.relative(root, base));
  const isOutside = !isAbove && (isUpwards(up) || path.isAbsolute(up));
  const prefix = isAbove ? `${down}/` : '';
  const before = isAbove || up === '' ? '' : `/${escapePattern(up)}`;
  const patterns = (isOutside ? [] : globs)
    .flatMap((glob) => expandBraces(glob).map((one) => ({ pattern: before + anchored(one), mark: glob })))
    .filter((one) => prefix === '' || !ignore(options).add([one]).ignores(prefix));
  return level({ origin: 'the exclude setting', prefix }, ignore(options).add(patterns));
}

const slashed = (relative: string): string => relative.split(path.sep).join('/');
const isUpwards = (relative: string): boolean =>
  relative === '..' || relative.startsWith('../') || path.isAbsolute(relative);

function pathIn({ prefix, drop }: IgnoreFile, relative: string): string {
  return prefix + relative.slice(drop);
}

function escapePattern(relative: string): string {
  return relative.replace(/[\\*?[\] ]/g, '\\$&');
}

/** Adds a slash, since a gitignore pattern without one would match at any depth. */
function anchored(glob: string): string {
  return `/${glob.replace(/^\.?\/+/, '')}`;
}

/**
 * Expands `{a,b}`, which gitignore does not know. A glob with very many alternatives is widened: one exclusion too many
 * is reported, one too few would be read.
 */
function expandBraces(glob: string): string[] {
  const group = /\{([^{}]*)\}/.exec(glob);
  if (!group) return [glob];
  const before = glob.slice(0, group.index);
  const after = glob.slice(group.index + group[0].length);
  if ((glob.match(/,/g) ?? []).length > maxCommas) return expandBraces(`${before}*${after}`);
  return (group[1] ?? '').split(',').flatMap((part) => expandBraces(before + part + after));
}
