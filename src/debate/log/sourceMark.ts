import * as z from 'zod';
import { verificationStatuses, type VerificationData, type VerificationStatus } from './entryData';

export const checkNames = ['exists', 'quote', 'figures', 'attribution', 'support'] as const;
export type CheckName = (typeof checkNames)[number];

/** `unread`: the record does not say why. */
export type UnreadReason =
  | 'unread'
  | 'not_reached'
  | 'blocked'
  | 'robots'
  | 'gone'
  | 'no_encryption'
  | 'too_large'
  | 'too_complex'
  | 'unsupported'
  | 'deadline'
  | 'refused';

/**
 * Parts of a mark as codes, because the panel words them in the user's language and documents in their own. `archived`:
 * the page is gone and its archived copy was checked; `unread`: nothing could be checked; the last kinds: checks that
 * stayed undecided.
 */
export type MarkPart =
  | { kind: 'passed' | 'failed'; check: CheckName }
  | { kind: 'archived' }
  | { kind: 'unread'; reason: UnreadReason; status: number | undefined }
  | {
      kind:
        | 'nothing_quoted'
        | 'punctuation'
        | 'quote_too_short'
        | 'figures_open'
        | 'figure_elsewhere'
        | 'support_open'
        | 'open';
    };

export type Checks = NonNullable<VerificationData['checks']>;

/** `quoted`: verified, but its support for the claim was not judged. */
export const foundStatuses = [...verificationStatuses, 'quoted'] as const;
export type FoundStatus = (typeof foundStatuses)[number];

export const foundStatus = ({ status, quoted }: { status: VerificationStatus; quoted?: true }): FoundStatus =>
  status === 'verified' && quoted === true ? 'quoted' : status;

/** Whether the source is only quoted: the entry makes no statement with it, and people read “quoted”. */
export const isOnlyQuoted = (
  status: VerificationStatus,
  result: Pick<VerificationData, 'checks'> | undefined,
): boolean => status === 'verified' && result?.checks?.support === 'same';

/** Parts of a mark; empty for other programs' results, which list no checks. */
export function markParts(status: VerificationStatus, result: VerificationData | undefined): MarkPart[] {
  const checks = result?.checks;
  if (checks === undefined) return [];
  const copy: MarkPart[] = isOfArchive(result) && status !== 'fabricated' ? [{ kind: 'archived' }] : [];
  return [...copy, ...partsOf(status, checks, result).filter((part) => copy.length === 0 || !isExisting(part))];
}

/** Omitted in the mark, because an archived copy exists by definition. */
const isExisting = (part: MarkPart): boolean => part.kind === 'passed' && part.check === 'exists';

function partsOf(status: VerificationStatus, checks: Checks, result: VerificationData | undefined): MarkPart[] {
  switch (status) {
    case 'verified':
      return checkNames.filter((check) => checks[check] === 'pass').map((check) => ({ kind: 'passed', check }));
    case 'fabricated':
      return checks.exists === 'fail' ? [{ kind: 'failed', check: 'exists' }] : [];
    case 'unreliable':
      return checkNames.filter((check) => checks[check] === 'fail').map((check) => ({ kind: 'failed', check }));
    case 'unverified':
      return [openPart(checks, result)];
  }
}

/** The first undecided check. */
function openPart({ exists, quote, figures, support }: Checks, result: VerificationData | undefined): MarkPart {
  if (exists !== 'pass') return { kind: 'unread', ...unreadOf(result) };
  if (quote === 'not_applicable') return { kind: 'nothing_quoted' };
  if (quote === 'approximate') return { kind: 'punctuation' };
  if (quote === 'not_judged') return { kind: 'quote_too_short' };
  if (figures === 'fail') return { kind: 'failed', check: 'figures' };
  if (figures === 'approximate') return { kind: 'figure_elsewhere' };
  if (figures === 'not_judged') return { kind: 'figures_open' };
  return { kind: support === 'not_judged' ? 'support_open' : 'open' };
}

const factsSchema = z.looseObject({
  archived: z.unknown().optional(),
  /** Refusal in the words of `research/fetch`, with the HTTP status if there was an answer. */
  refusal: z.string().optional().catch(undefined),
  http_status: z.int().optional().catch(undefined),
});

const isOfArchive = (result: VerificationData | undefined): boolean => {
  const { archived } = factsSchema.safeParse(result).data ?? {};
  return typeof archived === 'object' && archived !== null;
};

function unreadOf(result: VerificationData | undefined): { reason: UnreadReason; status: number | undefined } {
  const { refusal, http_status: status } = factsSchema.safeParse(result).data ?? {};
  return { reason: (refusal === undefined ? undefined : reasons.get(refusal)) ?? 'unread', status };
}

const reasons: ReadonlyMap<string, UnreadReason> = new Map([
  ['refused', 'refused'],
  ['dead', 'gone'],
  ['no_host', 'not_reached'],
  ['blocked', 'blocked'],
  ['robots', 'robots'],
  ['server', 'not_reached'],
  ['timeout', 'not_reached'],
  ['tls', 'no_encryption'],
  ['too_large', 'too_large'],
  ['too_complex', 'too_complex'],
  ['unsupported', 'unsupported'],
  ['deadline', 'deadline'],
  ['failed', 'not_reached'],
]);
