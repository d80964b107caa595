import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../src/debate/log/entry';
import { pathOfLog } from '../../../../../src/record/logPath';
import type { SearchAnswer } from '../../../../../src/session/library/search/debateHit';
import { DebateIndex } from '../../../../../src/session/library/search/debateIndex';
import { DebateSearch } from '../../../../../src/session/library/search/debateSearch';
import { EntryReaders } from '../../../../../src/session/library/search/searchJobs';
import { removeIndex } from '../../../../../src/session/library/logCache';
import { makeIndex } from '../../../../../src/session/library/search/makeIndex';
import { parseQuery } from '../../../../../src/session/library/search/query';
import { newLog, plain, speech } from '../../../../support/logs';
import { tempFolder } from '../../../../support/tempFolder';

const { signal } = new AbortController();

interface Searched {
  search: DebateSearch;
  cache: string;
  ask: (text: string, limit?: number) => ReturnType<DebateSearch['ask']>;
  /** The bytes of all that is kept. */
  kept: () => string;
}

function searched(folders: readonly string[], cache = join(tempFolder(), 'indexes')): Searched {
  const search = new DebateSearch(cache);
  return {
    search,
    cache,
    ask: async (text, limit = 10) => {
      await search.update(folders, { signal });
      return await search.ask(folders, parseQuery(text), { signal, limit });
    },
    kept: () =>
      readdirSync(cache)
        .map((name) => readFileSync(join(cache, name), 'latin1'))
        .join(''),
  };
}

/** As a program that has just started: it holds nothing but what is kept on disk. */
async function searchedAgain(folders: readonly string[], cache: string): Promise<Searched> {
  await new DebateSearch(tempFolder()).update([], { signal });
  return searched(folders, cache);
}

async function debate(...drafts: readonly Draft[]) {
  const made = await newLog();
  await made.log.append(drafts);
  return made;
}

const cited = {
  url: 'https://example.org/tides',
  title: 'Tides of the northern harbour',
  accessed: '2026-01-01',
  quote: 'The quay floods nine days a year.',
  claim: 'It floods.',
};

describe('a search', () => {
  it('hits no file name inside the address of a link or of a source', async () => {
    const source = { ...cited, url: 'workspace:levy.md#L3', title: 'The count', quote: 'It was nine.', claim: '' };
    const { folder } = await debate(
      speech('ann', { content: 'So [the count](workspace:levy.md#L3) says.', sources: [source] }),
    );
    const { ask } = searched([folder]);
    expect((await ask('levy')).hits).toEqual([]);
    const { hits } = await ask('count');
    expect(hits.map(({ kind, passage }) => [kind, passage.text])).toEqual(
      expect.arrayContaining([
        ['entry', 'So the count says.'],
        ['source', 'The count It was nine.'],
      ]),
    );
  });

  it('finds words in entries, sources and documents, the best first, and shows them in place', async () => {
    const { folder } = await debate(
      speech('ann', { content: `${'Some other words. '.repeat(40)}The harbour needs a wall.`, sources: [cited] }),
      speech('bob', { content: 'Harbour, harbour: the harbour needs no wall.' }),
      {
        ...plain('A summary of the harbour debate.'),
        speaker: 'reporter',
        type: 'document',
        data: { name: 'summary.md' },
      },
    );
    const { ask } = searched([folder]);
    const { hits, total, debates } = await ask('harbour');
    expect([total, debates]).toEqual([4, 1]);
    expect(hits[0]).toMatchObject({ seq: 2, speaker: 'bob', kind: 'entry' });
    expect(new Set(hits.map(({ kind, seq }) => `${kind} ${seq}`))).toEqual(
      new Set(['entry 2', 'entry 1', 'source 1', 'document 3']),
    );
    for (const { passage } of hits)
      for (const { start, end } of passage.ranges) expect(passage.text.slice(start, end).toLowerCase()).toBe('harbour');
    expect(hits.find(({ kind, seq }) => kind === 'entry' && seq === 1)?.passage.text).toMatch(/^….*needs a wall\.$/);
    expect(hits.find(({ kind }) => kind === 'source')).toMatchObject({ url: cited.url });
  });

  it('wants all words, or else says that some are missing; phrases stand together; words may go on', async () => {
    const { folder } = await debate(
      speech('ann', { content: 'The shared pipeline slows all teams.' }),
      speech('bob', { content: 'A pipeline that is shared by nobody.' }),
    );
    const { ask } = searched([folder]);
    const seqsOf = async (text: string): Promise<number[]> => (await ask(text)).hits.map(({ seq }) => seq).sort();
    expect(await seqsOf('shared pipeline')).toEqual([1, 2]);
    expect(await seqsOf('"shared pipeline"')).toEqual([1]);
    expect(await seqsOf('pipe')).toEqual([1, 2]);
    expect(await seqsOf('"pipe"')).toEqual([1, 2]);
    expect(await ask('pipeline zebra')).toMatchObject({ isLoose: true, total: 2 });
    expect(await ask('zebra')).toMatchObject({ isLoose: false, total: 0 });
  });

  it('finds words of scripts without spaces wherever they stand, and what stands beside them', async () => {
    const texts = [
      '黒い猫がいる',
      '在2024年的使用AI技术的人',
      '我的手机iPhone很好',
      'この第3章',
      '그 학교는 크다',
      'いぬ',
      '우리 학교에서',
    ];
    const { folder } = await debate(...texts.map((content) => speech('ann', { content })));
    const { ask } = searched([folder]);
    const found = async (text: string): Promise<[number[], boolean]> => {
      const { hits, isLoose } = await ask(text);
      return [hits.map(({ seq }) => seq).sort(), isLoose];
    };
    for (const [query, seqs] of [
      ['猫', [1]],
      ['黒', [1]],
      ['る', [1]],
      ['ぬ', [6]],
      ['黒い猫', [1]],
      ['猫い', []],
      ['AI技术', [2]],
      ['2024年', [2]],
      ['24年', []],
      ['在2024', [2]],
      ['手机iPhone', [3]],
      ['iPhone很', [3]],
      ['第3章', [4]],
      ['학교', [5, 7]],
      ['"우리 학교"', [7]],
      ['학', []],
    ] as const)
      expect([query, ...(await found(query))]).toEqual([query, seqs, false]);
  });

  it('leaves out what holds words that are not to be there', async () => {
    const { folder } = await debate(
      speech('ann', { content: 'The school has pupils.' }),
      speech('bob', { content: 'The school has a head teacher.' }),
      speech('cas', { content: 'The school has a head and a teacher.' }),
    );
    const { ask } = searched([folder]);
    const found = async (text: string): Promise<number[]> => (await ask(text)).hits.map(({ seq }) => seq).sort();
    expect(await found('school -pupils')).toEqual([2, 3]);
    expect(await found('school -pupil -"head teacher"')).toEqual([3]);
    expect(await found('type:new_point -pupils')).toEqual([2, 3]);
    expect(await found('school zebra -pupils')).toEqual([2, 3]);
  });

  it('takes a phrase of very many words', async () => {
    const { folder } = await debate(speech('ann', { content: 'Walls.' }));
    expect(await searched([folder]).ask(`"${'wall '.repeat(300_000)}"`)).toMatchObject({ total: 0 });
  });

  it('keeps to filters', async () => {
    const { folder } = await debate(
      speech('ann', { content: 'Walls.', sources: [cited] }),
      speech('bob', { content: 'Walls too.', type: 'rebuttal', rebuttal_to_seq: 1 }),
    );
    const other = {
      seq: 3,
      timestamp: '2026-03-01T10:00:00.000Z',
      phase: 'rebuttal',
      speaker: 'bob',
      type: 'Cross-Exam',
    };
    appendFileSync(pathOfLog(folder), `${JSON.stringify({ ...other, content: 'Moats.' })}\n`);
    const { ask } = searched([folder]);
    const found = async (text: string): Promise<string[]> =>
      (await ask(text)).hits.map(({ kind, seq }) => `${kind} ${seq}`).sort();
    expect(await found('walls speaker:ANN')).toEqual(['entry 1']);
    expect(await found('type:rebuttal')).toEqual(['entry 2']);
    expect(await found('in:sources')).toEqual(['source 1']);
    expect(await found('type:cross-exam')).toEqual(['entry 3']);
    expect(await found('walls before:2000')).toEqual([]);
    expect(await found('in:sources status:unverified status:interrupted')).toEqual([]);
    expect(await found('walls after:2000')).toEqual(['entry 1', 'entry 2']);
    expect(await found('walls format:panel status:interrupted')).toEqual(['entry 1', 'entry 2']);
    expect(await found('walls status:done')).toEqual([]);
    expect(await found('walls format:tribunal')).toEqual([]);
  });

  it('calls quoted what nobody judged, by word and by expression, and verified only what was judged', async () => {
    const other = { ...cited, url: 'https://example.org/quays', title: 'Quays of the southern harbour' };
    const result = (url: string, support: string): Draft => ({
      ...plain('The passage is there.'),
      phase: 'system',
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: 1,
      data: {
        url,
        status: 'verified',
        checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'pass', support },
      },
    });
    const { folder } = await debate(
      speech('ann', { content: 'Walls.', sources: [cited, other] }),
      result(cited.url, 'same'),
      result(other.url, 'pass'),
    );
    const { ask } = searched([folder]);
    for (const query of ['harbour', '/harbour/']) {
      const found = async (status: string): Promise<(string | undefined)[][]> =>
        (await ask(`${query} in:sources status:${status}`)).hits.map((hit) => [hit.url, hit.status]);
      expect(await found('quoted')).toEqual([[cited.url, 'quoted']]);
      expect(await found('verified')).toEqual([[other.url, 'verified']]);
    }
  });

  it('reads the logs themselves for a regular expression, the newest entry first', async () => {
    const { folder } = await debate(speech('ann', { content: 'It ships.' }), speech('bob', { content: 'It SHIPPED.' }));
    const { ask, cache, search } = searched([folder]);
    const { hits } = await search.ask([folder], parseQuery('/ship(s|ped)/'), { signal, limit: 10 });
    expect(
      hits.map(({ seq, passage: { text, ranges } }) => [seq, text.slice(ranges[0]?.start, ranges[0]?.end)]),
    ).toEqual([
      [2, 'SHIPPED'],
      [1, 'ships'],
    ]);
    expect(() => readdirSync(cache)).toThrow();
    expect(await ask('/ship(s|ped)/ speaker:ann', 1)).toMatchObject({ total: 1, isCut: true });
  });
});

describe('what a search reads', () => {
  it('is the hits that are in sight first; the rest only while somebody waits for it', async () => {
    const drafts = Array.from({ length: 30 }, (_, at) => speech('ann', { content: `Walls, the ${at}th time.` }));
    const { folder } = await debate(...drafts);
    const { search } = searched([folder]);
    await search.update([folder], { signal });
    const told: number[] = [];
    const onFound = ({ hits }: SearchAnswer): number => told.push(hits.length);
    const answer = await search.ask([folder], parseQuery('walls'), { signal, limit: 20, onFound });
    expect([told, answer.hits.length, answer.total]).toEqual([[10], 20, 30]);
    const left = new AbortController();
    const asked = search.ask([folder], parseQuery('walls'), { signal: left.signal, limit: 20, onFound });
    left.abort();
    await expect(asked).rejects.toBe(left.signal.reason);
    expect(told).toEqual([10]);
  });

  it('is told of an expression debate by debate', async () => {
    const folders = [];
    for (const name of ['ann', 'bob', 'cas'])
      folders.push((await debate(speech(name, { content: `Walls, says ${name}.` }))).folder);
    const { search } = searched(folders);
    const told: string[] = [];
    const onFound = ({ hits }: SearchAnswer): number => told.push(hits.map(({ speaker }) => speaker).join());
    const { total } = await search.ask(folders, parseQuery('/walls/'), { signal, limit: 10, onFound });
    expect([told, total]).toEqual([['ann', 'ann,bob', 'ann,bob,cas'], 3]);
  });

  it('is a log from which something is redacted once, and only where a hit is masked', async () => {
    const words = 'The zanzibarite deposits of upper Quillonia were emptied by gramophone salesmen in a single night';
    const { folder, log } = await debate(
      speech('ann', { content: words }),
      speech('bob', { content: `You say: “${words}”. I say: nonsense.` }),
      speech('cas', { content: 'I say nothing.' }),
    );
    await log.append([redactedFirst]);
    const { ask } = searched([folder]);
    const { hits } = await ask('say');
    expect(hits.map(({ seq }) => seq).sort()).toEqual([2, 3]);
    const index = DebateIndex.from(makeIndex(log, ''), '');
    const rows = Array.from({ length: index?.documents ?? 0 }, (_, at) => index?.row(at));
    expect(rows.map((row) => [row?.seq, row?.isMasked])).toEqual([
      [0, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    const readers = new EntryReaders();
    for (const row of [...rows, ...rows]) if (row !== undefined) await readers.entry(folder, row);
    expect(readers.folded).toBe(1);
    await log.append([speech('cas', { content: 'I say it again.' })]);
    for (const row of rows) if (row !== undefined) await readers.entry(folder, row);
    expect(readers.folded).toBe(2);
    await readers.close();
  });
});

describe('a log that cannot be read', () => {
  it('is left out, also where it goes while a search reads hits; the others are told', async () => {
    const drafts = Array.from({ length: 10 }, () => speech('ann', { content: 'Walls, walls.' }));
    const { folder: kept } = await debate(...drafts);
    // Whatever comes first.
    for (let turns = 0; turns < 12; turns += 1) {
      const { folder, path } = await debate(speech('bob', { content: 'No walls, says somebody else.' }));
      const { search } = searched([]);
      await search.update([kept, folder], { signal });
      const asked = search.ask([kept, folder], parseQuery('walls'), { signal, limit: 20 });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      rmSync(path);
      const { hits, total, left, pending } = await asked;
      const isFound = left.length + pending === 0;
      expect([hits.length, total]).toEqual(isFound ? [11, 11] : [10, 10]);
    }
  });
});

describe('the index of a debate', () => {
  it('is one file that nobody else may read, and follows its log', async () => {
    const { folder, log } = await debate(speech('ann', { content: 'Walls.' }));
    const { ask, cache } = searched([folder]);
    expect((await ask('walls')).total).toBe(1);
    const [name = ''] = readdirSync(cache);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(statSync(join(cache, name)).mode & 0o777).toBe(0o600);
    await log.append([speech('bob', { content: 'More walls.' })]);
    expect((await ask('walls')).total).toBe(2);
  });

  it('is not asked once its log has changed', async () => {
    const { folder, log } = await debate(speech('ann', { content: 'Walls.' }));
    const { ask, search } = searched([folder]);
    await ask('walls');
    await log.append([speech('bob', { content: 'More walls.' })]);
    expect(await search.ask([folder], parseQuery('walls'), { signal, limit: 10 })).toMatchObject({
      total: 0,
      pending: 1,
    });
  });

  it.each([
    ['gone', (path: string) => rmSync(path)],
    ['cut', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 200))],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['changed in one place', (path: string) => writeFileSync(path, flipped(readFileSync(path)))],
  ])('is made again where it is %s', async (_, spoil) => {
    const { folder } = await debate(speech('ann', { content: 'Walls.' }));
    const { ask, cache } = searched([folder]);
    await ask('walls');
    const [name = ''] = readdirSync(cache);
    const before = readFileSync(join(cache, name));
    spoil(join(cache, name));
    const again = await searchedAgain([folder], cache);
    expect((await again.ask('walls')).total).toBe(1);
    expect(readFileSync(join(cache, name)).equals(before)).toBe(true);
  });

  it('is of this very log: one of the same size and time is told apart by its last line', async () => {
    const { folder, path } = await debate(speech('ann', { content: 'Walls.' }));
    const time = new Date('2026-02-03T04:05:06Z');
    utimesSync(path, time, time);
    const { ask, cache } = searched([folder]);
    await ask('walls');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"Walls."', '"Moats."'));
    utimesSync(path, time, time);
    const again = await searchedAgain([folder], cache);
    expect((await again.ask('moats')).total).toBe(1);
  });

  it('holds nothing that is struck, nor what others said in its words', async () => {
    const words = 'The zanzibarite deposits of upper Quillonia were emptied by gramophone salesmen in a single night';
    const { folder, log } = await debate(
      speech('ann', {
        content: `${words}.`,
        sources: [{ ...cited, title: 'Vellichor almanac', quote: 'Xylocopa wept.' }],
      }),
      speech('bob', { content: `You say: “${words}”. I say: nonsense about pelicans.` }),
    );
    const { ask, kept } = searched([folder]);
    expect((await ask('zanzibarite')).total).toBe(2);
    expect(kept()).toContain('zanzibarite');
    await log.append([redactedFirst]);
    expect(await ask('zanzibarite')).toMatchObject({ total: 0, pending: 0 });
    for (const word of ['zanzibarite', 'quillonia', 'gramophone', 'vellichor', 'xylocopa']) {
      expect(kept()).not.toContain(word);
      expect((await ask(`/${word}/`)).total).toBe(0);
    }
    const { hits } = await ask('say pelicans');
    expect(hits.map(({ seq }) => seq)).toEqual([2]);
    expect(hits[0]?.passage.text).toMatch(/\[REDACTED\].*pelicans/);
  });

  it('goes at once when something is struck, also when it is being made just then', async () => {
    const words = 'The zanzibarite deposits of upper Quillonia.';
    const kept = await debate(speech('ann', { content: words }));
    const { search, cache } = searched([]);
    await search.update([kept.folder], { signal });
    expect(readdirSync(cache)).toHaveLength(1);
    await removeIndex(cache, kept.folder);
    expect(readdirSync(cache)).toEqual([]);

    // Whatever comes first.
    for (let turns = 0; turns < 12; turns += 1) {
      const { folder, log } = await debate(speech('ann', { content: words }));
      const made = searched([folder]);
      const updating = made.search.update([folder], { signal });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await log.append([redactedFirst]);
      await removeIndex(made.cache, folder);
      await updating;
      expect(made.kept()).not.toContain('zanzibarite');
    }
  });

  it('goes with its debate, also where no other has changed', async () => {
    const one = await debate(speech('ann', { content: 'Walls.' }));
    const two = await debate(speech('ann', { content: 'Moats.' }));
    const { search, cache } = searched([]);
    await search.update([one.folder, two.folder], { signal });
    await two.log.close();
    rmSync(two.folder, { recursive: true });
    await search.update([one.folder], { signal });
    expect(readdirSync(cache)).toHaveLength(1);
    await one.log.close();
    rmSync(one.folder, { recursive: true });
    await search.update([], { signal });
    expect(readdirSync(cache)).toEqual([]);
  });

  it('goes with its debate', async () => {
    const one = await debate(speech('ann', { content: 'Walls.' }));
    const two = await debate(speech('ann', { content: 'Moats.' }));
    const { search, cache } = searched([]);
    await search.update([one.folder, two.folder], { signal });
    expect(readdirSync(cache)).toHaveLength(2);
    await two.log.close();
    rmSync(two.folder, { recursive: true });
    await one.log.append([speech('bob', { content: 'More walls.' })]);
    await search.update([one.folder], { signal });
    expect(readdirSync(cache)).toHaveLength(1);
  });
});

const redactedFirst: Draft = {
  ...plain('REDACTED: seq 1 (ann). Reason: the source is invented.'),
  type: 'redaction',
  target_seq: 1,
  data: { reason: 'the source is invented' },
};

function flipped(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
