import { mkdirSync, openSync, closeSync, fdatasyncSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Session } from '../../src/session/run/session';
import { pathOfLog } from '../../src/record/logPath';
import { fullScript, lineup, scriptedFolder } from '../support/scriptedDebate';
import { median, ms, times, type Bench, type Figure } from './bench';

const runs = 5;
const rounds = 6;

/** What the engine costs per step when the performer answers at once: a scripted debate of three debaters. */
export const engineSteps: Bench = {
  name: 'engine steps',
  run: async (folder) => {
    const perStep: number[] = [];
    const raw: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const played = await playOnce();
      perStep.push(played.elapsed / played.batches.length);
      raw.push(writeBatches(join(folder, `raw-${run}`), played.batches) / played.batches.length);
    }
    const [figure, baseline] = [median(perStep), median(raw)];
    const line: Figure = {
      what: `engine, per step (3 debaters, ${rounds} rounds, answers at once)`,
      figure: ms(figure),
      baseline: `${ms(baseline)} to write and sync the same batches`,
      ratio: times(figure / baseline),
      aim: 'none stated',
      isMet: true,
    };
    return [line];
  },
};

async function playOnce(): Promise<{ elapsed: number; batches: string[] }> {
  const names = lineup(3).map((debater) => debater.name);
  const folder = await scriptedFolder({
    script: fullScript({ names, rounds }),
    names,
    rounds: { min: rounds, max: rounds },
  });
  const session = await Session.open({ folder, program: 'bench' });
  const started = performance.now();
  const end = await session.run();
  const elapsed = performance.now() - started;
  if (end.status !== 'done') throw new Error(`The debate ended as ${end.status}.`);
  return { elapsed, batches: batchesOf(await readFile(pathOfLog(folder), 'utf8')) };
}

/** The lines of each step together, as the engine wrote them. */
function batchesOf(log: string): string[] {
  const batches = new Map<string, string>();
  for (const line of log.split('\n').filter((text) => text !== '')) {
    const { data } = JSON.parse(line) as { data: { step: { id: string } } };
    batches.set(data.step.id, `${batches.get(data.step.id) ?? ''}${line}\n`);
  }
  return [...batches.values()];
}

function writeBatches(folder: string, batches: readonly string[]): number {
  mkdirSync(folder);
  const file = openSync(join(folder, 'raw.jsonl'), 'a');
  const started = performance.now();
  for (const batch of batches) {
    writeSync(file, batch);
    fdatasyncSync(file);
  }
  const elapsed = performance.now() - started;
  closeSync(file);
  return elapsed;
}
