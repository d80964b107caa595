import { describe, expect, it } from 'vitest';
import { DebateLog, pathOfLog } from '../../src/record/debateLog';
import { Session } from '../../src/session/session';
import { startMessagesServer } from '../support/messagesServer/messagesServer';
import { accessTo, anthropicAt, askedOfMessages, fixedFence, hurried, messagesAnswer, modelFolder } from '../support/modelDebate';
import { fullScript, readEntries } from '../support/scriptedDebate';
import { ScriptedModel } from '../support/scriptedModel';

const names = ['ada', 'bob', 'cy'];

describe('a debate through the Messages API', () => {
  it('runs from the readiness check to the assessor, with usage by role', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 2, outcome: 'bob_wins' }), names);
    const server = await startMessagesServer({ answer: (request) => messagesAnswer(model.answer(askedOfMessages(request))) });
    const folder = await modelFolder({ names, provider: 'anthropic' });
    const drafts: string[] = [];
    const session = await Session.open({
      ...{ folder, program: 'test', isStrict: true },
      participants: { models: accessTo(anthropicAt(server.url)), patience: hurried(), fence: fixedFence() },
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'draft') drafts.push(event.text);
        if (event.kind === 'error' || event.kind === 'retry') console.log(JSON.stringify(event));
      },
    });
    const end = await session.run();
    await server.close();
    expect(server.mistakes).toEqual([]);
    expect(end).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(entries.find((entry) => entry.type === 'conclusion')?.data?.['outcome']).toBe('bob_wins');
    const log = await DebateLog.open(pathOfLog(folder));
    expect(log.state.usage.cache_read).toBeGreaterThan(0);
    console.log(JSON.stringify(Object.fromEntries(log.state.usageBySpeaker)), JSON.stringify(server.totals()), drafts.length, server.requests.length);
    await log.close();
  });
});
