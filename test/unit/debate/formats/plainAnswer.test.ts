import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PerformContext, Performer, ProgressEvent } from '../../../../src/agents/performer';
import { DocumentsPerformer } from '../../../../src/agents/documents/documentsPerformer';
import { Fence } from '../../../../src/agents/model/fence';
import { withPassages } from '../../../../src/agents/plainAnswer';
import type { Script } from '../../../../src/agents/scripted';
import { evolve } from '../../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../../src/debate/fold/state';
import { createView } from '../../../../src/debate/fold/view';
import { formatNamed } from '../../../../src/debate/formats/registry';
import { stepOf, type Entry } from '../../../../src/debate/log/entry';
import type { TaskRequest } from '../../../../src/debate/flow/tasks';
import { baselineJson, plainAnswerOf } from '../../../../src/projections/plainAnswer';
import { english } from '../../../../src/projections/vocabulary';
import { plainAnswerWords } from '../../../../src/projections/words';
import { formatEvent } from '../../../../src/reports/eventLog';
import { transcript } from '../../../../src/reports/transcript';
import { brief } from '../../../../src/reports/brief';
import { metadata } from '../../../../src/reports/writeDocuments';
import { debateText } from '../../../../src/session/library/debateText';
import { makeIndex } from '../../../../src/session/library/search/makeIndex';
import { statusOf } from '../../../../src/session/library/status';
import { planTerms } from '../../../../src/session/plan/planDebate';
import { bodiesAt } from '../../../../src/ui/panel/bodies';
import { Feed } from '../../../../src/ui/panel/feed';
import { verdictCard } from '../../../../src/ui/panel/views/verdictCard';
import { answerAt } from '../../../support/conclusions';
import { dialecticFolder, dialecticScript } from '../../../support/dialecticScript';
import { judgeSeats, verdictOf, verdictScript } from '../../../support/judges';
import { lintFolder } from '../../../support/lintLog';
import { logIn } from '../../../support/logs';
import { fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { evidenceOf } from '../../../support/toolCalls';
import { testSession } from '../../../support/testSession';
import { tribunalFolder, tribunalScript } from '../../../support/tribunalScript';

/** One pass answers before the debate: nobody reads it before the end, no agent ever, and then it stands beside the outcome. */

const secret = 'quetzal';
const vote = (choice: string): Script => ({ 'baseline/1': { reason: `The ${secret} speaks for it.`, choice } });
const options = { baseline: 1 };

const panelFolder = (script: Script = vote('debater-b')): Promise<string> => {
  const ada = verdictOf({ ada: 40, bob: 30 });
  return scriptedFolder({
    script: {
      ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
      ...verdictScript({ j1: [ada, ada] }),
      conclusion: { reason: 'The counts stood.', ...answerAt([3, 6]) },
      brief: { cruxes: [], options: [], assumptions: [], would_change: [], minority: [], next: [] },
      ...script,
    },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { ...options, judges: judgeSeats(1), brief: true },
  });
};

const folders: Readonly<Record<string, (script?: Script) => Promise<string>>> = {
  panel: panelFolder,
  tribunal: (script = vote('revision required')) =>
    tribunalFolder({
      script: tribunalScript(1, { plan: { rounds: 1, reason: 'One point.' }, ...script }),
      options,
    }),
  dialectic: (script = vote('opposition')) =>
    dialecticFolder({ script: { ...dialecticScript(1), ...script }, options: { ...options, exchanges: 1 } }),
};
const formats = Object.keys(folders);

/** Plays a debate to its end. Returns its folder and the lines of its progress. */
async function played(format: string, script?: Script): Promise<{ folder: string; events: string[] }> {
  const folder = await (folders[format] ?? panelFolder)(script);
  const events: string[] = [];
  const session = await testSession(folder, {
    onEvent: (event) => {
      events.push(JSON.stringify(event), formatEvent(event, new Date(0)) ?? '');
    },
  });
  expect(await session.run()).toEqual({ status: 'done' });
  return { folder, events };
}

/** The inputs of all tasks that were wanted at any point of the record. */
function inputsOf(format: string, entries: readonly Entry[]): string[] {
  const state = new StateAccumulator();
  const view = createView(state, (seq) => (seq < state.headers.length ? entries[seq] : undefined));
  const found: string[] = [];
  for (const [index, entry] of entries.entries()) {
    evolve(state, entry);
    const [mark, next] = [stepOf(entry), entries[index + 1]];
    if (next !== undefined && mark !== undefined && mark.index + 1 < mark.count) continue;
    for (const step of formatNamed(format)?.decide(state) ?? [])
      for (const task of step.tasks) if ('input' in task) found.push(`${task.id} ${JSON.stringify(task.input(view))}`);
  }
  return found;
}

/** The debate as it was before the entry that ends it. */
async function cutBefore(folder: string, isEnd: (entry: Entry) => boolean): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'rostrum-cut-'));
  await cp(folder, copy, { recursive: true });
  const path = join(copy, 'debate-log.jsonl');
  const lines = (await readFile(path, 'utf8')).split('\n');
  const at = (await readEntries(folder)).findIndex(isEnd);
  await writeFile(path, `${lines.slice(0, at).join('\n')}\n`);
  return copy;
}

const isEnd = ({ type, data }: Entry): boolean =>
  type === 'conclusion' || type === 'judges_ruling' || (type === 'document' && data?.['name'] === 'README.md');

/** What every surface says of the log as it is. */
async function shown(folder: string): Promise<string[]> {
  const log = await logIn(folder);
  const { view } = log;
  const feed = new Feed(log);
  feed.take();
  const status = await statusOf(log);
  const rows = log.state.headers.keys();
  return [
    JSON.stringify(
      bodiesAt(log, [...rows], { isWhole: true, isBeingChecked: false }).map(({ line: _line, ...body }) => body),
    ),
    Buffer.from(makeIndex(log, 'key')).toString('utf8'),
    JSON.stringify(debateText({ view, status, fence: new Fence(() => 'mark'), fromSeq: 0, limit: 1_000 })),
    JSON.stringify(status),
    transcript(view),
    brief(view) ?? '',
    metadata(view),
    JSON.stringify(verdictCard(view)),
    JSON.stringify(view.all()),
  ];
}

describe.each(formats)('the plain answer of a %s', (format) => {
  it('is in no task of an agent, not after the end either, and in no line of progress', async () => {
    const { folder, events } = await played(format);
    const entries = await readEntries(folder);
    const votes = entries.filter(({ type }) => type === 'vote');
    expect(votes.map(({ seq, speaker, data }) => [seq, speaker, (data?.['step'] as { id: string }).id])).toEqual([
      [2, 'judge', 'baseline/1'],
    ]);
    expect(votes[0]?.content).toContain(secret);
    const inputs = inputsOf(format, entries);
    expect(inputs.length).toBeGreaterThan(4);
    expect(inputs.filter((text) => text.includes(secret) || text.includes('"vote"'))).toEqual([]);
    expect(events.filter((text) => text.includes(secret))).toEqual([]);
    expect(await lintFolder(folder)).toEqual([]);
  });

  it('is sealed on every surface until the end, and then stands beside the outcome', async () => {
    const { folder } = await played(format);
    const before = await shown(await cutBefore(folder, isEnd));
    for (const text of before) expect(text).not.toContain(secret);
    expect(before[0]).toContain('A plain answer, sealed until the end.');
    expect(before[2]).toContain('A plain answer, sealed until the end.');
    const [bodies, index, read, status, text, , figures, card] = await shown(folder);
    for (const open of [bodies, index, read, status, text]) expect(open).toContain(secret);
    for (const said of [status, text, figures, card])
      expect(said).toMatch(/One pass (?:said:|chose) [^.]+\. After the debate: /);
  });

  it('that fails leaves its place empty, and the debate goes on', async () => {
    const refused = { 'baseline/1': { error: 'refusal', message: 'The quetzal refused.' } };
    const { folder } = await played(format, refused);
    const entries = await readEntries(folder);
    expect(entries.filter(({ type }) => type === 'vote')).toEqual([]);
    expect(entries[2]).toMatchObject({
      type: 'note',
      data: { kind: 'failure', voter: 'b1', reason: 'The quetzal refused.' },
    });
    expect(inputsOf(format, entries).filter((text) => text.includes(secret))).toEqual([]);
    expect(plainAnswerOf((await logIn(folder)).view)).toBeUndefined();
    expect(await lintFolder(folder)).toEqual([]);
  });
});

describe('the plain answer', () => {
  it('reads labels for names in a drawn order, and the record has the name that was chosen', async () => {
    const { folder } = await played('panel');
    const entries = await readEntries(folder);
    const [input = ''] = inputsOf('panel', entries).filter((text) => text.startsWith('baseline/1 '));
    expect(input).not.toMatch(/\b(?:ada|bob)\b/i);
    const data = entries[2]?.data as { order: string[]; options: { label: string; debater: string }[]; choice: string };
    expect(data.order).toEqual(['debater-a', 'debater-b']);
    expect(data.options.map(({ debater }) => debater).sort()).toEqual(['ada', 'bob']);
    expect(data.choice).toBe(data.options[1]?.debater);
    const view = (await logIn(folder)).view;
    const found = plainAnswerOf(view);
    expect(found && plainAnswerWords(english, found)).toBe(
      `One pass chose the position of ${data.choice}. After the debate: ada wins, in both orders. The pass answered from memory, without evidence.`,
    );
    expect(baselineJson(view)).toMatchObject({ choices: [data.choice], agrees: data.choice === 'ada' });
  });

  it('goes back when it chooses no position, without its words in the objection', async () => {
    const { folder, events } = await played('panel', {
      'baseline/1#1': { reason: 'Neither will do.', choice: secret },
      'baseline/1#2': { reason: 'Neither will do.', choice: 'None' },
    });
    expect((await readEntries(folder))[2]?.data).toMatchObject({ choice: 'none' });
    expect(events.some((text) => text.includes('give a label exactly'))).toBe(true);
    expect(events.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('is shown again by the panel once it may be read', async () => {
    const { folder } = await played('panel');
    const cut = await cutBefore(folder, isEnd);
    const log = await logIn(cut);
    const feed = new Feed(log);
    feed.take();
    await writeFile(join(cut, 'debate-log.jsonl'), await readFile(join(folder, 'debate-log.jsonl'), 'utf8'));
    await log.refresh();
    expect(feed.take().updated.map(({ type }) => type)).toContain('vote');
  });

  it('is planned where models debate, and refused where no model decides', () => {
    const asked = { topic: 'Where to?', format: 'panel', explicit: {}, wishes: {} };
    const models = { chair: 'anthropic:m', reporter: 'anthropic:m' };
    const baselineOf = (more: object) =>
      planTerms({ ...asked, provider: 'anthropic', seats: models, ...more }).options['baseline'];
    expect(baselineOf({})).toBe(1);
    expect(baselineOf({ wishes: { plainAnswer: 0 } })).toBeUndefined();
    expect(baselineOf({ provider: 'offline', seats: {} })).toBeUndefined();
    expect(baselineOf({ provider: 'scripted', seats: {} })).toBeUndefined();
    expect(baselineOf({ provider: 'scripted', seats: {}, wishes: { plainAnswer: 1 } })).toBe(1);
    expect(baselineOf({ provider: 'host', seats: {} })).toBeUndefined();
    expect(baselineOf({ provider: 'host', seats: {}, wishes: { plainAnswer: 1 } })).toBe(1);
    expect(baselineOf({ seats: { ...models, conclusion: 'human' } })).toBeUndefined();
    const wishes = { plainAnswer: 1 };
    expect(() => baselineOf({ seats: { ...models, conclusion: 'human' }, wishes })).toThrow(/A person decides/);
    expect(() => baselineOf({ provider: 'offline', seats: {}, wishes })).toThrow(/Offline there is no plain answer/);
    expect(() => baselineOf({ wishes: { plainAnswer: 2 } })).toThrow(/0 plain answers or 1/);
  });

  it('has the passages that code gave it as its sources, and nobody sees it being written', async () => {
    const passages = [{ url: 'workspace:a.md#L1', title: 'a', quote: 'It was counted.' }];
    const asked: TaskRequest[] = [];
    const writer: Performer = {
      provider: 'test',
      isLocal: false,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: (request, around) => {
        asked.push(request);
        around.progress({ kind: 'writing', text: secret });
        return Promise.resolve({
          output: { choice: 'debater-a', reason: 'So.', sources: [{ url: 'https://made.up', title: '' }] },
        });
      },
    };
    const input = {
      brief: { topic: 'Where to?' },
      positions: [],
      passages: [],
    } as unknown as TaskRequest<'voter/choose'>['input'];
    const request: TaskRequest = {
      id: 'baseline/1',
      kind: 'voter/choose',
      agent: 'chair',
      input,
      attempt: 1,
      feedback: [],
    };
    const seen: ProgressEvent[] = [];
    const context: PerformContext = {
      signal: new AbortController().signal,
      progress: (event) => void seen.push(event),
    };
    const { output } = await withPassages(writer, () => Promise.resolve(passages)).perform(request, context);
    expect(output).toMatchObject({ sources: passages });
    expect(asked[0]?.input).toMatchObject({ passages });
    expect(seen).toEqual([{ kind: 'alive' }]);
    const failing = withPassages(writer, () => Promise.reject(new Error('no disk'))).perform(request, context);
    await expect(failing).rejects.toThrow('The evidence could not be searched: no disk.');
  });

  it('is given the best passages of the evidence on the topic, and none where it knows nothing of it', async () => {
    const evidence = await evidenceOf({
      'lamps.md': 'The old lamps of the harbour draw 45 watts each.\n\nBenches are painted green every spring.',
      'bread.md': 'Bread is baked before dawn in the lower town.',
    });
    const { signal } = new AbortController();
    const find = (topic: string, count = 8) => new DocumentsPerformer(evidence).bestPassages(topic, count, signal);
    expect(await find('Should the harbour buy new lamps?', 1)).toEqual([
      { url: 'workspace:lamps.md#L1', title: 'lamps.md', quote: 'The old lamps of the harbour draw 45 watts each.' },
    ]);
    const found = await find('Should the harbour buy new lamps?');
    expect(found.some(({ url }) => url.includes('bread'))).toBe(false);
    expect(await find('Quantum chromodynamics')).toEqual([]);
  });

  it('is missed by lint where it should stand, and found where it should not', async () => {
    const { folder } = await played('panel');
    const log = join(folder, 'debate-log.jsonl');
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
    const entry = JSON.parse(lines[2] ?? '') as Entry;
    const changed = async (line: Entry): Promise<string[]> => {
      await writeFile(log, `${lines.with(2, JSON.stringify(line)).join('\n')}\n`);
      return (await lintFolder(folder)).map(({ message }) => message);
    };
    const elsewhere = { ...(entry.data?.['step'] as object), id: 'other' };
    const missing = await changed({ ...entry, data: { ...entry.data, step: elsewhere } });
    expect(missing).toContainEqual(expect.stringContaining('The setup asks for a plain answer before the debate'));
    const chosen = await changed({ ...entry, data: { ...entry.data, choice: 'cy' } });
    expect(chosen).toContainEqual(expect.stringContaining('The plain answer chooses “cy”'));
  });
});
