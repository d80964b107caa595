import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { subjectOfSelection } from '../../src/ui/start/subjectOf';
import type { LineupDraft } from '../../src/ui/start/lineupDraft';
import { ScriptedModels, testVendor, textOf } from './chatModels';
import { debatingModels, fluentRef, offered } from './editorDebate';
import { draftOf, servicesHere, startedDebate, until, workspacePath } from './startedDebate';

const settings = (section: string): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration(section);

async function keptDrafts(): Promise<{ id: string; topic: string }[]> {
  const { context } = await servicesHere();
  return context.workspaceState.get<{ id: string; topic: string }[]>('rostrum.start.drafts') ?? [];
}

describe('starting a debate', () => {
  const forgetAll = async (): Promise<void> => {
    const { drafts } = await servicesHere();
    for (const { id } of await keptDrafts()) {
      (await drafts.find(id))?.cancel();
      drafts.drop(id);
    }
  };
  before(forgetAll);
  afterEach(async () => {
    await settings('rostrum').update('outputDirectory', undefined, vscode.ConfigurationTarget.Workspace);
    await settings('files').update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    await forgetAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('of a sample plays it to its end', async () => {
    const { runManager } = await servicesHere();
    const folder = await vscode.commands.executeCommand<string>('rostrum.startDebate', {
      sample: true,
      format: 'dialectic',
    });
    await runManager.settled(folder);
    assert.equal(dirname(folder), workspacePath('output'));
    assert.match(readFileSync(join(folder, 'README.md'), 'utf8'), /scripted sample: the words were written beforehand/);
    rmSync(folder, { recursive: true });
  });

  it('is not of words selected in a record: what was struck from it would come back', async () => {
    const folder = workspacePath('output', 'a-record');
    mkdirSync(folder, { recursive: true });
    const log = join(folder, 'debate-log.jsonl');
    writeFileSync(log, '{"seq":0,"content":"what nobody is to read again"}\n');
    const notes = join(folder, 'notes.md');
    writeFileSync(notes, 'what everybody may read\n');
    for (const [path, isTaken] of [
      [log, false],
      [notes, true],
    ] as const) {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
      editor.selection = new vscode.Selection(0, 0, 0, 20);
      assert.equal(subjectOfSelection(editor) !== undefined, isTaken, path);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true });
  });

  it('leads to a review, and makes nothing', async () => {
    const before = existsSync(workspacePath('output'));
    const draft = await draftOf();
    assert.equal(draft.review.topic, 'Should the payments service move from REST to gRPC?');
    assert.ok(draft.review.debaters.length >= 2);
    assert.equal(draft.review.evidence.files, 12);
    assert.deepEqual(draft.review.problems, []);
    assert.equal(draft.review.parent, workspacePath('output'));
    assert.equal(existsSync(workspacePath('output')), before);
    assert.deepEqual(
      (await keptDrafts()).map(({ id }) => id),
      [draft.id],
    );
    await until('the review', () =>
      vscode.window.tabGroups.all.some((group) =>
        group.tabs.some((tab) => tab.input instanceof vscode.TabInputWebview),
      ),
    );
  });

  it('makes the folder, once, and runs to its end', async () => {
    const { runManager, library } = await servicesHere();
    const draft = await draftOf();
    assert.ok(draft.review.debaters.length >= 2);
    assert.deepEqual(draft.review.limits, { minRounds: 1, maxRounds: 2, timeBudgetMinutes: 30 });
    const [folder, second] = await Promise.all([
      draft.start(draft.review.debaters),
      draft.start(draft.review.debaters),
    ]);
    assert.ok(folder !== undefined);
    assert.equal(second, undefined);
    assert.equal(dirname(folder), workspacePath('output'));
    await runManager.settled(folder);
    assert.ok(existsSync(join(folder, 'metadata.json')));
    assert.deepEqual(await keptDrafts(), []);
    assert.equal(await draft.start(draft.review.debaters), undefined);
    await library.refresh();
    assert.ok(library.debates.some((debate) => debate.folder === folder && debate.state === 'done'));
  });

  it('says by field what stands in the way, and keeps the draft', async () => {
    const draft = await draftOf();
    const [first, ...others] = draft.review.debaters;
    assert.ok(first);
    const wrong = [{ ...first, name: 'chair' }, ...others];
    draft.change(wrong);
    assert.deepEqual(
      draft.review.problems.map(({ field }) => field),
      ['debaters.0.name'],
    );
    assert.equal(await draft.start(wrong), undefined);
    draft.change([first, ...others]);
    assert.deepEqual(draft.review.problems, []);
  });

  it('shows the evidence that holds where other evidence cannot be read', async () => {
    const draft = await draftOf();
    await draft.set('evidence', JSON.stringify([workspacePath('nowhere')]));
    const { fields, evidence, problems } = draft.review;
    const { value, options = [] } = fields.find(({ id }) => id === 'evidence') ?? {};
    assert.equal(value, JSON.stringify([workspacePath('evidence')]));
    assert.ok(options.some((option) => option.value === value));
    assert.equal(evidence.files, 12);
    assert.deepEqual(problems, []);
  });

  describe('whose Chair is a model', () => {
    const models = new ScriptedModels(debatingModels());
    let registered: vscode.Disposable | undefined;
    /** What the Chair was asked, newest last. */
    const asked: string[] = [];
    const debater = (name: string, persona: string): Record<string, string> => ({
      name,
      persona,
      starting_position: 'It depends on the build.',
      incentives: 'Quiet nights.',
    });
    const proposal = [debater('build-engineer', 'a build engineer'), debater('team-lead', 'a team lead')];
    const auditor = debater('security-auditor', 'a security auditor');

    before(async () => {
      models.answer = ({ messages }, progress) => {
        const text = messages.map(textOf).join('\n');
        asked.push(text);
        const debaters = text.includes('Add a security auditor.') ? [...proposal, auditor] : proposal;
        progress.report(new vscode.LanguageModelTextPart(JSON.stringify({ debaters })));
      };
      registered = await offered(models);
    });
    after(() => void registered?.dispose());

    const draftByChair = (): Promise<LineupDraft> =>
      draftOf({ debaters: 'a build engineer, a team lead', provider: 'vscode', model: `${testVendor}/fluent` });

    it('has the lineup revised once, in the user’s words', async () => {
      asked.length = 0;
      const draft = await draftByChair();
      assert.ok(asked[0]?.includes('a build engineer, a team lead'));
      await draft.revise('Add a security auditor.');
      assert.equal(draft.review.isRevised, true);
      assert.deepEqual(
        draft.review.debaters.map(({ name, model }) => [name, model]),
        ['build-engineer', 'team-lead', 'security-auditor'].map((name) => [name, fluentRef]),
      );
      const revised = draft.review.debaters;
      await draft.revise('Remove everybody.');
      assert.deepEqual(draft.review.debaters, revised);
      assert.equal(asked.length, 2);
    });

    it('gives debaters whom the Chair adds the model that is set for their name', async () => {
      const set = { 'security-auditor': 'human' };
      await settings('rostrum').update('models', set, vscode.ConfigurationTarget.Global);
      try {
        const draft = await draftByChair();
        await draft.revise('Add a security auditor.');
        const found = draft.review.debaters.map(({ name, model }) => [name, model]);
        assert.deepEqual(found.at(-1), ['security-auditor', 'human'], JSON.stringify(found));
        assert.deepEqual(found[0]?.[1], fluentRef);
      } finally {
        await settings('rostrum').update('models', undefined, vscode.ConfigurationTarget.Global);
      }
    });
  });

  it('takes offline nobody of the user’s own wording, and makes nothing', async () => {
    const id = await vscode.commands.executeCommand('rostrum.startDebate', {
      topic: 'Tabs or spaces?',
      evidence: workspacePath('evidence'),
      debaters: 'a build engineer, a team lead',
    });
    assert.equal(id, undefined);
    assert.deepEqual(await keptDrafts(), []);
  });

  describe('in a workspace that names its debaters', () => {
    const file = workspacePath('config', 'debate-config.json');
    const configure = (config: object): void => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(config));
    };
    const named = (...names: string[]): { debaters: { name: string }[] } => ({
      debaters: names.map((name) => ({ name })),
    });
    const fieldsOf = ({ review }: LineupDraft): string[] => review.problems.map(({ field }) => field);
    const namesOf = ({ review }: LineupDraft): string[] => review.debaters.map(({ name }) => name);
    afterEach(() => rmSync(dirname(file), { recursive: true, force: true }));

    it('leaves out those who cannot debate', async () => {
      configure(named('ada', 'Data Engineer', 'bob'));
      assert.deepEqual(namesOf(await draftOf()), ['ada', 'bob']);
      configure(named('Data Engineer', 'bob'));
      const others = await draftOf();
      assert.ok(namesOf(others).includes('cost-memo'), namesOf(others).join());
      assert.deepEqual(fieldsOf(others), []);
    });

    it('says of each at its name what it needs offline, and starts once it has that', async () => {
      configure(named('ada', 'bob', 'cost-memo'));
      await settings('rostrum').update('models', { bob: 'human' }, vscode.ConfigurationTarget.Global);
      try {
        const draft = await draftOf();
        const [ada, bob, memo] = draft.review.debaters;
        assert.ok(ada && bob && memo);
        assert.deepEqual([ada.name, bob.name, memo.name], ['ada', 'bob', 'cost-memo']);
        assert.equal(bob.model, 'human');
        assert.match(memo.persona, /cost-memo\.md/);
        assert.deepEqual(fieldsOf(draft), ['debaters.0.name']);
        assert.match(
          draft.review.problems[0]?.message ?? '',
          /“ada” is not a document of the evidence\. Choose a model above, write “human” or a model here, or name a document: .*cost-memo/,
        );
        assert.equal(await draft.start(draft.review.debaters), undefined);
        // Another question keeps those whom the workspace names.
        await draft.set('topic', 'What does the gateway cost?');
        await until('the documents on it', () => draft.review.debaters[2]?.starting_position.includes('cost') === true);
        assert.deepEqual(namesOf(draft), ['ada', 'bob', 'cost-memo']);
        assert.deepEqual(fieldsOf(draft), ['debaters.0.name']);
        draft.change([bob, memo]);
        assert.deepEqual(fieldsOf(draft), []);
        draft.change([{ ...ada, model: 'human' }, bob, memo]);
        assert.deepEqual(fieldsOf(draft), []);
      } finally {
        await settings('rostrum').update('models', undefined, vscode.ConfigurationTarget.Global);
      }
    });

    it('obeys the ancestors’ files, below explicit settings', async () => {
      configure({ min_rounds: 2, max_rounds: 5, time_budget_minutes: 11, ...named('ada', 'bob') });
      await settings('rostrum').update('timeBudgetMinutes', 7, vscode.ConfigurationTarget.Workspace);
      try {
        const draft = await draftOf({ format: 'panel' });
        assert.deepEqual(draft.review.limits, { minRounds: 2, maxRounds: 5, timeBudgetMinutes: 7 });
        assert.deepEqual(namesOf(draft), ['ada', 'bob']);
      } finally {
        await settings('rostrum').update('timeBudgetMinutes', undefined, vscode.ConfigurationTarget.Workspace);
      }
    });
  });

  it('keeps a draft that is cancelled until it is forgotten', async () => {
    const draft = await draftOf();
    const { drafts } = await servicesHere();
    draft.cancel();
    assert.equal(await draft.start(draft.review.debaters), undefined);
    const again = await drafts.find(draft.id);
    assert.notEqual(again, draft);
    assert.deepEqual(again?.review.debaters, draft.review.debaters);
    drafts.drop(draft.id);
    assert.deepEqual(await keptDrafts(), []);
    assert.equal(await drafts.find(draft.id), undefined);
  });

  it('says that the folder cannot be made, keeps the draft, and goes on when it can', async () => {
    writeFileSync(workspacePath('in-the-way'), 'a file');
    await settings('rostrum').update('outputDirectory', 'in-the-way', vscode.ConfigurationTarget.Workspace);
    const draft = await draftOf();
    assert.deepEqual(
      draft.review.problems.map(({ field }) => field),
      ['parent'],
    );
    assert.equal(await draft.start(draft.review.debaters), undefined);
    rmSync(workspacePath('in-the-way'));
    await until('the problem is gone', () => draft.review.problems.length === 0);
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined);
    await (await servicesHere()).runManager.settled(folder);
    rmSync(workspacePath('in-the-way'), { recursive: true });
  });

  it('takes no folder outside the workspace from the workspace', async () => {
    await settings('rostrum').update('outputDirectory', '../elsewhere', vscode.ConfigurationTarget.Workspace);
    const id = await vscode.commands.executeCommand('rostrum.startDebate', {
      topic: 'Tabs or spaces?',
      evidence: workspacePath('evidence'),
    });
    assert.equal(id, undefined);
    assert.deepEqual(await keptDrafts(), []);
  });

  it('reads nothing that the editor hides, and looks anew at the start', async () => {
    await settings('files').update(
      'exclude',
      { '**/*.{csv,json}': true, 'evidence/cost-*': true },
      vscode.ConfigurationTarget.Workspace,
    );
    const draft = await draftOf();
    const { evidence } = draft.review;
    assert.equal(evidence.files, 9);
    assert.deepEqual(
      evidence.leftOut.map(({ path }) => path),
      ['cost-memo.md', 'latency-percentiles.csv', 'services-and-objectives.json'],
    );
    writeFileSync(
      workspacePath('evidence', 'late.md'),
      'A late finding: the gateway took 88 ms because its cache was cold.\n',
    );
    const folder = await draft.start(draft.review.debaters);
    rmSync(workspacePath('evidence', 'late.md'));
    assert.ok(folder !== undefined);
    const { runManager } = await servicesHere();
    runManager.stop(folder, 'The test is over.');
    await runManager.settled(folder);
    const setup = JSON.parse(readFileSync(join(folder, 'debate.json'), 'utf8')) as {
      evidence: { files: { path: string }[] };
    };
    assert.equal(setup.evidence.files.length, 10);
    assert.ok(setup.evidence.files.some(({ path }) => path === 'late.md'));
  });

  it('starts several side by side', async () => {
    const { runManager } = await servicesHere();
    const folders = [await startedDebate(), await startedDebate({ topic: 'Is the gateway worth its cost?' })];
    await Promise.all(folders.map((folder) => runManager.settled(folder)));
    for (const folder of folders) assert.ok(existsSync(join(folder, 'metadata.json')), basename(folder));
  });
});
