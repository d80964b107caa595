import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Script } from '../../../src/agents/scripted';
import { costKind } from '../../../src/debate/stepCosts';
import { describe, expect, it } from 'vitest';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { Session } from '../../../src/session/session';
import type { Answer } from '../../support/messagesServer/answer';
import { startMessagesServer, type MessagesServerOptions } from '../../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../../support/messagesServer/requestSchema';
import { askedOfMessages, formatFolder, messagesAnswer, modelFolder, participantsAt } from '../../support/modelDebate';
import { dialecticScript } from '../../support/dialecticScript';
import { fullScript } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';

const names = ['ada', 'bob'];

interface Course {
  folder: string;
  answer?: (request: MessagesRequest) => Answer | undefined;
  faults?: MessagesServerOptions['faults'];
  /** Whether what comes next is asked beside what is under way. */
  isAhead?: boolean;
  script?: Script;
  /** Told each piece of a draft. */
  onDraft?: (session: Session) => void;
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
    answer: (request) => answer?.(request) ?? messagesAnswer(model.answer(askedOfMessages(request))),
  });
  const session = await Session.open({
    folder,
    program: 'test',
    isStrict: true,
    isAhead,
    participants: participantsAt(server),
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind === 'draft') onDraft?.(session);
    },
  });
  const end = await session.run();
  await server.close();
  const log = await DebateLog.open(pathOfLog(folder));
  const { state } = log;
  const notes = state.headers.filter(({ kind }) => kind === 'usage').map(({ seq }) => log.entry(seq));
  await log.close();
  return { end, state, notes, totals: server.totals() };
}

const panelFolder = () => modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });

const inRecord = ({ usage }: Awaited<ReturnType<typeof run>>['state']) => ({
  input: usage.input,
  read: usage.cache_read,
  write5m: usage.cache_write,
  output: usage.output,
});

describe('what is used without an entry', () => {
  it('is in the record when the key is refused in mid-turn', { timeout: 60_000 }, async () => {
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

  it('is in the record of a dialectic whose answers stay wrong, by side', { timeout: 60_000 }, async () => {
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
    // Two requests of research by each side, and the answer of one.
    const stopped = async (session: Session): Promise<void> => {
      await expect.poll(async () => (await readdir(join(folder, 'answers'))).length).toBe(5);
      session.stop('for a test');
    };
    const { end, state, notes, totals } = await run({
      folder,
      script: dialecticScript(1),
      answer: ({ output_config: config }) =>
        config?.format != null && (composed += 1) === 2
          ? { text: `{"arguments": ["${'words '.repeat(400)}`, isUnchecked: true, until: never }
          : undefined,
      onDraft: (session) => {
        stopping ??= stopped(session);
      },
    });
    expect(end.status).toBe('interrupted');
    expect(notes).toHaveLength(1);
    const { input, read, write5m } = inRecord(state);
    expect({ input, read, write5m }).toEqual({ input: totals.input, read: totals.read, write5m: totals.write5m });
    expect(state.steps.has('opening')).toBe(false);
    await stopping;
  });

  it('counts against the budget', { timeout: 60_000 }, async () => {
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 }, budget: 0.000_01 });
    let answered = 0;
    const first = await run({
      folder,
      faults: ({ path }) => (path === '/v1/messages' && (answered += 1) > 1 ? { status: 401 } : undefined),
    });
    expect(first.state.usage.usd).toBeGreaterThan(0);
    expect((await run({ folder })).end.status).toBe('budget');
  });
});

describe('a budget in money', () => {
  it.each([0.03, 0.05, 0.07].flatMap((budget) => [false, true].map((isAhead) => ({ budget, isAhead }))))(
    'of $budget dollars is passed by no step whose like has been seen, asked ahead or not ($isAhead)',
    { timeout: 60_000 },
    async ({ budget, isAhead }) => {
      const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 }, budget });
      const { end, state } = await run({ folder, isAhead });
      expect(end).toMatchObject({ status: 'budget' });
      const [last = ''] = [...state.steps.keys()].slice(-1);
      const costs = state.stepCosts.get(costKind(last, state.debaters)) ?? [];
      const newest = costs.at(-1) ?? 0;
      const isNew = newest > Math.max(0, ...costs.slice(0, -1));
      expect(state.usage.usd <= budget || isNew, `${last}: ${state.usage.usd}`).toBe(true);
      expect(state.usage.usd - newest).toBeLessThan(budget);
    },
  );
});
