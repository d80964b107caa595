import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pool } from '../../src/research/pool';
import { bundle } from './bundle';
import { sampled, upTo } from './depth';
import { readEntries } from './scriptedDebate';

/** Runs that are killed at a chosen instant (`killedRun.ts`), each in a copy of a prepared debate. */
export class KillMatrix {
  #uncut: Promise<string | undefined> | undefined;

  private constructor(
    private readonly program: string,
    private readonly prepared: string,
  ) {}

  static async of(prepared: string): Promise<KillMatrix> {
    return new KillMatrix(await bundle('test/support/killedRun.ts'), prepared);
  }

  async freshCopy(): Promise<string> {
    const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-kill-')), 'debate');
    await cp(this.prepared, folder, { recursive: true });
    return folder;
  }

  async run(folder: string, point = 'never', nth = 0): Promise<'killed' | 'done'> {
    const child = spawn(process.execPath, [this.program, folder, point, String(nth)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, how) => resolve(how)));
    return signal === 'SIGKILL' ? 'killed' : 'done';
  }

  /**
   * Kills at each occurrence of `point` from 1 to `last`, or at a sample of them, resumes to the end and collects
   * `problems`. `killed`: reads the folder's state in between. Returns all problems, each with its cell.
   */
  async problems<T>(
    point: string,
    last: number,
    {
      killed,
      problems,
    }: { killed: (folder: string) => Promise<T>; problems: (folder: string, killed: T) => Promise<string[]> },
  ): Promise<string[]> {
    const found: string[] = [];
    const cell = async (nth: number): Promise<void> => {
      const folder = await this.freshCopy();
      const name = `${point} ${nth}`;
      if ((await this.run(folder, point, nth)) !== 'killed') return void found.push(`${name}: was not killed`);
      const between = await killed(folder);
      if ((await this.run(folder)) !== 'done') return void found.push(`${name}: did not come to its end`);
      found.push(...(await problems(folder, between)).map((problem) => `${name}: ${problem}`));
    };
    await pool(sampled(`killed at ${point}`, upTo(last), 1, 6), cell, { width: 2 });
    return found;
  }

  async #uncutRun(): Promise<string | undefined> {
    const folder = await this.freshCopy();
    return (await this.run(folder)) === 'done' ? folder : undefined;
  }

  /** Kills at every step, or a sample of them; returns differences from the uncut run after resuming. */
  async differences(point: 'handover' | 'middle'): Promise<string[]> {
    const folder = await (this.#uncut ??= this.#uncutRun());
    if (folder === undefined) return ['the uncut run did not come to its end'];
    const uncut = await told(folder);
    const steps = new Set(
      (await readEntries(folder)).map(({ data }) => (data?.['step'] as { id?: string } | undefined)?.id),
    );
    const handovers = (await readFile(join(folder, 'handovers.txt'), 'utf8')).trim().split('\n');
    const kills = point === 'handover' ? handovers.length : steps.size - 1;
    if (kills < 3) return [`only ${kills} instants to be killed at`];
    const problems = async (resumed: string): Promise<string[]> =>
      (await told(resumed)) === uncut ? [] : ['other entries'];
    return await this.problems(point, kills, { killed: () => Promise.resolve(), problems });
  }
}

const told = async (folder: string): Promise<string> =>
  (await readEntries(folder))
    .map(({ seq, speaker, type, content, rebuttal_to_seq: to }) => `${seq} ${speaker} ${type} ${to ?? ''} ${content}`)
    .join('\n');
