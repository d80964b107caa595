import { describe, expect, it } from 'vitest';
import { partAt, type PartKind } from '../../../../src/matching/text/sourceText';
import { extractPage } from '../../../../src/research/extract/extractPage';
import { readEvidence } from '../../../../src/research/evidence';
import { isBibliographyHeading } from '../../../../src/research/extract/textLayout';
import { workspaceSourceReader } from '../../../../src/research/sourceReader';
import { pdfFile } from '../../../support/pdfFile';
import { tempFolder } from '../../../support/tempFolder';

const partOf = async (kind: 'markdown' | 'text', text: string, words: string): Promise<PartKind | 'nowhere'> => {
  const read = await extractPage({ kind, text, body: Buffer.from(text), finalUrl: 'https://example.com/a' });
  const at = read.text.indexOf(words);
  return at < 0 ? 'nowhere' : partAt(read.layout, at);
};

describe('bibliographies of texts', () => {
  it.each<[string, 'markdown' | 'text', string]>([
    [
      'below a heading',
      'markdown',
      '# T\n\nBody.\n\n## References\n\n- Byron, A. (2020). A title.\n- Gauss, C. (1999). Words of a title.\n',
    ],
    [
      'below an underlined heading',
      'markdown',
      'T\n===\n\nBody.\n\nReferences\n----------\n\n1. Byron, A. (2020). Words of a title.\n',
    ],
    ['with links', 'markdown', '# T\n\n### **Further reading**\n\n* [Words of a title](https://example.org/x)\n'],
    [
      'with headings of their own',
      'markdown',
      '# T\n\n## Literatur\n\n### Bücher\n\nByron, A.: Words of a title. 2020.\n',
    ],
    [
      'numbered',
      'text',
      'A paper\n\nBody.\n\nReferences\n\n[1] A. Byron. A title. 2020.\n[2] C. Gauss. Words of a title. 1999.\n',
    ],
    [
      'numbered section',
      'text',
      'A paper\r\n\r\n7. REFERENCES\r\nByron, A. (2020). Words of\r\n a title. Journal.\r\nGauss, C. (1999). More.\r\n',
    ],
  ])('are marked: %s, %s', async (_name, kind, text) => {
    expect(await partOf(kind, text, 'Words of')).toBe('bibliography');
    expect(await partOf(kind, text, text.slice(0, 3))).toBe('body');
  });

  it.each<[string, 'markdown' | 'text', string]>([
    [
      'a section after them',
      'markdown',
      '## References\n\n- Byron, A. (2020). A title.\n\n## Appendix\n\nWords that count, of 2020.\n',
    ],
    [
      'prose in their section',
      'markdown',
      '## Sources\n\nWords that count: we spoke with drivers over several weeks and read the files of the city.\n',
    ],
    ['a sentence', 'text', 'References to trams are many.\n\nWords that count (2020).\n'],
    [
      'prose after them',
      'text',
      'References\n\n[1] A. Byron. A title. 2020.\n\nIn 2021 the Words that count were written.\n',
    ],
    ['an appendix', 'text', 'References\n\n[1] A. Byron. A title. 2020.\nAppendix A\nWords that count, 2020.\n'],
    ['a list under another name', 'text', 'Results\n\n[1] Words that count. 2020.\n'],
    ['a section without entries', 'markdown', 'Words that count\n\n## References\n\nNone so far.\n'],
  ])('are not %s', async (_name, kind, text) => {
    expect(await partOf(kind, text, 'Words that count')).toBe('body');
  });

  it('are marked in evidence files and documents, too', async () => {
    const root = tempFolder({
      'a.md': '# T\n\nBody.\n\n## References\n\n- Byron, A. (2020). Words of a title.\n',
      'b.pdf': Buffer.from(
        pdfFile({
          pages: [
            ['Trams and people', 'The body of it.', 'References', 'Byron, A. (2020). Words of', 'a title. Journal.'],
            ['Gauss, C. (1999). The last of them.', 'Appendix', 'Words that count, 2020.'],
          ],
        }),
      ),
    });
    const evidence = await readEvidence({ root });
    const reader = workspaceSourceReader(evidence);
    const parts = async (path: string, words: readonly string[]): Promise<PartKind[]> => {
      const read = await reader.read(`workspace:${path}`, new AbortController().signal);
      if (read.outcome !== 'read') throw new Error(read.reason);
      return words.map((word) => partAt(read.layout, read.text.indexOf(word)));
    };
    expect(await parts('a.md', ['Body', 'Words of'])).toEqual(['body', 'bibliography']);
    expect(await parts('b.pdf', ['The body', 'Words of', 'The last', 'Words that'])).toEqual([
      'body',
      'bibliography',
      'bibliography',
      'body',
    ]);
  });

  it('are known by their names', () => {
    for (const name of [
      'References',
      '## 7. References',
      'VII. LITERATURVERZEICHNIS',
      'Works cited:',
      'References [edit]',
      'References (42)',
      '**Bibliography**',
      'Références',
      '参考文献',
    ]) {
      expect([name, isBibliographyHeading(name)]).toEqual([name, true]);
    }
    for (const name of ['Terms of reference', 'Preferences', 'Resources', 'Notes', 'See also', 'Results', 'I', ''])
      expect([name, isBibliographyHeading(name)]).toEqual([name, false]);
  });
});
