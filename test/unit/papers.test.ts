import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

describe('the papers', () => {
  it.each(papers)('%s leads nowhere that is not there', (paper) => {
    const text = readFileSync(join(root, paper), 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .replace(/`[^`]*`/g, '');
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => (match[1] ?? '').replace(/#.*$/, ''));
    const local = targets.filter((target) => target !== '' && !/^[a-z][a-z+.-]*:/i.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(paper), target)))).toEqual([]);
  });

  it.each(papers)('%s names no code that is not there', (paper) => {
    const named = [...readFileSync(join(root, paper), 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(named.filter((path) => !code.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  });
});
