import { chmod, lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import type { DebateEvent } from '../../../src/engine/events';
import { strikeAnswers } from '../../../src/engine/keptAnswers';
import { AnswerFiles } from '../../../src/record/answerFiles';
import { researchTools } from '../../support/toolCalls';
import type { Session } from '../../../src/session/run/session';
import { sampled } from '../../support/depth';
import type { Answer } from '../../support/messagesServer/answer';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import { eventfulScript } from '../../support/faultMatrix/referenceDebate';
import { dialecticScript } from '../../support/dialecticScript';
import { logIn, withLog } from '../../support/logs';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  formatFolder,
  hurried,
  messagesAnswer,
  modelFolder,
} from '../../support/modelDebate';
import { fullScript, readEntries, restingOnAny } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { tempFolder } from '../../support/tempFolder';
import { testSession } from '../../support/testSession';

const names = ['ada', 'bob'];

const answeredByAny = restingOnAny(fullScript({ names, rounds: 1 }));

const panelFolder = () => modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });

interface Course {
  folder: string;
  /** Refused from this request on, as if the key had been withdrawn. */
  refusedFrom?: number;
  /** In place of what the script has for a request with a schema. */
  answer?: () => Answer;
  script?: Script;
  /** What a search of the web finds: models search once in each pass of research. */
  hits?: () => string;
  /** The run rests when this has happened. */
  restsAt?: (event: DebateEvent) => boolean;
  onEvent?: (event: DebateEvent) => void;
}

const searching = (hits: (() => string) | undefined) =>
  researchTools(
    hits === undefined
      ? {}
      : {
          search: {
            name: 'Test',
            search: () => Promise.resolve([{ title: hits(), url: 'https://a.example', snippet: '' }]),
          },
        },
  );

/** One run against a server of its own, with what it booked. */
async function run({
  folder,
  refusedFrom = Infinity,
  answer,
  script = answeredByAny,
  hits,
  restsAt = () => false,
  onEvent,
}: Course) {
  const model = new ScriptedModel(script, names);
  let asked = 0;
  const server = await startMessagesServer({
    chunk: 300,
    faults: ({ path }) => (path === '/v1/messages' && (asked += 1) >= refusedFrom ? { status: 401 } : undefined),
    answer: (request) => {
      const isComposed = request.output_config?.format != null;
      if (!isComposed && hits !== undefined && request.tools !== undefined)
        return request.messages.length > 1
          ? { text: 'Notes.' }
          : { toolCalls: [{ name: 'search_web', input: { query: 'parcels' } }] };
      return isComposed && answer !== undefined ? answer() : messagesAnswer(model.answer(askedOfMessages(request)));
    },
  });
  const events: DebateEvent[] = [];
  const session: Session = await testSession(folder, {
    participants: {
      models: { ...accessTo(anthropicAt(server.url)), researchTools: () => Promise.resolve(searching(hits)) },
      clock: hurried(),
    },
    onEvent: (event) => {
      events.push(event);
      model.onEvent(event);
      onEvent?.(event);
      if (restsAt(event)) session.pause('for a test');
    },
  });
  const end = await session.run();
  await server.close();
  expect(server.mistakes).toEqual([]);
  const { usage } = await withLog(folder, (log) => log.state);
  return { end, events, usage, totals: server.totals(), asked };
}

const keptIn = async (folder: string): Promise<string[]> =>
  await readdir(join(folder, 'answers')).catch((): string[] => []);

/** A debate that rests in mid-turn: two requests were answered, the third was refused. */
async function restingFolder(): Promise<{ folder: string; first: Awaited<ReturnType<typeof run>> }> {
  const folder = await panelFolder();
  const first = await run({ folder, refusedFrom: 3 });
  expect(first.end).toMatchObject({ status: 'paused', code: 'key_rejected' });
  return { folder, first };
}

const all = ({ usage }: { usage: { input: number; cache_read: number; cache_write: number; output: number } }) =>
  usage.input + usage.cache_read + usage.cache_write + usage.output;

const booked = (...runs: { totals: { input: number; read: number; write5m: number; output: number } }[]): number =>
  runs.reduce((sum, { totals: { input, read, write5m, output } }) => sum + input + read + write5m + output, 0);

/** Requests of a debate that nothing comes between. */
let uninterrupted: number;

beforeAll(async () => {
  uninterrupted = (await run({ folder: await panelFolder() })).asked;
});

describe('an answer that was paid', () => {
  it('is for the user alone, named by a digest, and says nothing by its name', async () => {
    const { folder } = await restingFolder();
    const kept = await keptIn(folder);
    // Two answers, and the notes that they came to.
    expect(kept).toHaveLength(3);
    for (const name of kept) {
      expect(name).toMatch(/^[0-9a-f]{64}\.answer$/);
      if (process.platform !== 'win32') expect((await lstat(join(folder, 'answers', name))).mode & 0o777).toBe(0o600);
    }
    if (process.platform !== 'win32') expect((await lstat(join(folder, 'answers'))).mode & 0o777).toBe(0o700);
  });

  it('is asked of nobody again after a rest, counted once, and gone when the debate has ended', async () => {
    const { folder, first } = await restingFolder();
    expect(all(first)).toBe(booked(first));
    const second = await run({ folder });
    expect(second.end).toEqual({ status: 'done' });
    expect(all(second)).toBe(booked(first, second));
    expect(await keptIn(folder)).toEqual([]);
    await expect(lstat(join(folder, 'answers'))).rejects.toThrow('ENOENT');
    // One request was refused, and paid by nobody.
    expect(first.asked - 1 + second.asked).toBe(uninterrupted);
  });

  it('is found again where it followed a search that says something else by now', async () => {
    let searches = 0;
    const hits = (): string => `Hit ${(searches += 1)}`;
    const uncut = await run({ folder: await panelFolder(), hits });
    const folder = await panelFolder();
    // A search, what it found, the answer with the notes, the notes alone, and no composition any more.
    const first = await run({ folder, hits, refusedFrom: 3 });
    expect(await keptIn(folder)).toHaveLength(4);
    const second = await run({ folder, hits });
    expect(second.end).toEqual({ status: 'done' });
    expect(first.asked - 1 + second.asked).toBe(uncut.asked);
    expect(all(second)).toBe(booked(first, second));
    expect(await keptIn(folder)).toEqual([]);
  });

  it('goes with the step of a check, where a model was asked what a passage says', async () => {
    const folder = await panelFolder();
    let asked = 0;
    const restsAt = (event: DebateEvent): boolean => event.kind === 'verified' && (asked += 1) === 3;
    const first = await run({ folder, script: eventfulScript(), restsAt });
    const support = (await readEntries(folder)).flatMap(({ type, data }) =>
      type === 'verification_result' && data?.['support_answer'] !== undefined ? [data] : [],
    );
    expect(support).toHaveLength(1);
    expect(await keptIn(folder)).toEqual([]);
    expect(all(first)).toBe(booked(first));
  });

  it('is named by the note that counts it', async () => {
    const { folder } = await restingFolder();
    const notes = (await readEntries(folder)).filter(({ data }) => data?.['kind'] === 'usage');
    expect(notes).toHaveLength(1);
    const named = notes.flatMap(({ data }) => data?.['answers'] as string[]);
    const files = await Promise.all(
      (await keptIn(folder)).map((name) => readFile(join(folder, 'answers', name), 'utf8')),
    );
    expect(files.map((text) => (JSON.parse(text) as { kept: { id: string } }).kept.id).sort()).toEqual(named.sort());
  });

  const damages: [string, (path: string) => Promise<unknown>][] = [
    ['was cut', async (path) => writeFile(path, (await readFile(path)).subarray(0, 200))],
    [
      'was changed',
      async (path) => writeFile(path, (await readFile(path, 'utf8')).replace('"agent":"ada"', '"agent":"bob"')),
    ],
    ['is no JSON', (path) => writeFile(path, 'hello')],
    ['has another’s name', (path) => rename(path, path.replace(/[0-9a-f]{64}/, '0'.repeat(64)))],
    ...(process.platform === 'win32'
      ? []
      : ([['is open to others', (path) => chmod(path, 0o644)]] satisfies [
          string,
          (path: string) => Promise<unknown>,
        ][])),
  ];
  it.each(sampled('damages of a kept answer', damages, 2))(
    'is asked for again where its file %s',
    async (_, damage) => {
      const { folder, first } = await restingFolder();
      for (const name of await keptIn(folder)) await damage(join(folder, 'answers', name));
      const second = await run({ folder });
      expect(second.end).toEqual({ status: 'done' });
      expect(await keptIn(folder)).toEqual([]);
      expect(all(second)).toBe(booked(first, second));
      expect(second.asked).toBe(uninterrupted);
    },
  );

  it('goes when words of it are struck before it is used', async () => {
    const { folder } = await restingFolder();
    const log = await logIn(folder);
    const words = 'Notes: the figures stand as they are in the files.';
    await log.append(({ state }) => {
      const seq = state.headers.length;
      const said = { phase: 'opening', speaker: 'ada', type: 'opening_statement', content: words } as const;
      const redacted = { phase: 'system', speaker: 'chair', type: 'redaction', content: 'Struck.' } as const;
      return [said, { ...redacted, target_seq: seq, data: { reason: 'It is private.' } }];
    });
    const texts = async () =>
      (await Promise.all((await keptIn(folder)).map((name) => readFile(join(folder, 'answers', name), 'utf8')))).join(
        '',
      );
    expect(await texts()).toContain(words);
    let left: Promise<string> | undefined;
    const onEvent = ({ kind }: DebateEvent): void => {
      if (kind === 'handover') left ??= texts();
    };
    await run({ folder, refusedFrom: 1, onEvent });
    expect(await left).not.toContain(words);
    expect(await texts()).not.toContain(words);
  });

  it('loses its words when they are struck while nobody runs the debate, and is still counted', async () => {
    const folder = await panelFolder();
    const words = 'Notes: the figures stand as they are in the files.';
    const usage = { input: 900, cache_write: 0, cache_read: 50, output: 50, usd: 0.01 };
    const files = new AnswerFiles(folder);
    const owner = { step: 'opening/ada', task: 'opening/ada', agent: 'ada' };
    await files.write(files.nameOf('one'), { ...owner, id: 'struck', usage, answer: { text: words } });
    await files.write(files.nameOf('two'), { ...owner, id: 'other', usage, answer: { text: 'Others.' } });
    const log = await logIn(folder);
    await log.append([
      { phase: 'opening', speaker: 'ada', type: 'opening_statement', content: words },
      { phase: 'system', speaker: 'chair', type: 'redaction', content: 'Struck.', target_seq: 1 },
    ]);
    await strikeAnswers(log);
    const texts = await Promise.all(
      (await keptIn(folder)).map((name) => readFile(join(folder, 'answers', name), 'utf8')),
    );
    expect(texts.join('')).not.toContain(words);
    expect(texts.join('')).toContain('Others.');
    const { usage: used, totals } = await run({ folder });
    expect(all({ usage: used })).toBe(booked({ totals }) + 2_000);
  });

  it('is counted where a run was killed before it could be used, and nothing asks for it any more', async () => {
    const folder = await panelFolder();
    const usage = { input: 900, cache_write: 0, cache_read: 50, output: 50, usd: 0.01 };
    const files = new AnswerFiles(folder);
    const owner = { step: 'opening/ada', task: 'opening/ada', agent: 'ada' };
    await files.write(files.nameOf('a request by another record'), { ...owner, id: 'lost', usage, answer: {} });
    const { end, usage: used, totals } = await run({ folder });
    expect(end).toEqual({ status: 'done' });
    expect(all({ usage: used })).toBe(booked({ totals }) + 1_000);
    const notes = (await readEntries(folder)).filter(({ data }) => data?.['kind'] === 'usage');
    expect(notes.map(({ data }) => [data?.['steps'], data?.['answers']])).toEqual([[['opening/ada'], ['lost']]]);
    expect(await keptIn(folder)).toEqual([]);
  });

  it('is not looked for behind a link, nor written there', async () => {
    const folder = await panelFolder();
    const elsewhere = tempFolder();
    await mkdir(join(elsewhere, 'other'));
    const foreign = `${'a'.repeat(64)}.answer`;
    await writeFile(join(elsewhere, foreign), 'not ours');
    await symlink(elsewhere, join(folder, 'answers'));
    const { end, events } = await run({ folder });
    expect(end).toEqual({ status: 'done' });
    expect((await readdir(elsewhere)).sort()).toEqual([foreign, 'other']);
    const told = events.filter((event) => event.kind === 'error').map(({ message }) => message);
    expect(told).toEqual([expect.stringContaining('Answers are not kept')]);
  });

  it('is not kept where its task has failed for good: asked again, it would fail again', async () => {
    const motion = 'The parcels should go by rail.';
    const setup = {
      format: dialectic,
      topic: motion,
      options: { motion, exchanges: 1 },
      provider: 'anthropic',
    } as const;
    const folder = await formatFolder(setup);
    const script = dialecticScript(1);
    const wrong = await run({ folder, script, answer: () => ({ json: { wrong: true }, isUnchecked: true }) });
    expect(wrong.end.status).toBe('paused');
    expect(await keptIn(folder)).toEqual([]);
    const right = await run({ folder, script });
    expect(right.end).toEqual({ status: 'done' });
    expect(all(right)).toBe(booked(wrong, right));
  });
});
