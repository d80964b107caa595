import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import '../../../src/agents/documents/documentsThread';
import type { DocumentQuestion } from '../../../src/agents/documents/documentAnswers';
import type { JobMessage } from '../../../src/async/workerJobs';
import { standStill } from './standStill';

// The thread of an offline performer, except for evidence with a file called endless: a request then never ends, while
// it indexes or speaks. At the beginning it leaves a file of that name beside the program.

interface Asked {
  ask: DocumentQuestion;
  evidence: { files: readonly { path: string }[] };
}

parentPort?.on('message', ({ job: { ask, evidence } }: JobMessage<Asked>) => {
  const kind = ask.kind === 'perform' && ask.request.kind !== 'debater/opening' ? 'other' : ask.kind;
  if (!evidence.files.some(({ path }) => path === `endless-${kind}.md`)) return;
  writeFileSync(join(import.meta.dirname, `endless-${kind}`), '');
  standStill();
});
