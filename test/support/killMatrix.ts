import { spawn } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pool } from '../../src/research/pool';
import { bundle } from './bundle';
import { sampled, upTo } from './depth';

/** Runs that are killed at a chosen instant (`killedRun.ts`), each in a copy of a prepared debate. */
export class KillMatrix {
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
    const child = spawn(process.execPath, [this.program, folder, point, String(nth)], { stdio: ['ignore', 'ignore', 'inherit'] });
    const signal = await new Promise<string | null>((resolve) => child.on('exit', (_, how) => resolve(how)));
    return signal === 'SIGKILL' ? 'killed' : 'done';
  }

  /**
   * Kills at each occurrence of `point` from 1 to `last`, or at a sample of them, resumes to the end and asks `problems` what is
   * wrong. `killed` is what stood in the folder in between. Returns all problems, each with its cell.
   */
  async problems<T>(
    point: string,
    last: number,
    { killed, problems }: { killed: (folder: string) => Promise<T>; problems: (folder: string, killed: T) => Promise<string[]> },
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
    await pool(sampled(`killed at ${point}`, upTo(last), 8), cell, { width: 2 });
    return found;
  }
}
