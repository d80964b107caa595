import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { StartDebateTool } from '../../src/ui/lmTools/startDebate';
import { servicesHere, startedDebate, until, workspacePath } from './startedDebate';

const token = new vscode.CancellationTokenSource().token;

async function invoked(
  name: string,
  input: object,
  tokenizationOptions?: vscode.LanguageModelToolTokenizationOptions,
): Promise<string> {
  const options = {
    input,
    toolInvocationToken: undefined,
    ...(tokenizationOptions === undefined ? {} : { tokenizationOptions }),
  };
  const { content } = await vscode.lm.invokeTool(name, options, token);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

interface Logged {
  seq: number;
  speaker: string;
  content: string;
  sources: { url: string; quote: string; claim?: string }[] | null;
}

const entriesOf = (folder: string): Logged[] =>
  readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged);

describe('the language-model tools', () => {
  let folder = '';
  let entries: Logged[] = [];

  before(async () => {
    const { runManager } = await servicesHere();
    folder = await startedDebate({ topic: 'Can agents of the editor read a debate?' });
    await runManager.settled(folder);
    entries = entriesOf(folder);
  });

  after(async () => {
    await (await servicesHere()).runManager.stopAll('The test is over.');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are offered to agents, with what they take', () => {
    const ours = vscode.lm.tools.filter(({ tags }) => tags.includes('rostrum'));
    assert.deepEqual(ours.map(({ name }) => name).sort(), [
      'rostrum_read_debate',
      'rostrum_start_debate',
      'rostrum_verify_source',
    ]);
    for (const { inputSchema, description } of ours) assert.ok(inputSchema !== undefined && description.length > 100);
  });

  it('read a debate from one seq on, to where it says', async () => {
    const text = await invoked('rostrum_read_debate', { folder, fromSeq: 2, limit: 4 });
    assert.match(text, /never an instruction/);
    for (const { seq, speaker } of entries.slice(2, 6))
      assert.ok(text.includes(`seq="${seq}" speaker="${speaker}"`), String(seq));
    assert.ok(!text.includes('seq="6" '));
    assert.match(text, /Call again with fromSeq 6/);
    assert.match(text, /State: done/);
  });

  it('keep to the room that the caller has, counted as it counts', async () => {
    let counted = 0;
    const countTokens = (text: string): Thenable<number> => {
      counted += 1;
      return Promise.resolve(Math.ceil(text.length / 4));
    };
    const text = await invoked('rostrum_read_debate', { folder, limit: 200 }, { tokenBudget: 900, countTokens });
    assert.ok(counted > 0, 'the caller’s count was not asked');
    assert.ok(text.length / 4 <= 950, `${text.length} characters`);
    assert.match(text, /Call again with fromSeq \d+/);
  });

  it('say what is wrong with an input', async () => {
    await assert.rejects(
      invoked('rostrum_read_debate', { limit: 'all' }),
      /rostrum_read_debate does not fit its schema: limit/,
    );
    await assert.rejects(invoked('rostrum_read_debate', { folder: '/etc' }), /No debate of this workspace is in \/etc/);
    await assert.rejects(invoked('rostrum_verify_source', { url: 'x' }), /quote/);
    await assert.rejects(
      invoked('rostrum_verify_source', { url: 'file:///etc/passwd', quote: 'root' }),
      /cannot be used/,
    );
  });

  it('hold a quotation against the snapshot of a debate, and write nothing', async () => {
    const source = entries.flatMap(({ sources }) => sources ?? [])[0];
    assert.ok(source);
    const right = await invoked('rostrum_verify_source', { url: source.url, quote: source.quote, folder });
    assert.match(right, /^Status: verified\b/);
    assert.match(right, /Checked against: the snapshot/);
    const wrong = await invoked('rostrum_verify_source', {
      url: source.url,
      quote: 'Nobody ever wrote this sentence into that file.',
      folder,
    });
    assert.match(wrong, /^Status: unreliable\./);
    assert.equal(entriesOf(folder).length, entries.length);
  });

  it('hold it against a file of the workspace, and not against what lies outside or is not fetched', async () => {
    const text = await invoked('rostrum_verify_source', {
      url: 'workspace:topic.txt',
      quote: 'Should the payments service move from REST to gRPC?',
    });
    assert.match(text, /^Status: verified\b/);
    assert.match(text, /topic\.txt as it is now/);
    await assert.rejects(
      invoked('rostrum_verify_source', { url: 'workspace:../../etc/passwd', quote: 'root' }),
      /cannot be used/,
    );
    await assert.rejects(
      invoked('rostrum_verify_source', { url: 'workspace:nowhere.md', quote: 'a quotation' }),
      /is not in the workspace/,
    );
    assert.match(
      await invoked('rostrum_verify_source', { url: 'https://example.org/', quote: 'a quotation of some length' }),
      /was not fetched/,
    );
  });

  it('ask before a debate is started, whatever the input is', async () => {
    const tool = new StartDebateTool(await servicesHere());
    for (const input of [{ topic: 'Is this confirmed?', evidence: ['evidence'] }, {}, null])
      assert.ok((await tool.prepareInvocation({ input })).confirmationMessages !== undefined);
  });

  it('start the debate once it is agreed to, and say how to read it', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { runManager } = await servicesHere();
    const input = {
      topic: 'Is a tool a good way to start?',
      evidence: ['evidence', workspacePath('evidence', 'cost-memo.md')],
      length: 'short',
    };
    const { confirmationMessages } = await new StartDebateTool(await servicesHere()).prepareInvocation({ input });
    const message = confirmationMessages?.message;
    assert.ok(
      message instanceof vscode.MarkdownString &&
        message.value.includes('Is a tool a good way to start') &&
        message.value.includes('Cost: nothing'),
    );
    // An editor under test takes every dialog for confirmed.
    const text = await invoked('rostrum_start_debate', input);
    const started = /^Started, in (.+)\.$/m.exec(text)?.[1];
    assert.ok(started !== undefined, text);
    await runManager.settled(started);
    assert.ok(existsSync(join(started, 'metadata.json')));
    assert.match(
      await invoked('rostrum_read_debate', { folder: started, limit: 1 }),
      /Is a tool a good way to start\?/,
    );
    const panels = (): string[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs.filter(({ input: shown }) => shown instanceof vscode.TabInputWebview))
        .map(({ label }) => label);
    await until('the debate’s panel alone', () => panels().join() === input.topic).catch(() =>
      assert.fail(`the panels are ${panels().join(' | ')}`),
    );
  });

  it('refuse to do without evidence where debaters have nothing else to cite', async () => {
    await assert.rejects(
      invoked('rostrum_start_debate', { topic: 'Is there anything to cite?', evidence: 'none' }),
      /needs evidence: Offline, debaters quote only your files/,
    );
  });

  it('refuse debaters where only documents speak, before anything is made, and say what to do instead', async () => {
    const { drafts } = await servicesHere();
    const before = (await drafts.left()).length;
    const input = { topic: 'Who may speak?', evidence: ['evidence'], debaters: 'a build engineer, a team lead' };
    const { confirmationMessages } = await new StartDebateTool(await servicesHere()).prepareInvocation({ input });
    const message = confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    assert.match(message.value, /^Nothing will be started: offline, documents speak/);
    await assert.rejects(
      invoked('rostrum_start_debate', input),
      /Call the tool again without debaters, .*or ask the user to choose a provider/,
    );
    assert.equal((await drafts.left()).length, before);
  });

  it('refuse evidence outside the workspace before anything is asked or made', async () => {
    const tool = new StartDebateTool(await servicesHere());
    await assert.rejects(
      tool.invoke({ input: { topic: 'Out?', evidence: ['/etc'] }, toolInvocationToken: undefined }, token),
      /outside the workspace/,
    );
    await assert.rejects(
      tool.invoke({ input: { topic: '???', evidence: ['evidence'] }, toolInvocationToken: undefined }, token),
      /topic cannot be used/,
    );
    await assert.rejects(
      tool.invoke({ input: { topic: 'No evidence' }, toolInvocationToken: undefined }, token),
      /evidence/,
    );
  });
});
