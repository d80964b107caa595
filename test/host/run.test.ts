import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { servicesHere, startedDebate, until, workspacePath } from './startedDebate';

const run = (command: string, argument: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(`rostrum.${command}`, argument);

/** What the record holds, read again. */
async function recordOf(
  folder: string,
): Promise<{ types: string[]; contents: string[]; conclusion: string | undefined; concludes: boolean }> {
  const { debates } = await servicesHere();
  const held = await debates.acquire(folder);
  try {
    const { log } = held.debate;
    await log.refresh();
    const { headers, conclusion, concludeRequested: concludes } = log.state;
    const contents = headers.map(({ seq }) => log.entry(seq)?.content ?? '');
    return { types: headers.map(({ type }) => type), contents, conclusion: conclusion?.outcome, concludes };
  } finally {
    held.dispose();
  }
}

async function stopped(folder: string): Promise<void> {
  const { runManager } = await servicesHere();
  runManager.stop(folder, 'The test goes on.');
  await runManager.settled(folder);
}

/** The debate as an engine of another machine holds it; the function lets go of it. */
function heldElsewhere(folder: string): () => void {
  const epochs = readdirSync(folder).map((name) => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0));
  const path = join(folder, `lock.${Math.max(...epochs) + 1}`);
  const holder = { pid: 7, host: 'elsewhere', since: new Date().toISOString(), program: 'rostrum 0.0.0 (another)' };
  writeFileSync(path, JSON.stringify(holder));
  return () =>
    writeFileSync(path, JSON.stringify({ ...holder, released: 'stopped', reason: 'The user asked to stop.' }));
}

describe('driving a debate', () => {
  afterEach(async () => {
    await (await servicesHere()).runManager.stopAll('The test is over.');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is paused after the running task, resumed, and comes to its end', async () => {
    const { runManager, summaries } = await servicesHere();
    const folder = await startedDebate({ format: 'panel' });
    await run('pauseDebate', { folder });
    await runManager.settled(folder);
    assert.equal((await summaries.summaryOf(folder)).state, 'paused');
    await run('resumeDebate', { folder });
    assert.ok(runManager.runOf(folder));
    await runManager.settled(folder);
    assert.equal((await summaries.summaryOf(folder)).state, 'done');
    assert.ok(existsSync(join(folder, 'metadata.json')));
  });

  it('is stopped at once, and concluded when that is wanted', async () => {
    const { runManager, summaries } = await servicesHere();
    const folder = await startedDebate({ format: 'panel' });
    await until('somebody has spoken', async () => (await recordOf(folder)).types.includes('opening_statement'));
    await run('stopDebate', { folder });
    assert.equal(runManager.runOf(folder), undefined);
    assert.equal((await summaries.summaryOf(folder)).state, 'stopped');
    await run('concludeNow', { folder, isSure: true });
    await runManager.settled(folder);
    const { conclusion, concludes } = await recordOf(folder);
    assert.equal(concludes, true);
    assert.ok(conclusion !== undefined);
  });

  it('takes guidance and questions, resting or not, as entries of the record', async () => {
    const folder = await startedDebate({ format: 'panel' });
    await stopped(folder);
    await run('sendGuidance', { folder, text: 'Speak to the cost of moving.' });
    const { debates } = await servicesHere();
    const held = await debates.acquire(folder);
    const [first] = held.debate.log.state.debaters;
    held.dispose();
    assert.ok(first);
    await run('askAsAudience', { folder, to: first.name, question: 'What would change your mind?' });
    const { types, contents } = await recordOf(folder);
    assert.deepEqual(types.slice(-2), ['intervention', 'audience_question']);
    assert.deepEqual(contents.slice(-2), [
      'Speak to the cost of moving.',
      `To ${first.name}: What would change your mind?`,
    ]);
  });

  it('says nothing to a debate that is over', async () => {
    const { runManager } = await servicesHere();
    const folder = await startedDebate();
    await runManager.settled(folder);
    const before = (await recordOf(folder)).types.length;
    await run('sendGuidance', { folder, text: 'Too late.' });
    await run('askAsAudience', { folder, to: 'nobody', question: 'Too late?' });
    assert.equal((await recordOf(folder)).types.length, before);
  });

  it('of another program is left to it; it is asked to stop through the record', async () => {
    const { runManager } = await servicesHere();
    const folder = await startedDebate({ format: 'panel' });
    await stopped(folder);
    const release = heldElsewhere(folder);
    try {
      void run('resumeDebate', { folder });
      void run('pauseDebate', { folder });
      await run('sendGuidance', { folder, text: 'Be brief.' });
      await run('stopDebate', { folder });
      await until('the wish to stop', async () =>
        (await recordOf(folder)).contents.some((content) => content.startsWith('The user asks to stop')),
      );
      assert.equal(runManager.runOf(folder), undefined);
    } finally {
      release();
    }
    await run('resumeDebate', { folder });
    await runManager.settled(folder);
    assert.ok((await recordOf(folder)).conclusion !== undefined);
  });

  it('that is no debate of ours is not run', async () => {
    const { runManager } = await servicesHere();
    const folder = workspacePath('evidence');
    await run('resumeDebate', { folder });
    await run('concludeNow', { folder, isSure: true });
    assert.equal(runManager.runOf(folder), undefined);
    assert.ok(!existsSync(join(folder, 'debate-log.jsonl')));
  });
});
