import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../src/agents/scripted';
import { setupDataSchema } from '../../src/debate/log/entryData';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import type { DebateEvent } from '../../src/engine/events';
import type { ModelProvider, ModelProviderName } from '../../src/models/provider';
import { pathOfLog } from '../../src/record/logPath';
import { startChatServer } from '../support/chatServer/chatServer';
import { dialecticScript, opening, openingScores, rebuttal } from '../support/dialecticScript';
import { expectGolden, stabilised } from '../support/golden';
import { startMessagesServer } from '../support/messagesServer/messagesServer';
import {
  accessTo,
  answering,
  anthropicAt,
  askedOfChat,
  chatAnswer,
  formatFolder,
  type FormatSetup,
  openAiAt,
  participantsWith,
} from '../support/modelDebate';
import { expectPlayedAgain } from '../support/playedAgain';
import { readEntries, shape } from '../support/scriptedDebate';
import { beingCut, refusing, ScriptedModel } from '../support/scriptedModel';
import { runStrict } from '../support/testSession';
import { assessment, defence, tribunalScript } from '../support/tribunalScript';

/** Whole debates of the other formats by models, through the providers' own packages, against stored logs. */

interface Played {
  shape: string[];
  events: DebateEvent[];
}

const servers = {
  anthropic: async (model: ScriptedModel) => {
    const server = await startMessagesServer({
      answer: answering(model),
    });
    return { provider: anthropicAt(server.url), close: () => server.close(), mistakes: () => server.mistakes };
  },
  'openai-compatible': async (model: ScriptedModel) => {
    const server = await startChatServer({
      profile: 'openai',
      answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
    });
    return { provider: openAiAt(server.baseUrl), close: () => server.close(), mistakes: () => server.problems };
  },
};

async function play(
  name: string,
  script: Script,
  setup: Omit<FormatSetup, 'provider'>,
  protocol: keyof typeof servers,
): Promise<Played> {
  const model = new ScriptedModel(script, []);
  const server = await servers[protocol](model);
  const provider: ModelProvider = server.provider;
  const folder = await formatFolder({ ...setup, provider: protocol satisfies ModelProviderName });
  const events: DebateEvent[] = [];
  const participants = participantsWith(accessTo(provider));
  const onEvent = (event: DebateEvent): void => {
    events.push(event);
    model.onEvent(event);
  };
  expect(await runStrict(folder, { participants, onEvent })).toEqual({ status: 'done' });
  await server.close();
  expect(server.mistakes()).toEqual([]);
  const entries = await readEntries(folder);
  const evidence = setupDataSchema.parse(entries[0]?.data).evidence.root ?? '';
  await expectGolden(
    `${name}-${protocol}/debate-log.jsonl`,
    unraced(stabilised(await readFile(pathOfLog(folder), 'utf8'), folder, evidence)),
  );
  expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  return { shape: shape(entries), events };
}

/** Which of two requests that are sent at once finds the other's prefix in the cache is chance; what they come to together is not. */
const unraced = (text: string): string =>
  text
    .replace(
      /"cache_write":(\d+),"cache_read":(\d+)(,"output":\d+),"usd":[\d.]+/g,
      (_, write: string, read: string, rest: string) => `"cached":${Number(write) + Number(read)}${rest}`,
    )
    .replace(/"usage_by":\{(?:[^{}]|\{[^{}]*\})*\}/g, promptsOnly)
    .replace(/^.*"type":"verification_result".*$/gm, promptsOnly);

const promptsOnly = (usage: string): string =>
  usage.replace(
    /"input":(\d+),"cached":(\d+)/g,
    (_, input: string, cached: string) => `"prompt":${Number(input) + Number(cached)}`,
  );

const protocols = ['anthropic', 'openai-compatible'] as const;
const retriesOf = ({ events }: Played): string[] =>
  events.flatMap((event) => (event.kind === 'retry' ? [`${event.step}: ${event.reasons.join(' ')}`] : []));

describe('a tribunal by models', () => {
  const proposition = 'Should the parcels go by the north depot?';
  const setup = { format: tribunal, topic: proposition, options: { rounds: 'auto' } };
  /** An answer goes back, a side refuses, an assessment is cut and comes whole at the second asking. */
  const script = tribunalScript(3, {
    'r1/advocate#1': defence(1, { argument: 'The proposition stands, and its count is not said here.' }),
    'r2/critic': refusing('I would rather not.'),
    'r3/judge#1': beingCut,
    'r2/judge': assessment(2, {
      issues: [
        {
          id: 'I1',
          title: 'The count leaves days out',
          status: 'open',
          severity: 'Minor',
          argued: false,
          reason: 'Nobody spoke for it.',
        },
      ],
    }),
  });

  it('comes to the same record through both protocols, faults included', async () => {
    const played = [];
    for (const protocol of protocols) played.push(await play('tribunal', script, setup, protocol));
    const [messages, chat] = played;
    expect(chat?.shape).toEqual(messages?.shape);
    for (const one of played) {
      expect(retriesOf(one)).toEqual([expect.stringMatching(/^r1\/advocate: /)]);
      expect(one.shape.filter((line) => line.includes('critique'))).toHaveLength(2);
      expect(one.shape.filter((line) => line.includes('assessment'))).toHaveLength(3);
      expect(one.shape.at(-1)).toContain('judges_ruling');
    }
  });
});

describe('a dialectic by models', () => {
  const setup = { format: dialectic, topic: 'Should the depots stay open?', options: { exchanges: 2 } };
  const uneven = openingScores.scores.map((score, index) => (index === 0 ? { ...score, score: 0.61 } : score));
  const [first, ...others] = opening('proposition').arguments;
  /** A claim that is too long, a target that is none, scores that do not sum to 0, a refusal that passes, a cut answer. */
  const script: Script = {
    ...dialecticScript(2),
    'e0/proposition#1': {
      arguments: [{ ...first, claim: `${'So it is, and so on, '.repeat(6)}on every day.` }, ...others],
    },
    'e0/judgment#1': { scores: uneven },
    'e1/opposition#1': rebuttal('opposition', 1, {
      attacks: [{ target_id: 'opp_000a', type: 'claim_attack', content: 'One day is not all days.' }],
    }),
    'e1/judgment#1': beingCut,
  };

  it('comes to the same record through both protocols, faults included', async () => {
    const played = [];
    for (const protocol of protocols) played.push(await play('dialectic', script, setup, protocol));
    const [messages, chat] = played;
    expect(chat?.shape).toEqual(messages?.shape);
    for (const one of played) {
      expect(retriesOf(one)).toEqual([
        expect.stringMatching(/^e0\/proposition: .*at most 25/),
        expect.stringMatching(/^e0\/judgment: .*they are to sum to 0/),
        expect.stringMatching(/^e1\/opposition: .*is your own/),
      ]);
      expect(one.shape.filter((line) => line.includes(' argument '))).toHaveLength(8);
      expect(one.shape.at(-1)).toContain('document');
    }
  });

  it('rests when a side refuses, with neither side’s arguments in the record', async () => {
    const model = new ScriptedModel({ ...dialecticScript(2), 'e1/opposition': refusing('I would rather not.') }, []);
    const server = await servers.anthropic(model);
    const folder = await formatFolder({ ...setup, provider: 'anthropic' });
    const participants = participantsWith(accessTo(server.provider));
    expect(await runStrict(folder, { participants, onEvent: model.onEvent })).toMatchObject({
      status: 'paused',
      code: 'refused',
    });
    await server.close();
    const entries = await readEntries(folder);
    expect(entries.filter(({ type }) => type === 'argument')).toHaveLength(6);
  });
});
