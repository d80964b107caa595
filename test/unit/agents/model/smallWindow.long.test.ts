import { describe, expect, it } from 'vitest';
import { requestTokens } from '../../../../src/agents/model/tokens';
import { ModelError } from '../../../../src/models/modelError';
import type { ModelProvider } from '../../../../src/models/provider';
import { logIn } from '../../../support/logs';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { currentModel } from '../../../support/messagesServer/models';
import {
  accessTo,
  answering,
  anthropicAt,
  modelFolder,
  participantsAt,
  participantsWith,
} from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import type { Said } from '../../../support/scriptedModel';
import { runStrict } from '../../../support/testSession';

const names = ['ada', 'bob'];

/** Reads on and on, as long as it is given something. */
class Reader extends ScriptedModel {
  read = 0;

  override answer(asked: Parameters<ScriptedModel['answer']>[0]): Said {
    if (!asked.tools.includes('read_evidence') || asked.schema !== undefined) return super.answer(asked);
    if (asked.results === 6) return { text: 'Notes: enough.' };
    this.read += 1;
    return { call: { name: 'read_evidence', input: { path: 'ada.md', start_line: 1 + ((this.read * 50) % 900) } } };
  }
}

describe('a model with a small window', () => {
  it('whose size nobody tells gets on without what was too much for it', async () => {
    const model = new Reader(fullScript({ names, rounds: 1 }), names);
    const server = await startMessagesServer({
      answer: answering(model),
    });
    const provider = anthropicAt(server.url);
    let refusals = 0;
    const silent: ModelProvider = {
      name: provider.name,
      place: provider.place,
      list: (signal) => provider.list(signal),
      countTokens: (request, signal) => provider.countTokens(request, signal),
      describe: async (id, signal) => ({ ...(await provider.describe(id, signal)), maxInputTokens: undefined }),
      send: async (request, watch) => {
        if (requestTokens(request) <= 12_000) return await provider.send(request, watch);
        refusals += 1;
        throw new ModelError('too_large', 'The request is larger than the model takes.', { provider: 'test' });
      },
    };
    const folder = await modelFolder({
      names,
      provider: 'anthropic',
      rounds: { min: 1, max: 1 },
      evidenceLines: 1_000,
    });
    const participants = participantsWith(accessTo(silent));
    expect(await runStrict(folder, { participants, onEvent: model.onEvent })).toEqual({ status: 'done' });
    await server.close();
    // At least once in each of the four turns with research.
    expect(refusals).toBeGreaterThanOrEqual(4);
  });

  it('is given no more by its tools than there is room for, and the debate goes on', async () => {
    const model = new Reader(fullScript({ names, rounds: 2 }), names);
    const window = 14_000;
    const models = [
      currentModel({ id: 'claude-sonnet-5-5', name: 'Small', line: 'sonnet', maxInputTokens: window }),
      currentModel({ id: 'claude-opus-5-5', name: 'Large', line: 'opus' }),
    ];
    const server = await startMessagesServer({
      models,
      answer: answering(model),
    });
    const folder = await modelFolder({
      names,
      provider: 'anthropic',
      rounds: { min: 1, max: 2 },
      evidenceLines: 1_000,
    });
    const participants = participantsAt(server);
    const end = await runStrict(folder, { participants, onEvent: model.onEvent });
    await server.close();
    expect({ end, mistakes: server.mistakes }).toEqual({ end: { status: 'done' }, mistakes: [] });
    expect(model.read).toBe(6 * 6);
    expect(server.requests.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(
      server.requests.some(({ body }) =>
        JSON.stringify(body ?? '').includes('You have used up the research of this turn'),
      ),
    ).toBe(true);
    const log = await logIn(folder);
    expect(log.state.turns.filter((turn) => turn.skipped)).toEqual([]);
  });
});
