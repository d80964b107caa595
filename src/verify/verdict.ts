import type { Entry, Source } from '../debate/entry';
import type { SourceUrl } from '../debate/sourceUrl';
import type { TextLayout } from '../debate/sourceText';

/** A source as an entry cites it. */
export interface SourceCitation {
  entry: Entry;
  source: Source;
  url: SourceUrl;
  /** The extractive performer wrote the entry: its quotations make no statement. */
  isDealt?: boolean;
}

/** The text that a source is checked against, and its origin. */
export interface CheckedText {
  text: string;
  layout?: TextLayout | undefined;
  /** The text is a lined text, see `debate/linedText.ts`. */
  isLined?: true;
  title: string;
  sha256: string;
  /** Without parameters, in lower case. */
  contentType?: string;
  /** The address after redirects. */
  finalUrl?: string;
  authors?: readonly string[];
  site?: string;
  published?: string;
  /** The original is gone; this is an archive's copy. */
  archived?: { by: string; url: string; date: string };
  /** HTTP status of its own server. */
  status?: number;
  /** Added to the `exists` check: a file that changed since the manifest, a copy from an archive. */
  note?: string;
}

/** The model's judgment of claim and passage; undefined if none was asked. */
export type Support = {
  /** `same`: from a result in the record that left nothing to judge. */
  answer: 'supports' | 'contradicts' | 'does_not_say' | 'same';
  explanation: string;
};
