import { describe, expect, it } from 'vitest';
import { Caller, roomFor } from '../../../../src/agents/model/caller';
import { PromptBook } from '../../../../src/agents/model/promptBook';
import { effortFor } from '../../../../src/agents/model/thinking';
import { TokenMeter } from '../../../../src/agents/model/tokens';
import { ModelError } from '../../../../src/models/modelError';
import type { ModelReply, ModelRequest } from '../../../../src/models/provider';
import { limitsOf } from '../../../../src/models/openai/descriptor';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import {
  askedOfMessages,
  fixedFence,
  hurried,
  messagesAnswer,
  modelFolder,
  participantsAt,
} from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runStrict } from '../../../support/testSession';

const names = ['ada', 'bob'];
const words = (count: number) => ({
  model: 'm',
  system: [],
  messages: [{ role: 'user' as const, parts: [said(count)] }],
});
/** So many tokens, as they are estimated. */
const said = (count: number) => ({ type: 'text' as const, text: 'x'.repeat(count * 3.6) });

describe('room to answer', () => {
  it('is what the model allows, or what its window leaves', () => {
    expect(roomFor(words(1_000), { maxInputTokens: 1_000_000, maxOutputTokens: 128_000 })).toEqual({
      first: 128_000,
      limit: 128_000,
      isOfWindow: false,
    });
    const { first, limit, isOfWindow } = roomFor(words(10_000), { maxInputTokens: 32_000, maxOutputTokens: 32_000 });
    expect([first, isOfWindow]).toEqual([limit, true]);
    expect(limit).toBeGreaterThan(18_000);
    expect(limit).toBeLessThanOrEqual(22_000);
  });

  it('is enough for any answer where nobody says how much it may be, and then all that is left', () => {
    expect(roomFor(words(100), { maxInputTokens: undefined, maxOutputTokens: undefined })).toMatchObject({
      first: 16_000,
      limit: 32_000,
    });
    const { first, limit } = roomFor(words(1_000), { maxInputTokens: 64_000, maxOutputTokens: undefined });
    expect(first).toBe(limit);
    expect(limit).toBeGreaterThan(60_000);
    const large = roomFor(words(1_000), { maxInputTokens: 400_000, maxOutputTokens: undefined });
    expect(large.first).toBe(64_000);
    expect(large.limit).toBeGreaterThan(390_000);
  });

  it('is asked for in less where the server refuses so much', async () => {
    const asked: number[] = [];
    const never = () => Promise.reject(new Error('not asked for'));
    const send = ({ maxOutputTokens }: ModelRequest): Promise<ModelReply> => {
      asked.push(maxOutputTokens);
      const facts = { provider: 'openai-compatible', status: 400 };
      return maxOutputTokens > 32_000
        ? Promise.reject(new ModelError('bad_request', 'The server refused: max_tokens is too large.', facts))
        : Promise.resolve({ parts: [{ type: 'text', text: 'Yes.' }], stop: 'end', usage: undefined, pages: [] });
    };
    const caller = new Caller({
      provider: { name: 'openai-compatible', place: 'here', send, describe: never, list: never, countTokens: never },
      description: {
        ...{
          id: 'm',
          name: 'm',
          maxInputTokens: 400_000,
          maxOutputTokens: undefined,
          efforts: [],
          reportsUsage: false,
        },
        ...{ hasTools: true, hasStructuredAnswers: true, hasServerSearch: false, hasServerFetch: false },
      },
      meter: new TokenMeter('openai-compatible', 'm'),
      book: PromptBook.bundled(),
      fence: fixedFence(),
      clock: hurried(),
      context: { signal: new AbortController().signal, progress: () => undefined },
    });
    expect(await caller.ask(words(100))).toMatchObject({ stop: 'end' });
    expect(asked).toEqual([64_000, 16_000]);
  });

  it('is known of OpenAI’s models, whose list names no limits', () => {
    const outputs = ['gpt-5.6-luna', 'gpt-5.2', 'gpt-5.2-chat-latest', 'gpt-4.1-mini-2025-04-14', 'o3-pro', 'gpt-4o'];
    expect(outputs.map((model) => limitsOf(model)?.output)).toEqual([
      128_000, 128_000, 16_384, 32_768, 100_000, 16_384,
    ]);
    expect(limitsOf('gpt-5.6-luna')?.window).toBeUndefined();
    expect(limitsOf('gpt-5-mini')?.window).toBe(400_000);
    expect(limitsOf('qwen3')).toBeUndefined();
  });

  it('cuts no request of a debate by models that think at length', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startMessagesServer({
      answer: (request) => ({
        thinking: 'weigh it '.repeat(7_000),
        ...messagesAnswer(model.answer(askedOfMessages(request))),
      }),
    });
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });
    expect(await runStrict(folder, { participants: participantsAt(server), onEvent: model.onEvent })).toEqual({
      status: 'done',
    });
    await server.close();
    expect(server.mistakes).toEqual([]);
    const answered = server.requests.filter(({ stopReason }) => stopReason !== undefined);
    expect(answered.length).toBeGreaterThan(20);
    expect(answered.filter(({ stopReason }) => stopReason === 'max_tokens')).toEqual([]);
    expect(Math.min(...answered.map(({ usage }) => usage?.output_tokens ?? 0))).toBeGreaterThan(7_000);
    const efforts = new Set(answered.map(({ request }) => request?.output_config?.effort));
    expect([...efforts].sort()).toEqual(['high', 'low', undefined]);
  });
});

describe('effort', () => {
  it('goes by task, for all, or by role, the most particular first', () => {
    const support = { agent: 'verifier', kind: 'verifier/support' } as const;
    expect(effortFor(support)).toBe('low');
    expect(effortFor(support, { all: 'medium' })).toBe('medium');
    expect(effortFor(support, { all: 'medium', byRole: { verifier: 'high' } })).toBe('high');
    expect(effortFor({ agent: 'ada', kind: 'debater/turn' })).toBeUndefined();
    const conclude = { agent: 'chair', kind: 'chair/conclude' } as const;
    expect(effortFor(conclude)).toBe('high');
    expect(effortFor(conclude, { byRole: { chair: 'low', conclusion: 'medium' } })).toBe('medium');
    expect(effortFor(conclude, { byRole: { chair: 'low' } })).toBe('low');
  });
});
