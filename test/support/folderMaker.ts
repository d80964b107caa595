import { writeSync } from 'node:fs';
import { createDebateFolder } from '../../src/record/debateFolder';
import { setupDraft } from './setupDraft';

/** Makes one debate after the other in a folder until it is killed: `node program.js PARENT`. */
async function main(): Promise<void> {
  writeSync(1, 'here\n');
  for (;;) {
    await createDebateFolder({ parent: process.argv[2] ?? '', topic: 'Tabs?', setup: setupDraft, now: () => new Date() });
  }
}

void main();
