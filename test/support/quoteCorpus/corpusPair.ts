import type { TextRange } from '../../../src/matching/text/text';

export const mustMatch = ['verbatim', 'typographic', 'pdf', 'ellipsis'] as const;
export const mustNotMatch = [
  ...([
    'word',
    'number',
    'unit',
    'negation',
    'splice',
    'outside body',
    'other language',
    'too short',
    'unrelated',
  ] as const),
] as const;
export type MatchClass = (typeof mustMatch)[number];
export type NoMatchClass = (typeof mustNotMatch)[number];

/** A quotation, the text in which it is sought, and whether it stands there. */
export interface CorpusPair {
  readonly kind: MatchClass | NoMatchClass | 'punctuation';
  /** Change that was made to the passage. */
  readonly how: string;
  readonly source: string;
  readonly quote: string;
  readonly within?: TextRange;
}
