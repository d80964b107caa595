import { describe, expect, it } from 'vitest';
import { ShownCitations, replacementFor, type TextChange } from '../../../src/ui/citations/shownCitations';
import { checkedIn } from '../../support/checkedDocuments';
import { tempFolder } from '../../support/tempFolder';

const notes = 'The key is never written to disk.\n\nA page takes 41 ms on the *old* machine.\n';
const document = [
  'They say “The key is never written to disk” ([n](notes.md)).',
  'They say “The key is often written to disk” ([n](notes.md)).',
  'They say “A page takes 47 ms on the old machine” ([n](notes.md)).',
].join('\n\n');

async function shownOf(text: string) {
  const { documents } = await checkedIn(tempFolder({ 'notes.md': notes, 'doc.md': text }));
  const [checked] = documents;
  if (checked === undefined) throw new Error('nothing was checked');
  return new ShownCitations(checked);
}

const edited = (text: string, { rangeOffset, rangeLength, text: words }: TextChange): string =>
  text.slice(0, rangeOffset) + words + text.slice(rangeOffset + rangeLength);

describe('checked citations in a document that is edited', () => {
  it('move with the text, and the one that is edited is dropped', async () => {
    const shown = await shownOf(document);
    const words = (text: string): string[] => shown.all.map(({ start, end }) => text.slice(start, end));
    const before = { rangeOffset: 0, rangeLength: 4, text: 'Somebody wrote' };
    shown.apply([before]);
    const moved = edited(document, before);
    expect(words(moved)).toEqual(words(moved).map((_, index) => shown.all[index]?.checked.citation.quote));
    const at = moved.indexOf('often');
    const change = { rangeOffset: at, rangeLength: 5, text: 'never' };
    shown.apply([change]);
    expect(words(edited(moved, change))).toEqual([
      'The key is never written to disk',
      'A page takes 47 ms on the old machine',
    ]);
  });

  it('move with several changes at once', async () => {
    const shown = await shownOf(document);
    const changes = [
      { rangeOffset: 0, rangeLength: 0, text: 'Well. ' },
      { rangeOffset: document.indexOf('They say “A page'), rangeLength: 8, text: 'It says' },
    ];
    shown.apply(changes);
    const text = edited(edited(document, changes[1] as TextChange), changes[0] as TextChange);
    expect(shown.all.map(({ start, end }) => text.slice(start, end))).toEqual(
      shown.all.map(({ checked }) => checked.citation.quote),
    );
  });
});

describe('the source’s words in place of a quotation', () => {
  const replacementIn = async (text: string): Promise<string | undefined> => {
    const shown = await shownOf(text);
    const [first] = shown.all;
    return first === undefined ? undefined : replacementFor(first, text.slice(first.start, first.end));
  };

  it.each([
    ['that differ in a word', '“The key is often written to disk” ([n](notes.md))', 'The key is never written to disk'],
    ['that stand there', '“The key is never written to disk” ([n](notes.md))', undefined],
    ['that are nowhere near', '“Cheese is made of milk and a little salt” ([n](notes.md))', undefined],
    ['of a file that is gone', '“The key is often written to disk” ([n](gone.md))', undefined],
    ['over two lines', '“The key is often\nwritten to disk” ([n](notes.md))', undefined],
    ['with markup', '“The key is *often* written to disk” ([n](notes.md))', undefined],
    [
      'whose source has markup',
      '“A page takes 47 ms on the old machine” ([n](notes.md))',
      'A page takes 41 ms on the \\*old\\* machine',
    ],
  ])('%s', async (_what, text, expected) => expect(await replacementIn(text)).toBe(expected));
});
