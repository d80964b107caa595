import { expect, it } from 'vitest';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import { answering, modelFolder, participantsAt } from '../../support/modelDebate';
import { fullScript, readEntries, shape } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { runStrict } from '../../support/testSession';

const names = ['ada', 'bob'];

async function shapeOf(isTold: boolean): Promise<string[]> {
  const model = new ScriptedModel(fullScript({ names, rounds: 2 }), names);
  const server = await startMessagesServer({
    answer: answering(model),
  });
  const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 2 } });
  const participants = participantsAt(server);
  expect(await runStrict(folder, { participants, ...(isTold ? { onEvent: model.onEvent } : {}) })).toEqual({
    status: 'done',
  });
  await server.close();
  expect(server.mistakes).toEqual([]);
  return shape(await readEntries(folder));
}

it('a scripted model that is told nothing works out each step from the words of the request', async () => {
  expect(await shapeOf(false)).toEqual(await shapeOf(true));
});
