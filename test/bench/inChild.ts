import { spawn } from 'node:child_process';

export const childFlag = '--child';

/** Runs a child of a bench in a process of its own, with the garbage collector at hand, and returns its result. */
export async function inChild<T>(name: string, ...args: string[]): Promise<T> {
  const script = process.argv[1] ?? '';
  const child = spawn(process.execPath, ['--expose-gc', script, childFlag, name, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  if (code !== 0) throw new Error(`The bench's child "${name}" ended with ${String(code)}.`);
  return JSON.parse(output) as T;
}
