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
const opens = 5;
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
  const panels = services.panels;
  const sizes: EditorReport['sizes'] = [];
  for (const entries of [100, 10_000]) sizes.push(await timedPanel(panels, join(root, `panel-${entries}`), entries));
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

type Painted = { folder: string; entries: number; at: number };

/** Waits until the page says that it has painted so many entries. */
function painted(panels: DebatePanels, folder: string, entries: number): Promise<Painted> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listening.dispose();
      reject(new Error(`${entries} entries were not painted in ${limitMs / 1_000} s.`));
    }, limitMs);
    const listening = panels.onDidPaint((event) => {
      const paint = { folder, entries: event.entries, at: event.at };
      if (event.entries < entries) return;
      clearTimeout(timer);
      listening.dispose();
      resolve(paint);
    });
  });
}

async function timedPanel(
  panels: DebatePanels,
  folder: string,
  entries: number,
): Promise<EditorReport['sizes'][number]> {
  mkdirSync(folder, { recursive: true });
  writeLargeLog(pathOfLog(folder), entries);
  const firstPaints: number[] = [];
  for (let index = 0; index < opens; index += 1) {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sleep(1_000);
    const first = painted(panels, folder, entries);
    const shownAt = Date.now();
    await panels.show(folder);
    firstPaints.push((await first).at - shownAt);
  }
  const firstPaintMs = median(firstPaints);
  await sleep(500);
  const log = await DebateLog.open(pathOfLog(folder));
  // What reading it a second time has left behind is collected first: a run has its log open long before it appends.
  await sleep(hostSettleMs);
  const own: number[] = [];
  let seq = entries;
  for (let index = 0; index < warmUps + appends; index += 1) {
    const seen = painted(panels, folder, seq + 1);
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
    const took = (await seen).at - at;
    if (index >= warmUps) own.push(took);
    await sleep(30);
  }
  const last = log.entry(seq - 1);
  await log.close();
  if (last === undefined) throw new Error('The last entry could not be read.');
  const others = await timedOthers({ panels, folder, seq, last });
  const { roundTrip, barePaintMs } = await timedRoundTrips();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  return { entries, own: spreadOf(own), others: spreadOf(others), roundTrip, firstPaintMs, barePaintMs };
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
    const seen = painted(panels, folder, seq + 1);
    const written = new Promise<number>((resolve) =>
      child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    child.stdin.write(serialiseEntry({ ...last, seq: seq++, content: `Ruling on seq 1: another's number ${index}.` }));
    const at = await written;
    const elapsed = (await seen).at - at;
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

/** What the editor itself needs to make a page, and to bring one message to it, have it painted and hear of it: the floor of all the above. */
async function timedRoundTrips(): Promise<{ roundTrip: Spread; barePaintMs: number }> {
  const paints: number[] = [];
  for (let index = 1; index < opens; index += 1) {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sleep(1_000);
    paints.push((await barePage()).paintMs);
  }
  const { panel, heard, paintMs } = await barePage();
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
  return { roundTrip: spreadOf(took), barePaintMs: median([...paints, paintMs]) };
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
