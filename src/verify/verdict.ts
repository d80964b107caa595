import type { Entry, Source } from '../debate/entry';
import type { SourceUrl } from '../debate/sourceUrl';
import type { TextLayout } from '../debate/sourceText';

/** A source as an entry cites it. */
export interface SourceCitation {
  entry: Entry;
  source: Source;
  url: SourceUrl;
  /** The extractive performer wrote the entry: nobody says anything by what it quotes. */
  isDealt?: boolean;
}

/** The text a source is checked against, and where it came from. */
export interface CheckedText {
  text: string;
  layout?: TextLayout | undefined;
  /** The text stands in for markup, see `debate/linedText.ts`. */
  isLined?: true;
  title: string;
  sha256: string;
  /** Without parameters, in lower case. */
  contentType?: string;
  /** Where it was found after redirects. */
  finalUrl?: string;
  authors?: readonly string[];
  site?: string;
  published?: string;
  /** It is gone where it stood; this is an archive's copy. */
  archived?: { by: string; url: string; date: string };
  /** HTTP status of its own server. */
  status?: number;
  /** Said with the `exists` check: a file that changed since the manifest, a copy from an archive. */
  note?: string;
}

/** What a model said of claim and passage; undefined where none was asked. */
export type Support = {
  /** `same`: of a result in the record, which was made when nothing was found to be left to judge. */
  answer: 'supports' | 'contradicts' | 'does_not_say' | 'same';
  explanation: string;
};
