import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { RostrumApi } from '../../src/extension';
import { createDebateFolder } from '../../src/record/debateFolder';
import { logFileName } from '../../src/record/logPath';
import type { DebateLibrary } from '../../src/ui/library/debateLibrary';
import { setupDraft } from '../support/setupDraft';
import { until } from './startedDebate';

describe('the list of debates', () => {
  let library: DebateLibrary;
  let root: string;
  const made: string[] = [];

  const folders = (): string[] => library.debates.map(({ folder }) => folder);
  const inWorkspace = (name: string): string => {
    const path = join(root, name);
    made.push(path);
    return path;
  };
  const makeDebate = (parent: string): Promise<string> =>
    createDebateFolder({ parent, topic: 'Tabs or spaces?', setup: setupDraft, now: () => new Date() });

  before(async () => {
    const api = (await vscode.extensions.getExtension<RostrumApi>('rostrum.rostrum')?.activate()) as RostrumApi;
    library = api.services.library;
    root = realpathSync(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    await library.refresh();
  });

  afterEach(async () => {
    await vscode.workspace.getConfiguration('files').update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });

  after(async () => {
    rmSync(join(root, '.vscode'), { recursive: true, force: true });
    await library.refresh();
  });

  it('finds what Git ignores and what is left out of searches', async () => {
    writeFileSync(inWorkspace('.gitignore'), 'ignored/\n');
    const ignored = await makeDebate(inWorkspace('ignored'));
    const modules = await makeDebate(inWorkspace('node_modules'));
    const hidden = await makeDebate(inWorkspace('.hidden'));
    await library.refresh();
    for (const folder of [ignored, modules, hidden]) assert.ok(folders().includes(folder), folder);
  });

  it('honours files.exclude, also when that changes', async () => {
    const folder = await makeDebate(inWorkspace('excluded'));
    await library.refresh();
    assert.ok(folders().includes(folder));
    await vscode.workspace
      .getConfiguration('files')
      .update('exclude', { '**/excluded': true }, vscode.ConfigurationTarget.Workspace);
    await until('it to be left out', () => !folders().includes(folder));
    await vscode.workspace.getConfiguration('files').update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    await until('it to come back', () => folders().includes(folder));
  });

  it('learns of a debate that another program makes, writes to and deletes', async () => {
    const folder = await makeDebate(inWorkspace('output'));
    await until('the debate to appear', () => folders().includes(folder));
    const before = library.debates.find((debate) => debate.folder === folder)?.entries;
    const entry = {
      seq: 1,
      timestamp: new Date().toISOString(),
      phase: 'system',
      speaker: 'chair',
      type: 'note',
      content: 'So it goes on.',
      sources: null,
      rebuttal_to_seq: null,
      target_seq: null,
    };
    appendFileSync(join(folder, logFileName), `${JSON.stringify(entry)}\n`);
    await until(
      'the new entry to be counted',
      () => library.debates.find((debate) => debate.folder === folder)?.entries === (before ?? 0) + 1,
    );
    rmSync(folder, { recursive: true });
    await until('the debate to be gone', () => !folders().includes(folder));
  });

  it('learns of a folder of debates that is moved here and away', async () => {
    const aside = mkdtempSync(join(tmpdir(), 'rostrum-aside-'));
    const debate = await makeDebate(join(aside, 'some', 'where'));
    const here = inWorkspace('moved');
    try {
      renameSync(join(aside, 'some'), here);
      const folder = debate.replace(join(aside, 'some'), here);
      await until('the debate to appear', () => folders().includes(folder));
      renameSync(here, join(aside, 'back'));
      await until('the debate to be gone', () => !folders().includes(folder));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  });

  it('lists a debate once however many links lead to it, and survives a circle of links', async () => {
    const parent = inWorkspace('linked');
    const folder = await makeDebate(parent);
    symlinkSync(folder, join(parent, 'alias'));
    symlinkSync(parent, join(parent, 'circle'));
    await library.refresh();
    assert.deepEqual(
      folders().filter((other) => other.startsWith(parent)),
      [folder],
    );
  });

  it('goes on where a folder or a log cannot be read', async () => {
    const parent = inWorkspace('partly');
    const good = await makeDebate(parent);
    const bad = join(parent, 'bad');
    mkdirSync(join(bad, logFileName), { recursive: true });
    const broken = join(parent, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, logFileName), 'this is no entry\n');
    await library.refresh();
    assert.ok(folders().includes(good));
    assert.equal(library.debates.find(({ folder }) => folder === broken)?.state, 'unreadable');
  });

  it('does not take up again what was removed while it was being looked at', async () => {
    const aside = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-aside-')));
    try {
      const folder = await makeDebate(aside);
      await library.addByHand(folder);
      library.reread(folder);
      await library.forget(folder);
      await setTimeout(1_000);
      assert.ok(!folders().includes(folder));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  });

  it('takes up a debate from elsewhere, follows it and forgets it again', async () => {
    const aside = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-aside-')));
    try {
      const folder = await makeDebate(aside);
      await library.addByHand(folder);
      assert.ok(folders().includes(folder));
      assert.ok(library.isByHand(folder));
      rmSync(folder, { recursive: true });
      await until(
        'the loss to be seen',
        () => library.debates.find((debate) => debate.folder === folder)?.state === 'unreadable',
      );
      await library.forget(folder);
      assert.ok(!folders().includes(folder));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  });
});
