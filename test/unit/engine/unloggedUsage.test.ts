import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Script } from '../../../src/agents/scripted';
import { beforeAll, describe, expect, it } from 'vitest';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../src/debate/formats/tribunal/tribunal';
import { dialecticFacts } from '../../../src/debate/formats/dialectic/facts';
import type { Format } from '../../../src/debate/flow/step';
import type { DebateEvent } from '../../../src/engine/events';
import { costOf, priceOf, providers } from '../../../src/models/providers';
import { changeLimits } from '../../../src/session/run/interventions';
import { Session } from '../../../src/session/run/session';
import type { Answer } from '../../support/messagesServer/answer';
import {
  startMessagesServer,
  type MessagesServer,
  type MessagesServerOptions,
} from '../../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../../support/messagesServer/requestSchema';
import { askedOfMessages, formatFolder, messagesAnswer, modelFolder, participantsAt } from '../../support/modelDebate';
import { archive, lookUp, thinkingOf } from '../../bench/estimates';
import { sampled } from '../../support/depth';
import { dialecticScript } from '../../support/dialecticScript';
import { logIn, withLog } from '../../support/logs';
import { fullScript } from '../../support/scriptedDebate';
import { tribunalScript } from '../../support/tribunalScript';
import { ScriptedModel } from '../../support/scriptedModel';
import { testSession } from '../../support/testSession';

const names = ['ada', 'bob'];

interface Course {
  folder: string;
  answer?: (request: MessagesRequest, scripted: () => Answer) => Answer | undefined | Promise<Answer>;
  faults?: MessagesServerOptions['faults'];
  /** Whether what comes next is asked beside what is under way. */
  isAhead?: boolean;
  script?: Script;
  /** Told each piece of a draft, with all that has come of it. */
  onDraft?: (session: Session, text: string) => void;
}

/** One run, with what the provider has counted and what the record says. */
async function run({
  folder,
  answer,
  faults,
  isAhead = false,
  script = fullScript({ names, rounds: 1 }),
  onDraft,
}: Course) {
  const model = new ScriptedModel(script, names);
  const server = await startMessagesServer({
    chunk: 300,
    ...(faults === undefined ? {} : { faults }),
    answer: async (request) => {
      const scripted = (): Answer => messagesAnswer(model.answer(askedOfMessages(request)));
      return (await answer?.(request, scripted)) ?? scripted();
    },
  });
  const session = await testSession(folder, {
    isAhead,
    participants: participantsAt(server),
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind === 'draft') onDraft?.(session, event.text);
    },
  });
  const end = await session.run();
  await server.close();
  const log = await logIn(folder);
  const { state } = log;
  const notes = state.headers.filter(({ kind }) => kind === 'usage').map(({ seq }) => log.entry(seq));
  return { end, state, notes, totals: server.totals() };
}

/** Of both sides of a dialectic: two requests of research by each and what they found are kept, and the answer of one. */
const oneAnswered = (folder: string): Promise<void> =>
  expect.poll(async () => (await readdir(join(folder, 'answers'))).length).toBe(7);

const panelFolder = () => modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });

const inRecord = ({ usage }: Awaited<ReturnType<typeof run>>['state']) => ({
  input: usage.input,
  read: usage.cache_read,
  write5m: usage.cache_write,
  output: usage.output,
});

describe('what is used without an entry', () => {
  it('is in the record when the key is refused in mid-turn', async () => {
    let answered = 0;
    const { end, state, notes, totals } = await run({
      folder: await panelFolder(),
      faults: ({ path }) => (path === '/v1/messages' && (answered += 1) > 2 ? { status: 401 } : undefined),
    });
    expect(end).toMatchObject({ status: 'paused', code: 'key_rejected' });
    expect(notes).toHaveLength(1);
    expect(notes[0]?.data).toMatchObject({ steps: ['opening/ada'], usage_by: { ada: { output: totals.output } } });
    expect(inRecord(state)).toMatchObject({ input: totals.input, output: totals.output, read: totals.read });
    expect(state.usage.usd).toBeGreaterThan(0);
    expect(state.steps.has('opening/ada')).toBe(false);
  });

  it('is in the record of a dialectic whose answers stay wrong, by side', async () => {
    const topic = 'The parcels should go by rail.';
    const folder = await formatFolder({ format: dialectic, options: { motion: topic }, topic, provider: 'anthropic' });
    const { end, state, notes, totals } = await run({
      folder,
      answer: ({ output_config: config }) =>
        config?.format == null ? { text: 'Notes.' } : { json: { wrong: true }, isUnchecked: true },
    });
    expect(end.status).toBe('paused');
    expect(totals.output).toBeGreaterThan(0);
    expect(inRecord(state)).toMatchObject({ input: totals.input, output: totals.output, write5m: totals.write5m });
    expect([...state.usageBySpeaker.keys()].sort()).toEqual(['opposition', 'proposition']);
    expect(notes.map((note) => note?.data?.['steps'])).not.toEqual([]);
  });

  it('is in the record when the run is stopped in mid-answer: what was sent to the token, what was written by estimate', async () => {
    const never = new Promise(() => undefined);
    const { end, state, notes, totals } = await run({
      folder: await panelFolder(),
      answer: ({ output_config: config }) =>
        config?.format == null
          ? undefined
          : { text: `{"entries": ["${'words '.repeat(400)}`, isUnchecked: true, until: never },
      onDraft: (session) => session.stop('for a test'),
    });
    expect(end.status).toBe('interrupted');
    expect(notes).toHaveLength(1);
    const { input, read, write5m, output } = inRecord(state);
    expect({ input, read, write5m }).toEqual({ input: totals.input, read: totals.read, write5m: totals.write5m });
    expect(output).toBeGreaterThan(0);
    expect(state.usage.estimated).toBe(true);
  });

  it('is in the record of a step that is stopped when one of its tasks is done and the other is not', async () => {
    const topic = 'The parcels should go by rail.';
    const options = { motion: topic, exchanges: 1 };
    const folder = await formatFolder({ format: dialectic, options, topic, provider: 'anthropic' });
    const never = new Promise(() => undefined);
    let composed = 0;
    let stopping: Promise<void> | undefined;
    const stopped = async (session: Session): Promise<void> => {
      await oneAnswered(folder);
      session.stop('for a test');
    };
    const { end, state, notes, totals } = await run({
      folder,
      script: dialecticScript(1),
      answer: ({ output_config: config }, scripted) => {
        if (config?.format == null) return undefined;
        const said = scripted();
        // Whether a model is ready is asked in the form of an answer, too.
        if (!JSON.stringify(said.json).includes('"arguments"')) return said;
        composed += 1;
        return composed === 2
          ? { text: `{"arguments": [{"argument": "${'words '.repeat(400)}`, isUnchecked: true, until: never }
          : said;
      },
      // What was sent of the other answer has been read, and with it what it counts.
      onDraft: (session, text) => {
        if (text.includes('words words')) stopping ??= stopped(session);
      },
    });
    expect(end.status).toBe('interrupted');
    expect(notes).toHaveLength(1);
    const { input, read, write5m } = inRecord(state);
    expect({ input, read, write5m }).toEqual({ input: totals.input, read: totals.read, write5m: totals.write5m });
    expect(state.steps.has('opening')).toBe(false);
    await stopping;
  });

  it('is in the record of all tasks of a step that is stopped while one of its answers is given again', async () => {
    const topic = 'The parcels should go by rail.';
    const options = { motion: topic, exchanges: 2 };
    const folder = await formatFolder({ format: dialectic, options, topic, provider: 'anthropic' });
    const never = new Promise(() => undefined);
    let composed = 0;
    let attacked = '';
    /** Once the first answer has passed its gate, what it attacks is redacted. */
    const strike = async (): Promise<void> => {
      await oneAnswered(folder);
      const log = await logIn(folder);
      const seq = log.state.factsOf(dialecticFacts).arguments.get(attacked)?.seq ?? -1;
      const content = `REDACTED: seq ${seq}. Reason: made up.`;
      const redaction = { phase: 'system', speaker: 'moderator', type: 'redaction', target_seq: seq, content } as const;
      await log.append([{ ...redaction, data: { reason: 'made up' } }]);
    };
    const { end, state, notes, totals } = await run({
      folder,
      script: dialecticScript(2),
      answer: ({ output_config: config }, scripted) => {
        if (config?.format == null) return undefined;
        const said = scripted();
        const target = /"target_id":"(\w+_000a)"/.exec(JSON.stringify(said.json))?.[1];
        if (target === undefined) return said;
        composed += 1;
        if (composed === 1) attacked = target;
        if (composed === 2) return strike().then(() => said);
        return composed === 1
          ? said
          : { text: `{"argument": ["${'words '.repeat(400)}`, isUnchecked: true, until: never };
      },
      onDraft: (session) => {
        if (composed > 2) session.stop('for a test');
      },
    });
    expect(composed).toBe(3);
    expect(end.status).toBe('interrupted');
    expect(notes).toHaveLength(1);
    expect(Object.keys(notes[0]?.data?.['usage_by'] ?? {}).sort()).toEqual(['opposition', 'proposition']);
    const { input, read, write5m } = inRecord(state);
    expect({ input, read, write5m }).toEqual({ input: totals.input, read: totals.read, write5m: totals.write5m });
  });

  it('counts against the budget', async () => {
    const folder = await panelFolder();
    let answered = 0;
    const first = await run({
      folder,
      faults: ({ path }) => (path === '/v1/messages' && (answered += 1) > 1 ? { status: 401 } : undefined),
    });
    expect(first.state.usage.usd).toBeGreaterThan(0);
    await withLog(folder, (log) => changeLimits(log, { budget_usd: first.state.usage.usd }));
    const { end } = await run({ folder });
    expect(end.status).toBe('budget');
    expect('reason' in end ? end.reason : '').toContain('is spent');
  });
});

describe('a budget in money', () => {
  interface Debate {
    folder: (budget: number | null) => Promise<string>;
    script: Script;
    who: readonly string[];
  }

  const topic = 'The parcels should go by rail.';
  const files = { 'archive.md': archive };
  const seated = (format: Format, options: Record<string, unknown>, script: Script): Debate => ({
    folder: (budget_usd) =>
      formatFolder({ format, options, topic, provider: 'anthropic', limits: { budget_usd }, files }),
    script,
    who: [],
  });
  const debates = {
    panel: {
      folder: (budget) => modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 }, budget, files }),
      script: fullScript({ names, rounds: 1 }),
      who: names,
    },
    tribunal: seated(tribunal, { rounds: 1 }, tribunalScript(1)),
    dialectic: seated(dialectic, { motion: topic, exchanges: 1 }, dialecticScript(1)),
  } satisfies Record<string, Debate>;

  /** Models that research, and think as much as they do; what each request cost, in the order in which they came. */
  async function play(
    folder: string,
    { script, who }: Debate,
    isAhead: boolean,
    pausesAt: (event: DebateEvent) => boolean = () => false,
  ) {
    const model = new ScriptedModel(script, who);
    const server = await startMessagesServer({
      chunk: 40_000,
      answer: (request) => {
        const asked = askedOfMessages(request);
        const isReading = model.kindOf(asked.schema, asked.text) === undefined && asked.results < 3;
        const said = isReading ? lookUp(asked.results) : messagesAnswer(model.answer(asked));
        return { ...said, ...thinkingOf(4_000) };
      },
    });
    const session: Session = await Session.open({
      folder,
      program: 'test',
      isStrict: !isAhead,
      isAhead,
      participants: participantsAt(server),
      onEvent: (event) => {
        model.onEvent(event);
        if (pausesAt(event)) session.pause('for a test');
      },
    });
    const end = await session.run();
    await server.close();
    const { state } = session.log;
    return { end, state, costs: costsOf(server) };
  }

  function costsOf(server: MessagesServer): number[] {
    return server.requests.flatMap(({ usage, request }) => {
      const price = priceOf('anthropic', request?.model ?? '', providers.anthropic.server.url);
      if (usage === undefined || price === undefined) return [];
      const { input_tokens: input, output_tokens: output } = usage;
      const [cache_write, cache_read] = [usage.cache_creation_input_tokens ?? 0, usage.cache_read_input_tokens ?? 0];
      return [costOf({ input, cache_write, cache_read, output }, price)];
    });
  }

  const total = (costs: readonly number[]): number => costs.reduce((sum, usd) => sum + usd, 0);

  it('pauses behind the conclusion, too, with the documents that code makes', async () => {
    const { panel } = debates;
    const folder = await panel.folder(null);
    const concluded = await play(
      folder,
      panel,
      false,
      (event) => event.kind === 'written' && event.type === 'conclusion',
    );
    await withLog(folder, (log) => changeLimits(log, { budget_usd: concluded.state.usage.usd }));
    const { end, costs } = await play(folder, panel, false);
    expect(end.status).toBe('budget');
    expect(costs).toEqual([]);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['transcript.md', 'verifier-report.md']));
    await withLog(folder, (log) => changeLimits(log, { budget_usd: null }));
    expect((await play(folder, panel, false)).end).toEqual({ status: 'done' });
    expect(await readdir(folder)).toContain('summary.md');
  });

  describe.each(Object.entries(debates))('of a %s', (name, debate) => {
    let whole: number;
    beforeAll(async () => {
      const { end, costs } = await play(await debate.folder(null), debate, false);
      expect(end).toEqual({ status: 'done' });
      whole = total(costs);
    });

    const cells = [0.02, 0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94, 0.97, 1.02, 1.05, 1.1, 1.15].flatMap(
      (share) => [false, true].map((isAhead) => ({ share, isAhead })),
    );
    it.each(sampled(`budgets of a ${name}`, cells, 1))(
      'is passed by one request at most at $share of what it costs, asked ahead or not ($isAhead)',
      async ({ share, isAhead }) => {
        const budget = whole * share;
        const { end, state, costs } = await play(await debate.folder(budget), debate, isAhead);
        if (share < 1) expect(end).toMatchObject({ status: 'budget' });
        const above = costs.filter((_, index) => total(costs.slice(0, index + 1)) > budget);
        expect(above.length).toBeLessThanOrEqual(1);
        expect(state.usage.usd).toBeCloseTo(total(costs), 6);
      },
    );
  });
});
