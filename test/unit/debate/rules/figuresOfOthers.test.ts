import { describe, expect, it } from 'vitest';
import { evidenceViolations } from '../../../../src/debate/rules/evidenceGate';
import { parseSourceUrl } from '../../../../src/matching/text/sourceUrl';
import { ReadSource } from '../../../../src/verify/readSource';

const letter = `Nordmark Grid
To: the depot manager
Date: 19 January 2026
Re: a connection of 3.4 MVA

Dear Ms Kay,

the substation can give 1.6 MVA in the autumn after a new cable.
`;
const url = 'workspace:letter.txt#L8';
const quote = 'the substation can give 1.6 MVA in the autumn after a new cable.';

/** What the gate says of an entry that cites line 8 of the letter. */
const messages = (content: string): string[] =>
  evidenceViolations(
    { type: 'new_point', content, sources: [{ url, title: 'Letter', quote }] },
    new Map([[url, new ReadSource(parseSourceUrl(url), { text: letter, title: 'letter.txt', sha256: '' })]]),
  ).map(({ message }) => message);

describe('the date in the head of a document', () => {
  it('may be said with any of its lines', () => {
    expect(messages(`Nordmark's letter of January 2026 says: “${quote}”`)).toEqual([]);
    expect(messages(`On 19 January 2026 Nordmark wrote: “${quote}”`)).toEqual([]);
  });

  it('is its date alone: another date is missed, and so is another figure of the head', () => {
    expect(messages(`Nordmark's letter of March 2025 says: “${quote}”`)).toEqual([
      expect.stringContaining('March 2025 does not stand at'),
    ]);
    expect(messages(`Of 3.4 MVA it says: “${quote}”`)).toEqual([expect.stringContaining('3.4 does not stand at')]);
  });
});

describe('a figure that a correction withdraws', () => {
  it('may be named beside what holds in its place, in the entry that corrects it', () => {
    const content = `The substation gives 1.6 MVA, not 2.1 MVA: “${quote}”`;
    const source = { url, title: 'Letter', quote };
    const correction = { seq: 3, old_url: url, reason: 'Misread.', statement: 'The substation gives 2.1 MVA.' };
    const read = new ReadSource(parseSourceUrl(url), { text: letter, title: 'letter.txt', sha256: '' });
    const gate = (corrections: (typeof correction)[]) =>
      evidenceViolations({ type: 'rebuttal', content, sources: [source], corrections }, new Map([[url, read]]));
    expect(gate([correction])).toEqual([]);
    expect(gate([])).toHaveLength(1);
  });
});
