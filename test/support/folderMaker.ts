import { writeSync } from 'node:fs';
import { createDebateFolder } from '../../src/record/debateFolder';
import { setupDraft } from './setupDraft';

/** Makes one debate after the other in a folder until it is killed, and says so: `node program.js PARENT`. */
async function main(): Promise<void> {
  for (;;) {
    const parent = process.argv[2] ?? '';
    const folder = await createDebateFolder({ parent, topic: 'Tabs?', setup: setupDraft, now: () => new Date() });
    writeSync(1, `${folder}\n`);
  }
}

void main();
