import type { DebateState, Header } from '../debate/state';
import type { RecordView } from '../debate/view';
import { dataOf } from '../debate/codec';
import { importGoneOn } from '../debate/imported';
import { safeContent } from './contents';
import { footer, importedEntryWords } from './facts';
import { inline } from './markdown';
import { seqLink, type SeqLinks, summaryLinks } from './seqLinks';
import type { DiscussionParts } from './export/claims';
import type { ArgumentGraph } from '../projections/formats/argumentGraph';
import { paragraphs } from '../debate/shortText';

/** A file made from the record; `build` gives undefined when there must be none. `links`: where its text is shown elsewhere. */
export interface ReportDocument {
  /** Relative to the debate's folder, `/` between folders. */
  readonly name: string;
  readonly build: (view: RecordView, links?: SeqLinks) => string | undefined;
}

/** A document that may also be written while the debate runs. */
export interface LiveDocument extends ReportDocument {
  /** Written while it runs; others are written at the end only. */
  readonly isLive?: true;
  /** It covers the whole debate, so writing it at each change would cost the square of the debate's length. */
  readonly isGrowing?: true;
}

/** What a format has beside the documents that all formats have. */
export interface FormatReports {
  /** Which files there are depends on the record: one a round, one an argument. In the order of writing. */
  documents(view: RecordView): readonly LiveDocument[];
  /** Who performed, in the order of `metadata.json`; where it is absent, the format's roles. */
  agents?(modelOf: (role: string) => string | null, debaters: readonly unknown[]): Record<string, unknown>;
  /** What a debate in which nobody weighed did instead; where it is absent, passages were dealt. `since` may be empty. */
  unweighed?(since: string): string;
  /**
   * Where it is said what the evidence has other figures for, if not in unresolved points; undefined if nothing was
   * named.
   */
  differing?(state: DebateState): string | undefined;
  /** Its arguments and how they stand to each other, where they are scored one by one. */
  graph?(view: RecordView): ArgumentGraph;
  /** What was argued, for other programs; undefined where the record holds nothing of this format. */
  discussion?(view: RecordView): DiscussionParts | undefined;
  /** The entry that a file of its own is made from, by the file's name. */
  entryOfFile?(view: RecordView): ReadonlyMap<string, number>;
  /** Those that an entry changes, while the debate runs. Takes time in proportion to the entry. */
  changedBy?(header: Header, view: RecordView): readonly LiveDocument[];
}

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
      const name = dataOf(entry, 'document')?.name;
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
    entry.redacted === undefined
      ? safeContent(entry.content, { links, headings: 'keep' })
      : `[REDACTED — ${inline(view.mask.text(entry.redacted.reason), links)}]`;
  return `${paragraphs([head, said, footer(importedEntryWords(view.state, seq))])}\n`;
}
