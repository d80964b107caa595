import { rm, rename } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leaseStatus } from '../../../../src/record/lease';
import { RunManager, type RunEnding } from '../../../../src/ui/run/runManager';
import { stepWords } from '../../../../src/ui/formats/registry';
import { fullScript, scriptedFolder } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';

const names = ['ada', 'bob'];

function runManager(): { engine: RunManager; ended: Promise<RunEnding>; heard: string[] } {
  const engine = new RunManager({ now: () => new Date(), host: 'unit test' });
  const heard: string[] = [];
  const ended = new Promise<RunEnding>((resolve) => engine.onDidEnd(resolve));
  engine.onDidWork((folder) =>
    heard.push(...(engine.runOf(folder)?.working.map((item) => `${item.agent} ${item.words}`) ?? [])),
  );
  onTestFinished(() => engine.stopAll('The test is over.'));
  return { engine, ended, heard };
}

const debate = (): Promise<string> => scriptedFolder({ script: fullScript({ names, rounds: 3 }), names });

describe('RunManager', () => {
  it('runs a debate to its end, says who is at work, and lets go of it', async () => {
    const folder = await debate();
    const { engine, ended, heard } = runManager();
    await engine.run(folder);
    expect(engine.runOf(folder)).toBeDefined();
    expect(await ended).toMatchObject({ end: { status: 'done' } });
    expect(engine.runs).toEqual([]);
    expect(heard).toEqual(
      expect.arrayContaining(['ada is writing its opening statement', 'chair is reviewing the turn', 'bob is writing']),
    );
    expect(await leaseStatus(folder)).toMatchObject({ state: 'released', holder: { released: 'done' } });
  });

  it('is asked twice and runs once; another one is told who runs it', async () => {
    const folder = await debate();
    const { engine, ended } = runManager();
    await engine.run(folder);
    await engine.run(folder);
    expect(engine.runs).toHaveLength(1);
    const second = runManager();
    await expect(second.engine.run(folder)).rejects.toThrow(
      /is run by rostrum .* \(unit test\).* since \d+ \w+ \d{4}, \d\d:\d\d\. /,
    );
    await ended;
  });

  it('is the one that runs the debate while it is being opened: asked again it opens it once, and can be stopped', async () => {
    const folder = await debate();
    const { engine, ended } = runManager();
    const both = [engine.run(folder), engine.run(folder)];
    expect(engine.runOf(folder)).toMatchObject({ working: [], ending: undefined });
    expect(engine.runs).toHaveLength(1);
    await Promise.all(both);
    expect(engine.runs).toHaveLength(1);
    engine.stop(folder, 'Enough.');
    await ended;
  });

  it('stops what is being opened before its first step, and lets go of it', async () => {
    const folder = await debate();
    const { engine, ended } = runManager();
    const opening = engine.run(folder);
    await engine.stopAll('The window was closed.');
    await opening;
    expect(await ended).toMatchObject({ end: { status: 'interrupted', reason: 'The window was closed.' } });
    expect(engine.runs).toEqual([]);
    expect(await leaseStatus(folder)).toMatchObject({ state: 'released' });
  });

  it('forgets a debate that could not be opened', async () => {
    const { engine } = runManager();
    const folder = tempFolder();
    await expect(Promise.all([engine.run(folder), engine.settled(folder)])).rejects.toThrow();
    expect(engine.runOf(folder)).toBeUndefined();
  });

  it('pauses after the running task and goes on where it was', async () => {
    const folder = await debate();
    const { engine, ended } = runManager();
    await engine.run(folder);
    engine.pause(folder, 'Paused by the user.');
    expect(engine.runOf(folder)?.ending).toBe('pausing');
    expect(await ended).toMatchObject({ end: { status: 'paused', reason: 'Paused by the user.' } });
    const second = runManager();
    await second.engine.run(folder);
    expect(await second.ended).toMatchObject({ end: { status: 'done' } });
  });

  it('survives that the folder is deleted while it runs, and says so', async () => {
    const folder = await debate();
    const { engine, ended } = runManager();
    await engine.run(folder);
    await rename(folder, `${folder}-gone`);
    onTestFinished(() => rm(`${folder}-gone`, { recursive: true, force: true }));
    const { end } = await ended;
    expect(end.status).not.toBe('done');
    expect('reason' in end ? end.reason : '').toMatch(/gone|deleted|missing|not there/);
    expect(engine.runs).toEqual([]);
  });

  it('has words for every step', () => {
    for (const step of [
      'ready',
      'opening/ada',
      'opening/ada/review',
      'r2/crux',
      'r2/turn/ada',
      'verify/6',
      'conclusion',
      'documents',
    ]) {
      expect(stepWords('panel', step)).not.toBe('is at work');
    }
    // A step is of its format alone.
    expect(stepWords('tribunal', 'r2/turn/ada')).toBe('is at work');
    expect(stepWords('panel', 'verify/6')).toBe('is checking the sources of seq 6');
    expect(stepWords('panel', 'a/step/of/a/later/version')).toBe('is at work');
  });
});
