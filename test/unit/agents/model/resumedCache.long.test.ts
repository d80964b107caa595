import { describe, expect, it } from 'vitest';
import { TaskError } from '../../../../src/agents/performer';
import { changeLimits } from '../../../../src/session/run/interventions';
import { withLog } from '../../../support/logs';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { answering, hurried, modelFolder, participantsAt } from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runFolder, testSession } from '../../../support/testSession';

const names = ['ada', 'bob'];

describe('the provider’s cache', () => {
  it('serves a debate that is resumed as one that was never interrupted', async () => {
    const uncut = await accounts({});
    expect(await accounts({ pauseAfter: 7 })).toEqual(uncut);
    // Other limits are one entry more, and everything before it stays as it was.
    const changed = await accounts({ pauseAfter: 12, budget: 90 });
    expect(changed.read).toBeGreaterThan(uncut.read);
    expect(changed.write5m - uncut.write5m).toBeLessThan(100);
  });
});

/** What a debate cost in all, with a pause after so many entries and another budget from there on. */
async function accounts({ pauseAfter, budget }: { pauseAfter?: number; budget?: number }) {
  const model = new ScriptedModel(fullScript({ names, rounds: 2 }), names);
  const server = await startMessagesServer({
    answer: answering(model),
  });
  const folder = await modelFolder({ names, provider: 'anthropic' });
  const participants = participantsAt(server);
  for (let runs = 0; ; runs += 1) {
    const session = await testSession(folder, {
      participants,
      onEvent: (event) => {
        model.onEvent(event);
        if (runs === 0 && event.kind === 'written' && event.seq === pauseAfter) session.pause('for a test');
      },
    });
    const end = await session.run();
    if (end.status === 'done') break;
    expect(end.status).toBe('paused');
    if (budget === undefined) continue;
    await withLog(folder, (log) => changeLimits(log, { budget_usd: budget }));
  }
  await server.close();
  expect(server.mistakes).toEqual([]);
  const { input, read, write5m, output } = server.totals();
  return { input, read, write5m, output };
}

describe('the provider’s cache, where more than five minutes pass between requests', () => {
  it('keeps what is read again for an hour: after the first such gap, and where a person sits from the start', async () => {
    // Of the debaters’ first request of each round, with a gap before the second and the third.
    const [model, person] = [await readsByRound({}), await readsByRound({ audience: 'human' })];
    expect(model.map((tokens) => tokens > 0)).toEqual([true, false, true]);
    expect(person.map((tokens) => tokens > 0)).toEqual([true, true, true]);
  });
});

/** Tokens that the first turn of each round read from the cache. Six minutes pass between rounds, whoever takes them. */
async function readsByRound(models: Record<string, string>): Promise<number[]> {
  const model = new ScriptedModel(fullScript({ names, rounds: 3 }), names);
  let now = Date.now();
  const starts: number[] = [];
  const server = await startMessagesServer({ answer: answering(model), now: () => now });
  const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 3, max: 3 }, models });
  const skipped = (): Promise<never> => {
    return Promise.reject(new TaskError('skipped', 'The person has nothing to ask.', false));
  };
  const end = await runFolder(folder, {
    participants: {
      ...participantsAt(server),
      clock: { ...hurried(), now: () => now },
      humanTasks: { ask: skipped },
    },
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind !== 'round') return;
      if (event.round > 1) now += 6 * 60_000;
      starts.push(server.requests.length);
    },
  });
  expect(end).toMatchObject({ status: 'done' });
  await server.close();
  expect(server.mistakes).toEqual([]);
  return starts.map((at) => {
    const turn = server.requests.slice(at).find(({ request }) => request?.tools !== undefined);
    return turn?.usage?.cache_read_input_tokens ?? -1;
  });
}
