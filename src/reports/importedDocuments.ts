import { dataOf } from '../debate/codec';
import { importGoneOn } from '../debate/imported';
import type { RecordView } from '../debate/view';
import { safeContent } from './contents';
import type { ReportDocument } from './document';
import { footer, importedEntryWords } from './facts';
import { inline, paragraphs } from './markdown';
import { seqLink, summaryLinks } from './seqLinks';

/** What the documents that came with an import are called once the debate was gone on with: the record's own take their names. */
const nameFor = (name: string): string => `imported-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}`;

/** The documents that came with an import, by the name of their file, the last of a name; none before anything was added here. */
export function importedDocumentSeqs(view: RecordView): ReadonlyMap<string, number> {
  const found = importGoneOn(view.state);
  if (found === undefined) return new Map();
  const own = view.state.headers.filter(({ type, seq }) => type === 'document' && seq <= found.until);
  return new Map(
    own.flatMap(({ seq }): [string, number][] => {
      const entry = view.visible(seq);
      const name = entry === undefined ? undefined : dataOf(entry, 'document')?.name;
      return name === undefined ? [] : [[nameFor(name), seq]];
    }),
  );
}

/** Each of them as it was written, with a head that says so. */
export const importedDocuments = (view: RecordView): ReportDocument[] =>
  [...importedDocumentSeqs(view)].map(([name, seq]) => ({ name, build: (now) => importedDocument(now, seq) }));

function importedDocument(view: RecordView, seq: number): string | undefined {
  const entry = view.visible(seq);
  if (entry === undefined) return undefined;
  const links = summaryLinks(view.state);
  const until = importGoneOn(view.state)?.until ?? seq;
  const head = `*This document came with the import (${seqLink(seq, links)}). It tells of nothing after ${seqLink(until, links)}.*`;
  const said =
    entry.struck === undefined
      ? safeContent(entry.content, { links, headings: 'keep' })
      : `[REDACTED — ${inline(view.mask.text(entry.struck.reason), links)}]`;
  return `${paragraphs([head, said, footer(importedEntryWords(view.state, seq))])}\n`;
}
