import { writeSync } from 'node:fs';
import { DebateLog } from '../../src/record/debateLog';

/**
 * Appends entries to a log as a process of its own: `node program.js LOG NAME COUNT`. It starts at a word on its
 * standard input, so that several can start together, and reports the written entries on its standard output.
 */
const [path = '', name = '', count = '1'] = process.argv.slice(2);

async function main(): Promise<void> {
  const log = await DebateLog.open(path);
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.destroy();
  for (let number = 0; number < Number(count); number += 1) {
    await log.append([
      { phase: 'system', speaker: 'chair', type: 'note', content: `${name} ${number}`, data: { kind: name } },
    ]);
    writeSync(1, `${number}\n`);
  }
  await log.close();
}

void main();
