import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const childFlag = '--child';

/** Runs a child of a bench in a process of its own, with the garbage collector at hand, and returns its result. */
export async function inChild<T>(name: string, ...args: string[]): Promise<T> {
  const script = process.argv[1] ?? '';
  const child = spawn(process.execPath, ['--expose-gc', script, childFlag, name, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // What Rostrum keeps between runs, of the files of evidence: nothing of earlier runs.
    env: { ...process.env, XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'rostrum-cache-')) },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  if (code !== 0) throw new Error(`The bench's child "${name}" ended with ${String(code)}.`);
  return JSON.parse(output) as T;
}
