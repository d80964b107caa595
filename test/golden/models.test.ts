import { describe, expect, it } from 'vitest';
import { setupDataSchema } from '../../src/debate/log/entryData';
import type { ModelProvider, ModelProviderName } from '../../src/models/provider';
import { startChatServer } from '../support/chatServer/chatServer';
import { expectGoldenDebate } from '../support/golden';
import { startMessagesServer } from '../support/messagesServer/messagesServer';
import {
  accessTo,
  answering,
  anthropicAt,
  askedOfChat,
  chatAnswer,
  modelFolder,
  openAiAt,
  participantsWith,
} from '../support/modelDebate';
import { modelOfScript, scriptNames as names } from '../support/modelScript';
import { readEntries, shape } from '../support/scriptedDebate';
import type { ScriptedModel } from '../support/scriptedModel';
import { runStrict } from '../support/testSession';

/** Whole panel debates by models, through the providers' own packages, against stored logs and documents. */

async function play(folder: string, provider: ModelProvider, model: ScriptedModel): Promise<string> {
  const participants = participantsWith(accessTo(provider));
  expect(await runStrict(folder, { participants, onEvent: model.onEvent })).toEqual({ status: 'done' });
  const [setup] = await readEntries(folder);
  return setupDataSchema.parse(setup?.data).evidence.root ?? '';
}

describe('panel debates by models', () => {
  const shapes: Partial<Record<ModelProviderName, string[]>> = {};

  it('through the Messages API', async () => {
    const model = modelOfScript();
    const server = await startMessagesServer({
      answer: answering(model),
    });
    const folder = await modelFolder({ names, provider: 'anthropic' });
    const evidence = await play(folder, anthropicAt(server.url), model);
    await server.close();
    expect(server.mistakes).toEqual([]);
    await expectGoldenDebate('anthropic', folder, evidence);
    const entries = await readEntries(folder);
    shapes.anthropic = shape(entries);
    const judged = entries.find(
      (entry) =>
        entry.type === 'verification_result' && (entry.data?.['checks'] as { support?: string }).support === 'pass',
    );
    expect(judged?.data).toMatchObject({
      status: 'verified',
      step: { usage: { output: expect.any(Number) as number } },
    });
  });

  it.each(['openai', 'bare'] as const)(
    'through the chat completions protocol of a server such as “%s”',
    async (profile) => {
      const model = modelOfScript();
      const server = await startChatServer({
        profile,
        answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
      });
      const folder = await modelFolder({ names, provider: 'openai-compatible' });
      const evidence = await play(folder, openAiAt(server.baseUrl), model);
      await server.close();
      expect(server.problems).toEqual([]);
      await expectGoldenDebate(`openai-compatible-${profile}`, folder, evidence);
      expect(shape(await readEntries(folder))).toEqual(shapes.anthropic);
    },
  );
});
