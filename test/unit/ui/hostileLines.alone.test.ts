import { expect, it } from 'vitest';
import { StepCounter } from '../../support/hostile/steps';

const counter = new StepCounter();
// Imported after the counter was made, so that what they do is counted block by block.
const { referencesInLine } = await import('../../../src/ui/language/foldedLog');
const { lastError } = await import('../../../src/ui/commands/issueReport');
const { mentionsIn } = await import('../../../src/ui/sources/documentMentions');

it.each<[string, (length: number) => string, (text: string) => unknown]>([
  [
    'the last error of a log',
    (length) => `2026-01-01 10:00:00.000 [error] E\n${'EA Error '.repeat(length / 8)}\n  at ${'a.'.repeat(length)}`,
    (text) => lastError(text.split('\n')),
  ],
  [
    'what can be clicked in a document',
    (length) =>
      `${'`'.repeat(length)} ${'workspace:('.repeat(length / 4)} ${'seq 1, '.repeat(length / 4)} ](https://${'a'.repeat(length)}`,
    (text) => [...mentionsIn([text])],
  ],
  [
    'what leads somewhere in a line of a log',
    (length) => JSON.stringify({ seq: 4, type: 'new_point', content: '\\"seq\\": "'.repeat(length) }),
    (text) => referencesInLine(text).references.length,
  ],
  [
    'what the text of an entry mentions',
    (length) => JSON.stringify({ seq: 4, type: 'new_point', content: 'seq 1,\n"seq 2\\'.repeat(length / 8) }),
    (text) => referencesInLine(text).references.length,
  ],
])('%s takes work in proportion to a hostile text', async (_what, hostile, read) => {
  const steps = (length: number) => counter.of(() => Promise.resolve(read(hostile(length))));
  const half = await steps(20_000);
  expect(await steps(40_000)).toBeLessThan(3 * half);
});
