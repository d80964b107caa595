import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copied } from '../../support/oldRecords';
import { rostrum } from '../../support/rostrum';

/** `rostrum verify` says what it did not check again, and ends with trouble where the record says otherwise. */

type Line = Record<string, unknown> & { type: string; seq: number };

/** A finished panel by models: of one source a model judged support, of the others nothing was left to judge. */
function changed(change: (line: Line) => unknown): string {
  const folder = copied('panel-anthropic-done');
  const path = join(folder, 'debate-log.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const out = lines.map((line) => {
    const made = change(JSON.parse(line) as Line);
    return typeof made === 'string' ? made : JSON.stringify(made);
  });
  writeFileSync(path, `${out.join('\n')}\n`);
  return folder;
}

describe('verify', () => {
  it('says that support was not judged again', async () => {
    const { code, out, err } = await rostrum(['verify', changed((line) => line)]);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('Support for what is said was not judged again; it is the record’s word in 1 of them.');
    expect(out).not.toContain('differ from the record');
  });

  it('counts what differs from the record, with status 1', async () => {
    const quoteless = changed((line) => ({
      ...line,
      sources: Array.isArray(line['sources'])
        ? line['sources'].map((source: object) => ({ ...source, quote: 'Nobody ever wrote this sentence.' }))
        : line['sources'],
    }));
    const { code, out } = await rostrum(['verify', quoteless]);
    expect(code).toBe(1);
    expect(out).toMatch(/^⚠ seq \d+ {2}unreliable \(the record says verified\)/m);
    expect(out).toMatch(/^Results that differ from the record: \d+\.$/m);
  });

  it('names the lines that it could not read, and does not take an unreadable log for one without sources', async () => {
    const one = await rostrum(['verify', changed((line) => (line.seq === 2 ? '{"seq": 2, oops' : line))]);
    expect(one.err).toContain('1 line of the log could not be read and is left out: line 3.');
    const none = await rostrum(['verify', changed(() => 'oops')]);
    expect(none.code).toBe(2);
    expect(none.err).toContain('No line of');
    expect(none.out).toBe('');
  });

  it('names what lies beyond the first five sources, and calls unchecked what nobody has checked', async () => {
    const url = (at: number): string => `https://city.example/page-${at}`;
    const pages = [1, 2, 3, 4, 5, 6, 7].map((at) => ({ url: url(at), title: 'A page', accessed: '2026-01-01' }));
    const folder = changed((line) => (line.seq === 2 ? { ...line, sources: pages } : line));
    const { out } = await rostrum(['verify', folder]);
    expect(out).toContain(`? seq 2  not checked  ${url(1)}\n`);
    expect(out).not.toContain(url(6));
    expect(out).toMatch(/, 7 not checked$/m);
    expect(out).toContain('Not looked at, since an entry’s first five sources are checked: 2.');
    const { not_looked_at: beyond } = JSON.parse((await rostrum(['verify', folder, '--json'])).out) as {
      not_looked_at: unknown;
    };
    expect(beyond).toEqual([
      { seq: 2, url: url(6) },
      { seq: 2, url: url(7) },
    ]);
  });
});
