import { evaluationOf } from '../../support/conclusions';
import { describe, expect, it } from 'vitest';
import type { TaskKind } from '../../../src/debate/flow/tasks';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  fixedFence,
  hurried,
  messagesAnswer,
  modelFolder,
} from '../../support/modelDebate';
import { fullScript, readEntries } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { runStrict } from '../../support/testSession';

const names = ['ada', 'bob'];

/** Gives points to somebody who did not take part, until it is told otherwise. */
class Undecided extends ScriptedModel {
  #decisions = 0;

  override json(kind: TaskKind): unknown {
    const json = super.json(kind);
    if (kind !== 'chair/conclude') return json;
    this.#decisions += 1;
    const reason = 'Debater A was ahead of debater-b in seq 2.';
    const points = (debater: string, given: number) => evaluationOf(debater, given);
    const evaluations = [points(this.#decisions === 1 ? 'somebody' : 'debater-a', 8), points('debater-b', 5)];
    return { ...(json as object), reason, evaluations };
  }
}

describe('the Chair that decides', () => {
  it('sees no name, also where its answer is sent back; whoever looks on sees no label', async () => {
    const model = new Undecided(fullScript({ names, rounds: 1 }), names);
    const asked: string[] = [];
    const server = await startMessagesServer({
      answer: (request) => {
        const { schema, text } = askedOfMessages(request);
        if (model.kindOf(schema, text) === 'chair/conclude') asked.push(text);
        return messagesAnswer(model.answer(askedOfMessages(request)));
      },
    });
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 } });
    const drafts: string[] = [];
    const participants = {
      models: accessTo(anthropicAt(server.url)),
      clock: { ...hurried(), now: ticking() },
      fence: fixedFence(),
    };
    const end = await runStrict(folder, {
      participants,
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'draft' && event.step === 'conclusion') drafts.push(event.text);
      },
    });
    expect(end).toEqual({ status: 'done' });
    await server.close();
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('Evaluate debater-a too.');
    for (const text of asked) expect(text).not.toMatch(/\b(?:ada|bob)\b/i);
    expect(drafts.join('\n')).toContain('ada was ahead of bob in seq 2');
    expect(drafts.join('\n')).not.toMatch(/debater[- ][ab]\b/i);
    const conclusion = (await readEntries(folder)).find((entry) => entry.type === 'conclusion');
    expect(conclusion?.data).toMatchObject({ outcome: 'ada_wins', reason: 'ada was ahead of bob in seq 2.' });
  });
});

/** Far enough apart that no draft is left out. */
function ticking(): () => number {
  let now = Date.now();
  return () => (now += 1_000);
}
