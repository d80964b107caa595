import { describe, expect, it } from 'vitest';
import type { SnapshotMetadata } from '../../../../src/record/snapshots';
import { snapshotText, type ShownText, readableAddress, snapshotFacts } from '../../../../src/ui/sources/snapshotText';
import { TextLines } from '../../../../src/ui/sources/textSpans';

const metadata = (more: Record<string, unknown> = {}): SnapshotMetadata => ({
  url: 'https://press.example/otters',
  final_url: 'https://www.press.example/otters',
  title: 'Otters return',
  content_type: 'text/html',
  accessed: '2026-11-04',
  sha256: 'a'.repeat(64),
  extractor: 'readability',
  extractor_version: 3,
  ...more,
});

const body = 'Otters are back.\nThey were counted in May.\n';
const bibliography = 'Smith: Otters of the north.\n';
const text = body + bibliography;
const layout = {
  parts: [
    { kind: 'body' as const, start: 0, end: body.length },
    { kind: 'bibliography' as const, start: body.length, end: text.length },
  ],
};

/** What stands in the document where a piece of the snapshot's text is said to be. */
function shownAs(shown: ShownText, piece: string): string {
  const start = shown.own.indexOf(piece);
  const span = shown.span(new TextLines(shown.own).span(start, start + piece.length));
  return new TextLines(shown.text).slice(span);
}

describe('the document of a page', () => {
  it('has what is known of the page above its text, as far as it is known', () => {
    const archived = { by: 'An archive', url: 'https://archive.example/1/otters', date: '2024-05-17' };
    const { text: shown } = snapshotText({
      metadata: metadata({
        authors: ['A. Smith', 'B. Jones'],
        site: 'The Press',
        published: '2024-05',
        status: 404,
        via: 'proxy',
        archived,
      }),
      text,
    });
    for (const words of [
      ...[
        /^Otters return\n/,
        /Authors +A\. Smith, B\. Jones\n/,
        /Site +The Press\n/,
        /Published +2024-05\n/,
        /Address +https:\/\/press\.example\/otters\n/,
      ],
      ...[
        /Found at +https:\/\/www\.press\.example\/otters\n/,
        /HTTP 404, text\/html\n/,
        /the copy that An archive took on 2024-05-17: https:\/\/archive\.example\/1\/otters\n/,
      ],
      ...[/Read on +2026-11-04\n/, /It came through a proxy\.\n/, /Text by +readability 3\nSHA-256 +a{64}\n/],
    ])
      expect(shown).toMatch(words);
    expect(shown.endsWith(text)).toBe(true);
    const { text: plain } = snapshotText({ metadata: metadata({ final_url: 'https://press.example/otters' }), text });
    expect(plain).not.toMatch(/Authors|Found at|Archived|proxy|Published|HTTP/);
  });

  it('finds every piece of the text where it stands now', () => {
    const shown = snapshotText({ metadata: metadata(), text, layout });
    for (const piece of [
      'Otters are back.',
      'They were counted in May.',
      'Smith: Otters of the north.',
      'back.\nThey',
      'O',
      text,
    ]) {
      expect(shownAs(shown, piece).replace(/\nBibliography — [^\n]*\n\n/, '')).toBe(piece);
    }
    // What is put in behind the last word is no part of the passage.
    expect(shownAs(shown, 'They were counted in May.\n')).toBe('They were counted in May.\n');
  });

  it('sets apart what is not the page’s own words, and marks it by its place, not by its words', () => {
    const fake = 'Bibliography — not the page’s own words\nOtters are back.\n';
    const shown = snapshotText({
      metadata: metadata(),
      text: fake + bibliography,
      layout: { parts: [{ kind: 'bibliography', start: fake.length, end: fake.length + bibliography.length }] },
    });
    const marks = shown.marks.filter(({ kind }) => kind === 'part').map(({ span }) => span);
    expect(marks.map((span) => new TextLines(shown.text).slice(span))).toEqual([
      'Bibliography — not the page’s own words',
    ]);
    expect(marks[0]?.start.line).toBe(
      shown.text.slice(0, shown.text.lastIndexOf('Bibliography')).split('\n').length - 1,
    );
  });

  it('begins a line with each mark, also where a part begins in the midst of one', () => {
    const shown = snapshotText({
      metadata: metadata(),
      text: 'One. Two.',
      layout: { parts: [{ kind: 'comments', start: 5, end: 9 }] },
    });
    expect(shown.text).toContain('One. \n\nComments of readers — not the page’s own words\n\nTwo.');
    expect(shownAs(shown, 'Two.')).toBe('Two.');
  });

  it('numbers the pages of a document', () => {
    const pages = [
      { page: 1, start: 0, end: 6 },
      { page: 2, start: 6, end: 12 },
    ];
    const shown = snapshotText({
      metadata: metadata({ url: 'workspace:a.pdf', final_url: 'workspace:a.pdf' }),
      text: 'Alpha\nBravo\n',
      layout: { pages },
    });
    expect(shown.text).toBe('— Page 1 —\nAlpha\n— Page 2 —\nBravo\n');
    expect([shownAs(shown, 'Alpha'), shownAs(shown, 'Bravo')]).toEqual(['Alpha', 'Bravo']);
  });

  it('leaves the text of a file as it is', () => {
    const file = metadata({ url: 'workspace:docs/a.md', final_url: 'workspace:docs/a.md' });
    expect(snapshotText({ metadata: file, text }).text).toBe(text);
  });

  it('takes no line from the page for one of its own', () => {
    const { text: shown } = snapshotText({
      metadata: metadata({ title: 'A\nAddress  https://bank.example\u202e', authors: ['x\r\nRead on  never', 7] }),
      text: '',
    });
    expect(shown.split('\n')[0]).toBe('A Address https://bank.example');
    expect(shown).not.toContain('\u202e');
  });
});

describe('what is told of a snapshot', () => {
  it('leaves out what is spoilt, and stands with what an earlier version has kept', () => {
    expect(snapshotFacts(metadata({ authors: 'me', status: 'x', archived: 7, site: 3 }))).toMatchObject({
      authors: [],
      status: undefined,
      archived: undefined,
      site: undefined,
      isProxied: false,
    });
  });

  it('sends a browser to the archive where the page is gone, and nowhere that is no page', () => {
    const cited = 'https://press.example/otters';
    expect(readableAddress(metadata(), cited)).toBe(cited);
    expect(
      readableAddress(metadata({ archived: { by: 'x', url: 'https://archive.example/1', date: '2024-01-01' } }), cited),
    ).toBe('https://archive.example/1');
    expect(readableAddress(metadata({ archived: { by: 'x', url: 'command:evil', date: '2024-01-01' } }), cited)).toBe(
      cited,
    );
  });
});
