import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { findingOn } from '../../src/debate/fold/state';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { SnapshotStore } from '../../src/record/snapshots';
import { checkOf } from '../../src/projections/sources';
import type { Services } from '../../src/extension';
import { DebateRows } from '../../src/ui/library/debateRows';
import { notJudged, quote, webDebate, type WebDebate } from '../support/citedPages';
import { listening, type Listening } from '../support/listening';
import { servicesHere, until, workspacePath } from './startedDebate';

const run = (command: string, argument?: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(`rostrum.${command}`, argument);

const editor = (): vscode.TextEditor => {
  const active = vscode.window.activeTextEditor;
  assert.ok(active, 'no text editor is active');
  return active;
};

const lensTitles = async (uri: vscode.Uri): Promise<string[]> =>
  (await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 20)).flatMap(
    ({ command }) => command?.title ?? [],
  );

type Shown = { message: string; modal: boolean; buttons: string[] };

/** Answers the messages of the extension: it shares the editor's API with this suite. */
function answering(answer: (shown: Shown) => string | undefined): { shown: Shown[]; restore(): void } {
  const window = vscode.window as unknown as Record<'showWarningMessage' | 'showInformationMessage', unknown>;
  const before = { ...window };
  const shown: Shown[] = [];
  const show = (message: string, ...rest: unknown[]): Promise<string | undefined> => {
    const buttons = rest.filter((part): part is string => typeof part === 'string');
    shown.push({
      message,
      buttons,
      modal: rest.some((part) => typeof part === 'object' && part !== null && 'modal' in part),
    });
    return Promise.resolve(answer(shown.at(-1) ?? { message, buttons, modal: false }));
  };
  window.showWarningMessage = show;
  window.showInformationMessage = show;
  return {
    shown,
    restore: () => {
      window.showWarningMessage = before.showWarningMessage;
      window.showInformationMessage = before.showInformationMessage;
    },
  };
}

/** One more page that was refused; its claim is its quotation, so that nobody has to be asked whether one supports the other. */
async function alsoBlocked(folder: string, url: string): Promise<void> {
  const words = 'Most members would accept a closed season from May to August';
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const sources = [{ url, title: 'Minutes', accessed: '2026-11-04', quote: words, claim: words }];
    const [entry] = await log.append([
      { phase: 'rebuttal', speaker: 'bob', type: 'new_point', content: `${words}.`, sources },
    ]);
    const data = {
      url,
      status: 'unverified',
      confidence: 'low',
      checks: notJudged,
      snapshot: null,
      passage: null,
      refusal: 'timeout',
    };
    await log.append([
      {
        phase: 'system',
        speaker: 'verifier',
        type: 'verification_result',
        target_seq: entry?.seq ?? -1,
        content: 'It took too long.',
        data,
      },
    ]);
  } finally {
    await log.close();
  }
}

/** What is reported as the progress of the work, which the user calls off when it is said. */
async function reportsUntil(last: string, work: () => Thenable<unknown>): Promise<string[]> {
  const window = vscode.window as unknown as Record<'withProgress', unknown>;
  const { withProgress } = window;
  const reports: string[] = [];
  window.withProgress = (
    _: unknown,
    task: (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => Thenable<unknown>,
  ) => {
    const source = new vscode.CancellationTokenSource();
    const report = ({ message = '' }: { message?: string }): void => {
      reports.push(message);
      if (message === last) source.cancel();
    };
    return task({ report }, source.token);
  };
  try {
    await work();
    return reports;
  } finally {
    window.withProgress = withProgress;
  }
}

describe('pages as sources', () => {
  let services: Services;
  let site: Listening;
  let debate: WebDebate;
  let status = 403;
  let parent = '';

  const found = async (name: keyof WebDebate['seqs']) => {
    const ref = await services.debates.acquire(debate.folder);
    try {
      const { log } = ref.debate;
      await log.refresh();
      const finding = findingOn(log.state, debate.seqs[name], debate.urls[name]);
      assert.ok(finding, `${name} has no result`);
      return { finding, check: checkOf(log.view, finding), entries: log.state.headers.length };
    } finally {
      ref.dispose();
    }
  };
  const citation = (name: keyof WebDebate['seqs']) => ({
    folder: debate.folder,
    seq: debate.seqs[name],
    url: debate.urls[name],
  });

  before(async () => {
    services = await servicesHere();
    const server = createServer((request, response) => {
      const isRobots = request.url === '/robots.txt';
      response.writeHead(isRobots ? 404 : status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        isRobots
          ? ''
          : `<!doctype html><title>Members of the club</title><article><h1>Members</h1><p>At the meeting in March a vote was held on the summer.</p><p>Most members would accept a closed season from May to August, as long as the outer basin stays open to boats at all times.</p><p>The board will write to the harbour office and report back in autumn.</p></article>`,
      );
    });
    site = await listening(server);
    await vscode.workspace
      .getConfiguration('rostrum')
      .update('search.allowedHosts', [site.place], vscode.ConfigurationTarget.Global);
    parent = workspacePath('web-test');
    debate = await webDebate(parent, site.url);
    await services.library.refresh();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('clearSourceHighlight');
  });

  after(async () => {
    await vscode.workspace
      .getConfiguration('rostrum')
      .update('search.allowedHosts', undefined, vscode.ConfigurationTarget.Global);
    await site.close();
    rmSync(parent, { recursive: true, force: true });
    await services.library.refresh();
  });

  it('open as their snapshot: what is known of the page above, the passage in view and marked', async () => {
    await run('openSource', citation('verified'));
    const { document, selection, visibleRanges } = editor();
    const text = document.getText();
    assert.equal(document.uri.scheme, 'rostrum-snapshot');
    assert.match(
      text,
      /^Otters return to the estuary\n\nAuthors +Nora Feld, Pieter Aas\nSite +The Estuary Post\nPublished +2026-05-17\n/,
    );
    assert.match(text, /Found at +http:\S+\/otters\/2026\n.*HTTP 200, text\/html\n/s);
    assert.equal(
      document.getText(new vscode.Range(selection.active, selection.active.translate(0, quote.length))),
      quote,
    );
    assert.ok(
      visibleRanges.some((range) => range.contains(selection.active)),
      'the passage is not in view',
    );
    assert.equal(document.languageId, 'rostrum-source');
    assert.equal(
      vscode.workspace.getConfiguration('editor', { languageId: 'rostrum-source', uri: document.uri }).get('wordWrap'),
      'bounded',
    );
    const titles = await lensTitles(document.uri);
    assert.ok(
      titles.includes(
        `Cited in seq ${debate.seqs.verified} by ada — verified: exists · quote · figures · attribution · supports`,
      ),
      titles.join(' | '),
    );
    assert.ok(
      titles.includes('Open in Browser') && titles.includes('Check Again') && !titles.includes('I Read It…'),
      titles.join(' | '),
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      selection.active,
    );
    assert.ok(Array.isArray(hovers));
    const before = text;
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), before);
  });

  it('say where the words stand that are none of the page’s own', async () => {
    await run('openSource', citation('unreliable'));
    const { document, selection } = editor();
    const heading = document.lineAt(selection.active.line - 2).text;
    assert.equal(heading, 'Bibliography — not the page’s own words');
    assert.ok(document.lineAt(selection.active.line).text.startsWith('Hansen, M.: Otters of the northern estuaries.'));
    assert.match(document.getText(), /Way +It came through a proxy\.\n/);
    const titles = await lensTitles(document.uri);
    assert.ok(
      titles.includes('These are not the page’s own words') &&
        titles.includes('Claim: The literature doubts the number.') &&
        titles.includes('I Read It…'),
      titles.join(' | '),
    );
  });

  it('say that they are gone, and lead a browser to the copy of the archive', async () => {
    const opened: unknown[] = [];
    const commands = vscode.commands as unknown as {
      executeCommand: (command: string, ...rest: unknown[]) => Thenable<unknown>;
    };
    const execute = commands.executeCommand;
    await run('openSource', citation('archived'));
    const titles = await lensTitles(editor().document.uri);
    assert.ok(
      titles.includes('The page is gone: this is the copy that the Web Archive took on 2024-05-17'),
      titles.join(' | '),
    );
    assert.ok(
      titles.some((title) => title.endsWith('unverified: gone; archive copy · support not judged')),
      titles.join(' | '),
    );
    commands.executeCommand = (command, ...rest) => {
      if (command !== 'vscode.open') return execute(command, ...rest);
      opened.push(rest[0]);
      return Promise.resolve();
    };
    try {
      await execute('rostrum.openSourceInBrowser', citation('archived'));
      await execute('rostrum.openSourceInBrowser', citation('blocked'));
    } finally {
      commands.executeCommand = execute;
    }
    assert.equal(opened.length, 2);
    assert.ok(
      String(opened[0]).startsWith('https://archive.example/2024/') &&
        String(opened[0]).includes('#:~:text=In%20May%2C'),
      String(opened[0]),
    );
    assert.equal(
      opened[1],
      `${debate.urls.blocked}#:~:text=Most%20members%20would%20accept%20a%20closed%20season%20from%20May%20to%20August`,
    );
  });

  it('are checked again: what blocks still blocks, and what has come back is read and shown', async () => {
    const messages = answering(() => undefined);
    try {
      const { entries } = await found('blocked');
      await run('checkSourceAgain', citation('blocked'));
      const again = await found('blocked');
      assert.deepEqual(
        [again.entries, again.finding.status, again.check?.['http_status']],
        [entries + 1, 'unverified', 403],
      );
      assert.ok(
        messages.shown.some(({ message }) => message.includes('was checked again. unverified: blocked (403)')),
        JSON.stringify(messages.shown),
      );
      status = 200;
      await run('checkSourceAgain', citation('blocked'));
      const read = await found('blocked');
      assert.deepEqual(
        [read.check?.checks?.exists, read.check?.checks?.quote],
        ['pass', 'pass'],
        JSON.stringify(read.check),
      );
      await run('openSource', citation('blocked'));
      assert.match(editor().document.getText(), /^Members of the club\n/);
    } finally {
      messages.restore();
      status = 403;
    }
  });

  it('are all checked again that could not be read: what came of it is told once, and where none is left, that', async () => {
    const folder = workspacePath('web-test-all');
    const messages = answering(() => undefined);
    const told = (): string | undefined => messages.shown.at(-1)?.message;
    const settings = vscode.workspace.getConfiguration('rostrum');
    try {
      const mine = await webDebate(folder, new URL(debate.urls.blocked).origin);
      const address = mine.urls.blocked.replace('/members', '/minutes');
      await alsoBlocked(mine.folder, address);
      const row = { folder: mine.folder, key: 'verification/unverified', label: 'Unverified' };
      const count = async (): Promise<number> => {
        const ref = await services.debates.acquire(mine.folder);
        await ref.debate.log.refresh();
        const { length } = ref.debate.log.state.headers;
        ref.dispose();
        return length;
      };
      const before = await count();
      await settings.update('research.web', false, vscode.ConfigurationTarget.Global);
      await run('checkAllAgain', row);
      assert.match(told() ?? '', /^Reading web pages is switched off/);
      assert.equal(await count(), before);
      await settings.update('research.web', undefined, vscode.ConfigurationTarget.Global);
      await run('checkAllAgain', row);
      assert.equal(told(), '2 sources were checked again. 2 still could not be read.');
      assert.deepEqual(await reportsUntil('1 of 2', () => run('checkAllAgain', row)), ['0 of 2', '1 of 2']);
      assert.equal(told(), 'Stopped after 1 of 2. 1 still could not be read.');
      status = 200;
      const between = await count();
      // A second wish while the first is under way checks nothing twice.
      await Promise.all([run('checkAllAgain', row), run('checkAllAgain', row)]);
      assert.equal(
        told(),
        '2 sources were checked again. 1 settled: 1 quoted only; 1 could be read, and stays unverified.',
      );
      assert.deepEqual(messages.shown.at(-1)?.buttons, ['Show the First Result']);
      assert.equal(await count(), between + 2);
      await run('checkAllAgain', row);
      assert.equal(
        told(),
        'No source of this debate is unverified because it could not be read. There is nothing to check again.',
      );
      assert.equal(await count(), between + 2);
    } finally {
      messages.restore();
      status = 403;
      await settings.update('research.web', undefined, vscode.ConfigurationTarget.Global);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are vouched for by a user who confirms it, and keep their status', async () => {
    const before = await found('archived');
    const refused = answering(() => undefined);
    await run('vouchForSource', citation('archived'));
    refused.restore();
    assert.equal(refused.shown[0]?.modal, true);
    assert.equal((await found('archived')).entries, before.entries);
    const agreed = answering(({ buttons }) => buttons.find((button) => button === 'I Read It'));
    await run('vouchForSource', citation('archived'));
    agreed.restore();
    const now = await found('archived');
    assert.deepEqual([now.finding.vouched, now.finding.status, now.entries], [true, 'unverified', before.entries + 1]);
    await run('openSource', citation('archived'));
    const titles = await lensTitles(editor().document.uri);
    assert.ok(
      titles.some((title) => title.endsWith('gone; archive copy · support not judged, vouched for by the user')) &&
        !titles.includes('I Read It…'),
      titles.join(' | '),
    );
  });

  it('are left alone where nothing is to be done: struck, verified, unknown', async () => {
    const { entries } = await found('verified');
    const messages = answering(({ buttons }) => buttons.find((button) => button === 'I Read It'));
    try {
      for (const command of ['checkSourceAgain', 'vouchForSource', 'openSourceInBrowser'])
        await run(command, citation('fabricated'));
      await run('vouchForSource', citation('verified'));
      await run('checkSourceAgain', { ...citation('verified'), seq: 9_999 });
      await run('checkSourceAgain', { ...citation('verified'), folder: join(parent, 'nowhere') });
    } finally {
      messages.restore();
    }
    assert.equal((await found('verified')).entries, entries);
    assert.ok(messages.shown.every(({ modal }) => !modal));
    assert.equal(
      messages.shown.filter(
        ({ message }) =>
          message.includes(`struck from the record by seq ${debate.redaction}`) ||
          message.includes('The entry is struck'),
      ).length,
      3,
      JSON.stringify(messages.shown),
    );
  });

  it('are added by a user: read at once, kept, and refused in words where they cannot be read', async () => {
    const address = debate.urls.blocked.replace('/members', '/minutes');
    const messages = answering(() => undefined);
    const errors: string[] = [];
    const window = vscode.window as unknown as Record<'showErrorMessage', unknown>;
    const { showErrorMessage } = window;
    window.showErrorMessage = (message: string): Promise<undefined> => {
      errors.push(message);
      return Promise.resolve(undefined);
    };
    try {
      await run('addSource', { folder: debate.folder, address });
      assert.match(errors.join(), /could not be added: .*403/);
      status = 200;
      await run('addSource', { folder: debate.folder, address });
      assert.ok(
        messages.shown.some(({ message }) => message.startsWith('“Members of the club” was read and is kept')),
        JSON.stringify([messages.shown, errors]),
      );
      assert.ok((await new SnapshotStore(debate.folder).find(address))?.text.includes('closed season'));
    } finally {
      messages.restore();
      window.showErrorMessage = showErrorMessage;
      status = 403;
    }
  });

  it('count on the list of debates as long as they are in doubt', async () => {
    const rows = new DebateRows(services);
    const ref = await services.debates.acquire(debate.folder);
    try {
      await until('two doubtful sources', () => rows.sourceIssues >= 2);
      const row = (await rows.getChildren()).find(({ folder }) => folder === debate.folder);
      assert.match(row?.spoken ?? '', /2 doubtful sources/);
    } finally {
      ref.dispose();
      rows.dispose();
    }
  });
});
