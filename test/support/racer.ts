import { closeSync, openSync, unlinkSync } from 'node:fs';
import { acquireLease, type Lease } from '../../src/record/lease';
import { takeAppendLock } from '../../src/record/appendLock';
import type { RaceCall, RaceAnswer } from './race';

/** One of several processes that race for a lease or a lock; it gets time and place over IPC. */

let lease: Lease | undefined;

async function answer(call: RaceCall): Promise<RaceAnswer> {
  switch (call.kind) {
    case 'lease':
      await waitUntil(call.at);
      lease = await acquireLease(call.folder, { program: 'racer', takeOver: call.takeOver });
      return { won: true };
    case 'release':
      await lease?.release('done');
      lease = undefined;
      return { won: false };
    case 'lock':
      await waitUntil(call.at);
      return await holdFor(call.file, call.holdMs);
    case 'keep':
      await takeAppendLock(call.file);
      return { won: true };
  }
}

/** Makes a file that must not exist while holding the lock: two holders would collide at it. */
async function holdFor(file: string, holdMs: number): Promise<RaceAnswer> {
  const taken = await takeAppendLock(file);
  closeSync(openSync(`${file}.inside`, 'wx'));
  await new Promise((resolve) => setTimeout(resolve, holdMs));
  const won = !taken.isCompromised;
  unlinkSync(`${file}.inside`);
  taken.release();
  return { won };
}

const waitUntil = (at: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));

process.on('message', (call: RaceCall) => {
  answer(call)
    .catch((error: unknown): RaceAnswer => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      return { won: false, code, message: error instanceof Error ? error.message : '' };
    })
    .then((result) => process.send?.(result))
    .catch(() => process.exit(1));
});
process.send?.({ won: false } satisfies RaceAnswer);
