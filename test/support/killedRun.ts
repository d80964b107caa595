import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { Session } from '../../src/session/run/session';

/**
 * Runs a debate and kills itself with SIGKILL at a chosen instant: `node program.js FOLDER POINT N`. The points:
 * `handover` (a task is about to start), `before` (no part of a batch is written), `middle` (half of its bytes are),
 * `after` (all bytes, not synced), `never`. N counts the occurrences from 1. Every task that starts is written to
 * `handovers.txt`, so that a test sees which requests were paid for.
 */
const [folder = '', point = 'never', nth = '0'] = process.argv.slice(2);
let left = Number(nth);

function passes(at: string): void {
  if (at !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const io = {
  write: async (file: FileHandle, buffer: Buffer): Promise<number> => {
    passes('before');
    const half = Math.floor(buffer.length / 2);
    if (point === 'middle' && left === 1) await file.write(buffer.subarray(0, half));
    passes('middle');
    const { bytesWritten } = await file.write(buffer);
    passes('after');
    return bytesWritten;
  },
  sync: (file: FileHandle) => file.datasync(),
};

async function main(): Promise<void> {
  const session = await Session.open({
    folder,
    log: { io, settleMs: 50 },
    program: 'killed run',
    onEvent: (event) => {
      if (event.kind !== 'handover') return;
      appendFileSync(join(folder, 'handovers.txt'), `${event.step}\n`);
      passes('handover');
    },
  });
  const end = await session.run();
  process.stdout.write(`${JSON.stringify(end)}\n`);
}

void main();
