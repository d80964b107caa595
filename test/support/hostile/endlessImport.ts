import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { standStill } from './standStill';

// The thread of imports, except that reading never ends.

parentPort?.on('message', () => {
  writeFileSync(join(import.meta.dirname, 'endless-import'), '');
  standStill();
});
