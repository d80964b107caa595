import { describe, expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../../src/models/anthropic/anthropicProvider';
import { checkedBaseUrl } from '../../../../src/models/wire';
import { Session } from '../../../../src/session/run/session';
import { concernedOwners } from '../../../../src/ui/models/settingModels';
import { startChatServer } from '../../../support/chatServer/chatServer';
import { askedOfChat, chatAnswer, modelFolder, openAiAt, participantsWith } from '../../../support/modelDebate';
import { modelOfScript, scriptNames as names } from '../../../support/modelScript';

const models = new Map([
  ['chair', 'anthropic:claude-opus-5-5'],
  ['conclusion', 'human'],
  ['ada', 'openai-compatible:llama3:8b'],
  ['bob', 'vscode:copilot/gpt-5.2'],
  ['reporter', 'offline'],
]);
const paused = (code: string, agent?: string) => ({
  status: 'paused' as const,
  reason: 'There is no key.',
  code,
  ...(agent === undefined ? {} : { agent }),
});

describe('whose key a debate lacks', () => {
  it.each([
    ['of the seat that it rests for', paused('key_missing', 'ada'), ['openai-compatible']],
    ['of the Chair', paused('key_rejected', 'chair'), ['anthropic']],
    ['of anybody, where the seat has none', paused('key_missing', 'bob'), ['anthropic', 'openai-compatible']],
    ['of anybody, where nobody is named', paused('key_missing'), ['anthropic', 'openai-compatible']],
    ['of anybody, where it rests for something else', paused('unreachable', 'ada'), ['anthropic', 'openai-compatible']],
    ['of anybody, where it does not rest in this window', undefined, ['anthropic', 'openai-compatible']],
  ])('is that %s', (_, end, owners) => {
    expect(concernedOwners(models, end)).toEqual(owners);
  });

  it('and of the decision, which may have a model of its own', () => {
    expect(
      concernedOwners(new Map([...models, ['conclusion', 'openai-compatible:x']]), paused('key_missing', 'chair')),
    ).toEqual(['anthropic', 'openai-compatible']);
  });

  it('is told by the engine, at the readiness check', async () => {
    const model = modelOfScript();
    const chat = await startChatServer({ answer: (request) => chatAnswer(model.answer(askedOfChat(request))) });
    const folder = await modelFolder({
      names,
      provider: 'openai-compatible',
      models: { bob: 'anthropic:claude-sonnet-5-5' },
    });
    const [anthropic, openAi] = [
      createAnthropicProvider({
        baseUrl: checkedBaseUrl('https://models.invalid'),
        key: () => Promise.resolve(undefined),
      }),
      openAiAt(chat.baseUrl),
    ];
    const access = {
      provider: (name: string) => Promise.resolve(name === 'anthropic' ? anthropic : openAi),
      researchTools: () => Promise.resolve([]),
    };
    const session = await Session.open({
      folder,
      program: 'test',
      participants: participantsWith(access),
      onEvent: model.onEvent,
    });
    const end = await session.run();
    await chat.close();
    expect(end).toMatchObject({ status: 'paused', code: 'key_missing', agent: 'bob' });
    expect(concernedOwners(session.log.state.models, end)).toEqual(['anthropic']);
  });
});
