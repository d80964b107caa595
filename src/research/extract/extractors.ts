import { linedExtractor } from '../../debate/linedText';

/**
 * The extractors of texts from bodies. A version is raised when the same body would give another text, layout, title,
 * author or date.
 */
export const extractors = {
  /** The body as it is. */
  plain: { name: 'plain', version: 1 },
  /** A page as a whole. */
  whole: { name: 'body', version: 7 },
  /** A page with its article. */
  article: { name: 'readability', version: 7 },
  xml: { name: 'xml', version: 2 },
  pdf: { name: 'pdf', version: 3 },
  lines: linedExtractor,
} as const;

export interface Extractor {
  name: string;
  version: number;
}

/** Whether this program reads as that extractor did. */
export const isKnownExtractor = ({ name, version }: Extractor): boolean =>
  Object.values(extractors).some((known) => known.name === name && known.version === version);
