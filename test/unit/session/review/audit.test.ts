import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Audit } from '../../../../src/session/review/audit';
import { documentsDebate } from '../../../support/documentsDebate';
import { copied } from '../../../support/oldRecords';
import { rostrum } from '../../../support/rostrum';
import { tempFolder } from '../../../support/tempFolder';

let folder: string;
beforeEach(async () => {
  ({ folder } = await documentsDebate());
});

const pathOf = (name: string): string => join(folder, name);
const change = (name: string, rewrite: (text: string) => string): void => {
  const before = readFileSync(pathOf(name), 'utf8');
  const after = rewrite(before);
  expect(after).not.toBe(before);
  writeFileSync(pathOf(name), after);
};

async function audited(...flags: string[]): Promise<Audit & { code: number | null }> {
  const { code, out } = await rostrum(['audit', folder, '--json', ...flags]);
  return { ...(JSON.parse(out) as Audit), code };
}

const shown = ({ problems }: Audit): string[] =>
  problems.map(({ severity, what, file }) => `${severity} ${what} ${file}`);

describe('rostrum audit', () => {
  it('finds a finished debate as it was written, and prints the head and what it proves', async () => {
    const { code, out } = await rostrum(['audit', folder]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^The record fits\.\nChained from entry 1 on\.\nHead: [0-9a-f]{64}\nKeep the head outside this folder/,
    );
    const { ok, head, problems } = await audited();
    expect({ ok, problems }).toEqual({ ok: true, problems: [] });
    const metadata = JSON.parse(readFileSync(pathOf('metadata.json'), 'utf8')) as { head: { sha256: string } };
    expect(metadata.head.sha256).toBe(head);
    expect(await audited('--head', head ?? '')).toMatchObject({ code: 0, ok: true });
  });

  it('names the first line that was changed', async () => {
    change('debate-log.jsonl', (text) => text.replace(/("type":"announcement","content":")/, '$1Forged. '));
    const found = await audited();
    expect(found).toMatchObject({ code: 1, ok: false });
    expect(found.problems[0]).toMatchObject({ what: 'chain', severity: 'error', file: 'debate-log.jsonl' });
    expect(found.problems[0]?.message).toMatch(/^The line before entry \d+ is not the one that it was written after/);
  });

  it('finds a log that was cut by the head in metadata.json, and without it only by a kept head', async () => {
    const { head } = await audited();
    change('debate-log.jsonl', (text) => `${text.trimEnd().split('\n').slice(0, -3).join('\n')}\n`);
    expect(shown(await audited())).toEqual(['error head metadata.json']);
    rmSync(pathOf('metadata.json'));
    expect(await audited()).toMatchObject({ code: 0, ok: true });
    const found = await audited('--head', head ?? '');
    expect(shown(found)).toEqual(['error head null']);
    expect(found.problems[0]?.message).toContain('the log was cut, or changed at that line or before it');
  });

  it('names a snapshot that was changed, and documents that were', async () => {
    const text = readdirSync(pathOf('sources')).find((name) => name.endsWith('.txt')) ?? '';
    change(`sources/${text}`, (words) => words.replace(/[a-z]+/, 'forged'));
    change('transcript.md', (words) => words.replace('bridge', 'tunnel'));
    rmSync(pathOf('brief.md'));
    const found = await audited();
    expect(found.code).toBe(1);
    expect(shown(found).sort()).toEqual([
      'error document brief.md',
      'error document transcript.md',
      ...found.problems.filter(({ what }) => what === 'snapshot').map(({ severity }) => `${severity} snapshot null`),
    ]);
    expect(found.problems.some(({ what, severity }) => what === 'snapshot' && severity === 'error')).toBe(true);
    expect(found.problems.find(({ file }) => file === 'brief.md')?.message).toBe(
      'brief.md is missing, though the record gives one.',
    );
  });

  it('says that documents are older where the log went on', async () => {
    const words = join(tempFolder(), 'words.txt');
    writeFileSync(words, 'A word.');
    const said = ['--speaker', 'user', '--type', 'intervention', '--phase', 'system', '--content-file', words];
    expect((await rostrum(['append', folder, ...said])).code).toBe(0);
    const found = await audited();
    expect(found.ok).toBe(true);
    expect(shown(found)).toEqual(['warning document metadata.json']);
  });

  it('says of a record of an earlier version that nothing shows whether it was changed', async () => {
    folder = copied('panel-anthropic-done');
    const { code, out } = await rostrum(['audit', folder]);
    expect(out).toContain('No entry names the line before it: nothing here shows whether the log was changed.');
    expect(code).toBe(0);
  });

  it('refuses a head that is none', async () => {
    const { code, err } = await rostrum(['audit', folder, '--head', 'abc']);
    expect(code).toBe(2);
    expect(err).toContain('--head takes the 64 hexadecimal digits');
  });
});
