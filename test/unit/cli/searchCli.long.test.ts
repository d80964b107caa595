import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serialiseEntry } from '../../../src/debate/log/codec';
import { pathOfLog } from '../../../src/record/logPath';
import { bundle } from '../../support/bundle';
import { sampled } from '../../support/depth';
import { entry } from '../../support/entries';
import { logIn, newLog, plain, speech } from '../../support/logs';
import { rostrum, spawnedRostrum } from '../../support/rostrum';
import { factSource, fullScript, scriptedFolder } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

/** `rostrum search`. */

let program = '';
beforeAll(async () => {
  program = await bundle('src/cli/main.ts', { threads: ['src/session/library/search/debateSearchThread.ts'] });
});

const envOf = (cache: string) => ({ env: { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache } });
const ran = (cache: string, ...args: readonly string[]) => rostrum(args, envOf(cache));
const searched = (cache: string, ...args: readonly string[]) => ran(cache, 'search', ...args);
/** As a process of its own, with the threads that it runs. */
const searchedInThreads = (cache: string, ...args: readonly string[]) =>
  spawnedRostrum(['search', ...args], { program, ...envOf(cache) });

/** What other programs read of it. */
const answer = z.strictObject({
  hits: z.array(
    z.strictObject({
      dir: z.string(),
      topic: z.string(),
      seq: z.int(),
      speaker: z.string(),
      type: z.string(),
      kind: z.enum(['entry', 'source', 'document']),
      timestamp: z.iso.datetime(),
      passage: z.string(),
      ranges: z.array(z.tuple([z.int(), z.int()])),
      url: z.string().optional(),
      status: z.string().optional(),
    }),
  ),
  total: z.int(),
  debates: z.int(),
  some_words: z.boolean(),
  more: z.boolean(),
  left_out: z.int(),
  partly_read: z.int().optional(),
});

async function debate() {
  const { folder, log } = await newLog();
  await log.append([
    speech('ann', { content: `The shared pipeline. ${'a'.repeat(40)}!` }),
    speech('bob', { content: 'No pipeline at all.' }),
  ]);
  return folder;
}

const byVerifier = { speaker: 'verifier', type: 'verification_result', phase: 'system' } as const;

describe('rostrum search', () => {
  it('finds the debates below a folder and prints hits as JSON', async () => {
    const folder = await debate();
    const cache = tempFolder();
    const { code, out } = await searchedInThreads(cache, 'pipeline', folder, '--speaker', 'bob', '--json');
    expect(code).toBe(0);
    const found = answer.parse(JSON.parse(out));
    expect(found).toMatchObject({ total: 1, debates: 1, some_words: false, more: false, left_out: 0 });
    expect(found.hits).toMatchObject([
      { dir: folder, seq: 2, speaker: 'bob', type: 'new_point', kind: 'entry', passage: 'No pipeline at all.' },
    ]);
    expect(found.hits[0]?.ranges).toEqual([[3, 11]]);
    expect(readdirSync(join(cache, 'rostrum', 'search'))).toHaveLength(1);
  });

  it('tells people where, and how many there are', async () => {
    const folder = await debate();
    const { code, out } = await searched(tempFolder(), 'pipeline', folder, '--limit', '1');
    expect(code).toBe(0);
    expect(out).toContain(basename(folder));
    expect(out).toMatch(/seq \d, (ann|bob), new point\n {2}.*pipeline/);
    expect(out).toContain('1 of 2 hits in 1 debate.');
    expect((await searched(tempFolder(), '--type', 'ruling', folder)).out).toBe('Nothing was found in 1 debate.\n');
    expect((await searched(tempFolder(), '--type', 'rebutal', folder)).out).toMatch(
      /^“type:rebutal” is not known\. What is: [^]*rebuttal[^]*\nNothing was found in 1 debate\.\n$/,
    );
    const empty = tempFolder();
    expect(await searched(tempFolder(), 'pipeline', empty)).toMatchObject({
      code: 0,
      out: `There is no debate in ${empty} or below it.\n`,
    });
  });

  it('keeps to filters beside a quotation mark that is left open', async () => {
    const folder = await debate();
    expect((await searched(tempFolder(), '"pipeline', folder, '--speaker', 'bob')).out).toContain('1 hit in 1 debate.');
  });

  it('does not count debates that could not be searched among those in which nothing was found', async () => {
    const root = tempFolder();
    const folder = join(root, 'unreadable');
    mkdirSync(folder);
    symlinkSync(root, pathOfLog(folder));
    const left = `! 1 debate could not be searched: too large, too slow for the expression, or not to be read.\n  ${folder}\n`;
    expect((await searched(tempFolder(), 'pipeline', root)).out).toBe(left);
    cpSync(await debate(), join(root, 'good'), { recursive: true });
    expect((await searched(tempFolder(), 'zebra', root)).out).toBe(`Nothing was found in 1 debate.\n${left}`);
  });

  it('reads for a regular expression without an index', async () => {
    const folder = await debate();
    const cache = tempFolder();
    const { out } = await searched(cache, '--regex', 'pipe\\w+', folder, '--json');
    expect(JSON.parse(out)).toMatchObject({ total: 2, hits: [{ seq: 2 }, { seq: 1 }] });
    const first = await searched(cache, '--regex', 'pipe\\w+', folder, '--limit', '1');
    expect(first.out).toContain('\n\nThe first hit in 1 debate.\n');
    expect(existsSync(join(cache, 'rostrum', 'search'))).toBe(false);
  });

  /** An expression has seconds of CPU time. */
  const slow: [string, (folder: string) => Promise<void>][] = [
    [
      'stops one that would never end',
      async (folder) => {
        const { code, out } = await searchedInThreads(tempFolder(), '--regex', '(a+)+$', folder, '--json');
        expect([code, JSON.parse(out)]).toMatchObject([1, { error: { code: 'slow_pattern' } }]);
      },
    ],
    [
      'leaves the one debate on which one takes too long, and goes on with the others',
      async (folder) => {
        const root = tempFolder();
        cpSync(folder, join(root, 'slow'), { recursive: true });
        const { folder: other, log } = await newLog();
        await log.append([speech('cas', { content: 'Baa' })]);
        cpSync(other, join(root, 'other'), { recursive: true });
        const { code, out } = await searchedInThreads(tempFolder(), '--regex', '(a+)+$', root);
        expect(code).toBe(0);
        expect(out).toMatch(/seq 1, cas, new point\n {2}Baa\n\n1 hit in 1 debate\.\n! 1 debate could not be searched/);
      },
    ],
  ];
  it.each(sampled('expressions that take too long', slow, 1))('of expressions %s', async (_, check) => {
    await check(await debate());
  });

  it('leaves debates that take more memory to read than there may be, and finds the others', async () => {
    const root = tempFolder();
    cpSync(await debate(), join(root, 'good'), { recursive: true });
    cpSync(await debate(), join(root, 'large'), { recursive: true });
    // The thread breaks on many entries with words of their own; one entry with more of them could break the program.
    const words = Array.from({ length: 2_000_000 }, (_, at) => at.toString(36));
    const note = (seq: number, content: string): string => serialiseEntry(entry({ seq, type: 'note', content }));
    appendFileSync(pathOfLog(join(root, 'large')), note(3, words.join(' ')));
    cpSync(await debate(), join(root, 'breaking'), { recursive: true });
    const notes = Array.from({ length: 500 }, (_, at) => note(3 + at, words.slice(500 * at, 500 * (at + 1)).join(' ')));
    appendFileSync(pathOfLog(join(root, 'breaking')), notes.join(''));
    const cache = tempFolder();
    const { out, err } = await searchedInThreads(cache, 'pipeline', root);
    expect(err).toBe('');
    expect(out).toMatch(/2 hits in 1 debate\.\n! 2 debates could not be searched/);
    expect(readdirSync(join(cache, 'rostrum', 'search'))).toHaveLength(1);
  });

  it('finds what a large file that is hardly a log holds', async () => {
    const folder = await debate();
    appendFileSync(pathOfLog(folder), '{}\n'.repeat(100_000));
    expect((await searched(tempFolder(), 'pipeline', folder)).out).toContain('2 hits in 1 debate.\n');
  });

  it('leaves nothing of what a run or `append` strikes in its index', async () => {
    const script = fullScript({ names: ['ada', 'bob'], rounds: 1 });
    const folder = await scriptedFolder({ script, names: ['ada', 'bob'] });
    const log = await logIn(folder);
    const url = 'workspace:ada.md#L1';
    await log.append([
      speech('ada', { content: 'Zanzibarite!', sources: [{ ...factSource('ada', 1), accessed: '2026-01-01' }] }),
    ]);
    const target = log.state.headers.length - 1;
    const result = { url, status: 'fabricated' };
    await log.append([{ ...plain('There is no such file.'), ...byVerifier, target_seq: target, data: result }]);
    const cache = tempFolder();
    const kept = (): string[] => readdirSync(join(cache, 'rostrum', 'search'));
    expect((await searched(cache, 'zanzibarite', folder)).out).toContain('1 hit');
    expect(kept()).toHaveLength(1);
    await ran(cache, 'resume', folder);
    expect(readFileSync(pathOfLog(folder), 'utf8')).toContain('"redaction"');
    expect(kept()).toEqual([]);

    const other = await debate();
    await searched(cache, 'pipeline', other);
    expect(kept()).toHaveLength(1);
    const words = join(tempFolder(), 'words.txt');
    writeFileSync(words, 'REDACTED: seq 1.');
    const strike = ['--speaker', 'chair', '--type', 'redaction', '--phase', 'system', '--target', '1'];
    const { code } = await ran(cache, 'append', other, ...strike, '--content-file', words, '--data', '{"reason":"x"}');
    expect(code).toBe(0);
    expect(kept()).toEqual([]);
  });

  it.each([
    [[], 'search needs a query'],
    [['x', '/nowhere/at/all'], '/nowhere/at/all is no folder'],
    [['x', '.', 'y'], 'but got also: y'],
    [['after:soon', '.'], '“soon” is no date'],
    [['--regex', '(', '.'], 'This is no regular expression: Unterminated group.'],
    [['x', '.', '--limit', '0'], '--limit must be 1 or more'],
    [['-school', '.'], '-school is no option. To leave out what holds a word, write it into the query'],
    [['--speaker', '', '.'], '“speaker:” needs a value right after it, as in speaker:ann'],
    [['x', '.', '--after', '2026-02-31'], '“2026-02-31” is no date'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await rostrum(['search', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

it.each([[[]], [['--regex']]])('says what of the logs it could not read %j', async (flags) => {
  const cache = tempFolder();
  const folder = await debate();
  const parent = tempFolder();
  const [torn, odd] = [join(parent, 'torn'), join(parent, 'odd')];
  for (const copy of [torn, odd]) cpSync(folder, copy, { recursive: true });
  const lines = readFileSync(pathOfLog(folder), 'utf8').trimEnd().split('\n');
  writeFileSync(pathOfLog(torn), `${[lines[0], '{"oops', ...lines.slice(1)].join('\n')}\n`);
  writeFileSync(pathOfLog(odd), Buffer.from(`${lines.join('\n')}\n`, 'utf16le'));
  const { out } = await searched(cache, 'zzzzzz', parent, ...flags);
  expect(out).toContain('Nothing was found in 1 debate.');
  expect(out).toContain('! 1 debate could not be searched');
  expect(out).toContain(`\n  ${odd}\n`);
  expect(out).toContain('! Lines that cannot be read were left out in 1 debate; rostrum lint names them.');
  const told = answer.parse(JSON.parse((await searched(cache, 'zzzzzz', parent, '--json', ...flags)).out));
  expect(told).toMatchObject({ total: 0, left_out: 1, partly_read: 1 });
  expect((await searched(cache, 'zzzzzz', folder, ...flags)).out).not.toContain('!');
});
