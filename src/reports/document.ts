import type { DebateState, Header } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { dataOf } from '../debate/log/codec';
import { importGoneOn } from '../debate/fold/imported';
import { safeContent } from './contents';
import { footer, importedEntryWords } from './facts';
import { inline } from './markdown';
import { seqLink, type SeqLinks, summaryLinks } from './seqLinks';
import type { DiscussionParts } from './export/claims';
import type { ArgumentGraph } from '../projections/formats/argumentGraph';
import { paragraphs } from '../matching/text/shortText';

/**
 * A file made from the record; `build` returns undefined if it must not exist. `links`: used if its text is shown
 * elsewhere. `folder`: the folder it is written to, from which evidence files are linked.
 */
export interface ReportDocument {
  /** Name relative to the debate's folder, with `/` between folders. */
  readonly name: string;
  readonly build: (view: RecordView, links?: SeqLinks, folder?: string) => string | undefined;
}

export interface LiveDocument extends ReportDocument {
  /** Whether it is written while the debate runs; others are written at the end only. */
  readonly isLive?: true;
  /** Whether it covers the whole debate. Writing it at each change would cost the square of the debate's length. */
  readonly isGrowing?: true;
}

/** Documents and facts that one format adds to those of all formats. */
export interface FormatReports {
  /** The format's documents in the order of writing. */
  documents(view: RecordView): readonly LiveDocument[];
  /** The performers, in the order of `metadata.json`; by default the format's roles. */
  agents?(modelOf: (role: string) => string | null, debaters: readonly unknown[]): Record<string, unknown>;
  /** Words for a debate without a judge; by default, that passages were distributed. `since` may be empty. */
  unweighed?(since: string): string;
  /** The place that reports the evidence's other figures, if not in unresolved points; undefined if none were named. */
  differing?(state: DebateState): string | undefined;
  graph?(view: RecordView): ArgumentGraph;
  /** The arguments, for other programs; undefined if the record holds none. */
  discussion?(view: RecordView): DiscussionParts | undefined;
  /** Entries from which files are made, by file name. */
  entryOfFile?(view: RecordView): ReadonlyMap<string, number>;
  /** Documents that an entry changes. Takes time in proportion to the entry. */
  changedBy?(header: Header, view: RecordView): readonly LiveDocument[];
}

/**
 * Name of an imported document in a debate that was continued, since the record's own document has the original name.
 */
const nameFor = (name: string): string => `imported-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}`;

/** Imported documents by file name, the last of each name; none before entries were added here. */
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
