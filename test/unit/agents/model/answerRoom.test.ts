import { describe, expect, it } from 'vitest';
import { roomFor } from '../../../../src/agents/model/caller';
import { effortFor } from '../../../../src/agents/model/effort';
import { Session } from '../../../../src/session/session';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { askedOfMessages, messagesAnswer, modelFolder, participantsAt } from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';

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
    expect(first).toBe(16_000);
    expect(limit).toBeGreaterThan(60_000);
  });

  it('cuts no request of a debate by models that think at length', { timeout: 60_000 }, async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startMessagesServer({
      answer: (request) => ({
        thinking: 'weigh it '.repeat(7_000),
        ...messagesAnswer(model.answer(askedOfMessages(request))),
      }),
    });
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });
    const session = await Session.open({
      folder,
      program: 'test',
      isStrict: true,
      participants: participantsAt(server),
      onEvent: (event) => model.onEvent(event),
    });
    expect(await session.run()).toEqual({ status: 'done' });
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
