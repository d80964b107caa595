import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { EditorTools } from '../../src/ui/models/editorTools';
import { changeTool, lookTool, ScriptedModels, testVendor } from './chatModels';
import { draftOf, servicesHere, until } from './startedDebate';

const steady = `${testVendor}/steady`;
const text = (value: string): vscode.LanguageModelTextPart => new vscode.LanguageModelTextPart(value);
const never = (): AbortSignal => new AbortController().signal;

describe('without evidence', () => {
  const models = new ScriptedModels();
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('rostrum');
  const argument = { topic: 'What is known of this?', evidence: 'none', format: 'panel-short' };
  let registered: vscode.Disposable | undefined;

  before(async () => {
    registered = vscode.lm.registerLanguageModelChatProvider(testVendor, models);
    const debaters = ['ada', 'bob'].map((name) => ({
      name,
      persona: `${name} reads.`,
      starting_position: `${name} is for it.`,
      incentives: 'To be right.',
    }));
    models.answer = (_, progress) => progress.report(text(JSON.stringify({ debaters })));
    const provider = await (await servicesHere()).models.provider('vscode');
    await until('the models', async () => (await provider.list(never())).some(({ id }) => id === steady));
  });

  after(async () => {
    registered?.dispose();
    await settings().update('research.web', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('debates are made where models may read the web, and nowhere else', async () => {
    const draft = await draftOf({ ...argument, provider: 'vscode', model: steady });
    assert.deepEqual(draft.review.problems, []);
    assert.deepEqual([draft.review.evidence.root, draft.review.evidence.files], [undefined, 0]);
    draft.cancel();
    const start = (provider: string): Thenable<unknown> =>
      vscode.commands.executeCommand('rostrum.startDebate', {
        ...argument,
        provider,
        model: provider === 'offline' ? '' : steady,
      });
    assert.equal(await start('offline'), undefined);
    await settings().update('research.web', false, vscode.ConfigurationTarget.Global);
    const { settings: own } = await servicesHere();
    await until('the setting', () => !own.get('research.web'));
    assert.equal(await start('vscode'), undefined);
  });
});

describe('keys', () => {
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('rostrum');

  afterEach(async () => {
    await settings().update('anthropic.baseUrl', undefined, vscode.ConfigurationTarget.Global);
    const { models } = await servicesHere();
    for (const key of await models.keys.kept()) await models.keys.delete(key);
  });

  it('are kept by the editor, for one origin', async () => {
    const { models, context } = await servicesHere();
    const { origin } = models.addressOf('anthropic');
    assert.equal(origin, 'https://api.anthropic.com');
    await models.keys.set({ owner: 'anthropic', origin }, ' sk-test \n');
    assert.equal(await models.keys.get('anthropic', origin), 'sk-test');
    assert.equal(await context.secrets.get(`rostrum.key:anthropic:${origin}`), 'sk-test');
    assert.deepEqual(await models.keys.kept(), [{ owner: 'anthropic', origin }]);
    await settings().update('anthropic.baseUrl', 'http://127.0.0.1:9', vscode.ConfigurationTarget.Global);
    await until('the setting', () => models.addressOf('anthropic').origin === 'http://127.0.0.1:9');
    assert.equal(await models.keys.get('anthropic', models.addressOf('anthropic').origin), undefined);
    await models.keys.delete({ owner: 'anthropic', origin });
    assert.equal(await models.keys.get('anthropic', origin), undefined);
  });

  it('are not redirected by a workspace', async () => {
    const { models } = await servicesHere();
    await assert.rejects(async () =>
      settings().update('anthropic.baseUrl', 'https://evil.example', vscode.ConfigurationTarget.Workspace),
    );
    assert.equal(models.addressOf('anthropic').origin, 'https://api.anthropic.com');
  });
});

describe('tools of the editor', () => {
  const asked: unknown[] = [];
  let allowed = false;
  let registered: vscode.Disposable[] = [];
  const toolsOf = (...ticked: string[]): EditorTools =>
    new EditorTools(
      () => ticked,
      (tool, input) => {
        asked.push([tool.name, input]);
        return Promise.resolve(allowed);
      },
    );
  const tool = (answer: (input: unknown) => string): vscode.LanguageModelTool<object> => ({
    invoke: ({ input }) =>
      new vscode.LanguageModelToolResult([
        text(answer(input)),
        vscode.LanguageModelDataPart.image(new Uint8Array([1]), 'image/png'),
        text('.'),
      ]),
  });

  before(() => {
    registered = [
      vscode.lm.registerTool(
        lookTool,
        tool((input) => `seen ${JSON.stringify(input)}`),
      ),
      vscode.lm.registerTool(
        changeTool,
        tool((input) => `changed ${JSON.stringify(input)}`),
      ),
      vscode.lm.registerTool(
        'rostrum_own_tool',
        tool(() => 'mine'),
      ),
    ];
  });

  beforeEach(() => {
    asked.length = 0;
    allowed = false;
  });

  after(() => {
    for (const one of registered) one.dispose();
  });

  it('are none until they are ticked, and never Rostrum’s own', async () => {
    assert.deepEqual((await servicesHere()).models.hostTools.list(), []);
    const tools = toolsOf(lookTool, changeTool, 'rostrum_own_tool', 'not_there');
    assert.deepEqual(
      tools
        .list()
        .map(({ name, isReadOnly }) => [name, isReadOnly])
        .sort(),
      [
        [changeTool, false],
        [lookTool, true],
      ],
    );
    assert.match(await toolsOf().invoke(lookTool, {}, never()), /is not available/);
    assert.match(await tools.invoke('rostrum_own_tool', {}, never()), /is not available/);
  });

  it('that only read run at once; others are asked about at every call', async () => {
    const tools = toolsOf(lookTool, changeTool);
    assert.equal(await tools.invoke(lookTool, { what: 'cost' }, never()), 'seen {"what":"cost"}\n.');
    assert.deepEqual(asked, []);
    assert.match(await tools.invoke(changeTool, { what: 'cost' }, never()), /did not allow/);
    allowed = true;
    for (const what of ['a', 'b'])
      assert.equal(await tools.invoke(changeTool, { what }, never()), `changed {"what":"${what}"}\n.`);
    assert.deepEqual(asked, [
      [changeTool, { what: 'cost' }],
      [changeTool, { what: 'a' }],
      [changeTool, { what: 'b' }],
    ]);
    await assert.rejects(tools.invoke(lookTool, {}, AbortSignal.abort(new Error('given up'))), /given up/);
  });

  it('reach the research of a debate by the setting of the user', async () => {
    const { models, web } = await servicesHere();
    const settings = vscode.workspace.getConfiguration('rostrum');
    await settings.update('tools.editor', [lookTool], vscode.ConfigurationTarget.Global);
    try {
      await until('the tick', () => models.hostTools.list().length === 1);
      const names = (
        await models.researchTools({ known: () => Promise.resolve(undefined), web: await web.access() })
      ).map(({ name }) => name);
      assert.ok(names.includes('fetch_page') && names.some((name) => name.includes('look')), names.join(', '));
      await settings.update('research.web', false, vscode.ConfigurationTarget.Global);
      const offline = (
        await models.researchTools({ known: () => Promise.resolve(undefined), web: await web.access() })
      ).map(({ name }) => name);
      assert.ok(!offline.includes('fetch_page'), offline.join(', '));
      assert.equal(models.mayUseServerTools(), false);
    } finally {
      await settings.update('tools.editor', undefined, vscode.ConfigurationTarget.Global);
      await settings.update('research.web', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('are not searched with on a provider’s side where the user wants nothing searched', async () => {
    const { models, web } = await servicesHere();
    const settings = vscode.workspace.getConfiguration('rostrum');
    assert.equal(models.mayUseServerTools(), true);
    await settings.update('search.service', 'none', vscode.ConfigurationTarget.Global);
    try {
      await until('the setting', () => !models.mayUseServerTools());
      const names = (
        await models.researchTools({ known: () => Promise.resolve(undefined), web: await web.access() })
      ).map(({ name }) => name);
      assert.deepEqual([names.includes('fetch_page'), names.includes('search_web')], [true, false]);
    } finally {
      await settings.update('search.service', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
