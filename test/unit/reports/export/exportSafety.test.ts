import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { cslJson } from '../../../../src/reports/export/cslJson';
import { chaptersOf } from '../../../../src/reports/export/oneMarkdown';
import { viewOf } from '../../../support/formats/inMemory';
import { copied } from '../../../support/oldRecords';
import { rostrum } from '../../../support/rostrum';
import { tempFolder } from '../../../support/tempFolder';

const goldenRoot = resolve(import.meta.dirname, '..', '..', '..', 'golden');

/** Where an export would do harm: to the record, and to what was redacted. */

describe('an export is not written over a record', () => {
  it.each<[string, (folder: string, other: string) => string]>([
    ['its own log', (folder) => join(folder, 'debate-log.jsonl')],
    ['the log of another debate', (_, other) => join(other, 'debate-log.jsonl')],
    ['a snapshot', (folder) => join(folder, 'sources', 'deeper', 'a.txt')],
    ['a snapshot of another debate', (_, other) => join(other, 'sources', 'a.txt')],
    ['an answer that was kept', (folder) => join(folder, 'answers', 'a.json')],
    ['a lease', (folder) => join(folder, 'lock.1')],
  ])('%s', async (_what, fileIn) => {
    const [folder, other] = [copied('panel-concluded'), copied('dialectic-scripted-done')];
    const logs = [folder, other].map((one) => join(one, 'debate-log.jsonl'));
    const before = logs.map((log) => readFileSync(log, 'utf8'));
    const file = fileIn(folder, other);
    const { code, err } = await rostrum(['export', folder, '--to', 'html', '--out', file]);
    expect(code).toBe(2);
    expect(err).toContain('which nothing overwrites');
    expect(logs.map((log) => readFileSync(log, 'utf8'))).toEqual(before);
  });

  it('by a link to it, or to a folder of it', async () => {
    const folder = copied('panel-concluded');
    const log = join(folder, 'debate-log.jsonl');
    const before = readFileSync(log, 'utf8');
    const place = tempFolder();
    symlinkSync(log, join(place, 'page.html'));
    mkdirSync(join(folder, 'sources'), { recursive: true });
    symlinkSync(join(folder, 'sources'), join(place, 'kept'));
    for (const name of ['page.html', join('kept', 'page.html')])
      expect((await rostrum(['export', folder, '--to', 'html', '--out', join(place, name)])).code).toBe(2);
    expect(readFileSync(log, 'utf8')).toBe(before);
  });

  it('by the path of a log that has another name', async () => {
    const log = join(tempFolder(), 'copy.jsonl');
    writeFileSync(log, readFileSync(join(copied('panel-concluded'), 'debate-log.jsonl')));
    const before = readFileSync(log, 'utf8');
    expect((await rostrum(['export', log, '--to', 'html', '--out', log])).code).toBe(2);
    expect(readFileSync(log, 'utf8')).toBe(before);
  });

  it('but beside it', async () => {
    const folder = copied('panel-concluded');
    const file = join(folder, 'debate.html');
    expect((await rostrum(['export', folder, '--to', 'html', '--out', file])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<html');
  });
});

const title = 'Zebra harbour ledgers prove that nine ministers were paid';
const web = 'https://example.org/zebra-harbour-ledgers-prove-that-nine-ministers-were-paid';

function citedTwice(url: string, isRedacted: boolean): readonly Entry[] {
  const base = { timestamp: '2026-01-01T00:00:00.000Z', phase: 'opening', rebuttal_to_seq: null, target_seq: null };
  const source = { url, title, accessed: '2026-01-01' };
  const said = (seq: number, speaker: string): Entry => ({
    ...base,
    seq,
    speaker,
    type: 'opening_statement',
    content: `${speaker} has read ${url}.`,
    sources: [source],
  });
  const redaction = {
    ...base,
    seq: 2,
    speaker: 'chair',
    type: 'redaction',
    content: 'Gone.',
    sources: null,
    target_seq: 0,
  };
  return [said(0, 'ann'), said(1, 'bob'), ...(isRedacted ? [redaction] : [])];
}

describe('CSL-JSON', () => {
  const known = { title, authors: [title], site: title, accessed: '2026-01-01' };
  const itemsOf = async (url: string, isRedacted: boolean): Promise<string> =>
    await cslJson(viewOf(citedTwice(url, isRedacted)), async () =>
      Promise.resolve({ url, final_url: url, status: 200, sha256: '', captured: '', ...known } as never),
    );

  it('hides what a redacted entry said of a page that another entry cites', async () => {
    expect(await itemsOf(web, false)).toContain(`"URL": "${web}"`);
    expect(await itemsOf(web, false)).toContain(title);
    const text = await itemsOf(web, true);
    expect(text).toContain('Cited at seq 1 (bob)');
    for (const words of [title, web]) expect(text).not.toContain(words);
    expect(text).not.toContain('"URL"');
  });

  it('names files as people read them', async () => {
    expect(await itemsOf('workspace:a%20b%231%20100%25.md#L3', false)).toContain('"File: a b#1 100%.md. Cited at');
  });
});

it('the brief is a chapter of one file', () => {
  const log = readFileSync(join(goldenRoot, 'documents-harbour', 'debate-log.jsonl'), 'utf8');
  const stamped = log.replaceAll('<time>', '2026-02-03T04:05:06.789Z').replaceAll('<day>', '2026-02-03');
  const view = viewOf(
    stamped
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry),
  );
  expect(chaptersOf(view).map(({ title: chapter }) => chapter)).toContain('Decision Brief');
});
