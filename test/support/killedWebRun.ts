import type { FileHandle } from 'node:fs/promises';
import { createSafeFetch } from '../../src/research/fetch/safeFetch';
import { Session } from '../../src/session/run/session';

/**
 * Runs a debate that cites pages of a host, and kills itself with SIGKILL half-way through the nth batch that it writes:
 * `node program.js FOLDER N HOST ARCHIVE`; 0 for never.
 */
const [folder = '', nth = '0', place = '', archive = ''] = process.argv.slice(2);
let left = Number(nth);

const io = {
  write: async (file: FileHandle, buffer: Buffer): Promise<number> => {
    left -= 1;
    if (left === 0) {
      await file.write(buffer.subarray(0, Math.floor(buffer.length / 2)));
      process.kill(process.pid, 'SIGKILL');
    }
    return (await file.write(buffer)).bytesWritten;
  },
  sync: (file: FileHandle) => file.datasync(),
};

async function main(): Promise<void> {
  const fetch = createSafeFetch({ allowedHosts: [place, archive.replace('http://', '')], delayMs: 0 });
  const lookUp = async (url: string, signal: AbortSignal) => {
    const answer = await fetch.fetch(`${archive}/never?url=${encodeURIComponent(url)}`, signal);
    return answer.outcome === 'fetched' && answer.text === '[]'
      ? ({ outcome: 'never_seen' } as const)
      : ({ outcome: 'silent', reason: 'it did not answer' } as const);
  };
  const session = await Session.open({
    folder,
    log: { io, settleMs: 50 },
    program: 'killed run',
    participants: { web: { fetch, archive: { name: 'the archive of the test', lookUp } } },
  });
  process.stdout.write(`${JSON.stringify(await session.run())}\n`);
}

void main();
