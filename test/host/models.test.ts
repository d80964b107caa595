import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Usage } from '../../src/debate/log/entryData';
import { isModelError, type ModelError } from '../../src/models/modelError';
import type { ModelProvider, ModelRequest } from '../../src/models/provider';
import { EditorModels } from '../../src/ui/models/editorModels';
import { VscodeProvider } from '../../src/ui/models/vscodeProvider';
import { ScriptedModels, testVendor, textOf } from './chatModels';
import { draftOf, servicesHere, until } from './startedDebate';

const steady = `${testVendor}/steady`;
const text = (value: string): vscode.LanguageModelTextPart => new vscode.LanguageModelTextPart(value);
const never = (): AbortSignal => new AbortController().signal;

const request = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: steady,
  maxOutputTokens: 1_000,
  system: [{ type: 'text', text: 'The rules.' }],
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Speak.' }] }],
  ...change,
});

const look = { name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } };

async function failure(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isModelError(error), `no ModelError, but ${String(error)}`);
  return error;
}

describe('the editor’s own models', () => {
  const models = new ScriptedModels();
  let registered: vscode.Disposable | undefined;
  let provider: ModelProvider;

  before(async () => {
    registered = vscode.lm.registerLanguageModelChatProvider(testVendor, models);
    const services = await servicesHere();
    provider = await services.models.provider('vscode');
    await until('the models', async () => (await provider.list(never())).some(({ id }) => id === steady));
  });

  beforeEach(() => {
    models.requests.length = 0;
    models.answer = (_, progress) => progress.report(text('Yes.'));
  });

  after(() => {
    registered?.dispose();
  });

  it('are listed and described with what the editor tells of them', async () => {
    const listed = await provider.list(never());
    assert.deepEqual(
      listed
        .filter(({ id }) => id.startsWith(`${testVendor}/`))
        .map(({ id }) => id)
        .sort(),
      [steady, `${testVendor}/toolless`],
    );
    const described = await provider.describe(steady, never());
    assert.deepEqual(described, {
      id: steady,
      name: 'Model steady',
      maxInputTokens: 50_000,
      maxOutputTokens: undefined,
      hasTools: true,
      hasStructuredAnswers: false,
      hasServerSearch: false,
      hasServerFetch: false,
      efforts: [],
      reportsUsage: false,
    });
    assert.equal((await provider.describe(`${testVendor}/toolless`, never())).hasTools, false);
  });

  it('speak piece by piece, and read instructions first', async () => {
    models.answer = async (_, progress) => {
      for (const piece of ['To move ', 'is to ', 'pay twice.']) {
        progress.report(text(piece));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const pieces: string[] = [];
    let signs = 0;
    const messages: ModelRequest['messages'] = [
      { role: 'user', parts: [{ type: 'text', text: 'First.' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Second.' },
          { type: 'opaque', value: 7 },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'Third.' }] },
    ];
    const reply = await provider.send(request({ messages }), {
      signal: never(),
      onText: (piece) => pieces.push(piece),
      onAlive: () => (signs += 1),
    });
    assert.deepEqual(reply, {
      parts: [{ type: 'text', text: 'To move is to pay twice.' }],
      stop: 'end',
      usage: undefined,
      pages: [],
    });
    assert.equal(pieces.join(''), 'To move is to pay twice.');
    assert.ok(signs > pieces.length);
    const [seen] = models.requests;
    const { User, Assistant } = vscode.LanguageModelChatMessageRole;
    assert.deepEqual(
      seen?.messages.map((message) => [message.role, textOf(message)]),
      [
        [User, 'The rules.First.'],
        [Assistant, 'Second.'],
        [User, 'Third.'],
      ],
    );
  });

  it('call tools, and get their results back', async () => {
    models.answer = (_, progress) =>
      progress.report(new vscode.LanguageModelToolCallPart('c1', 'look', { at: 'cost' }));
    const first = await provider.send(request({ tools: [look] }), { signal: never() });
    assert.equal(first.stop, 'tool_use');
    assert.deepEqual(first.parts, [{ type: 'tool_call', id: 'c1', name: 'look', input: { at: 'cost' } }]);
    assert.deepEqual(models.requests[0]?.tools, ['look']);
    models.answer = (_, progress) => progress.report(text('It costs 40.'));
    const messages: ModelRequest['messages'] = [
      { role: 'user', parts: [{ type: 'text', text: 'Speak.' }] },
      { role: 'assistant', parts: first.parts },
      { role: 'user', parts: [{ type: 'tool_result', id: 'c1', name: 'look', text: 'gone', isError: true }] },
    ];
    await provider.send(request({ tools: [look], messages }), { signal: never() });
    const [, called, answered] = models.requests[1]?.messages ?? [];
    const [call] = called?.content ?? [];
    assert.ok(call instanceof vscode.LanguageModelToolCallPart);
    assert.deepEqual([call.callId, call.name, call.input], ['c1', 'look', { at: 'cost' }]);
    const [result] = answered?.content ?? [];
    assert.ok(result instanceof vscode.LanguageModelToolResultPart);
    const [said] = result.content;
    assert.deepEqual(
      [result.callId, said instanceof vscode.LanguageModelTextPart ? said.value : undefined],
      ['c1', 'Error: gone'],
    );
  });

  it('tell their usage where whoever brings them does', async () => {
    models.answer = (_, progress) => {
      progress.report(text('Yes.'));
      progress.report(
        vscode.LanguageModelDataPart.json(
          { input_tokens: 9, output_tokens: 2, cache_read_input_tokens: 4 },
          'application/x-usage',
        ),
      );
      progress.report(vscode.LanguageModelDataPart.json({ other: true }, 'application/json'));
    };
    const { usage, parts } = await provider.send(request(), { signal: never() });
    assert.deepEqual(usage, { input: 9, cache_write: 0, cache_read: 4, output: 2 });
    assert.deepEqual(parts, [{ type: 'text', text: 'Yes.' }]);
  });

  it('are told from a model that is not there, with those that are', async () => {
    for (const work of [
      provider.describe(`${testVendor}/gone`, never()),
      provider.send(request({ model: 'no vendor' }), { signal: never() }),
    ]) {
      const { code, facts } = await failure(work);
      assert.equal(code, 'no_model');
      assert.ok(facts.models?.includes(steady), JSON.stringify(facts.models));
    }
    models.models = models.models.slice(1);
    registered?.dispose();
    registered = vscode.lm.registerLanguageModelChatProvider(testVendor, models);
    await until('the model to be gone', async () => !(await provider.list(never())).some(({ id }) => id === steady));
    assert.equal((await failure(provider.send(request(), { signal: never() }))).code, 'no_model');
    models.models = new ScriptedModels().models;
    registered.dispose();
    registered = vscode.lm.registerLanguageModelChatProvider(testVendor, models);
    await until('the model to be back', async () => (await provider.list(never())).some(({ id }) => id === steady));
  });

  it('fail by names of ours', async () => {
    const failing: [string, () => Error, boolean][] = [
      ['no_consent', () => vscode.LanguageModelError.NoPermissions('not allowed'), false],
      ['spend_limit', () => vscode.LanguageModelError.Blocked('You have used up your quota.'), false],
      ['rate_limited', () => vscode.LanguageModelError.Blocked('Rate limit exceeded.'), false],
      ['too_large', () => new Error('The prompt is too long.'), false],
      ['server', () => new Error('It broke.'), false],
      ['interrupted', () => new Error('It broke.'), true],
    ];
    for (const [code, error, hasBegun] of failing) {
      let hear = (): void => undefined;
      const heard = new Promise<void>((resolve) => (hear = resolve));
      models.answer = async (_, progress) => {
        if (hasBegun) {
          progress.report(text('To move '));
          // The editor drops what is still on its way when an error comes.
          await heard;
        }
        throw error();
      };
      const found = await failure(provider.send(request(), { signal: never(), onText: () => hear() }));
      assert.equal(found.code, code, `${found.message} ${JSON.stringify(found.cause)}`);
      assert.equal(found.facts.model, steady);
    }
    models.answer = () => undefined;
    assert.equal((await failure(provider.send(request(), { signal: never() }))).code, 'empty');
    models.answer = () => {
      throw vscode.LanguageModelError.Blocked('The response was filtered.');
    };
    const refused = await provider.send(request(), { signal: never() });
    assert.equal(refused.stop, 'refusal');
    assert.match(refused.refusal ?? '', /filtered/);
  });

  it('that take no tools are not offered any again', async () => {
    models.answer = () => {
      throw new Error('This model does not support tools.');
    };
    const { code, message } = await failure(provider.send(request({ tools: [look] }), { signal: never() }));
    assert.equal(code, 'bad_request');
    assert.match(message, /takes no tools/);
    assert.equal((await provider.describe(steady, never())).hasTools, false);
  });

  it('stop when the request is cancelled, and when nothing comes', async () => {
    const controller = new AbortController();
    models.answer = async ({ token }, progress) => {
      progress.report(text('To move '));
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
    };
    const given = provider.send(request(), {
      signal: controller.signal,
      onText: () => controller.abort(new Error('given up')),
    });
    await assert.rejects(given, /given up/);
    await until('the model to hear of it', () => models.requests[0]?.token.isCancellationRequested === true);
    const { context, log } = await servicesHere();
    const own = new EditorModels({ log });
    const impatient = new VscodeProvider({ models: own, access: context.languageModelAccessInformation, stallMs: 300 });
    assert.equal((await failure(impatient.send(request(), { signal: never() }))).code, 'stalled');
    await until('the model to hear of that', () => models.requests[1]?.token.isCancellationRequested === true);
    own.dispose();
    await assert.rejects(provider.send(request(), { signal: AbortSignal.abort(new Error('before')) }), /before/);
  });

  it('are not asked where the user has refused', async () => {
    const { log } = await servicesHere();
    const own = new EditorModels({ log });
    const refused = new VscodeProvider({ models: own, access: { canSendRequest: () => false } });
    assert.equal((await failure(refused.send(request(), { signal: never() }))).code, 'no_consent');
    assert.equal(models.requests.length, 0);
    own.dispose();
  });

  it('count tokens by themselves', async () => {
    assert.equal(await provider.countTokens(request(), never()), 2 * 'The rules.\n\nSpeak.'.length);
  });

  it('propose a lineup, and stand in the record of its debate', async () => {
    const debaters = ['ada', 'bob'].map((name) => ({
      name,
      persona: `${name} builds.`,
      starting_position: `${name} is for it.`,
      incentives: 'To be right.',
    }));
    models.answer = ({ messages }, progress) =>
      progress.report(
        text(messages.some((message) => textOf(message).includes('JSON Schema')) ? JSON.stringify({ debaters }) : 'OK'),
      );
    const draft = await draftOf({ provider: 'vscode', model: steady });
    await until('the models to choose from', () => draft.review.models.includes(`vscode:${steady}`));
    assert.deepEqual(
      draft.review.models.filter((model) => !model.startsWith('vscode:')),
      ['human', 'offline'],
    );
    assert.deepEqual(
      draft.review.debaters.map(({ name, model }) => [name, model]),
      [
        ['ada', `vscode:${steady}`],
        ['bob', `vscode:${steady}`],
      ],
    );
    assert.deepEqual(draft.review.problems, []);
    assert.match(draft.review.sends, new RegExp(`the editor.*${steady}`));
    assert.match(draft.review.estimate?.text ?? '', /tokens/);
    const { runManager } = await servicesHere();
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined);
    runManager.stop(folder, 'The test is over.');
    await runManager.settled(folder);
    const setup = JSON.parse(readFileSync(join(folder, 'debate.json'), 'utf8')) as {
      provider: string;
      models: Record<string, string>;
      debaters: { model: string }[];
      step: { usage: Usage };
    };
    assert.equal(setup.provider, 'vscode');
    // What the proposal has cost is the debate's; the editor reports no usage.
    assert.ok(setup.step.usage.estimated === true && setup.step.usage.input > 0);
    assert.deepEqual(
      new Set([...Object.values(setup.models), ...setup.debaters.map(({ model }) => model)]),
      new Set([`vscode:${steady}`]),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
