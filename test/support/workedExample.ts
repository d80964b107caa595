import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { forNode } from './bundle';

/** Carries a worked example of a paper out: its blocks name the file that they are, or that they change. */

const root = resolve(import.meta.dirname, '..', '..');

export interface Block {
  language: string;
  path: string;
  text: string;
}

/** The blocks whose fence names a path behind the language. */
export const blocksOf = (paper: string): Block[] =>
  [...paper.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, language = '', path = '', text = '']) => ({
    language,
    path,
    text,
  }));

/** A copy of the source with the example in it; returns its folder. @throws Error where a change finds no place, or more than one. */
export function carriedOut(blocks: readonly Block[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'rostrum-example-'));
  for (const name of [
    'src',
    'prompts',
    'test/support/formatTask.ts',
    'test/support/debateSurfaces.ts',
    'test/support/summaryOf.ts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const { language, path, text } of blocks) {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true });
    if (language === 'diff') writeFileSync(file, changed(readFileSync(file, 'utf8'), text, path));
    else writeFileSync(file, text, { flag: 'wx' });
  }
  return copy;
}

/** Hunks are separated by lines of `@@`; each is found by the lines that it keeps and removes. */
function changed(before: string, diff: string, path: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const side = (sign: string): string =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [old, made] = [side('+'), side('-')];
    if (text.split(old).length !== 2) throw new Error(`${path} does not hold exactly once: ${old}`);
    return text.replace(old, () => made);
  }, before);
}

/** The compiler's output for all of the copy’s source but the panel’s page; empty if there is none. */
export async function typeErrors(copy: string): Promise<string> {
  const config = { extends: './tsconfig.json', include: ['src'] };
  writeFileSync(join(copy, 'tsconfig.example.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // One thread is used, because several check much of it twice.
  const flags = ['--singleThreaded', '--incremental', 'false'];
  return (await ran(copy, tsc, [...flags, '-p', 'tsconfig.example.json'])).out;
}

/** Bundles a program of the copy, without modules that offline evidence in Markdown never loads. */
export async function programOf(copy: string, entry: string): Promise<string> {
  const outfile = join(copy, 'dist', `${entry.replaceAll(/\W/g, '-')}.js`);
  await build({
    ...forNode,
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    absWorkingDir: copy,
    entryPoints: [entry],
    outfile,
    external: ['vscode', 'playwright-core', '*/anthropicProvider', '*/openAiProvider', '*/htmlPage', '*/pdfPage'],
  });
  return outfile;
}

export const ran = (cwd: string, program: string, args: readonly string[]): Promise<{ code: unknown; out: string }> =>
  new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, out: `${stdout}${stderr}` }),
    );
  });
