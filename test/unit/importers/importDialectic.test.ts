import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import { attackTypes, defenceTypes, type Argument, type SetupData } from '../../../src/debate/log/entryData';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { dialecticFacts, scoreOf } from '../../../src/debate/formats/dialectic/facts';
import { renderArgument } from '../../../src/debate/formats/dialectic/arguments';
import { citesSources, owedSources } from '../../../src/debate/fold/state';
import { noticeOf } from '../../../src/reports/facts';
import { graphMermaid } from '../../../src/reports/graph/graphMermaid';
import { argumentGraph } from '../../../src/projections/formats/argumentGraph';
import { argumentFile, dialecticFiles, ferryArgument, ferryDebate } from '../../support/dialecticFolder';
import { entriesOf, importFiles, importFrom, lintOf, openRecord } from '../../support/imported';
import { tempFolder } from '../../support/tempFolder';

const argumentsIn = (folder: string): Argument[] =>
  entriesOf(folder).flatMap((entry) => dataOf(entry, 'argument')?.argument ?? []);

describe('a dialectic debate that is imported', () => {
  it('has its motion, its terms, each argument with what it attacks and defends, and its scores as they were given', async () => {
    const stored = ferryDebate();
    const { folder, format, entries, problems } = await importFiles({
      ...dialecticFiles(stored),
      'README.md': '# Report\n\nIt was close.\n',
    });
    expect({ format, problems }).toEqual({ format: 'dialectic', problems: [] });
    const all = entriesOf(folder);
    expect(all).toHaveLength(entries);
    expect(all.map(({ type, speaker }) => `${type} ${speaker}`)).toEqual([
      'setup moderator',
      ...['announcement moderator', 'argument proposition', 'argument opposition', 'judgment judge'],
      ...['announcement moderator', 'argument proposition', 'argument opposition', 'judgment judge'],
      'document reporter',
    ]);
    expect(argumentsIn(folder)).toEqual(stored.arguments);
    expect((all[0]?.data as SetupData | undefined)?.options).toMatchObject({
      motion: stored.motion,
      scope: stored.scope,
      exchanges: 2,
      definitions: [{ term: 'Night ferry', meaning: 'the last crossing of the day' }],
    });
    expect(all.at(-1)).toMatchObject({ content: '# Report\n\nIt was close.\n', data: { name: 'README.md' } });
    const [, second] = all.flatMap((entry) => dataOf(entry, 'judgment') ?? []);
    expect(second).toMatchObject({
      exchange: 1,
      scores: [
        {
          argument_id: 'prop_001',
          score: 0.1,
          reasoning: 'It meets it.',
          scored_at: '2025-03-01T11:00:00.000100+00:00',
        },
        { argument_id: 'opp_001', score: -0.1, reasoning: 'It repeats.' },
      ],
      rescores: [
        {
          argument_id: 'prop_000a',
          old_score: 0.4,
          new_score: 0.25,
          reasoning: 'Less than it seemed.',
          triggered_by: 'prop_001',
        },
      ],
    });
  });

  it('bears the times of its scores; an argument that of its judgment, unless the files were never copied', async () => {
    const copied = await importFiles(dialecticFiles(ferryDebate()));
    expect(entriesOf(copied.folder).map(({ timestamp }) => timestamp.slice(11, 19))).toEqual([
      ...Array<string>(5).fill('10:00:00'),
      ...Array<string>(4).fill('11:00:00'),
    ]);
    const source = tempFolder(dialecticFiles(ferryDebate()));
    const touch = (name: string, time: string) => utimesSync(join(source, name), new Date(time), new Date(time));
    for (const id of ['prop_000a', 'opp_000a']) touch(`arguments/${id}.md`, '2025-03-01T09:50:00Z');
    for (const id of ['prop_001', 'opp_001']) touch(`arguments/${id}.md`, '2025-03-01T10:40:00Z');
    touch('scores.json', '2025-03-01T11:00:01Z');
    const original = await importFrom(source);
    expect(entriesOf(original.folder).map(({ timestamp }) => timestamp.slice(11, 16))).toEqual([
      '09:50',
      '09:50',
      '09:50',
      '09:50',
      '10:00',
      '10:40',
      '10:40',
      '10:40',
      '11:00',
    ]);
  });

  it('does not say that an argument has no grounds or attacks where they have no headings of their own', async () => {
    const file = (id: string, ...parts: string[]) => ({
      [`arguments/${id}.md`]: [JSON.stringify({ id, title: 'T', claim: 'C' }), '## Warrant\n\nW', ...parts].join(
        '\n\n',
      ),
    });
    const { folder, problems } = await importFiles({
      'debate.md': '{}\n\n# Motion\n\nIt sails.',
      ...file('prop_000a', '## Grounds\n\n- Smith 2020: “Boats float.”\n- Jones', '## Attacks\n\nNone.'),
      ...file('opp_000a', '## Grounds\n\n### Smith\n\nSo.', '## Attacks\n\n- prop_000a: it is wrong'),
      ...file('opp_000b', '## Grounds\n\nNone'),
      ...file('opp_000c', '## Grounds\n\n### 1.5 °C report\n\nSo.\n\n### 2. Smith\n\nSo.'),
    });
    const read = entriesOf(folder).flatMap((entry) => dataOf(entry, 'argument')?.argument ?? []);
    expect(read.find(({ id }) => id === 'opp_000c')?.grounds.map(({ source }) => source)).toEqual([
      ...['1.5 °C report', 'Smith'],
    ]);
    expect(
      problems.flatMap(({ path, line, message }) => (path.startsWith('arguments/') ? [[path, line, message]] : [])),
    ).toEqual([
      ['arguments/opp_000a.md', 13, expect.stringContaining('under “Attacks” has no headings below it')],
      ['arguments/opp_000b.md', undefined, 'The argument has no grounds.'],
      ['arguments/prop_000a.md', 7, expect.stringContaining('under “Grounds” has no headings below it')],
    ]);
  });

  it('does not say that a file is missing that is there and cannot be read', async () => {
    const files = dialecticFiles(ferryDebate());
    const unread = Object.fromEntries(['debate.md', 'scores.json'].map((name) => [name, Buffer.from('{}', 'utf16le')]));
    const { problems } = await importFiles({ ...files, ...unread });
    expect(problems.map(({ message }) => message.slice(0, 46))).toEqual([
      'The file is no text. It is kept as originals/d',
      'There is no debate.md that can be read: motion',
      'The file is no text. It is kept as originals/s',
      'There is no scores.json that can be read: the ',
    ]);
  });

  it('takes addresses in grounds for sources, and nothing for a quotation', async () => {
    const grounds = [
      {
        source: 'Board, “Crossings”',
        url: 'https://harbour.example/a_(b)',
        content: 'It carried 812.',
        relevance: 'Counts.',
      },
      {
        source: 'Two at once, https://one.example/x, and https://two.example/y.',
        content: 'Both say so.',
        relevance: 'Both.',
      },
      { source: 'Somebody at the quay', content: 'No address.', relevance: 'None.' },
    ];
    const { folder } = await importFiles(
      dialecticFiles({ motion: 'Resolved: it sails.', arguments: [ferryArgument('prop_000a', { grounds })] }),
    );
    const sources = entriesOf(folder).find(({ type }) => type === 'argument')?.sources ?? [];
    expect(sources.map(({ url, title, claim, quote }) => ({ url, title, claim, quote }))).toEqual([
      { url: 'https://harbour.example/a_(b)', title: 'Board, “Crossings”', claim: 'It carried 812.', quote: undefined },
      {
        url: 'https://one.example/x',
        title: expect.stringContaining('Two at once') as string,
        claim: 'Both say so.',
        quote: undefined,
      },
      {
        url: 'https://two.example/y',
        title: expect.stringContaining('Two at once') as string,
        claim: 'Both say so.',
        quote: undefined,
      },
    ]);
  });

  it('reads what Rostrum’s own documents escape, takes their foot for none of its words, and says what they do not', async () => {
    const grounds = [
      { source: 'The \\*audit\\*, p. 3 (workspace:\\_notes/a.md#L3)', content: 'It fell.', relevance: 'Counts.' },
    ];
    const files = dialecticFiles({ motion: 'It sails.', arguments: [ferryArgument('prop_000a', { grounds })] });
    const path = 'arguments/prop_000a.md';
    const { folder, problems } = await importFiles({
      ...files,
      [path]: `${files[path] ?? ''}\n\n---\n\n*offline: nobody weighed it; no language model was used*\n`,
      'debate.json': '{}',
    });
    const [argument] = argumentsIn(folder);
    expect(argument?.grounds).toMatchObject([{ source: 'The *audit*, p. 3', url: 'workspace:_notes/a.md#L3' }]);
    expect(JSON.stringify(argument)).not.toContain('nobody weighed');
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('no source has a quotation'));
  });

  it('comes back as it was from what our own reports would write of it, whatever its words', async () => {
    const word = fc.stringMatching(/^[A-Za-zäöüß0-9’“”%–,.;()-]{1,12}$/).filter((text) => /[A-Za-z]/.test(text));
    const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((list) => `The ${list.join(' ')} x`);
    const url = fc.constantFrom('https://a.example/p?q=1', 'http://b.example/', 'workspace:notes/count.csv#L3-L9');
    const ground = fc.record(
      { source: words, content: words, relevance: words, url: fc.option(url, { nil: undefined }) },
      { requiredKeys: ['source', 'content', 'relevance'] },
    );
    const targets = fc.constantFrom('opp_000a', 'prop_000a', 'prop_099', 'nobody');
    const attack = fc.record({ target_id: targets, type: fc.constantFrom(...attackTypes), content: words });
    const defence = fc.record({ target_id: targets, type: fc.constantFrom(...defenceTypes), content: words });
    const score = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
    const side = (id: string) =>
      fc
        .record({
          title: words,
          claim: words,
          warrant: words,
          backing: fc.option(words, { nil: undefined }),
          qualifier: fc.option(words, { nil: undefined }),
          grounds: fc.array(ground, { minLength: 1, maxLength: 3 }),
          attacks: fc.array(attack, { maxLength: 3 }),
          defends: fc.array(defence, { maxLength: 2 }),
          score,
        })
        .map(({ score: given, ...fields }) => ({ given, argument: clean({ ...ferryArgument(id), ...fields }) }));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(side('prop_000a'), side('opp_000a'), side('prop_001'), side('opp_001')),
        async (all) => {
          const scores = Object.fromEntries(
            all.map(({ argument, given }) => [
              argument.id,
              [{ score: given, reasoning: 'Because.', scored_at: `2025-03-0${argument.exchange + 1}T10:00:00Z` }],
            ]),
          );
          const list = all.map(({ argument }) => argument);
          const files = dialecticFiles({ motion: 'It sails.', arguments: list, scores });
          // As our reports render an argument, which is the other system's own shape.
          for (const argument of list) {
            const text = argumentFile(argument);
            files[`arguments/${argument.id}.md`] =
              `${text.slice(0, text.indexOf('\n\n##'))}\n\n${renderArgument(argument)}\n`;
          }
          const { folder, problems } = await importFiles(files);
          expect(problems).toEqual([]);
          expect(argumentsIn(folder)).toEqual(list);
          const facts = (await openRecord(folder)).state.factsOf(dialecticFacts);
          for (const { argument, given } of all) expect(scoreOf(facts, argument.id)).toBe(Math.round(given * 100));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('rests where it stood, and goes on with more exchanges when they are asked for', async () => {
    const { folder } = await importFiles({ ...dialecticFiles(ferryDebate()), 'README.md': 'It was close.' });
    const log = await openRecord(folder);
    expect(dialectic.status(log.state)).toMatchObject({ phase: 'awaiting_arguments', round: 2 });
    expect(dialectic.decide(log.state)).toEqual([]);
    await log.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Two more.',
        data: { change: { exchanges: 2 } },
      },
    ]);
    expect(dialectic.decide(log.state).map(({ id }) => id)).toEqual(['ready']);
    expect(log.state.factsOf(dialecticFacts)).toMatchObject({ requested: 4, exchange: 2 });
    // Who goes on says nothing of who argued before.
    await log.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Offline.',
        data: { change: { provider: 'offline' } },
      },
    ]);
    expect(noticeOf(log.state)).toMatch(/^offline \(.*proposition.*\): /);
  });
});

/** Without the fields that are undefined: they are not there when they come back. */
const clean = (argument: Argument): Argument => JSON.parse(JSON.stringify(argument)) as Argument;

const real = join(import.meta.dirname, '../../../../shared/data/dialectic-ancestor/halt-ai-development');

describe.skipIf(!existsSync(real))('a real debate of the dialectic system', () => {
  const scores = { prop_000a: 30, prop_000b: 40, prop_000c: 5, prop_001: 35, prop_002: 35, prop_003: 35, prop_004: 25 };
  const others = { opp_000a: -10, opp_000b: 15, opp_000c: -80, opp_001: -35, opp_002: -35, opp_003: -35, opp_004: -25 };

  it('imports with 14 arguments, their scores, totals of 2.05 and −2.05, and every attack and defence with its text', async () => {
    const { folder, problems } = await importFrom(real);
    expect(problems).toEqual([]);
    const all = argumentsIn(folder);
    expect(all.map(({ id }) => id).sort()).toEqual([...Object.keys(scores), ...Object.keys(others)].sort());
    const facts = (await openRecord(folder)).state.factsOf(dialecticFacts);
    expect(Object.fromEntries([...facts.scores].map(([id, steps]) => [id, steps.at(-1)?.hundredths]))).toEqual({
      ...scores,
      ...others,
    });
    expect(facts.totals).toEqual({
      proposition: { hundredths: 205, count: 7 },
      opposition: { hundredths: -205, count: 7 },
    });
    const edges = all.flatMap(({ attacks = [], defends = [] }) => [...attacks, ...defends]);
    expect(edges).toHaveLength(38);
    for (const { content = '' } of edges) expect(content.split(' ').length).toBeGreaterThan(20);
    for (const { grounds, warrant } of all) {
      expect(warrant).not.toBe('');
      for (const { source, content, relevance } of grounds)
        for (const text of [source, content, relevance ?? '']) expect(text).not.toMatch(/^$|^>|^#|\*\*/);
    }
  });

  it('says nothing that its files do not say, and keeps them byte for byte', async () => {
    const { folder } = await importFrom(real);
    for (const entry of entriesOf(folder).filter(({ type }) => type === 'argument')) {
      const argument = dataOf(entry, 'argument')?.argument;
      const file = readFileSync(join(real, `arguments/${argument?.id ?? ''}.md`), 'utf8');
      expect(entry.content.endsWith(file.slice(file.indexOf('## Claim')))).toBe(true);
      for (const source of entry.sources ?? []) {
        expect(file).toContain(source.url);
        expect(entry.content).toContain(source.claim);
      }
      for (const { url } of argument?.grounds ?? []) if (url !== undefined) expect(file).toContain(`(${url})`);
    }
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    const names = readdirSync(real, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(names).toHaveLength(18);
    for (const { parentPath, name } of names) {
      const path = join(parentPath, name).slice(real.length + 1);
      expect(hash(join(folder, 'originals', path))).toBe(hash(join(real, path)));
    }
  });

  it('has every title and every edge of its own graph in ours', async () => {
    const { folder } = await importFrom(real);
    const ours = graphMermaid(argumentGraph((await openRecord(folder)).view));
    const theirs = readFileSync(join(real, 'argument-graph.mmd'), 'utf8');
    const edges = [...theirs.matchAll(/^ {4}(\w+ -\.?->\|[^|]+\| \w+)$/gm)].map(([, edge]) => edge ?? '');
    const titles = [...theirs.matchAll(/<br\/>(.+?)<br\/>/g)].map(([, title]) => title ?? '');
    expect([edges.length, titles.length]).toEqual([38, 14]);
    for (const words of [...edges, ...titles]) expect(ours).toContain(words);
  });

  it('is linted: what is over the limits is named, and nothing else', async () => {
    const { folder } = await importFrom(real);
    const limits = lintOf(await openRecord(folder)).filter(({ message }) => message.includes(' words; '));
    // Counted in the files, by a program of its own.
    expect(limits.map(({ message }) => message.replace(/ words;.*/, ' words'))).toEqual([
      'opp_001: its 1st attack has 79 words',
      ...['prop_002: its warrant has 55 words', 'prop_002: its 3rd attack has 78 words'],
      ...['opp_002: its claim has 28 words', 'opp_002: its warrant has 57 words'],
      ...['prop_003: its title has 8 words', 'prop_003: its claim has 28 words', 'prop_003: its warrant has 51 words'],
      'opp_003: its warrant has 71 words',
      ...['The reasoning on prop_003 has 78 words', 'The reasoning on opp_003 has 79 words'],
      ...['prop_004: its claim has 26 words', 'prop_004: its warrant has 64 words'],
      'opp_004: its warrant has 59 words',
    ]);
  });

  it('is linted: none of its sources was ever verified', async () => {
    const { folder } = await importFrom(real);
    const log = await openRecord(folder);
    const owed = log.state.headers
      .filter(citesSources)
      .flatMap((header) => owedSources(header).map((url) => `${header.seq} ${url}`));
    const found = lintOf(log).filter(({ message }) => message.includes('has no verification result'));
    expect(owed).toHaveLength(22);
    expect(found.map(({ seq, message }) => `${seq ?? ''} ${/source (\S+)/.exec(message)?.[1] ?? ''}`)).toEqual(owed);
  });
});
