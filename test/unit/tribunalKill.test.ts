import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../support/bundle';
import { readEntries, shape } from '../support/scriptedDebate';
import { defence, tribunalFolder, tribunalScript } from '../support/tribunalScript';

/** SIGKILL at every step of a scripted tribunal, in each stage of writing, then resumed: the record equals the uncut one. */

let program: string;
let prepared: string;
let uncut: string[];
let handovers: number;

const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
const lies = defence(1, { argument: `The proposition stands. ${lie}`, sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }] });

async function runKilled(folder: string, point: string, nth: number): Promise<'killed' | 'done'> {
  const child = spawn(process.execPath, [program, folder, point, String(nth)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, how) => resolve(how)));
  return signal === 'SIGKILL' ? 'killed' : 'done';
}

async function freshCopy(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-tribunal-kill-')), 'debate');
  await cp(prepared, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  program = await bundle('test/support/killedRun.ts');
  const script = tribunalScript(2, { 'r1/advocate': lies, 'r2/advocate': defence(2, { acknowledges: [4] }) });
  prepared = await tribunalFolder({ script, options: { rounds: 'auto' } });
  const folder = await freshCopy();
  expect(await runKilled(folder, 'never', 0)).toBe('done');
  uncut = shape(await readEntries(folder));
  handovers = (await readFile(join(folder, 'handovers.txt'), 'utf8')).trim().split('\n').length;
}, 60_000);

describe('a tribunal killed and resumed', () => {
  it('has a plan, a redaction and a ruling in it', () => {
    expect(uncut.some((line) => line.startsWith('judge note plan'))).toBe(true);
    expect(uncut.some((line) => line.startsWith('moderator redaction finding/'))).toBe(true);
    expect(uncut.at(-1)).toBe('judge judges_ruling ruling');
  });

  it.each(['handover', 'before', 'middle', 'after'])(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      const kills = point === 'handover' ? handovers : new Set(uncut.map((line) => line.split(' ')[2])).size - 1;
      expect(kills).toBeGreaterThan(7);
      const failures: string[] = [];
      for (let nth = 1; nth <= kills; nth += 1) {
        const folder = await freshCopy();
        expect(await runKilled(folder, point, nth)).toBe('killed');
        expect(await runKilled(folder, 'never', 0)).toBe('done');
        const entries = await readEntries(folder);
        if (shape(entries).join('\n') !== uncut.join('\n')) failures.push(`${point} ${nth}: other entries`);
        if (entries.some((entry, index) => entry.seq !== index)) failures.push(`${point} ${nth}: seqs`);
      }
      expect(failures).toEqual([]);
    },
    900_000,
  );
});
