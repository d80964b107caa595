import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { webDebate } from '../support/citedPages';
import { hostileShapes, hostileText } from '../support/hostile/shapes';
import { sampled } from '../support/depth';
import { listening, type Listening } from '../support/listening';
import { draftOf, servicesHere, workspacePath } from './startedDebate';

/** The extension host goes on while much, or something hostile, is read: it is where every extension of the window lives. */

const tickMs = 50;
const hostileLength = 256 * 1024;

interface Ticks {
  /** Of those that a host with nothing to do would have had. */
  share: number;
  longestGapMs: number;
  elapsedMs: number;
}

async function ticksDuring(work: () => PromiseLike<unknown>): Promise<Ticks> {
  const started = performance.now();
  let [last, count, longestGapMs] = [started, 0, 0];
  const note = (): void => {
    const now = performance.now();
    longestGapMs = Math.max(longestGapMs, now - last);
    last = now;
  };
  const timer = setInterval(() => {
    count += 1;
    note();
  }, tickMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  note();
  const elapsedMs = performance.now() - started;
  return { share: count / (elapsedMs / tickMs), longestGapMs, elapsedMs };
}

/** With as many threads at work as read evidence, and nothing else. */
async function baseline(): Promise<Ticks> {
  const threads = [1, 2].map(() => new Worker('for (;;);', { eval: true }));
  try {
    return await ticksDuring(() => new Promise((done) => setTimeout(done, 3_000)));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function writeFiles(folder: string, files: Iterable<readonly [string, string]>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

const honest = Array.from(
  { length: 40 },
  (_, line) =>
    `In week ${line + 1} the payments service answered ${line * 3 + 100} calls by gRPC and ${line * 2 + 50} by REST.`,
).join('\n\n');

describe('the extension host goes on', () => {
  const root = workspacePath('ticks-test');
  const shown: string[] = [];
  const window = vscode.window as unknown as Record<
    'showErrorMessage' | 'showWarningMessage' | 'showInformationMessage',
    unknown
  >;
  const { showErrorMessage, showWarningMessage, showInformationMessage } = window;
  let quiet: Ticks;
  let site: Listening;
  let page = '';

  before(async () => {
    await servicesHere();
    for (const name of ['showErrorMessage', 'showWarningMessage', 'showInformationMessage'] as const) {
      window[name] = (message: string): Promise<undefined> => {
        shown.push(message);
        return Promise.resolve(undefined);
      };
    }
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/robots.txt' ? '' : page);
    });
    site = await listening(server);
    await vscode.workspace
      .getConfiguration('rostrum')
      .update('search.allowedHosts', [site.place], vscode.ConfigurationTarget.Global);
    quiet = await baseline();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    Object.assign(window, { showErrorMessage, showWarningMessage, showInformationMessage });
    await vscode.workspace
      .getConfiguration('rostrum')
      .update('search.allowedHosts', undefined, vscode.ConfigurationTarget.Global);
    await site.close();
    rmSync(root, { recursive: true, force: true });
    await (await servicesHere()).library.refresh();
  });

  /** Held up by what is read, the host would have no tick but between two of the files. */
  function assertGoingOn(ticks: Ticks): void {
    const figures = JSON.stringify({ ticks, quiet });
    assert.ok(ticks.share > quiet.share / 4, figures);
    assert.ok(ticks.longestGapMs < Math.max(10 * quiet.longestGapMs, ticks.elapsedMs / 4), figures);
  }

  it('while files are read that were made to hold it up', async () => {
    const folder = join(root, 'hostile');
    const kinds = { htmlFile: 'html', text: 'txt', markdown: 'md', json: 'json', csv: 'csv' } as const;
    const hostile = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((reader) =>
      hostileShapes[reader].map(
        (shape, at) => [`${reader}-${at}.${kinds[reader]}`, hostileText(shape, hostileLength)] as const,
      ),
    );
    writeFiles(folder, [...sampled('hostile files', hostile, 12), ['honest.md', honest]]);
    const ticks = await ticksDuring(async () => {
      const draft = await draftOf({ evidence: folder });
      assert.ok(draft.review.evidence.files > 0);
      draft.cancel();
    });
    assertGoingOn(ticks);
  });

  it('while thousands of files are read and indexed', async () => {
    const folder = join(root, 'many');
    writeFiles(
      folder,
      Array.from({ length: 1_500 }, (_, number) => [`report-${number}.md`, `# Report ${number}\n\n${honest}`] as const),
    );
    const ticks = await ticksDuring(async () => {
      const draft = await draftOf({ evidence: folder });
      assert.equal(draft.review.evidence.files, 1_500);
      draft.cancel();
    });
    assertGoingOn(ticks);
  });

  it('while a page is read that was made to hold it up', async () => {
    const { url: origin } = site;
    const { folder } = await webDebate(join(root, 'web'), origin);
    const shapes = sampled('hostile pages', hostileShapes.html, 8);
    const ticks = await ticksDuring(async () => {
      for (const [at, shape] of shapes.entries()) {
        page = hostileText(shape, hostileLength);
        await vscode.commands.executeCommand('rostrum.addSource', { folder, address: `${origin}/hostile-${at}` });
      }
    });
    assert.ok(shown.length >= shapes.length, JSON.stringify(shown));
    assertGoingOn(ticks);
  });
});
