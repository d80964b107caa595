import { describe, expect, it } from 'vitest';
import { documentsIn, isDocumentName, isOfDebate } from '../../../../src/ui/library/documents';
import { tempFolder } from '../../../support/tempFolder';

describe('the documents of a debate', () => {
  it('are all that can be read, those that sum it up first, those that an import brought last', async () => {
    const names = ['transcript.md', 'imported-README.md', 'brief.md', 'summary.md', 'notes.md', 'debate-log.jsonl'];
    const { list } = await documentsIn(tempFolder(Object.fromEntries(names.map((name) => [name, '']))));
    expect(list).toEqual([
      { name: 'brief.md', label: 'Brief' },
      { name: 'summary.md', label: 'Summary' },
      { name: 'transcript.md', label: 'Transcript' },
      { name: 'imported-README.md', label: 'Imported: README' },
    ]);
    expect(isDocumentName('imported-README.md')).toBe(true);
    expect(['../imported-a.md', 'notes.md', 'imported-../../a.md'].filter(isDocumentName)).toEqual([]);
  });

  it('are no other files, nor is anything else that a debate keeps', () => {
    const own = ['debate-log.jsonl', 'brief.md', 'imported-report.md', 'manifests', 'sources', 'lock.3'];
    expect([...own, 'notes.md', 'manifests.md'].filter((name) => !isOfDebate(name))).toEqual([
      'notes.md',
      'manifests.md',
    ]);
  });
});
