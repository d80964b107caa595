import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mentionsIn, type DocumentMention } from '../../../../src/ui/sources/documentMentions';

const found = (text: string): (DocumentMention & { text: string })[] => {
  const lines = text.split('\n');
  return [...mentionsIn(lines)].map((mention) => ({
    ...mention,
    text: lines[mention.line]?.slice(mention.start, mention.end) ?? '',
  }));
};

const brief = (text: string) =>
  found(text).map((mention) =>
    mention.kind === 'seq'
      ? `seq ${mention.seq}`
      : `${mention.kind} ${mention.text} in ${mention.seqs.join()}: ${mention.name ?? '-'}`,
  );

describe('what can be clicked in a document', () => {
  it('is each mention of an entry, the numbers of a list by themselves', () => {
    expect(found('See [seq 3](#seq-3) and seqs 4, 5 and 6; seq 7–9.').map(({ text }) => text)).toEqual([
      'seq 3',
      '4',
      '5',
      '6',
      '7',
      '9',
    ]);
  });

  it('is a mention that goes on in the next line of its paragraph', () => {
    const text = 'Against\nseqs 4, 7\nand 9, see seq\n12.\n\n> seqs 5,\n> 6 and 8: `ada.md:1`';
    expect(
      found(text).map((mention) => [mention.line, mention.text, mention.kind === 'seq' ? mention.seq : 0]),
    ).toEqual([
      [1, '4', 4],
      [1, '7', 7],
      [2, '9', 9],
      [3, '12', 12],
      [5, '5', 5],
      [6, '6', 6],
      [6, '8', 8],
      [6, 'ada.md:1', 0],
    ]);
  });

  it('is a source of the entry under whose anchor it stands, and its mark', () => {
    const text = [
      '<a id="seq-2"></a>',
      '### [seq 2] Phase: opening | ada | opening_statement',
      '1. [`ada.md:1`](sources/79e5.txt#L1) — ✓ verified ([fact-check](#seq-3))',
      '2. [The page](https://a.example/p) — ⚠ unreliable',
      '## Chair Rulings',
      '`ada.md:1`',
    ].join('\n');
    expect(brief(text)).toEqual([
      'seq 2',
      'source ada.md:1 in 2: ada.md:1',
      'mark ✓ verified in 2: ada.md:1',
      'mark ⚠ unreliable in 2: https://a.example/p',
      'source ada.md:1 in : ada.md:1',
    ]);
  });

  it('is the address written out, without the stop behind it', () => {
    expect(
      brief('<a id="seq-3"></a>\nVerification of [seq 2](#seq-2), workspace:docs/a%20b.md#L1-L2: verified.'),
    ).toEqual(['seq 2', 'source workspace:docs/a%20b.md#L1-L2 in 2,3: workspace:docs/a%20b.md#L1-L2']);
    expect(brief('Look at workspace:a\\_b.md\\#L1 (workspace:c.md).').map((one) => one.split(': ')[1])).toEqual([
      'workspace:a_b.md#L1',
      'workspace:c.md',
    ]);
  });

  it('is the mark in the heading of a check, which belongs to its entry', () => {
    expect(
      brief(
        '<a id="seq-3"></a>\n#### [FACT-CHECK] [seq 3] Check of seq 2: ✓ verified | verifier | verification_result',
      ),
    ).toEqual(['seq 3', 'seq 2', 'mark ✓ verified in 2,3: -']);
  });

  it('belongs to the entry named in the same row of a table', () => {
    const row =
      '| [seq 10](transcript.md#seq-10) | [`ada.md:2`](sources/79.txt#L2) | Depot ada. | ✓ verified | Stands. ([seq 11](transcript.md#seq-11)) |';
    expect(brief(row)).toEqual([
      'seq 10',
      'seq 11',
      'source ada.md:2 in 10: ada.md:2',
      'mark ✓ verified in 10: ada.md:2',
    ]);
  });

  it('is nothing in the counts of a summary', () => {
    expect(brief('- *Verifier* — 2 results: 2 verified.')).toEqual([]);
    expect(brief('| Debater | Cited | ✓ verified | ⚠ unreliable |')).toEqual([]);
  });

  it('is found in every document of a real debate', () => {
    const transcript = found(readFileSync('test/golden/scripted-2/transcript.md', 'utf8'));
    const sources = transcript.filter(
      (mention) => mention.kind === 'source' && mention.seqs.length > 0 && /^ada\.md:|^bob\.md:/.test(mention.text),
    );
    // Six sources, each below its entry and below its check.
    expect(sources).toHaveLength(12);
    const report = found(readFileSync('test/golden/scripted-2/verifier-report.md', 'utf8'));
    expect(report.filter(({ kind }) => kind === 'mark')).toHaveLength(6);
    expect(report.filter(({ kind }) => kind === 'source')).toHaveLength(6);
  });
});
