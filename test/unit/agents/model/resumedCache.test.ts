import { describe, expect, it } from 'vitest';
import { changeLimits } from '../../../../src/session/interventions';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { Session } from '../../../../src/session/session';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { answering, modelFolder, participantsAt } from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';

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
    const session = await Session.open({
      folder,
      program: 'test',
      isStrict: true,
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
    const log = await DebateLog.open(pathOfLog(folder));
    await changeLimits(log, { budget_usd: budget });
    await log.close();
  }
  await server.close();
  expect(server.mistakes).toEqual([]);
  const { input, read, write5m, output } = server.totals();
  return { input, read, write5m, output };
}
