import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../support/tempFolder';

/** Patterns over foreign text are linear and know every script: planted ones are found, and those that code puts together are examined. */

const root = resolve(__dirname, '..', '..', '..');

const planted: readonly (readonly [line: string, isFound: boolean])[] = [
  [String.raw`export const a = /(?:\p{L}+\W+){0,4}however/iu;`, true],
  ['export const b = new RegExp(String.raw`\\b(?:${String(1)})\\p{L}`, "iu");', true],
  [String.raw`export const c = new RegExp('\\p{L}\\w', 'u');`, true],
  [String.raw`export const d = /\p{L}\s*,?\s*x/u;`, true],
  [String.raw`export const e = /\p{L}\s*(?:-|–)?\s*\p{N}/u;`, true],
  [String.raw`export const f = /(\p{L}+)*x/u;`, true],
  [String.raw`export const g = /\bword\b/i;`, false],
  [String.raw`export const h = /\p{L}+[^\p{L}]+x/u;`, false],
  [String.raw`export const i = /\p{L}\s*,\s*x/u;`, false],
  [String.raw`export const j = /\\w\p{L}/u;`, false],
  [String.raw`export const k = /(?:\p{L}+-)*x/u;`, false],
];

const linted = (cwd: string): Promise<string> =>
  new Promise((done) => {
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const flags = ['-c', 'oxlint.config.mjs', '--format', 'unix', 'src'];
    execFile(process.execPath, [program, ...flags], { cwd }, (_, stdout) => done(stdout));
  });

describe('patterns over foreign text', () => {
  it('are held by the linter to what every script needs', async () => {
    const copy = tempFolder();
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    for (const path of ['oxlint.config.mjs', 'oxlint.rules.mjs', 'src/debate/formats/registry.ts'])
      cpSync(join(root, path), join(copy, path), { recursive: true });
    mkdirSync(join(copy, 'src', 'verify'));
    writeFileSync(join(copy, 'src/verify/planted.ts'), planted.map(([line]) => line).join('\n'));
    const said = (await linted(copy)).split('\n').filter((line) => line.includes('rostrum(unicode-patterns)'));
    const lines = new Set(said.map((line) => Number(/planted\.ts:(\d+):/.exec(line)?.[1])));
    expect([...lines].sort((one, other) => one - other)).toEqual(
      planted.flatMap(([, isFound], index) => (isFound ? [index + 1] : [])),
    );
  }, 60_000);

  it('backtrack nowhere more than in a line where code puts them together', async () => {
    const built = await builtPatterns(['debate', 'verify', 'research/extract']);
    expect(built.length).toBeGreaterThan(50);
    const slow = built.filter((pattern) => analyse(pattern, { assumeRejectingSuffix: true }).reports.length > 0);
    expect(slow.map(({ source }) => source)).toEqual([]);
  }, 120_000);
});

/** Those that modules make when they are loaded: the linter sees only their pieces. */
async function builtPatterns(rooms: readonly string[]): Promise<RegExp[]> {
  // Others may have loaded them.
  vi.resetModules();
  const built: RegExp[] = [];
  const own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(own, {
    construct(target, args: [string, string?]) {
      const made = new target(...args);
      built.push(made);
      return made;
    },
  });
  try {
    const files = rooms.flatMap((room) =>
      readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(root, 'src', room, name)),
    );
    for (const file of files) await import(file);
  } finally {
    globalThis.RegExp = own;
  }
  const kinds = new Map(built.map((pattern) => [String(pattern), pattern]));
  return [...kinds.values()];
}
