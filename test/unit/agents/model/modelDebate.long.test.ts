import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/models/modelError';
import type { ModelProvider } from '../../../../src/models/provider';
import { stepOf } from '../../../../src/debate/log/entry';
import { startChatServer } from '../../../support/chatServer/chatServer';
import { logIn } from '../../../support/logs';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import {
  accessTo,
  answering,
  anthropicAt,
  askedOfChat,
  chatAnswer,
  modelFolder,
  openAiAt,
  participantsWith,
} from '../../../support/modelDebate';
import { fullScript, readEntries } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runStrict } from '../../../support/testSession';

const names = ['ada', 'bob', 'cy'];

async function played(folder: string, provider: ModelProvider, model: ScriptedModel) {
  const drafts: string[] = [];
  const retries: string[] = [];
  const told: string[] = [];
  const participants = participantsWith(accessTo(provider));
  const end = await runStrict(folder, {
    participants,
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind === 'draft') drafts.push(event.text);
      if (event.kind === 'retry') retries.push(event.step);
      if (event.kind === 'progress' && event.step === 'ready') told.push(`${event.agent}: ${event.detail}`);
      if (event.kind === 'waiting' && event.step === 'ready') told.push(`${event.agent}: ${event.reason}`);
    },
  });
  return { end, drafts, retries, told };
}

describe('a debate through the Messages API', () => {
  it('runs from the readiness check to the assessor: streamed, cached, with usage by role', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 2, outcome: 'bob_wins' }), names);
    const server = await startMessagesServer({
      answer: answering(model),
    });
    const folder = await modelFolder({ names, provider: 'anthropic' });
    const { end, drafts, retries } = await played(folder, anthropicAt(server.url), model);
    await server.close();
    expect(server.mistakes).toEqual([]);
    expect(end).toEqual({ status: 'done' });
    expect(retries).toEqual([]);
    const entries = await readEntries(folder);
    expect(entries.find((entry) => entry.type === 'conclusion')?.data?.['outcome']).toBe('bob_wins');
    // What was streamed is what became the entries, and nothing of it is kept otherwise.
    expect(drafts.some((draft) => draft !== '' && entries.some((entry) => entry.content.startsWith(draft)))).toBe(true);
    const log = await logIn(folder);
    const [told, kept] = [server.totals(), log.state.usage];
    expect({
      input: kept.input,
      cache_read: kept.cache_read,
      cache_write: kept.cache_write,
      output: kept.output,
    }).toEqual({
      input: told.input,
      cache_read: told.read,
      cache_write: told.write5m,
      output: told.output,
    });
    expect([...log.state.usageBySpeaker.keys()].sort()).toEqual([
      'ada',
      'assessor',
      'audience',
      'bob',
      'chair',
      'cy',
      'reporter',
    ]);
  });

  it('takes several models: one per role and per debater, of several providers, offline and models side by side', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const messages = await startMessagesServer({
      answer: answering(model),
    });
    const chat = await startChatServer({ answer: (request) => chatAnswer(model.answer(askedOfChat(request))) });
    const models = {
      bob: 'openai-compatible:test-model',
      audience: 'openai-compatible:test-model',
      reporter: 'anthropic:claude-haiku-5-5',
      assessor: 'offline',
    };
    const folder = await modelFolder({ names, provider: 'anthropic', rounds: { min: 1, max: 1 }, models });
    const [anthropic, openAi] = [anthropicAt(messages.url), openAiAt(chat.baseUrl)];
    const provider = {
      provider: (name: string) => Promise.resolve(name === 'anthropic' ? anthropic : openAi),
      researchTools: () => Promise.resolve([]),
    };
    const participants = participantsWith(provider);
    expect(await runStrict(folder, { participants, onEvent: model.onEvent })).toEqual({ status: 'done' });
    await messages.close();
    await chat.close();
    const used = new Set(messages.requests.map((request) => request.request?.model).filter((id) => id !== undefined));
    expect([...used].sort()).toEqual(['claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-5-5']);
    expect(chat.requests.some((request) => request.answer?.name === 'debater_turn')).toBe(true);
    const entries = await readEntries(folder);
    expect(entries.filter(({ type }) => type === 'document').map(({ data }) => data?.['name'])).toEqual([
      'summary.md',
      'blog-post.md',
    ]);
    // A report that nobody writes is no step, and nothing is asked or paid for it.
    expect(entries.some((entry) => stepOf(entry)?.id === 'assessor-report' || entry.speaker === 'assessor')).toBe(
      false,
    );
    expect((await logIn(folder)).state.usageBySpeaker.has('assessor')).toBe(false);
  });
});

describe('a debate through the chat completions protocol', () => {
  it('goes on in plain text where a server says only when asked that it knows no tools', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startChatServer({
      profile: 'openai',
      answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
    });
    const folder = await modelFolder({ names, provider: 'openai-compatible', rounds: { min: 1, max: 1 } });
    const provider = openAiAt(server.baseUrl);
    let sent = 0;
    const forgetful: ModelProvider = {
      name: provider.name,
      place: provider.place,
      list: (signal) => provider.list(signal),
      countTokens: (request, signal) => provider.countTokens(request, signal),
      describe: async (id, signal) => ({
        ...(await provider.describe(id, signal)),
        ...(sent === 0 ? {} : { hasTools: false }),
      }),
      send: async (request, watch) => {
        sent += 1;
        if (request.tools !== undefined)
          throw new ModelError('bad_request', 'The server knows no tools.', { provider: 'test' });
        return await provider.send(request, watch);
      },
    };
    expect((await played(folder, forgetful, model)).end).toEqual({ status: 'done' });
    await server.close();
    expect(
      server.requests.some((request) =>
        request.messages.some((message) => message.content?.includes('CALL {') === true),
      ),
    ).toBe(true);
  });
});

describe('a debate by a model of this machine', () => {
  const oneRound = { names, provider: 'openai-compatible', rounds: { min: 1, max: 1 } } as const;

  it('says while everybody is checked that the model is loaded', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startChatServer({
      profile: 'ollama',
      models: [{ id: 'test-model', native: { runsWith: 131_072 } }],
      answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
    });
    const { end, told } = await played(await modelFolder(oneRound), openAiAt(server.baseUrl), model);
    await server.close();
    expect({ end, told }).toEqual({ end: { status: 'done' }, told: ['chair: loading test-model'] });
  });

  it('waits for a server that is there before its model, and says so', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    let refusals = 0;
    const server = await startChatServer({
      profile: 'llamacpp',
      models: [{ id: 'test-model', native: { default_generation_settings: { n_ctx: 131_072 } } }],
      answer: (request) => {
        refusals += 1;
        return refusals <= 9
          ? { fault: { kind: 'status', status: 503, message: 'Loading model' } }
          : chatAnswer(model.answer(askedOfChat(request)));
      },
    });
    const { end, told } = await played(await modelFolder(oneRound), openAiAt(server.baseUrl), model);
    await server.close();
    expect(end).toEqual({ status: 'done' });
    expect(new Set(told)).toEqual(
      new Set([`chair: ${server.origin} is still loading its model. The provider says: “Loading model”`]),
    );
  });

  it('goes on in plain text where its server takes schemas and holds nothing to them', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startChatServer({
      profile: 'ollama',
      models: [{ id: 'test-model', native: { runsWith: 131_072 } }],
      answer: (request) =>
        request.answer === undefined ? chatAnswer(model.answer(askedOfChat(request))) : { text: 'Here it is: well.' },
    });
    const { end, retries } = await played(await modelFolder(oneRound), openAiAt(server.baseUrl), model);
    await server.close();
    expect({ end, retries }).toEqual({ end: { status: 'done' }, retries: [] });
    // Asked for by its schema once; then it was known.
    expect(server.requests.filter(({ answer }) => answer !== undefined)).toHaveLength(1);
  });
});

describe('a seat that nobody has', () => {
  it('lets the debate rest before the first turn, and says how to name somebody', async () => {
    const bobs = 'anthropic:claude-haiku-5-5';
    const folder = await modelFolder({ names, provider: 'anthropic', models: { bob: bobs } });
    const log = join(folder, 'debate-log.jsonl');
    await writeFile(log, (await readFile(log, 'utf8')).replaceAll(`"model":"${bobs}"`, '"model":"anthropic:"'));
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startMessagesServer({
      answer: answering(model),
    });
    const { end } = await played(folder, anthropicAt(server.url), model);
    await server.close();
    expect(end).toMatchObject({ status: 'paused', code: 'no_model' });
    expect((await readEntries(folder)).map((entry) => entry.type)).toEqual(['setup']);
  });
});
