import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/tempFolder';

/** No file but the formats' own asks for a format's name: planted ones are found, each in its line. */

const root = resolve(__dirname, '..', '..', '..');

const planted: Record<string, readonly [line: string, isFound: boolean][]> = {
  'src/ui/planted.ts': [
    ["export const a = (format: string): boolean => format === 'dialectic';", true],
    ["export const b = (format: string): boolean => ['panel', 'mine'].includes(format);", true],
    ["export const c = (format: string): string => (format !== 'tribunal' ? 'some' : 'other');", true],
    [
      "export function d(format: string): number { switch (format) { case 'panel': return 1; default: return 2; } }",
      true,
    ],
    ['export const e: Record<string, string> = { tribunal: "its own" };', true],
    ['export const f: Partial<Record<FormatName, string>> = { tribunal: "its own" };', true],
    ["export const g = 'panelled';", false],
    ['export const h: Readonly<Record<FormatName, number>> = { panel: 1, tribunal: 2, dialectic: 3 };', false],
    ['export const i: Record<FormatName | "x", number> = { tribunal: 2 };', true],
    ['export const j = (format: string): boolean => format === `tribunal`;', true],
    ['export const k = (format: string): boolean => /^(?:tribunal|x)$/.test(format);', true],
    ['export const l = (by: { tribunal: string }): string => by.tribunal;', true],
    ["export const m = (format: string): boolean => format.startsWith('tri');", true],
    ["export const n = (format: string): boolean => format === 'trib' + 'unal';", true],
    ['export class O { tribunal = 1; }', true],
    ["export const p = (unit: string): boolean => unit === 'exchange';", true],
    ['export const q = (step: string): boolean => /^e\\d+\\/judgment$/.test(step);', true],
    ['export const r = (round: number): string => `r${round}/judge`;', true],
    ["import { tribunalFacts } from '../debate/formats/tribunal/facts'; export const s = tribunalFacts;", true],
    ['export const t = (window: { panel: string }): string => window.panel;', false],
  ],
  'src/engine/formats/planted.ts': [
    ["export const a = (format: string): boolean => format === 'dialectic';", true],
    ['export const b = (by: { panel: string }): string => by.panel;', true],
  ],
  'src/importers/planted.ts': [
    ["export const a = { format: 'dialectic' };", false],
    ["export const b = (format: string): boolean => 'dialectic' === format;", true],
  ],
  'src/ui/formats/planted.ts': [["export const a = (format: string): boolean => format === 'dialectic';", false]],
};

const linted = (cwd: string): Promise<string> =>
  new Promise((done) => {
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const flags = ['-c', 'oxlint.config.mjs', '--format', 'unix', 'src'];
    execFile(process.execPath, [program, ...flags], { cwd }, (_, stdout) => done(stdout));
  });

describe('the names of formats', () => {
  it('stand in the rooms of the formats alone', async () => {
    const copy = tempFolder();
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    for (const path of ['oxlint.config.mjs', 'oxlint.rules.mjs', 'src/debate/formats/registry.ts'])
      cpSync(join(root, path), join(copy, path), { recursive: true });
    for (const [path, lines] of Object.entries(planted)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), lines.map(([line]) => `${line}\n`).join(''));
    }
    const out = (await linted(copy)).split('\n').filter((line) => line.includes('no-format'));
    const found = new Set(out.map((line) => /src\/\S+?:\d+/.exec(line.replaceAll('\\', '/'))?.[0]));
    const wanted = Object.entries(planted).flatMap(([path, lines]) =>
      lines.flatMap(([, isFound], index) => (isFound ? [`${path}:${index + 1}`] : [])),
    );
    expect([...found].sort()).toEqual(wanted.sort());
  });
});
