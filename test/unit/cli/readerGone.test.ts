import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../support/bundle';

/** The program in the middle of a pipeline whose end has gone, while its input stays open. */
async function ends(program: string, reader: string): Promise<number | null> {
  const line = `sleep 600 | { "$0" "$1" check-quote; echo "ended $?" >&2; } | ${reader}`;
  const shell = spawn('bash', ['-c', line, process.execPath, program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const code = await new Promise<number | null>((resolve) => {
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      const found = /ended (\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  return code;
}

describe.runIf(process.platform === 'linux')('check-quote', () => {
  it('ends when nobody is left to read its answers, though its input is open', async () => {
    expect(await ends(await bundle('src/cli/main.ts'), 'true')).toBe(1);
  });
});
