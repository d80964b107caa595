import type { VerificationData } from '../debate/entryData';
import { markParts, type MarkPart, type UnreadReason } from '../debate/sourceMark';
import type { Finding } from '../debate/state';

/** What was checked of a source, in the words of the documents: `exists · quote · figures`. Empty where nothing is told of it. */
export function markText(
  { status }: Pick<Finding, 'status'>,
  result: VerificationData | undefined,
  isWeb: boolean,
): string {
  return markParts(status, result)
    .map((part) => words(part, isWeb))
    .join(' · ');
}

function words(part: MarkPart, isWeb: boolean): string {
  switch (part.kind) {
    case 'passed':
      return part.check === 'support' ? 'supports' : part.check;
    case 'failed':
      return part.check === 'exists' && !isWeb ? 'no such file' : failed[part.check];
    case 'unread':
      return `${unread[part.reason]}${part.status === undefined ? '' : ` (${part.status})`}`;
    case 'archived':
      return 'gone; archive copy';
    case 'nothing_quoted':
      return 'nothing quoted';
    case 'punctuation':
      return 'punctuation differs';
    case 'quote_too_short':
      return 'quote too short';
    case 'figures_open':
      return 'figures not judged';
    case 'support_open':
      return 'support not judged';
    case 'open':
      return 'not judged';
  }
}

const failed = {
  exists: 'no such page',
  quote: 'quote not found',
  figures: 'figure differs',
  attribution: 'said by another',
  support: 'claim not supported',
} as const;

const unread: Readonly<Record<UnreadReason, string>> = {
  unread: 'could not be read',
  not_reached: 'not reached',
  blocked: 'blocked',
  robots: 'not to be read by programs',
  gone: 'gone',
  no_encryption: 'no trusted connection',
  too_large: 'too large',
  too_complex: 'too complex',
  deadline: 'reading was given up',
  unsupported: 'kind is not read',
  refused: 'address refused',
};
