import { dataOf } from './codec';
import type { Draft } from './entry';
import type { SetupData, VerificationData } from './entryData';

/** The entry that a result of the Verifier is logged as: the same in words as in data. */
export function verificationDraft(
  target: number,
  { text_sha256, ...result }: VerificationData,
  setup: SetupData | undefined,
): Draft {
  const isWitness = text_sha256 !== undefined && (setup?.record_version ?? 1) >= 2;
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    target_seq: target,
    content: verificationText(target, result),
    data: isWitness ? { ...result, text_sha256 } : result,
  };
}

/** Where the check itself failed. Nobody is to blame, so nothing is said of the source. */
export function undecidedResult(url: string, { message, code }: { message: string; code: string }): VerificationData {
  const none = 'not_judged';
  const isLate = code === 'timeout';
  const explanation = `The check could not be done: ${message}${isLate ? ' Check Again tries once more.' : ''}`;
  return {
    url,
    status: 'unverified',
    confidence: 'low',
    checks: { exists: none, quote: none, figures: none, attribution: none, support: none },
    notes: { exists: explanation },
    snapshot: null,
    passage: null,
    explanation,
    ...(isLate ? { refusal: 'timeout' } : {}),
  };
}

function verificationText(target: number, result: VerificationData): string {
  const {
    checks: found = {},
    url,
    status,
    explanation,
  } = dataOf({ type: 'verification_result', data: result }, 'verification_result') ?? result;
  const checks = Object.entries(found).map(([name, value]) => `${name}: ${String(value).replace('_', ' ')}`);
  return `Verification of seq ${target}, ${url}: ${status}. ${explanation ?? ''}\nChecks: ${checks.join('; ')}.`;
}
