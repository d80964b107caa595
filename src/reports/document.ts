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
 * A file made from the record; `build` gives undefined when there must be none. `links`: if its text is shown elsewhere.
 * `folder`: where it is written, from where files of the evidence are linked.
 */
export interface ReportDocument {
  /** Relative to the debate's folder, `/` between folders. */
  readonly name: string;
  readonly build: (view: RecordView, links?: SeqLinks, folder?: string) => string | undefined;
}

export interface LiveDocument extends ReportDocument {
  /** Written while it runs; others are written at the end only. */
  readonly isLive?: true;
  /** It covers the whole debate: written at each change, it would cost the square of the debate's length. */
  readonly isGrowing?: true;
}

/** What a format has beside the documents that all formats have. */
export interface FormatReports {
  /** In the order of writing. */
  documents(view: RecordView): readonly LiveDocument[];
  /** Who performed, in the order of `metadata.json`; by default the format's roles. */
  agents?(modelOf: (role: string) => string | null, debaters: readonly unknown[]): Record<string, unknown>;
  /** What a debate in which nobody weighed did instead; by default passages were dealt. `since` may be empty. */
  unweighed?(since: string): string;
  /** Where the evidence's other figures are told, if not in unresolved points; undefined if none were named. */
  differing?(state: DebateState): string | undefined;
  graph?(view: RecordView): ArgumentGraph;
  /** What was argued, for other programs; undefined where the record holds none of it. */
  discussion?(view: RecordView): DiscussionParts | undefined;
  /** By the names of files, the entries that they are made from. */
  entryOfFile?(view: RecordView): ReadonlyMap<string, number>;
  /** The documents that an entry changes. Takes time in proportion to the entry. */
  changedBy?(header: Header, view: RecordView): readonly LiveDocument[];
}

/** Imported documents of a debate that was gone on with: the record's own take their names. */
const nameFor = (name: string): string => `imported-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}`;

/** By the names of their files, the last of a name; none before anything was added here. */
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
