import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Script } from '../../src/agents/scripted';
import { exportExtensions, exportFormats } from '../../src/reports/export/exportDebate';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { statusOf, type DebateStatus } from '../../src/session/library/status';
import type { DebateSummary } from '../../src/session/library/summary';
import type { LineupDraft } from '../../src/ui/start/lineupDraft';
import { debateNode } from '../../src/ui/library/debateNode';
import { runText } from '../../src/ui/library/statusText';
import { childrenOf } from '../../src/ui/library/treeModel';
import { dialecticFiles, ferryDebate } from '../support/dialecticFolder';
import { dialecticScript } from '../support/dialecticScript';
import { fact } from '../support/scriptedDebate';
import { tribunalScript } from '../support/tribunalScript';
import { testVendor } from './chatModels';
import { offered, PlayedModels } from './editorDebate';
import { draftOf, servicesHere, until, workspacePath } from './startedDebate';

const { executeCommand } = vscode.commands;

/** The folder of a sample that was played to its end. */
async function playedSample(format: string): Promise<string> {
  const folder = await executeCommand<string>('rostrum.startDebate', { sample: true, format });
  await (await servicesHere()).runManager.settled(folder);
  return folder;
}

async function summaryOf(folder: string): Promise<DebateSummary> {
  const { library } = await servicesHere();
  library.reread(folder);
  await library.refresh();
  const found = library.debates.find((debate) => debate.folder === folder);
  assert.ok(found, `${folder} is not in the list`);
  return found;
}

interface Seen {
  status: DebateStatus;
  /** Of the status bar. */
  words: string;
  types: string[];
  /** Labels of the tree, by the key of what they stand under. */
  labels: (key: string) => string[];
}

/** Read from disk by this bundle: what formats fold for themselves is known by identity, and the extension's bundle has its own. */
async function seen(folder: string): Promise<Seen> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const { state, view, problems } = log;
    return {
      status: await statusOf(log),
      words: runText({ state, ending: undefined, working: [] }),
      types: state.headers.map(({ type }) => type),
      labels: (key) => childrenOf({ key }, { folder, view, problems, documents: [] }).map(({ label }) => label),
    };
  } finally {
    await log.close();
  }
}

const counted = ({ types }: Seen, wanted: string): number => types.filter((type) => type === wanted).length;

describe('debates of other formats', () => {
  let dialectic = '';
  const editor = new PlayedModels();
  const disposables: vscode.Disposable[] = [];

  /** A draft whose seats are taken by a model that plays the script. */
  async function draftPlaying(script: Script, argument: Record<string, unknown>): Promise<LineupDraft> {
    editor.play(script);
    return await draftOf({
      topic: 'Should the parcels go by the north depot?',
      evidence: workspacePath('depots'),
      provider: 'vscode',
      model: `${testVendor}/fluent`,
      ...argument,
    });
  }

  before(async () => {
    mkdirSync(workspacePath('depots'));
    for (const name of ['advocate', 'critic', 'proposition', 'opposition'])
      writeFileSync(
        workspacePath('depots', `${name}.md`),
        Array.from({ length: 60 }, (_, index) => `${fact(name, index + 1)}\n`).join(''),
      );
    disposables.push(
      await offered(editor.models),
      (await servicesHere()).runManager.onEvent(({ event }) => editor.onEvent(event)),
    );
  });

  after(async () => {
    for (const disposable of disposables) disposable.dispose();
    await executeCommand('workbench.action.closeAllEditors');
    for (const name of ['terms.md', 'ferry', 'exports', 'depots'])
      rmSync(workspacePath(name), { recursive: true, force: true });
  });

  it('a tribunal: seats are fixed, settings are shown, and it runs to its ruling', async () => {
    const draft = await draftPlaying(tribunalScript(2), { format: 'tribunal', details: { rounds: 2 } });
    assert.equal(draft.review.isFixed, true);
    assert.deepEqual(
      draft.review.debaters.map(({ name }) => name),
      ['advocate', 'critic'],
    );
    assert.deepEqual(
      draft.review.fields.filter(({ section }) => section === 'debate').map(({ label }) => label),
      ['Format'],
    );
    assert.deepEqual(
      draft.review.fields.filter(({ section }) => section === 'expert').map(({ label }) => label),
      ['Rounds', 'Order', 'The other side sees', 'Judges', 'Plain answer'],
    );
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined, JSON.stringify(draft.review.problems));
    await (await servicesHere()).runManager.settled(folder);
    const { status, words, labels, types } = await seen(folder);
    assert.equal(status.status, 'done');
    assert.equal(status.outcome, 'revision_required');
    assert.doesNotMatch(words, /Chair|of \d/);
    assert.equal(types.filter((type) => type === 'judges_ruling').length, 1);
    const groups = labels('');
    assert.ok(
      ['Debaters', 'Rounds', 'Issues'].every((group) => groups.includes(group)),
      groups.join(),
    );
    assert.match(labels('issues').join(), /^I-?\d/);
    const row = debateNode(await summaryOf(folder), {
      run: undefined,
      isByHand: false,
      wrong: { grave: 0, changed: 0, errors: 0 },
      now: Date.now(),
      language: 'en',
    });
    assert.match(row.description ?? '', /^revise/);
    assert.equal(typeof row.icon === 'object' ? row.icon.name : '', 'edit');
  });

  it('a dialectic: with its motion and definitions, then with more exchanges', async () => {
    writeFileSync(
      workspacePath('terms.md'),
      '# Terms\n\n- **Payments service**: what books payments\n\n## Scope\n\nThe internal interface.\n',
    );
    const details = {
      motion: 'The parcels should go by the north depot.',
      termsFile: workspacePath('terms.md'),
      exchanges: 2,
    };
    const draft = await draftPlaying(dialecticScript(3), { format: 'dialectic', details });
    assert.deepEqual(
      draft.review.debaters.map(({ name }) => name),
      ['proposition', 'opposition'],
    );
    assert.deepEqual(
      draft.review.fields.filter(({ section }) => section === 'debate').map(({ label, value }) => `${label}: ${value}`),
      [
        'Format: dialectic',
        'Motion: The parcels should go by the north depot.',
        'Definitions: - **Payments service**: what books payments\n\n## Scope\n\nThe internal interface.',
        'Exchanges: 2',
      ],
    );
    assert.deepEqual(
      draft.review.fields.filter(({ section }) => section === 'expert').map(({ label, value }) => `${label}: ${value}`),
      ['Judges: 1', 'Plain answer: 1'],
    );
    const folder = await draft.start(draft.review.debaters);
    assert.ok(folder !== undefined, JSON.stringify(draft.review.problems));
    const { runManager } = await servicesHere();
    await runManager.settled(folder);
    const before = await seen(folder);
    assert.equal(before.status.status, 'done');
    assert.equal(counted(before, 'argument'), 8);
    assert.ok(before.status.scores !== undefined);
    assert.deepEqual((await summaryOf(folder)).scores, before.status.scores);
    await executeCommand('rostrum.moreExchanges', { folder, exchanges: 1 });
    await until('the further exchange', async () => counted(await seen(folder), 'argument') === 10);
    await runManager.settled(folder);
    const now = await seen(folder);
    assert.equal(now.status.status, 'done');
    assert.equal(counted(now, 'judgment'), 3);
    assert.ok(now.labels('').includes('Exchanges'), now.labels('').join());
    assert.deepEqual(now.labels('rounds'), ['Openings', 'Exchange 1', 'Exchange 2', 'Report']);
    assert.equal(now.labels('arguments').length, 10);
    dialectic = folder;
  });

  it('say offline who is missing, at their field, and do not start', async () => {
    for (const [format, judged] of [
      ['tribunal', 'advocate, critic, judge'],
      ['dialectic', 'proposition, opposition, judge'],
    ] as const) {
      const draft = await draftOf({ format });
      const { problems, debaters } = draft.review;
      assert.deepEqual(
        problems.map(({ field }) => field),
        ['format'],
      );
      assert.ok(problems[0]?.message.includes(`It needs a model, people in its seats (${judged}), or its sample`));
      assert.equal(await draft.start(debaters), undefined);
      (await servicesHere()).drafts.drop(draft.id);
    }
  });

  it('has a record that fits: chain, snapshots and documents', async () => {
    if (dialectic === '') dialectic = await playedSample('dialectic');
    const window = vscode.window as unknown as { showInformationMessage: unknown };
    const { showInformationMessage } = window;
    window.showInformationMessage = () => Promise.resolve('Show Details');
    try {
      await executeCommand('rostrum.checkRecord', { folder: dialectic });
      const text = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
      await until('the details', () => text().startsWith('The record fits.\nChained from entry 1 on.\nHead: '));
    } finally {
      window.showInformationMessage = showInformationMessage;
    }
  });

  it('is exported in each form', async () => {
    if (dialectic === '') dialectic = await playedSample('dialectic');
    mkdirSync(workspacePath('exports'), { recursive: true });
    const begins = {
      html: /^<!doctype html>/i,
      markdown: /^#/,
      mermaid: /^(?:%%|---|flowchart|graph)/,
      argdown: /\S/,
      aif: /^\{/,
      'csl-json': /^\[/,
      madr: /^---\nstatus:/,
    };
    for (const format of exportFormats) {
      const file = workspacePath('exports', `${format}.${exportExtensions[format]}`);
      await executeCommand('rostrum.exportDebate', { folder: dialectic, format, file });
      assert.match(readFileSync(file, 'utf8'), begins[format], format);
    }
  });

  it('goes on without nothing: where no step has failed, none is left out', async () => {
    if (dialectic === '') dialectic = await playedSample('dialectic');
    const { types } = await seen(dialectic);
    await executeCommand('rostrum.skipStep', { folder: dialectic });
    assert.deepEqual((await seen(dialectic)).types, types);
  });

  it('goes on without the exchange that a person gave up', async () => {
    const { runManager } = await servicesHere();
    const draft = await draftPlaying(dialecticScript(2), { format: 'dialectic', details: { exchanges: 2 } });
    const [proposition, ...others] = draft.review.debaters;
    assert.ok(proposition);
    const folder = await draft.start([{ ...proposition, model: 'human' }, ...others]);
    assert.ok(folder !== undefined, JSON.stringify(draft.review.problems));
    const asked = (): string | undefined =>
      runManager.seats.seatsOf(folder).find(({ isChecking }) => !isChecking)?.request.id;
    await until('the question for openings', () => asked() === 'e0/proposition');
    runManager.seats.skip(folder, 'e0/proposition');
    await runManager.settled(folder);
    const before = await seen(folder);
    assert.equal(before.status.status, 'paused');
    assert.equal(counted(before, 'argument'), 0, 'one side alone was logged');
    await executeCommand('rostrum.skipStep', { folder });
    await until('the next exchange', () => /^e1\//.test(asked() ?? ''));
    assert.equal(counted(await seen(folder), 'intervention'), 1);
    runManager.stop(folder, 'The test is over.');
    await runManager.settled(folder);
  });

  it('of another system is imported and opened, and stays as it is', async () => {
    const source = workspacePath('ferry');
    const files = dialecticFiles(ferryDebate());
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), content);
    }
    const { library } = await servicesHere();
    await library.refresh();
    const known = new Set(library.debates.map(({ folder }) => folder));
    await executeCommand('rostrum.importDebate', vscode.Uri.file(source));
    const found = library.debates.filter(({ folder }) => !known.has(folder));
    assert.equal(found.length, 1, found.map(({ folder, topic }) => `${folder}: ${topic}`).join('\n'));
    const [{ folder, format }] = found as [DebateSummary];
    assert.equal(format, 'dialectic');
    assert.equal(counted(await seen(folder), 'argument'), 4);
    for (const [path, content] of Object.entries(files))
      assert.equal(readFileSync(join(source, path), 'utf8'), content);
    await until('its panel', () =>
      vscode.window.tabGroups.all.some((group) =>
        group.tabs.some(({ input }) => input instanceof vscode.TabInputWebview),
      ),
    );
    rmSync(folder, { recursive: true, force: true });
    await library.refresh();
  });
});
