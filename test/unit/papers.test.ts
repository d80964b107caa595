import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(__dirname, '..', '..');
const papers = [...readdirSync(root), ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** Papers name files by the end of their paths: `acts.ts`, `debate/mask.ts`. */
const code = [
  ...readdirSync(root),
  ...['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  ),
];

/** What the allow-list of the package names; `*` is within a folder, and a folder is shipped when something in it is. */
const shipped = readFileSync(join(root, '.vscodeignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

function isShipped(path: string): boolean {
  const folder = path.endsWith('/') ? path : `${path}/`;
  return shipped.some((line) => {
    const pattern = line.replace(/[.+]/g, '\\$&').replace(/\*+/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));
    return line.startsWith(folder) || new RegExp(`^${pattern}$`).test(path);
  });
}

/** The files of this repository that a paper links to. */
function linksOf(paper: string): string[] {
  const text = readFileSync(join(root, paper), 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? '').replace(/#.*$/, ''));
  const local = targets.filter((target) => target !== '' && !/^[a-z][a-z+.-]*:/i.test(target));
  return local.map((target) => posix.join(dirname(paper), target));
}

describe('the papers', () => {
  it.each(papers)('%s leads nowhere that is not there', (paper) => {
    expect(linksOf(paper).filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it.each(papers.filter(isShipped))('%s, which is shipped, leads to papers that are shipped too', (paper) => {
    const named = [...readFileSync(join(root, paper), 'utf8').matchAll(/`(docs\/[\w./-]+)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect([...linksOf(paper), ...named].filter((target) => !isShipped(target))).toEqual([]);
  });

  it.each(papers)('%s names no code that is not there', (paper) => {
    const named = [...readFileSync(join(root, paper), 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.filter((path) => !code.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });
});
