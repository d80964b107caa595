import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Another program that reads records by the types in the package, which is all that it has of us. */

const root = resolve(import.meta.dirname, '..', '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rostrum-types-'));
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { filename: string }[];
  const place = join(folder, 'node_modules', 'rostrum');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed[0]?.filename ?? ''), '--strip-components=1', '-C', place]);
  writeFileSync(join(folder, 'package.json'), '{"name":"reader","type":"module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compiled(code: string, resolution: string): string {
  writeFileSync(join(folder, 'reader.ts'), code);
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''],
      ...['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', 'es2023', 'reader.ts'],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return stdout.trim();
}

const reader = (condition: string): string => `
import type { AnyEntry, Entry, EntryData } from 'rostrum';
export function statusesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as Entry;
    return entry.type === 'verification_result' && ${condition} ? [entry.content] : [];
  });
}
export const speakerOf = ({ speaker, seq }: AnyEntry): string => \`\${seq} \${speaker}\`;
export const topicOf = ({ topic }: EntryData['setup']): string => topic;
`;

test.each(['bundler', 'nodenext'])('a reader of records compiles (%s)', (resolution) => {
  expect(compiled(reader(`entry.data?.status === 'verified'`), resolution)).toBe('');
});

test('a status that there is not, and a field of another type, do not', () => {
  expect(compiled(reader(`entry.data?.status === 'sound'`), 'nodenext')).toContain('TS2367');
  expect(compiled(reader(`entry.data?.topic === 'parcels'`), 'nodenext')).toContain('TS2339');
});
