import { expect, it } from 'vitest';
import { StepCounter } from '../../support/hostile/steps';

const counter = new StepCounter();
// Imported after the counter was made, so that what they do is counted block by block.
const { referencesInLine } = await import('../../../src/ui/language/foldedLog');
const { redact } = await import('../../../src/ui/reportIssue/redact');
const { mentionsIn } = await import('../../../src/ui/sources/documentMentions');

const nobody = {
  folders: [{ path: '/home/jane', placeholder: '~' }],
  names: [],
  texts: ['a'.repeat(2_000)],
  mask: (text: string) => text,
};

it.each<[string, (length: number) => string, (text: string) => unknown]>([
  [
    'the redaction of a text',
    (length) =>
      ['sk-', 'a@', 'token=', '/home/', 'eyJ', '://', '%2F', '-----BEGIN ']
        .map((text) => text.repeat(length))
        .join('\n'),
    (text) => redact(text, nobody),
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
