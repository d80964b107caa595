import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { readChain } from '../../../src/record/chain';
import type { DebateLog } from '../../../src/record/debateLog';
import { sha256 } from '../../../src/record/sha256';
import { failure, newLog, opened, plain } from '../../support/logs';

let path: string;
let log: DebateLog;

/** Six entries after the setup, two of them in one write. */
beforeEach(async () => {
  ({ path, log } = await newLog({}, { record_version: 3 }));
  for (const word of ['one', 'two', 'three', 'four']) await log.append([plain(word)]);
  await log.append([plain('five'), plain('six')]);
});

const linesNow = (): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const rewrite = (change: (lines: string[]) => string[]): void =>
  writeFileSync(path, `${change(linesNow()).join('\n')}\n`);
const faults = async (): Promise<string[]> =>
  (await readChain(path)).problems.map(({ fault, line }) => `${fault} at line ${line}`);
const unlinked = (content: string): string =>
  JSON.stringify({
    seq: 99,
    timestamp: '2026-07-21T12:00:00.000Z',
    phase: 'system',
    speaker: 'chair',
    type: 'note',
    content,
  });

describe('the writer', () => {
  it('names in each entry the line before it, as it stands on the disk; the first has no link', async () => {
    const lines = linesNow();
    const links = lines.map((line) => (JSON.parse(line) as { data?: { prev?: string } }).data?.prev);
    expect(links).toEqual([undefined, ...lines.slice(0, -1).map((line) => sha256(line))]);
    expect(log.entry(6)?.data?.['prev']).toBe(links[6]);
    const { head, chainedFrom, links: fitting, problems } = await readChain(path);
    expect({ chainedFrom, fitting, problems }).toEqual({ chainedFrom: 1, fitting: 6, problems: [] });
    expect(head).toBe(sha256(lines[6] ?? ''));
    expect(log.head).toBe(head);
  });

  it('links to what another program wrote, passes blank lines over, and does not count a carriage return', async () => {
    writeFileSync(path, `${unlinked('without the lock')}\r\n\n  \n`, { flag: 'a' });
    await log.append([plain('seven')]);
    expect((JSON.parse(linesNow().at(-1) ?? '') as { data: { prev: string } }).data.prev).toBe(
      sha256(unlinked('without the lock')),
    );
    expect((await readChain(path)).problems).toEqual([
      { fault: 'not_chained', seq: 99, line: 8, about: [8, 8], isCovered: true },
    ]);
  });

  it('gives no link in records of earlier versions, nor where there is no setup', async () => {
    const older = await newLog({}, { record_version: 2 });
    await older.log.append([plain('one')]);
    const foreign = await opened(`${older.folder}/other.jsonl`);
    await foreign.append([plain('one')]);
    await foreign.append([plain('two')]);
    for (const { path: file } of [older, foreign]) {
      expect(readFileSync(file, 'utf8')).not.toContain('"prev"');
      expect(await readChain(file)).toMatchObject({ chainedFrom: null, problems: [] });
    }
  });

  it('refuses a link that an author brings', async () => {
    const { code, message } = await failure(log.append([{ ...plain('seven'), data: { kind: 'note', prev: 'f00' } }]));
    expect(code).toBe('invalid_entry');
    expect(message).toContain('data.prev: only the writer of the log sets it; leave it out');
  });

  it('goes on from the whole lines where a torn one was moved aside', async () => {
    writeFileSync(path, '{"seq":7,"timest', { flag: 'a' });
    expect(await faults()).toEqual(['unfinished at line 8']);
    const later = await opened(path);
    await later.append([plain('seven')]);
    expect(await faults()).toEqual([]);
  });
});

describe('a forged log', () => {
  it('changed: the entry after the changed line does not fit', async () => {
    rewrite((lines) => lines.map((line) => line.replace('"three"', '"tree"')));
    expect(await faults()).toEqual(['broken at line 5']);
  });

  it('with a line dropped, or two exchanged', async () => {
    const whole = linesNow();
    rewrite((lines) => lines.filter((_, at) => at !== 3));
    expect(await faults()).toEqual(['broken at line 4']);
    writeFileSync(path, '');
    rewrite(() => whole.map((line, at) => (at === 2 ? whole[3] : at === 3 ? whole[2] : line) ?? ''));
    expect((await faults())[0]).toBe('broken at line 3');
  });

  it('without its beginning', async () => {
    rewrite((lines) => lines.slice(2));
    expect(await faults()).toEqual(['no_beginning at line 1']);
  });

  it('with a line between two of ours: written without the lock', async () => {
    rewrite((lines) => [...lines.slice(0, 3), unlinked('put in'), unlinked('and this'), ...lines.slice(3)]);
    const { problems } = await readChain(path);
    expect(problems).toEqual([{ fault: 'unlocked', seq: 3, line: 6, about: [4, 5], isCovered: false }]);
  });

  it('with a link copied from an earlier entry: no line without the lock explains it', async () => {
    rewrite((lines) => [...lines.slice(0, 4), lines[2] ?? '', ...lines.slice(4)]);
    expect(await faults()).toEqual(['broken at line 5', 'broken at line 6']);
  });

  it('cut: it fits in itself, and only a kept head tells', async () => {
    const { head } = log;
    rewrite((lines) => lines.slice(0, 5));
    const { problems, lineOf } = await readChain(path);
    expect(problems).toEqual([]);
    expect(lineOf.has(head ?? '')).toBe(false);
  });

  it('with its last line replaced by one without a link: not chained, and nothing vouches for it', async () => {
    rewrite((lines) => [...lines.slice(0, -1), unlinked('the end')]);
    expect((await readChain(path)).problems).toEqual([
      { fault: 'not_chained', seq: 99, line: 7, about: [7, 7], isCovered: false },
    ]);
  });
});
