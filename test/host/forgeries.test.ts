import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { pathOfLog } from '../../src/record/logPath';
import type { DebateRef } from '../../src/ui/library/openDebates';
import { bodiesAt } from '../../src/ui/panel/bodies';
import type { Services } from '../../src/extension';
import { DebateRows } from '../../src/ui/library/debateRows';
import type { TreeRow } from '../../src/ui/formats/treeNode';
import { forgedDebate, forgeries, urlOf, type ForgedDebate } from '../support/forgedDebate';
import { servicesHere, until, workspacePath } from './startedDebate';

describe('snapshots that somebody changed', () => {
  let services: Services;
  let debate: ForgedDebate;
  let held: DebateRef;
  let rows: DebateRows;
  const parent = workspacePath('forgeries-test');
  const proofs = () => held.debate.log.view.proofs;

  before(async () => {
    services = await servicesHere();
    const evidence = workspacePath('forgeries-evidence');
    mkdirSync(evidence);
    debate = await forgedDebate(parent, evidence);
    await services.library.refresh();
    held = await services.debates.acquire(debate.folder);
    rows = new DebateRows(services);
    await until('the proofs', () => proofs().size === forgeries.length);
  });

  after(async () => {
    rows.dispose();
    held.dispose();
    for (const folder of [parent, workspacePath('forgeries-evidence')])
      rmSync(folder, { recursive: true, force: true });
    await services.library.refresh();
  });

  it('are found by the threads that the editor reads in', () => {
    assert.deepEqual(
      forgeries.map((one) => proofs().get(urlOf(one))?.proof),
      forgeries.map(({ proof }) => proof),
    );
  });

  it('verify nothing in the panel', () => {
    for (const { name, proof } of forgeries) {
      const [body] = bodiesAt(held.debate.log, [debate.seqs.get(name) ?? -1], { isBeingChecked: false });
      const [source] = body?.sources ?? [];
      assert.deepEqual(
        [name, source?.proof?.state, source?.status],
        [name, proof, proof === 'does_not_fit' ? 'unverified' : 'verified'],
      );
    }
  });

  it('are told in the tree', async () => {
    const inside = async (label: string, row?: TreeRow): Promise<TreeRow> => {
      const found = (await rows.getChildren(row)).find((one) => one.label === label);
      assert.ok(found, `there is no row ${label}`);
      return found;
    };
    const verification = await inside(
      'Verification',
      (await rows.getChildren()).find(({ folder }) => folder === debate.folder),
    );
    assert.equal(verification.description, '4 unverified · 3 quoted only');
    const unverified = (await rows.getChildren(verification)).filter(({ key }) => key.includes('/unverified/'));
    assert.deepEqual(
      unverified.map(({ description = '' }) => description.includes('does not fit')),
      [true, true, true, true],
    );
    const item = await rows.resolveTreeItem(rows.getTreeItem(unverified[1] as TreeRow), unverified[1] as TreeRow);
    assert.ok(typeof item.tooltip === 'string');
    assert.match(item.tooltip, /does not fit: sources\/[0-9a-f]+\.txt is a link/);
  });

  it('are told among the problems', async () => {
    const problems = (): vscode.Diagnostic[] =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(pathOfLog(debate.folder)))
        .filter(({ source }) => source === 'Rostrum');
    await until('the problems', () => problems().length === 6);
    const told = problems().map(({ code, severity }) => [typeof code === 'object' ? code.value : code, severity]);
    const { Error, Warning } = vscode.DiagnosticSeverity;
    assert.deepEqual(told.sort(), [
      ...Array<unknown>(4).fill(['does_not_fit', Error]),
      ...Array<unknown>(2).fill(['not_provable', Warning]),
    ]);
    assert.ok(
      problems().some(({ message }) =>
        /^What was kept of the source does not fit: sources\/[0-9a-f]+\.txt was changed/.test(message),
      ),
      problems()
        .map(({ message }) => message)
        .join(' | '),
    );
  });
});
