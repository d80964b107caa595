import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { serialiseEntry } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import type { RostrumApi } from '../../../src/extension';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import type { DebatePanels } from '../../../src/ui/panel/debatePanels';
import { median } from '../bench';
import { writeLargeLog } from '../largeLog';
import {
  benchActivationVariable,
  benchReportVariable,
  type EditorReport,
  type Spread,
  type TimedActivation,
} from './report';

const appends = 60;
const warmUps = 10;
const opens = 7;
/** The panel keeps what it has read shortly afterwards. */
const keptMs = 3_000;
/** An editor that has just started is busy with itself. */
const settleMs = 10_000;
/** A host that does nothing but this is quiet sooner. */
const hostSettleMs = 3_000;
const limitMs = 30_000;

/** Runs in the extension host of a real window, on the folder that the bench has opened there. */
export async function run(): Promise<void> {
  const path = process.env[benchReportVariable] ?? '';
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  try {
    const only = process.env[benchActivationVariable];
    writeFileSync(path, JSON.stringify(only === undefined ? await measured(root) : await timedActivation(only)));
  } catch (error) {
    writeFileSync(
      path,
      JSON.stringify({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    throw error;
  }
}

/** Of an extension that nobody has needed yet; what the whole process spends in the meantime counts. */
async function timedActivation(id: string): Promise<TimedActivation> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined || extension.isActive) throw new Error(`${id} is not there, or is active already.`);
  await sleep(hostSettleMs);
  const started = performance.now();
  const before = process.cpuUsage();
  await extension.activate();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - started };
}

async function measured(root: string): Promise<EditorReport> {
  const extension = vscode.extensions.getExtension<RostrumApi>('rostrum.rostrum');
  if (extension === undefined) throw new Error('The extension is not there.');
  const { services, activationMs } = await extension.activate();
  const list = await timedList(services, root);
  await sleep(settleMs);
  const sizes: EditorReport['sizes'] = [];
  for (const entries of [100, 10_000]) sizes.push(await timedPanel(services, join(root, `panel-${entries}`), entries));
  return { sizes, activationMs, list, memory: await heldMemory(services, join(root, 'long')) };
}

/** Cold: nothing of these debates was read in this process. The baseline opens and reads 4 KiB of each log. */
async function timedList({ library }: RostrumApi['services'], root: string): Promise<EditorReport['list']> {
  const started = performance.now();
  await library.refresh();
  const coldMs = performance.now() - started;
  const debates = library.debates.length;
  const before = performance.now();
  const names = await readdir(join(root, 'output'));
  for (const name of names) {
    const file = await open(join(root, 'output', name, 'debate-log.jsonl'));
    await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    await file.close();
  }
  return { debates, coldMs, statMs: performance.now() - before };
}

type Paint = Parameters<Parameters<DebatePanels['onDidPaint']>[0]>[0];

/** Waits until the page says that it has painted that, and returns when it had. */
function painted(panels: DebatePanels, what: string, isThat: (paint: Paint) => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listening.dispose();
      reject(new Error(`${what} was not painted in ${limitMs / 1_000} s.`));
    }, limitMs);
    const listening = panels.onDidPaint((paint) => {
      if (!isThat(paint)) return;
      clearTimeout(timer);
      listening.dispose();
      resolve(paint.at);
    });
  });
}

const paintedEntries = (panels: DebatePanels, entries: number): Promise<number> =>
  painted(panels, `The log with ${entries} entries`, (paint) => paint.entries >= entries);

/** A finished debate is opened: until its verdict is painted, kept and not; by turns with an empty page. */
async function timedFirstPaint(
  { panels, summaries }: RostrumApi['services'],
  folder: string,
  entries: number,
): Promise<Pick<EditorReport['sizes'][number], 'firstPaintMs' | 'unkeptPaintMs' | 'barePaintMs'>> {
  mkdirSync(folder, { recursive: true });
  writeLargeLog(pathOfLog(folder), entries, { isFinished: true });
  const opened = async (): Promise<number> => {
    const whole = paintedEntries(panels, entries);
    const first = painted(panels, 'The verdict', ({ isVerdict }) => isVerdict);
    const shownAt = Date.now();
    await panels.show(folder);
    const tookMs = (await first) - shownAt;
    // Once it is read, it is kept.
    await whole;
    await sleep(keptMs);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sleep(1_000);
    return tookMs;
  };
  const took: Record<'kept' | 'unkept' | 'bare', number[]> = { kept: [], unkept: [], bare: [] };
  for (let index = 0; index < opens; index += 1) {
    summaries.forget(folder);
    await sleep(100);
    took.unkept.push(await opened());
    took.kept.push(await opened());
    const { panel, paintMs } = await barePage();
    took.bare.push(paintMs);
    panel.dispose();
    await sleep(1_000);
  }
  return { firstPaintMs: median(took.kept), unkeptPaintMs: median(took.unkept), barePaintMs: median(took.bare) };
}

async function timedPanel(
  services: RostrumApi['services'],
  folder: string,
  entries: number,
): Promise<EditorReport['sizes'][number]> {
  const { panels } = services;
  const first = await timedFirstPaint(services, `${folder}-finished`, entries);
  mkdirSync(folder, { recursive: true });
  writeLargeLog(pathOfLog(folder), entries);
  const whole = paintedEntries(panels, entries);
  await panels.show(folder);
  await whole;
  await sleep(500);
  const log = await DebateLog.open(pathOfLog(folder));
  // What reading it a second time has left behind is collected first: a run has its log open long before it appends.
  await sleep(hostSettleMs);
  const own: number[] = [];
  let seq = entries;
  for (let index = 0; index < warmUps + appends; index += 1) {
    const seen = paintedEntries(panels, seq + 1);
    const at = Date.now();
    await log.append([
      {
        phase: 'system',
        speaker: 'chair',
        type: 'ruling',
        content: `Ruling on seq 1: number ${index}.`,
        target_seq: 1,
        data: { kind: 'infraction' },
      },
    ]);
    seq += 1;
    const took = (await seen) - at;
    if (index >= warmUps) own.push(took);
    await sleep(30);
  }
  const last = log.entry(seq - 1);
  await log.close();
  if (last === undefined) throw new Error('The last entry could not be read.');
  const others = await timedOthers({ panels, folder, seq, last });
  const roundTrip = await timedRoundTrips();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  return { entries, own: spreadOf(own), others: spreadOf(others), roundTrip, ...first };
}

/** Another program appends a line and says when it had. */
async function timedOthers(options: {
  panels: DebatePanels;
  folder: string;
  seq: number;
  last: Entry;
}): Promise<number[]> {
  const { panels, folder, last } = options;
  const script = `const fs=require('fs');process.stdin.setEncoding('utf8');let rest='';process.stdin.on('data',(t)=>{rest+=t;let i;while((i=rest.indexOf('\\n'))>=0){fs.appendFileSync(process.argv[1],rest.slice(0,i+1));rest=rest.slice(i+1);console.log(Date.now());}});`;
  const child = spawn(process.execPath, ['-e', script, pathOfLog(folder)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const took: number[] = [];
  let { seq } = options;
  for (let index = 0; index < warmUps + appends; index += 1) {
    const seen = paintedEntries(panels, seq + 1);
    const written = new Promise<number>((resolve) =>
      child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    child.stdin.write(serialiseEntry({ ...last, seq: seq++, content: `Ruling on seq 1: another's number ${index}.` }));
    const at = await written;
    const elapsed = (await seen) - at;
    if (index >= warmUps) took.push(elapsed);
    await sleep(30);
  }
  child.kill();
  return took;
}

interface BarePage {
  panel: vscode.WebviewPanel;
  /** The next time that it says it has painted. */
  heard: () => Promise<number>;
  paintMs: number;
}

/** A page of an extension that has nothing to show. */
async function barePage(): Promise<BarePage> {
  const madeAt = Date.now();
  const panel = vscode.window.createWebviewPanel('rostrum.bench', 'Bench', vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  const heard = (): Promise<number> =>
    new Promise((resolve) => {
      const listening = panel.webview.onDidReceiveMessage((message: { at: number }) => {
        listening.dispose();
        resolve(message.at);
      });
    });
  const ready = heard();
  panel.webview.html = `<body><p id="p"></p><script>const v=acquireVsCodeApi();const tell=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>v.postMessage({at:Date.now()})));addEventListener('message',(m)=>{document.getElementById('p').textContent=m.data;tell();});tell();</script></body>`;
  return { panel, heard, paintMs: (await ready) - madeAt };
}

/** What the editor itself needs to bring one message to a page, have it painted and hear of it: the floor of what is appended. */
async function timedRoundTrips(): Promise<Spread> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await sleep(1_000);
  const { panel, heard } = await barePage();
  const took: number[] = [];
  for (let index = 0; index < warmUps + appends; index += 1) {
    const answer = heard();
    const at = Date.now();
    await panel.webview.postMessage(String(index));
    const elapsed = (await answer) - at;
    if (index >= warmUps) took.push(elapsed);
    await sleep(30);
  }
  panel.dispose();
  return spreadOf(took);
}

async function heldMemory({ debates }: RostrumApi['services'], folder: string): Promise<EditorReport['memory']> {
  mkdirSync(folder, { recursive: true });
  const entries = 100_000;
  writeLargeLog(pathOfLog(folder), entries);
  const before = await heapInUse();
  const ref = await debates.acquire(folder);
  const heapBytes = (await heapInUse()) - before;
  ref.dispose();
  return { entries, logBytes: (await stat(pathOfLog(folder))).size, heapBytes };
}

async function heapInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await sleep(100);
  }
  return process.memoryUsage().heapUsed;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
