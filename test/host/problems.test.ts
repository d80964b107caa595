import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import type { DebateRef } from '../../src/ui/library/openDebates';
import type { Services } from '../../src/extension';
import { DebateRows } from '../../src/ui/library/debateRows';
import { webDebate, type WebDebate } from '../support/citedPages';
import { servicesHere, startedDebate, until, workspacePath } from './startedDebate';

describe('a cited file that is changed while the window is open', () => {
  it('is told of a debate that is closed, once it is saved', async () => {
    const services = await servicesHere();
    const folder = await startedDebate({ format: 'panel-short' });
    await services.runManager.settled(folder);
    await services.library.refresh();
    const changed = (): number | undefined => {
      const check = services.checks.of(folder);
      return check.kind === 'checked' ? check.found.counts.changed : undefined;
    };
    await until('the debate to be checked', () => changed() === 0);
    const check = services.checks.of(folder);
    const path = check.kind === 'checked' ? check.found.files[0]?.path : undefined;
    assert.ok(path !== undefined, 'the debate cites no file');
    const before = readFileSync(path, 'utf8');
    const document = await vscode.workspace.openTextDocument(path);
    const save = async (text: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
      await document.save();
    };
    try {
      await save('Nothing of it is left.\n');
      await until('the change', () => (changed() ?? 0) > 0);
    } finally {
      await save(before);
    }
    await until('the file as it was', () => changed() === 0);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

it('what was found in a debate is forgotten when something is struck from it, and it is checked again', async () => {
  const services = await servicesHere();
  const folder = await startedDebate({ format: 'panel-short' });
  await services.runManager.settled(folder);
  await services.library.refresh();
  const kind = (): string => services.checks.of(folder).kind;
  await until('the debate to be checked', () => kind() === 'checked');
  const held = await services.debates.acquire(folder);
  const seen: string[] = [];
  const watching = services.checks.onDidCheck(() => seen.push(kind()));
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    await log.append([
      { phase: 'system', speaker: 'chair', type: 'redaction', content: 'REDACTED: seq 2.', target_seq: 2 },
    ]);
    await until('what was found to be forgotten', () => seen.includes('pending'));
    await services.library.refresh();
    await until('the debate to be checked again', () => kind() === 'checked');
  } finally {
    watching.dispose();
    held.dispose();
    await log.close();
  }
});

describe('doubtful sources among the problems', () => {
  let services: Services;
  let debate: WebDebate;
  let held: DebateRef | undefined;
  const parent = workspacePath('problems-test');

  const problems = (): vscode.Diagnostic[] =>
    vscode.languages
      .getDiagnostics(vscode.Uri.file(pathOfLog(debate.folder)))
      .filter(({ source }) => source === 'Rostrum');
  const faultsShown = (): vscode.Diagnostic[] =>
    vscode.languages
      .getDiagnostics(vscode.Uri.file(pathOfLog(debate.folder)))
      .filter(({ source }) => source === 'Rostrum rule');
  const codes = (): unknown[] => problems().map(({ code }) => (typeof code === 'object' ? code.value : code));
  const about = (status: string): vscode.Diagnostic => {
    const problem = problems().find(({ code }) => typeof code === 'object' && code.value === status);
    assert.ok(problem, `nothing is ${status}`);
    return problem;
  };

  before(async () => {
    services = await servicesHere();
    debate = await webDebate(parent, 'https://press.example');
  });

  after(async () => {
    held?.dispose();
    rmSync(parent, { recursive: true, force: true });
    await services.library.refresh();
  });

  it('are told of a debate that nobody has opened, on its row too, with what breaks the rules', async () => {
    await services.library.refresh();
    await until('the problems of a closed debate', () => problems().length >= 5);
    assert.deepEqual(services.debates.open, []);
    assert.deepEqual(codes().sort(), ['fabricated', 'not_provable', 'unreliable', 'unverified', 'unverified']);
    const check = services.checks.of(debate.folder);
    assert.equal(check.kind, 'checked');
    const rows = new DebateRows(services);
    const row = (await rows.getChildren()).find(({ folder }) => folder === debate.folder);
    rows.dispose();
    assert.match(row?.description ?? '', /2 ✗/);
    const faults = faultsShown();
    assert.equal(faults.length, check.found.faults.length);
    assert.ok(faults.length > 0, 'the record of the test breaks no rule');
    for (const { code } of faults)
      assert.match(typeof code === 'object' ? String(code.target) : '', /docs\/rules\.md#L\d+$/);
  });

  it('are told while the debate is open, each as bad as it is', async () => {
    held = await services.debates.acquire(debate.folder);
    // Only of an open debate the passage is looked up.
    await until('the passages', () =>
      problems().some(({ relatedInformation = [] }) =>
        relatedInformation.some(({ location }) => location.uri.scheme === 'rostrum-snapshot'),
      ),
    );
    await until('all of them', () => problems().length === 5);
    assert.deepEqual(codes().sort(), ['fabricated', 'not_provable', 'unreliable', 'unverified', 'unverified']);
    assert.equal(about('fabricated').severity, vscode.DiagnosticSeverity.Error);
    assert.equal(about('unreliable').severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(about('not_provable').severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(about('unverified').severity, vscode.DiagnosticSeverity.Information);
    assert.equal(
      about('unreliable').message,
      `unreliable: quote not found — ${debate.urls.unreliable} (cited in seq ${debate.seqs.unreliable})`,
    );
    assert.ok(
      problems().some(({ message }) => message.startsWith('unverified: blocked (403) — ')),
      problems()
        .map(({ message }) => message)
        .join(' | '),
    );
  });

  it('stand at the address in the line of the log, and lead to the passage and to what was found', async () => {
    const problem = about('unreliable');
    const document = await vscode.workspace.openTextDocument(pathOfLog(debate.folder));
    assert.equal(document.getText(problem.range), debate.urls.unreliable);
    const [passage, result] = problem.relatedInformation ?? [];
    assert.equal(passage?.location.uri.scheme, 'rostrum-snapshot');
    const snapshot = await vscode.workspace.openTextDocument(passage.location.uri);
    assert.match(snapshot.getText(passage.location.range), /^Hansen, M\.: Otters of the northern estuaries/);
    assert.equal(result?.location.uri.fsPath, pathOfLog(debate.folder));
    assert.match(result.message, /^Result in seq \d+: Verification of seq/);
    assert.match(typeof problem.code === 'object' ? String(problem.code.target) : '', /rostrum\.rostrum\/debate/);
  });

  it('say nothing of what was struck, and stand at the redaction', () => {
    const problem = about('fabricated');
    assert.equal(problem.range.start.line, debate.redaction);
    assert.ok(!JSON.stringify(problem).includes('nine hundred'));
    assert.ok((problem.relatedInformation ?? []).every(({ location }) => location.uri.scheme === 'file'));
  });

  it('are gone once they are corrected, vouched for, or not wanted', async () => {
    const log = await DebateLog.open(pathOfLog(debate.folder));
    try {
      const { unreliable, verified } = debate.urls;
      const [correction] = await log.append([
        {
          phase: 'rebuttal',
          speaker: 'bob',
          type: 'new_point',
          content: `SOURCE CORRECTION for seq ${debate.seqs.unreliable}`,
          sources: [{ url: verified, title: 'Otters return to the estuary', accessed: '2026-11-04' }],
          data: {
            correction: {
              seq: debate.seqs.unreliable,
              old_url: unreliable,
              new_url: verified,
              reason: 'the page itself',
            },
          },
        },
      ]);
      const result = (seq: number, speaker: string, url: string, status: string) => ({
        phase: 'system' as const,
        speaker,
        type: 'verification_result' as const,
        target_seq: seq,
        content: status,
        data: { url, status, explanation: status },
      });
      await log.append([
        result(correction?.seq ?? 0, 'verifier', verified, 'verified'),
        result(debate.seqs.blocked, 'user', debate.urls.blocked, 'unverified'),
      ]);
      await until('two problems fewer', () => problems().length === 4);
      // Two entries rest on a page now whose reader this program has not.
      assert.deepEqual(codes().sort(), ['fabricated', 'not_provable', 'not_provable', 'unverified']);
    } finally {
      await log.close();
    }
    const settings = vscode.workspace.getConfiguration('rostrum');
    await settings.update('problems.show', false, vscode.ConfigurationTarget.Global);
    await until('no problems', () => problems().length === 0);
    await settings.update('problems.show', undefined, vscode.ConfigurationTarget.Global);
    await until('the problems again', () => problems().length === 4);
  });

  it('stay when the debate is closed, as they were checked last, and are gone when it is deleted', async () => {
    held?.dispose();
    held = undefined;
    await services.checks.checkNow(debate.folder);
    await until('the problems of the closed debate', () => problems().length > 0);
    held = await services.debates.acquire(debate.folder);
    await until('the problems again', () => problems().length === 4);
    rmSync(debate.folder, { recursive: true, force: true });
    held.dispose();
    held = undefined;
    await services.library.refresh();
    await until('no problems of what is gone', () => problems().length + faultsShown().length === 0);
  });
});
