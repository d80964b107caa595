import { writeSync } from 'node:fs';
import { createDebateFolder } from '../../src/record/debateFolder';
import { setupDraft } from './setupDraft';

/** Makes debates in a folder until it is killed, and reports each: `node program.js PARENT`. */
async function main(): Promise<void> {
  for (;;) {
    const parent = process.argv[2] ?? '';
    const folder = await createDebateFolder({ parent, topic: 'Tabs?', setup: setupDraft, now: () => new Date() });
    writeSync(1, `${folder}\n`);
  }
}

void main();
