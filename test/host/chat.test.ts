import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { chatHandler } from '../../src/ui/chat/participant';
import { linkCommands, plainMarkdown } from '../../src/ui/chat/chatPart';
import { commandLinks } from '../support/chatLinks';
import { draftOf, servicesHere, startedDebate, until, workspacePath } from './startedDebate';

const topic = 'Should the payments service move from REST to gRPC?';

/** What the chat view would show. */
class Answer {
  readonly markdown: vscode.MarkdownString[] = [];
  readonly buttons: vscode.Command[] = [];
  readonly progress: string[] = [];

  get text(): string {
    return this.markdown.map(({ value }) => value).join('');
  }

  /** The part of a stream that our answers use. */
  readonly stream = {
    markdown: (value: string | vscode.MarkdownString) =>
      void this.markdown.push(typeof value === 'string' ? new vscode.MarkdownString(value) : value),
    button: (command: vscode.Command) => void this.buttons.push(command),
    progress: (value: string) => void this.progress.push(value),
    reference: () => undefined,
  } as unknown as vscode.ChatResponseStream;
}

interface Asking {
  attached?: vscode.Uri[];
  token?: vscode.CancellationToken;
}

const metadata = (result: unknown): Record<string, unknown> =>
  (result as vscode.ChatResult | undefined)?.metadata ?? {};

/** Sends a request to the handler; the answer grows while `done` is pending. */
async function ask(
  command: string | undefined,
  prompt: string,
  { attached = [], token = new vscode.CancellationTokenSource().token }: Asking = {},
) {
  const answer = new Answer();
  const request = {
    command,
    prompt,
    references: attached.map((value, at) => ({ id: `file.${at}`, value })),
    toolReferences: [],
  } as unknown as vscode.ChatRequest;
  const handle = chatHandler(await servicesHere());
  const done = Promise.resolve(handle(request, { history: [] }, answer.stream, token));
  return { answer, done };
}

async function answered(command: string | undefined, prompt: string, asking: Asking = {}) {
  const { answer, done } = await ask(command, prompt, asking);
  const result = (await done) as vscode.ChatResult | undefined;
  assert.equal(result?.errorDetails, undefined);
  return { text: answer.text, answer, metadata: metadata(result) };
}

const attach = (folder: string): Asking => ({ attached: [vscode.Uri.file(folder)] });

interface Logged {
  seq: number;
  type: string;
  content: string;
  speaker: string;
  sources: unknown[] | null;
}

const entriesOf = (folder: string): Logged[] =>
  readFileSync(join(folder, 'debate-log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Logged);

describe('the chat participant', () => {
  let done = '';

  before(async () => {
    const { runManager } = await servicesHere();
    done = await startedDebate();
    await runManager.settled(done);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await (await servicesHere()).runManager.stopAll('The test is over.');
  });

  it('says how the attached debate stands, with links that the editor can run', async () => {
    const {
      text,
      answer,
      metadata: kept,
    } = await answered('status', '', { attached: [vscode.Uri.file(join(done, 'summary.md'))] });
    assert.match(text, /Should the payments service move from REST to gRPC/);
    assert.match(text, /✓ \d+ verified/);
    assert.equal(kept['folder'], done);
    assert.equal(kept['state'], 'done');
    for (const markdown of answer.markdown) assert.deepEqual(markdown.isTrusted, { enabledCommands: linkCommands });
    const reveal = commandLinks(text).find(({ label }) => /^seq \d+$/.test(label));
    assert.ok(reveal);
    const { panels } = await servicesHere();
    await vscode.commands.executeCommand(reveal.command, reveal.argument);
    await until('the panel', () => panels.activeFolder === done);
  });

  it('means the debate whose panel is open, without being told', async () => {
    const { panels } = await servicesHere();
    await panels.show(done);
    await until('the panel', () => panels.activeFolder === done);
    const { text, metadata: kept } = await answered(undefined, 'How is it going?');
    assert.equal(kept['folder'], done);
    assert.match(text, /Latest entries/);
    assert.match(text, /`\/verify`/);
  });

  it('gives the summary of a debate that is done', async () => {
    const { text, answer } = await answered('summary', '', attach(done));
    assert.match(text, /^# What the files say: /);
    assert.ok(commandLinks(text).length > 3);
    assert.equal(answer.markdown[0]?.baseUri?.fsPath.replace(/[\\/]$/, ''), done);
    assert.deepEqual(
      answer.buttons.map(({ command }) => command),
      ['rostrum.openDocument'],
    );
  });

  it('tells what was found about the sources of a seq, and checks all again from the snapshots', async () => {
    const cites = entriesOf(done).find(
      ({ type, sources }) => type === 'opening_statement' && (sources ?? []).length > 0,
    );
    assert.ok(cites);
    const one = await answered('verify', `seq ${cites.seq}`, attach(done));
    assert.match(one.text, /✓ quoted/);
    // A seq says nothing without the debate that it is of.
    assert.match(one.text, /^\[\*\*Should the payments service move/);
    const source = commandLinks(one.text).find(({ command }) => command === 'rostrum.openSource');
    await vscode.commands.executeCommand('rostrum.openSource', source?.argument);
    assert.ok(vscode.window.activeTextEditor, 'no source was opened');
    await vscode.commands.executeCommand('rostrum.clearSourceHighlight');
    const before = entriesOf(done).length;
    const all = await answered('verify', '', attach(done));
    assert.match(all.text, /Checked again from the snapshots/);
    assert.equal(entriesOf(done).length, before);
    assert.match((await answered('verify', 'the best one', attach(done))).text, /Say which/);
  });

  it('refuses a question to a debate that is over, in words', async () => {
    const { metadata: kept } = await answered('status', '', attach(done));
    const [name = ''] = kept['debaters'] as string[];
    const { text } = await answered('ask', `@${name} What would change your mind?`, attach(done));
    assert.match(text, /The debate is over/);
  });

  it('asks for a topic where none is given', async () => {
    const { text, answer } = await answered('start', '  ');
    assert.match(text, /Write the question/);
    assert.deepEqual(answer.buttons, []);
  });

  it('brings a topic to its review, and follows the debate that it becomes until it is told not to', async () => {
    const { runManager, drafts } = await servicesHere();
    const source = new vscode.CancellationTokenSource();
    const own = 'Is the chat the place to start a debate?';
    const { answer, done: over } = await ask('start', own, {
      attached: [vscode.Uri.file(workspacePath('evidence'))],
      token: source.token,
    });
    await until('the lineup', () => answer.buttons.length === 1);
    assert.match(answer.text, /12 files in/);
    const [button] = answer.buttons;
    assert.equal(button?.command, 'rostrum.reviewLineup');
    const [{ draft: id }] = button.arguments as [{ draft: string }];
    await vscode.commands.executeCommand(button.command, { draft: id });
    const draft = await drafts.find(id);
    assert.ok(draft);
    await draft.set('topic', 'Is the chat a good place to start a debate?');
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined);
    await until('an opening in the answer', () => /opening statement: /.test(answer.text));
    source.cancel();
    const result = await over;
    assert.equal(metadata(result)['folder'], folder);
    const said = answer.text;
    await runManager.settled(folder);
    assert.ok(existsSync(join(folder, 'metadata.json')), 'the debate itself was cancelled');
    assert.equal(answer.text, said);
    for (const { argument } of commandLinks(said)) assert.equal((argument as { folder: string }).folder, folder);
  });

  it('ends the answer where the lineup is cancelled', async () => {
    const { drafts } = await servicesHere();
    const { answer, done: over } = await ask('start', 'Will this ever begin?', {
      attached: [vscode.Uri.file(workspacePath('evidence'))],
    });
    await until('the lineup', () => answer.buttons.length === 1);
    const [{ draft: id }] = answer.buttons[0]?.arguments as [{ draft: string }];
    (await drafts.find(id))?.cancel();
    assert.deepEqual(metadata(await over), { command: 'start' });
  });

  it('puts a question as the audience, and says under which seq', async () => {
    const { runManager } = await servicesHere();
    const draft = await draftOf({ topic: 'Who answers the chat?' });
    const [{ name } = { name: '' }] = draft.review.debaters;
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined);
    runManager.pause(folder, 'For the test.');
    await runManager.settled(folder);
    const to = await answered('ask', 'What would change your mind?', attach(folder));
    assert.ok(
      to.answer.buttons.some(({ title }) => title === `Ask ${name}`),
      to.text,
    );
    const { text, answer } = await answered(
      'ask',
      `@${name.toUpperCase()} What would change your mind?`,
      attach(folder),
    );
    const question = entriesOf(folder).find(({ type }) => type === 'audience_question');
    assert.equal(question?.content, `To ${name}: What would change your mind?`);
    assert.equal(question.speaker, 'user');
    assert.match(text, new RegExp(`Logged as \\[seq ${question.seq}\\]`));
    assert.deepEqual(
      answer.buttons.map(({ command }) => command),
      ['rostrum.resumeDebate'],
    );
    assert.match((await answered('ask', '@nobody Why?', attach(folder))).text, /is no debater of this debate/);
    assert.match((await answered('summary', '', attach(folder))).text, /Outcome: not concluded yet/);
  });

  it('adds no question to a debate that was only guessed, and tells those on one topic apart', async () => {
    const { runManager } = await servicesHere();
    const about = { topic: 'Which of the two is asked?' };
    const folders: string[] = [];
    while (folders.length < 2) {
      const folder = await startedDebate(about);
      // At once, so that it is not over when it is asked for.
      runManager.pause(folder, 'For the test.');
      await runManager.settled(folder);
      folders.push(folder);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const lengths = (): number[] => folders.map((folder) => entriesOf(folder).length);
    const before = lengths();
    const { text } = await answered('ask', '@yes What would change your mind?');
    assert.match(text, /Several debates could be meant/);
    assert.deepEqual(lengths(), before);
    for (const folder of folders) assert.ok(text.includes(`· ${plainMarkdown(basename(folder))}`), text);
    const named = commandLinks(text).map(({ argument }) => (argument as { folder: string }).folder);
    assert.ok(!named.includes(done), 'a debate that is over was offered');
  });

  it('lists the debates where nothing says which is meant', async () => {
    const { text } = await answered('status', '');
    const folders = commandLinks(text)
      .filter(({ command }) => command === 'rostrum.openPanel')
      .map(({ argument }) => (argument as { folder: string }).folder);
    assert.ok(folders.includes(done) && folders.length > 1, text);
    assert.match(
      (await answered('summary', '', { attached: folders.slice(0, 2).map((folder) => vscode.Uri.file(folder)) })).text,
      /Several debates could be meant/,
    );
  });

  it('follows a debate that runs to the end of what runs now', async () => {
    const { runManager } = await servicesHere();
    const folder = await startedDebate({ topic: `${topic} Once more?` });
    const { text } = await answered('status', '', attach(folder));
    // On a slow machine the debate may be over by the time it is asked for.
    assert.match(text, /opening statement: |Last entry:|Latest entries:|`\/summary`|`\/status`/);
    await runManager.settled(folder);
  });
});
