import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { proofOn } from '../../src/debate/fold/citations';
import type { RecordView } from '../../src/debate/fold/view';
import { createDebateFolder } from '../../src/record/debateFolder';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { sha256, SnapshotStore } from '../../src/record/snapshots';
import { extractors } from '../../src/research/extract/extractPage';
import type { DebateRef } from '../../src/ui/library/openDebates';
import type { Services } from '../../src/extension';
import { killerPdfs } from '../support/hostile/killerPdfs';
import { pdfFile } from '../support/pdfFile';
import { setupDraft } from '../support/setupDraft';
import { servicesHere, until, workspacePath } from './startedDebate';

/** Documents of some hundred bytes that ended the process that read them, and an honest one behind them. */
const names = [
  'widths of two thousand million characters',
  'heights of two thousand million characters',
  'codes of sixteen million characters',
  'meanings of sixteen million characters',
  'a table of two thousand million objects',
];
const quote = 'The ferries of the town were late on 41 days of the year.';
const honest = pdfFile({ pages: [[quote]] });

const documents = [
  ...names.map((name, at) => ({
    path: `killer-${at}.pdf`,
    body: killerPdfs.find((shape) => shape.name === name)?.make(0) ?? assert.fail(`there is no ${name}`),
  })),
  { path: 'honest.pdf', body: honest },
];
const urlOf = ({ path }: { path: string }): string => `workspace:${path}#page=1`;

interface Received {
  folder: string;
  /** Of the entry that cites the document, by its path. */
  seqs: ReadonlyMap<string, number>;
}

/** As somebody else made it: each document is kept with a text that it is said to have, and a result that says it was verified. */
async function received(parent: string): Promise<Received> {
  const files = documents.map(({ path, body }) => ({ path, bytes: body.length, sha256: sha256(body) }));
  const topic = 'Are the ferries late?';
  const data = { ...setupDraft.data, topic, record_version: 2, evidence: { root: '/elsewhere/evidence', files } };
  const folder = await createDebateFolder({ parent, topic, setup: { ...setupDraft, data }, now: () => new Date() });
  const log = await DebateLog.open(pathOfLog(folder));
  const seqs = new Map<string, number>();
  try {
    for (const document of documents) {
      const url = urlOf(document);
      const kept = `workspace:${document.path}`;
      const { metadata, text } = await new SnapshotStore(folder).add({
        url: kept,
        finalUrl: kept,
        title: document.path,
        contentType: 'application/pdf',
        accessed: '2026-11-04',
        body: document.body,
        text: quote,
        extractor: extractors.pdf,
        layout: { pages: [{ page: 1, start: 0, end: quote.length }] },
      });
      const [entry] = await log.append([
        {
          phase: 'opening',
          speaker: 'ada',
          type: 'opening_statement',
          content: quote,
          sources: [{ url, title: document.path, accessed: '2026-11-04', quote }],
        },
      ]);
      const seq = entry?.seq ?? -1;
      seqs.set(document.path, seq);
      const result = {
        url,
        status: 'verified',
        confidence: 'high',
        snapshot: metadata.sha256,
        text_sha256: sha256(text),
        passage: { start: 0, end: quote.length },
        checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'not_applicable', support: 'same' },
        explanation: 'The quotation stands verbatim at the cited place.',
      };
      await log.append([
        {
          phase: 'system',
          speaker: 'verifier',
          type: 'verification_result',
          target_seq: seq,
          content: `Verification of seq ${seq}, ${url}: verified.`,
          data: result,
        },
      ]);
    }
    return { folder, seqs };
  } finally {
    await log.close();
  }
}

describe('a debate from elsewhere whose documents would end who reads them', () => {
  const parent = workspacePath('received');
  let services: Services;
  let debate: Received;
  let held: DebateRef;
  const killers = documents.slice(0, -1);
  const citationOf = (document: { path: string }) => ({
    folder: debate.folder,
    seq: debate.seqs.get(document.path) ?? -1,
    url: urlOf(document),
  });

  before(async () => {
    services = await servicesHere();
    mkdirSync(parent);
    debate = await received(parent);
    await services.library.refresh();
  });

  after(async () => {
    held.dispose();
    // Passages that are shown hold their debate open; without an active editor those of all documents are cleared.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('rostrum.clearSourceHighlight');
    await until('the debate to be let go', () => services.debates.open.length === 0);
    rmSync(parent, { recursive: true, force: true });
    await services.library.refresh();
  });

  it('is opened, and says of each that it does not fit', async () => {
    await vscode.commands.executeCommand('rostrum.openPanel', { folder: debate.folder });
    await until('the panel', () => services.panels.activeFolder === debate.folder);
    held = await services.debates.acquire(debate.folder);
    const proofs = () => held.debate.log.view.proofs;
    await until('the proofs', () => proofs().size === documents.length);
    const view = (): RecordView => held.debate.log.view;
    for (const killer of killers) {
      const { proof, reason = '' } = proofOn(view(), urlOf(killer)) ?? {};
      assert.equal(proof, 'does_not_fit', killer.path);
      assert.match(reason, /\.txt is not the text of its body/, killer.path);
    }
    // Its reader is at work still.
    assert.deepEqual(proofOn(view(), urlOf({ path: 'honest.pdf' })), { proof: 'proven' });
  });

  it('opens each citation as it was kept', async () => {
    for (const killer of killers) {
      await vscode.commands.executeCommand('rostrum.openSource', citationOf(killer));
      const { document } = vscode.window.activeTextEditor ?? assert.fail(`${killer.path} was not opened`);
      assert.equal(document.uri.scheme, 'rostrum-snapshot');
      assert.ok(document.getText().includes(quote));
    }
  });

  it('is checked for agents and once more for the user, and the extension is still at work', async () => {
    const { folder } = debate;
    const { log } = held.debate;
    const entries = log.state.headers.length;
    for (const killer of killers) {
      const text = await verified({ url: urlOf(killer), quote, folder });
      assert.match(text, /^Status: unverified\.\n.* does not fit: .*\.txt is not the text of its body/);
      await vscode.commands.executeCommand('rostrum.checkSourceAgain', citationOf(killer));
    }
    await log.refresh();
    assert.equal(log.state.headers.length, entries, 'something was found by a text that does not fit');
    assert.match(await verified({ url: urlOf({ path: 'honest.pdf' }), quote, folder }), /^Status: verified/);
    await vscode.commands.executeCommand('rostrum.openSource', citationOf({ path: 'honest.pdf' }));
    assert.ok(vscode.window.activeTextEditor?.document.getText().includes(quote));
  });
});

async function verified(input: { url: string; quote: string; folder: string }): Promise<string> {
  const { token } = new vscode.CancellationTokenSource();
  const { content } = await vscode.lm.invokeTool(
    'rostrum_verify_source',
    { input, toolInvocationToken: undefined },
    token,
  );
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
