import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../src/agents/model/jsonAnswer';
import type { Entry } from '../../../../src/debate/log/entry';
import type { RunEnd } from '../../../../src/engine/engine';
import type { DebateEvent } from '../../../../src/engine/events';
import type { DebateLog } from '../../../../src/record/debateLog';
import { changeLimits, changeModels } from '../../../../src/session/run/interventions';
import { Session } from '../../../../src/session/run/session';
import { eventfulScript } from '../../../support/faultMatrix/referenceDebate';
import { withLog } from '../../../support/logs';
import type { Answer } from '../../../support/messagesServer/answer';
import type { Fault } from '../../../support/messagesServer/faults';
import {
  startMessagesServer,
  type MessagesServer,
  type MessagesServerOptions,
} from '../../../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../../../support/messagesServer/requestSchema';
import { currentModel, defaultModels } from '../../../support/messagesServer/models';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  fixedFence,
  hurried,
  messagesAnswer,
  modelFolder,
  type ModelSetup,
} from '../../../support/modelDebate';
import { fact, factSource, fullScript, readEntries } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import type { Script } from '../../../../src/agents/scripted';

const names = ['ada', 'bob'];
const key = 'sk-ant-api03-ModelFailures_0123456789';
const servers: MessagesServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Stage {
  server: MessagesServer;
  url: string;
  scripted: ScriptedModel;
  /** The step that was handed over last, but for those of the Verifier. */
  step: string;
}

interface StageOptions extends Pick<MessagesServerOptions, 'models' | 'chunk'> {
  script?: Script;
  /** Of requests for answers, and of those about models. */
  fault?: (stage: Stage, path: string, body: unknown) => Fault | undefined;
  answer?: (stage: Stage, kind: string | undefined) => Answer | undefined;
}

async function stageOf({ script, fault, answer, ...options }: StageOptions = {}): Promise<Stage> {
  const scripted = new ScriptedModel(script ?? fullScript({ names, rounds: 2 }), names);
  const whole = { scripted, step: '' } as Stage;
  whole.server = await startMessagesServer({
    key,
    chunk: 100,
    ...options,
    faults: ({ path, body }) => fault?.(whole, path, body),
    answer: (request) => {
      const asked = askedOfMessages(request);
      return answer?.(whole, scripted.kindOf(asked.schema, asked.text)) ?? messagesAnswer(scripted.answer(asked));
    },
  });
  whole.url = whole.server.url;
  servers.push(whole.server);
  return whole;
}

interface Run {
  end: RunEnd;
  events: DebateEvent[];
  entries: Entry[];
  waits: readonly number[];
}

interface RunOptions {
  stage: Stage;
  /** What the user has set as key. */
  sends?: string | undefined;
  /** Pauses when this step is written. */
  until?: string;
  isStrict?: boolean;
  onEvent?: (event: DebateEvent, session: Session) => void;
}

async function run(folder: string, options: RunOptions): Promise<Run> {
  const { stage, until, isStrict = true, onEvent } = options;
  const provider = anthropicAt(stage.url, 'sends' in options ? (options.sends ?? '') : key);
  const clock = hurried();
  const events: DebateEvent[] = [];
  const session = await Session.open({
    folder,
    program: 'test',
    isStrict,
    participants: { models: accessTo(provider), clock, fence: fixedFence() },
    onEvent: (event) => {
      stage.scripted.onEvent(event);
      if (event.kind === 'handover' && !/^(verify|support)\//.test(event.step)) stage.step = event.step;
      events.push(event);
      if (event.kind === 'written' && stage.step === until) session.pause('as wished');
      onEvent?.(event, session);
    },
  });
  const end = await session.run();
  return { end, events, entries: await readEntries(folder), waits: clock.waits };
}

const folderOf = (setup: Partial<ModelSetup> = {}): Promise<string> =>
  modelFolder({ names, provider: 'anthropic', ...setup });

const everybody = (model: string): Record<string, string> =>
  Object.fromEntries(['chair', 'verifier', 'audience', 'reporter', 'assessor', ...names].map((seat) => [seat, model]));

const textOf = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const stepsIn = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.map((entry) => (entry.data?.['step'] as { id: string } | undefined)?.id ?? '')),
];

describe('before the first turn', () => {
  const tiny = [
    currentModel({
      id: 'claude-sonnet-5-5',
      name: 'Tiny',
      line: 'sonnet',
      maxInputTokens: 8_000,
      maxOutputTokens: 4_000,
    }),
    ...defaultModels.filter(({ id }) => id !== 'claude-sonnet-5-5'),
  ];

  interface Trouble {
    code: string;
    says: RegExp;
    sends?: string | undefined;
    setup?: Partial<ModelSetup>;
    stage?: StageOptions;
    isDown?: boolean;
    mend?: (log: DebateLog) => Promise<unknown>;
  }
  const troubles: [string, Trouble][] = [
    ['a missing key', { code: 'key_missing', says: /no API key.*[Ss]et/, sends: undefined }],
    ['a wrong key', { code: 'key_rejected', says: /Set .*API Key/, sends: 'sk-ant-api03-another-key' }],
    [
      'a model that is gone',
      {
        code: 'no_model',
        says: /Choose another model.*claude-haiku-5-5/,
        setup: { model: 'claude-gone' },
        mend: (log) => changeModels(log, everybody('claude-haiku-5-5')),
      },
    ],
    [
      'a debater’s model that is gone',
      {
        code: 'no_model',
        says: /^ready failed: bob is not ready: .*claude-gone/,
        setup: { models: { bob: 'claude-gone' } },
        mend: (log) => changeModels(log, { bob: 'claude-haiku-5-5' }),
      },
    ],
    [
      'the model of the decision that is gone',
      {
        code: 'no_model',
        says: /chair is not ready: .*claude-gone/,
        setup: { models: { conclusion: 'claude-gone' } },
        mend: (log) => changeModels(log, { conclusion: 'claude-opus-5-5' }),
      },
    ],
    [
      'a window that is too small',
      { code: 'context_too_small', says: /takes 8000 tokens.*larger window/, stage: { models: tiny } },
    ],
    ['a server that is down', { code: 'unreachable', says: /ECONNREFUSED.*Check the base URL/, isDown: true }],
    [
      'a server that is busy',
      {
        code: 'overloaded',
        says: /overloaded/,
        stage: { fault: (_, path) => (path.startsWith('/v1/models') ? { status: 529 } : undefined) },
      },
    ],
  ];

  it.each(troubles)(
    '%s lets the debate rest, with nothing announced, and it goes on when that is over',
    async (_, trouble) => {
      const folder = await folderOf(trouble.setup);
      const stage = await stageOf(trouble.stage);
      if (trouble.isDown === true) await stage.server.close();
      const rested = await run(folder, { stage, ...('sends' in trouble ? { sends: trouble.sends } : {}) });
      expect(rested.end).toMatchObject({
        status: 'paused',
        code: trouble.code,
        reason: expect.stringMatching(trouble.says) as string,
      });
      expect(rested.entries.map(({ type }) => type)).toEqual(['setup']);
      expect(stage.server.requests.filter(({ path }) => path === '/v1/messages')).toEqual([]);
      expect(JSON.stringify(rested)).not.toContain(key);
      if (trouble.mend !== undefined) await withLog(folder, trouble.mend);
      const well = await stageOf();
      const resumed = await run(folder, { stage: well, until: 'opening/ada' });
      expect(resumed.end).toEqual({ status: 'paused', reason: 'as wished' });
      expect(resumed.entries.slice(-2).map(({ type }) => type)).toEqual(['announcement', 'opening_statement']);
      expect(well.server.mistakes).toEqual([]);
    },
  );
});

describe('in the middle of a debate', () => {
  it('rests when a model goes, and goes on with another one in that seat', async () => {
    const folder = await folderOf();
    const stage = await stageOf({
      fault: ({ step }, path) => (path === '/v1/messages' && step === 'r1/turn/bob' ? { status: 404 } : undefined),
    });
    const rested = await run(folder, { stage });
    expect(rested.end).toMatchObject({
      status: 'paused',
      code: 'no_model',
      reason: expect.stringContaining('claude-haiku-5-5') as string,
    });
    await withLog(folder, (log) => changeModels(log, { bob: 'claude-haiku-5-5' }));
    const well = await stageOf();
    const resumed = await run(folder, { stage: well, until: 'r1/turn/bob' });
    expect(resumed.end).toEqual({ status: 'paused', reason: 'as wished' });
    expect(resumed.entries.at(-1)).toMatchObject({ speaker: 'bob', type: 'new_point' });
    const models = well.server.requests.flatMap(({ request }) => request?.model ?? []);
    expect(new Set(models)).toEqual(new Set(['claude-haiku-5-5']));
  });

  it('waits out a server that is busy when it is asked for the model again', async () => {
    const folder = await folderOf();
    await run(folder, { stage: await stageOf(), until: 'opening/ada' });
    let left = 2;
    const stage = await stageOf({
      fault: (_, path) => (path.startsWith('/v1/models/') && left-- > 0 ? { status: 529, retryAfter: 3 } : undefined),
    });
    const resumed = await run(folder, { stage, until: 'opening/bob' });
    expect(resumed.end).toEqual({ status: 'paused', reason: 'as wished' });
    expect(resumed.waits.filter((ms) => ms >= 3_000)).toHaveLength(2);
    expect(resumed.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(2);
  });

  it('tells until when it waits, in the panel and in debate.log', async () => {
    const folder = await folderOf();
    let left = 2;
    const stage = await stageOf({
      fault: ({ step }, path) =>
        path === '/v1/messages' && step === 'opening/bob' && left-- > 0 ? { status: 429, retryAfter: 95 } : undefined,
    });
    const before = Date.now();
    const { events, waits } = await run(folder, { stage, until: 'opening/bob' });
    const waiting = events.flatMap((event) => (event.kind === 'waiting' ? [event] : []));
    // Said again every half minute, with the same end.
    expect(waiting).toHaveLength(8);
    expect(new Set(waiting.map(({ until }) => until)).size).toBe(2);
    for (const { until, agent, step, reason } of waiting) {
      expect(until).toBeGreaterThanOrEqual(before + 95_000);
      expect([agent, step, reason]).toEqual(['bob', 'opening/bob', expect.stringContaining('takes no more requests')]);
    }
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(190_000);
    expect(await textOf(folder, 'debate.log')).toMatch(/WAITING — bob: opening\/bob waits until \d\d:\d\d:\d\d/);
  });

  it('closes the connection when it is stopped in mid-stream, and keeps nothing of what had come', async () => {
    const folder = await folderOf();
    const never = new Promise(() => undefined);
    const words = 'WORDS-ON-THEIR-WAY';
    const stage = await stageOf({
      chunk: 300,
      answer: ({ step, scripted }, kind) => {
        if (step !== 'opening/bob' || kind === undefined) return undefined;
        return {
          text: JSON.stringify(scripted.json('debater/opening')).replaceAll('Look at', `${words} Look at`),
          until: never,
        };
      },
    });
    let draft = '';
    const stopped = await run(folder, {
      stage,
      onEvent: (event, session) => {
        if (event.kind !== 'draft' || event.step !== 'opening/bob') return;
        draft = event.text;
        session.stop('The user stops.');
      },
    });
    await stage.server.settled();
    expect(stopped.end).toEqual({ status: 'interrupted', reason: 'The user stops.' });
    expect(draft).toContain(words);
    expect(stage.server.requests.filter(({ closedEarly }) => closedEarly)).toHaveLength(1);
    expect(stepsIn(stopped.entries)).not.toContain('opening/bob');
    for (const name of ['debate-log.jsonl', 'debate.log']) expect(await textOf(folder, name)).not.toContain(words);
    const resumed = await run(folder, { stage: await stageOf(), until: 'opening/bob' });
    expect(resumed.entries.at(-1)).toMatchObject({ speaker: 'bob', type: 'opening_statement' });
  });

  it('rests when the money is all but spent, between requests, and goes on when there is more', async () => {
    const folder = await folderOf({ budget: 0.15 });
    const stage = await stageOf();
    const { end, events, entries } = await run(folder, { stage });
    expect(end).toMatchObject({
      status: 'budget',
      reason: expect.stringMatching(/budget of \$0\.15 is all but spent/) as string,
    });
    await stage.server.settled();
    expect(stage.server.requests.filter(({ closedEarly }) => closedEarly)).toEqual([]);
    const begun = events.flatMap((event) => (event.kind === 'handover' ? [event.step] : []));
    expect(stepsIn(entries)).toEqual(expect.arrayContaining(begun.slice(0, -1)));
    await withLog(folder, (log) => changeLimits(log, { budget_usd: null }));
    expect((await run(folder, { stage: await stageOf() })).end).toEqual({ status: 'done' });
  });
});

describe('a voice that is missing', () => {
  it('is named in the ruling, the conclusion and the documents', async () => {
    const folder = await folderOf({ rounds: { min: 1, max: 1 } });
    const stage = await stageOf({
      answer: ({ step }) =>
        step === 'r1/turn/ada'
          ? { stop: 'refusal', refusal: { category: null, explanation: 'I had rather not.' } }
          : undefined,
    });
    const { end, entries } = await run(folder, { stage });
    expect(end).toEqual({ status: 'done' });
    const skipped = entries.find(({ data }) => data?.['kind'] === 'skipped');
    expect(skipped).toMatchObject({
      type: 'ruling',
      speaker: 'chair',
      data: { debater: 'ada', round: 1, reason: expect.stringContaining('refused to answer') as string },
    });
    const conclusion = entries.find(({ type }) => type === 'conclusion');
    expect(conclusion?.content).toContain(`Missing voices: ada (seq ${skipped?.seq ?? -1})`);
    expect(await textOf(folder, 'summary.md')).toMatch(/Missing voices:.*1 turn skipped.*ada/);
    expect(await textOf(folder, 'transcript.md')).toContain('The turn of ada in round 1 is skipped.');
  });
});

describe('a record that is larger than the model’s window', () => {
  /** The server counts more tokens than the request is estimated to have. */
  const tooLong = (request: unknown): Fault => {
    const most = Math.ceil(JSON.stringify(request).length / 2);
    return { status: 400, message: `prompt is too long: ${most + 1} tokens > ${most} maximum` };
  };
  /** The first answer of each of these steps does not fit. */
  const once = (...steps: string[]): NonNullable<StageOptions['fault']> => {
    const open = new Set(steps);
    return ({ step }, path, body) => (path === '/v1/messages' && open.delete(step) ? tooLong(body) : undefined);
  };

  it('is given to a turn with older rounds as summaries, which log and debate.log say', async () => {
    const folder = await folderOf();
    const stage = await stageOf({ fault: once('r2/turn/ada', 'closing/bob') });
    const { end, entries, events } = await run(folder, { stage, until: 'closing/bob' });
    expect(end).toEqual({ status: 'paused', reason: 'as wished' });
    const condensed = entries.flatMap(({ data }) => {
      const step = data?.['step'] as { id: string; condensed?: number } | undefined;
      return step?.condensed === undefined ? [] : [[step.id, step.condensed]];
    });
    expect(condensed).toEqual([
      ['r2/turn/ada', 3],
      ['closing/bob', 3],
    ]);
    expect(events.filter(({ kind }) => kind === 'condensed')).toHaveLength(2);
    expect(await textOf(folder, 'debate.log')).toContain('r2/turn/ada was written from summaries of 3 earlier entries');
    const last = stage.server.requests.findLast(({ request }) => request?.output_config?.format != null)?.request;
    const { text } = askedOfMessages(last as MessagesRequest);
    expect([text.includes('<summary-'), text.includes(fact('bob', 2)), text.includes(fact('bob', 3))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is gone on without where only the crux needs it whole', async () => {
    const folder = await folderOf({ options: { crux: true } });
    const stage = await stageOf({ fault: once('r2/crux') });
    const { end, entries } = await run(folder, { stage, until: 'r2/turn/ada' });
    expect(end).toEqual({ status: 'paused', reason: 'as wished' });
    const crux = entries.find(({ data }) => (data?.['step'] as { id: string }).id === 'r2/crux');
    expect(crux).toMatchObject({ type: 'note', data: { kind: 'failure' } });
    expect(crux?.content).toMatch(/crux of round 2 .*never given summaries.*The round goes on without it/s);
  });

  it.each(['unresolved', 'conclusion'])('is given whole or not at all: %s', async (step) => {
    const folder = await folderOf({ rounds: { min: 1, max: 1 } });
    const { end, entries } = await run(folder, { stage: await stageOf({ fault: once(step) }) });
    expect(end).toMatchObject({
      status: 'paused',
      code: 'context_window',
      reason: expect.stringMatching(/never given summaries.*larger window for chair, then resume/) as string,
    });
    expect(stepsIn(entries)).not.toContain(step);
    const resumed = await run(folder, { stage: await stageOf(), until: step });
    expect(stepsIn(resumed.entries)).toContain(step);
  });
});

describe('two questions of the Verifier and a turn at once', () => {
  it('survive a fault each, and none of them is lost or logged twice', async () => {
    const claims = [
      'With 1014 parcels, depot ada coped well on day 2 of the trial.',
      'With 1021 parcels, depot ada coped better on day 3 of the trial.',
    ];
    const script: Script = {
      ...fullScript({ names, rounds: 1 }),
      'r1/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: claims.join(' '),
            sources: claims.map((claim, index) => ({ ...factSource('ada', index + 2), claim })),
          },
        ],
      },
    };
    const folder = await folderOf({ rounds: { min: 1, max: 1 } });
    const faults: Fault[] = [
      { reset: 'mid-stream' },
      { status: 529 },
      { reset: 'before' },
      { errorEvent: 'overloaded_error' },
    ];
    let most = 0;
    const stage = await stageOf({
      script,
      fault: ({ step }, path) =>
        path === '/v1/messages' && /^r1\/turn\/(ada\/review|bob)/.test(step) ? faults.shift() : undefined,
    });
    const { end, entries } = await run(folder, {
      stage,
      isStrict: false,
      onEvent: () => {
        most = Math.max(
          most,
          stage.server.requests.filter(({ path, isDone }) => path === '/v1/messages' && !isDone).length,
        );
      },
    });
    expect(end).toEqual({ status: 'done' });
    expect([faults, stage.server.mistakes]).toEqual([[], []]);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
    const runs = entries.map((entry) => stepsIn([entry])[0]);
    expect(runs.filter((id, index) => id !== runs[index - 1])).toHaveLength(stepsIn(entries).length);
    const judged = entries.filter(
      ({ type, data }) =>
        type === 'verification_result' && (data?.['checks'] as { support: string }).support === 'pass',
    );
    expect(judged.map(({ data }) => data?.['status'])).toEqual(['verified', 'verified']);
    expect(most).toBeGreaterThan(1);
  });

  it('rest together when the Verifier’s key is taken away, instead of asking for ever', async () => {
    const folder = await folderOf({ models: { verifier: 'claude-haiku-5-5' } });
    const isVerifiers = (body: unknown): boolean =>
      (body as { model?: string } | undefined)?.model === 'claude-haiku-5-5';
    const stage = await stageOf({
      script: eventfulScript(),
      fault: ({ server, step }) =>
        step !== 'ready' && isVerifiers(server.requests.at(-1)?.body) ? { status: 401 } : undefined,
    });
    const { end, entries } = await run(folder, { stage, isStrict: false });
    expect(end).toMatchObject({
      status: 'paused',
      code: 'key_rejected',
      reason: expect.stringContaining('verify/') as string,
    });
    expect(stage.server.requests.filter(({ body }) => isVerifiers(body))).toHaveLength(1);
    const resumed = await run(folder, { stage: await stageOf({ script: eventfulScript() }), until: 'r1/turn/bob' });
    expect(resumed.entries.length).toBeGreaterThan(entries.length);
    expect(
      resumed.entries.some(
        ({ type, data }) =>
          type === 'verification_result' && (data?.['checks'] as { support: string }).support === 'pass',
      ),
    ).toBe(true);
  });
});

describe('a part of an answer', () => {
  it('is no answer, though it would pass for one', () => {
    const entry = JSON.stringify({ type: 'new_point', content: fact('ada', 1) });
    const shape = { fits: () => true, isExact: () => false };
    for (const cut of [
      `{"entries":[${entry},{"type":"source_chal`,
      `{"entries":[${entry}]`,
      `{"entries":[${entry} ${entry}]}`,
      `Here: {"entries":[${entry}`,
      `Here: [${entry},${entry}`,
    ])
      expect(readAnswer(cut, shape)).toEqual({ fault: expect.stringMatching(/^line 1: /) as string });
    expect(readAnswer(`a set {1, 2} and then ${entry}`, shape)).toEqual({ answer: JSON.parse(entry) as unknown });
    const both = [JSON.parse(entry), JSON.parse(entry)] as unknown;
    expect(readAnswer(`Here: [${entry},${entry}]`, shape)).toEqual({ answer: both });
  });
});
