import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { DebateEvent } from '../../../../src/engine/events';
import { dialecticFacts } from '../../../../src/debate/formats/dialectic/facts';
import { argumentFileNames } from '../../../../src/reports/dialectic/readme';
import { LiveDocuments } from '../../../../src/reports/liveDocuments';
import { writeDocuments } from '../../../../src/reports/writeDocuments';
import { moreExchanges } from '../../../../src/session/run/interventions';
import { Session } from '../../../../src/session/run/session';
import { dialecticFolder, dialecticScript } from '../../../support/dialecticScript';
import { dialecticEntries } from '../../../support/formats/dialecticRecord';
import { viewOf } from '../../../support/formats/inMemory';
import { tempFolder } from '../../../support/tempFolder';
import { withLog } from '../../../support/logs';
import { runFolder } from '../../../support/testSession';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const run = async (folder: string, onEvent: (event: DebateEvent) => void = () => undefined) =>
  await runFolder(folder, { onEvent });

/** As the ancestor's program reads its files: an object from the first character on, then the text. */
function frontMatter(text: string): { fields: unknown; body: string } {
  expect(text.startsWith('{\n')).toBe(true);
  const end = text.indexOf('\n}\n') + 2;
  return { fields: JSON.parse(text.slice(0, end)), body: text.slice(end).replace(/^\n+/, '') };
}

const total = z.strictObject({ total: z.number(), count: z.int() });
const debateShape = z.strictObject({
  debate_id: z.string().min(1),
  current_exchange: z.int(),
  current_phase: z.enum(['awaiting_arguments', 'awaiting_judgment']),
  cumulative_scores: z.strictObject({ proposition: total, opposition: total }),
});
const relation = z.strictObject({ target_id: z.string(), type: z.string() });
const argumentShape = z.strictObject({
  id: z.string(),
  side: z.enum(['prop', 'opp']),
  exchange: z.int(),
  title: z.string(),
  claim: z.string(),
  attacks: z.array(relation),
  defends: z.array(relation),
});
const scoresShape = z.record(
  z.string(),
  z.strictObject({
    current_score: z.number(),
    history: z.array(z.strictObject({ score: z.number(), reasoning: z.string(), scored_at: z.iso.datetime() })).min(1),
  }),
);

const played = async (exchanges: number, options: Record<string, unknown> = {}): Promise<string> => {
  const folder = await dialecticFolder({ script: dialecticScript(exchanges), options: { exchanges, ...options } });
  expect(await run(folder)).toEqual({ status: 'done' });
  return folder;
};

describe('the folder of a dialectic', () => {
  it('has nothing that turns the direction of text, in what programs read neither', async () => {
    const log = read(await played(1), 'debate-log.jsonl').replace(/ (?=\p{L})/gu, ' \u202e');
    const folder = tempFolder({ 'debate-log.jsonl': log });
    const names = await withLog(folder, writeDocuments);
    expect(names).toEqual(expect.arrayContaining(['scores.json', 'debate.md', 'arguments/prop_000a.md']));
    for (const name of names) expect(read(folder, name), name).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('has no other address for one that turns the direction of text', async () => {
    const log = read(await played(1), 'debate-log.jsonl').replaceAll(
      /"url":"workspace:[^"]*"/g,
      '"url":"https://example.org/\u202egpj"',
    );
    const folder = tempFolder({ 'debate-log.jsonl': log });
    await withLog(folder, writeDocuments);
    expect(read(folder, 'arguments/prop_000a.md')).toContain('(https://example.org/%E2%80%AEgpj)');
  });

  it('has the files of the ancestor in the ancestor’s shapes', async () => {
    const terms = {
      definitions: [{ term: 'Depot', meaning: 'a place where <b>parcels</b> wait' }],
      scope: 'The two depots.',
    };
    const folder = await played(2, terms);
    const debate = frontMatter(read(folder, 'debate.md'));
    const fields = debateShape.parse(debate.fields);
    expect(fields).toMatchObject({ current_exchange: 2, current_phase: 'awaiting_arguments' });
    expect(fields.cumulative_scores.proposition.total).toBe(-fields.cumulative_scores.opposition.total);
    expect(debate.body).toMatch(
      /^# Motion\n\n.+\n\n## Definitions\n\n- \*\*Depot\*\*: a place where &lt;b>parcels&lt;\/b> wait\n\n## Scope\n\nThe two depots\.\n$/,
    );
    const names = readdirSync(join(folder, 'arguments')).sort();
    expect(names).toEqual([
      ...['opp', 'prop'].flatMap((side) => [...['000a', '000b', '000c', '001'].map((tail) => `${side}_${tail}.md`)]),
    ]);
    const scores = scoresShape.parse(JSON.parse(read(folder, 'scores.json')));
    expect(Object.keys(scores).sort()).toEqual(names.map((name) => name.replace('.md', '')));
    for (const name of names) {
      const { fields: given, body } = frontMatter(read(folder, `arguments/${name}`));
      const argument = argumentShape.parse(given);
      expect(`${argument.id}.md`).toBe(name);
      expect(body).toMatch(/^## Claim\n\n[^]+\n\n## Grounds\n\n### 1\. [^]+\n\n## Warrant\n\n/);
    }
    const sum = Object.entries(scores).reduce(
      (all, [id, { current_score: score }]) => all + (id.startsWith('prop') ? Math.round(score * 100) : 0),
      0,
    );
    expect(sum / 100).toBe(fields.cumulative_scores.proposition.total);
  });

  it('has the graph, and a report with the Reporter’s words and the picture; the tables of scores are a file of their own', async () => {
    const folder = await played(2);
    expect(read(folder, 'argument-graph.mmd')).toContain('prop_001 -->|⚔️ grounds| opp_000a');
    expect(read(folder, 'argument-graph.svg')).toContain('href="arguments/opp_001.md"');
    const report = read(folder, 'README.md');
    for (const words of [
      '# ',
      '## The Question',
      '## The Clash',
      '## Turning Points',
      '## The Verdict',
      '**Strongest:**',
      '](argument-graph.svg)',
      '](scoreboard.md)',
    ])
      expect(report).toContain(words);
    for (const words of ['# Scoreboard', '| 1 |', '[prop_000a](arguments/prop_000a.md)'])
      expect(read(folder, 'scoreboard.md')).toContain(words);
    expect(report).not.toContain('## Since This Report');
  });

  it('is without the Reporter’s words where its task failed, and says so', async () => {
    const folder = await dialecticFolder({
      script: { ...dialecticScript(1), 'report/e0': { fails: 'overloaded' } },
      options: { exchanges: 1 },
    });
    await run(folder);
    const report = read(folder, 'README.md');
    expect(report).toContain('its task failed');
    expect(report).toContain('**Strongest:**');
    expect(report).not.toContain('## The Clash');
  });

  it('speaks of exchanges and of no outcome in the documents that every debate has', async () => {
    const folder = await played(2);
    const transcript = read(folder, 'transcript.md');
    expect(transcript).toMatch(/\| Result \| Proposition [+−]\d\.\d\d, Opposition/);
    expect(transcript).toContain('| Exchanges | 2 |');
    for (const part of ['[Openings](#seq-', '[Exchange 1](#seq-', '## Moderator Rulings'])
      expect(transcript).toContain(part);
    expect(transcript).not.toMatch(/Audience Conclusion|Chair Rulings|\[Round/);
    const metadata = JSON.parse(read(folder, 'metadata.json')) as {
      agents: object;
      outcome: unknown;
      result: string;
      total_rounds: number;
    };
    expect(Object.keys(metadata.agents)).toEqual(['debaters', 'judge', 'verifier', 'reporter']);
    expect(metadata).toMatchObject({ outcome: null, total_rounds: 2 });
    expect(metadata.result).toMatch(/^Proposition /);
  });

  it('grows with further exchanges; files of earlier arguments are not touched', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(3), options: { exchanges: 1 } });
    await run(folder);
    const before = statSync(join(folder, 'arguments/prop_000a.md'));
    await withLog(folder, async (log) => await moreExchanges(log, 2));
    await run(folder);
    const after = statSync(join(folder, 'arguments/prop_000a.md'));
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
    expect(readdirSync(join(folder, 'arguments'))).toHaveLength(10);
    expect(debateShape.parse(frontMatter(read(folder, 'debate.md')).fields).current_exchange).toBe(3);
  });

  it('has nothing of a struck argument but that it was there', async () => {
    const folder = await played(2);
    const { words, id } = await withLog(folder, async (log) => {
      const fact = log.state.factsOf(dialecticFacts).arguments.get('prop_001');
      const seq = fact?.seq ?? -1;
      const reason = 'Fabricated source.';
      await log.append([
        {
          phase: 'system',
          speaker: 'moderator',
          type: 'redaction',
          content: `REDACTED: seq ${seq} (proposition). Reason: ${reason}`,
          target_seq: seq,
          data: { kind: 'fabricated', reason },
        },
      ]);
      await writeDocuments(log);
      return { words: fact?.claim ?? '', id: fact?.id ?? '' };
    });
    expect(words.length).toBeGreaterThan(40);
    const { fields } = frontMatter(read(folder, `arguments/${id}.md`));
    expect(argumentShape.parse(fields)).toMatchObject({
      id,
      title: '[REDACTED]',
      claim: '[REDACTED]',
      attacks: [],
      defends: [],
    });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:md|mmd|svg)$|scores\.json|metadata\.json/.test(name),
    );
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) expect(read(folder, name).includes(words) ? name : '').toBe('');
  });
});

describe('documents that are written while a debate runs', () => {
  it('are there before it ends', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(3), options: { exchanges: 3 } });
    const session: Session = await Session.open({
      folder,
      program: 'test',
      onEvent: (event) => {
        if (event.kind === 'written' && event.type === 'judgment') session.pause('The test wants it to rest.');
      },
    });
    expect(await session.run()).toMatchObject({ status: 'paused' });
    expect(readdirSync(join(folder, 'arguments'))).toHaveLength(6);
    expect(Object.keys(scoresShape.parse(JSON.parse(read(folder, 'scores.json'))))).toHaveLength(6);
    expect(debateShape.parse(frontMatter(read(folder, 'debate.md')).fields).current_exchange).toBe(1);
    expect(() => read(folder, 'metadata.json')).toThrow('ENOENT');
  });

  it('stop nothing where they cannot be written: it is told once a document, and all is made good at the end', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(2), options: { exchanges: 2 } });
    // A file where the folder of the arguments is to be.
    writeFileSync(join(folder, 'arguments'), 'in the way');
    const told: string[] = [];
    const end = await run(folder, (event) => {
      if (event.kind === 'error') told.push(event.message);
      if (event.kind === 'written' && event.type === 'document') rmSync(join(folder, 'arguments'));
    });
    expect(end).toEqual({ status: 'done' });
    const named = told.flatMap((message) => /^(arguments\/\S+) could not be written/.exec(message)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(new Set(named).size).toBe(named.length);
    expect(readdirSync(join(folder, 'arguments'))).toHaveLength(8);
  });

  it('do not make a folder again that somebody deleted', async () => {
    const folder = join(tempFolder(), 'gone');
    const view = viewOf(dialecticEntries({ exchanges: 2 }));
    const told: string[] = [];
    const live = new LiveDocuments({ folder, view: () => view, onFailure: (message) => told.push(message) });
    live.catchUp();
    await live.flush();
    expect(told.length).toBeGreaterThan(0);
    expect(() => statSync(folder)).toThrow('ENOENT');
  });

  it('are built as often as they change; those of the whole debate ever more seldom', async () => {
    const entries = dialecticEntries({ exchanges: 120 });
    const folder = tempFolder();
    mkdirSync(join(folder, 'arguments'));
    let shown = viewOf(entries.slice(0, 1));
    let scoresRead = 0;
    const live = new LiveDocuments({ folder, view: () => shown, onFailure: (message) => expect.unreachable(message) });
    const sizes = new Set<number>();
    for (const [index, { seq, type }] of entries.entries()) {
      if (type !== 'judgment' && type !== 'argument') continue;
      shown = viewOf(entries.slice(0, index + 1));
      live.note(seq);
      await new Promise((resolve) => setImmediate(resolve));
      if (type !== 'judgment') continue;
      scoresRead += 1;
      const size = statSync(join(folder, 'scores.json'), { throwIfNoEntry: false })?.size;
      if (size !== undefined) sizes.add(size);
    }
    await live.flush();
    expect(scoresRead).toBe(120);
    expect(sizes.size).toBeLessThan(75);
    expect(Object.keys(scoresShape.parse(JSON.parse(read(folder, 'scores.json'))))).toHaveLength(244);
    expect(readdirSync(join(folder, 'arguments'))).toHaveLength(244);
  });
});

describe('the names of arguments’ files', () => {
  it('are their ids, or stay in their folder whatever those are', () => {
    const ids = ['prop_001', '../../evil', '..', 'con', 'PROP_001', 'a/b', 'a\\b', '', 'x'.repeat(300)];
    const names = argumentFileNames(ids);
    expect(names.get('prop_001')).toBe('arguments/prop_001.md');
    expect(names.size).toBe(ids.length);
    const all = [...names.values()];
    expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(ids.length);
    for (const name of all) expect(name).toMatch(/^arguments\/[\w-]{1,100}\.md$/);
  });
});
