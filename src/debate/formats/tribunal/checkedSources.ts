import { citationsOf } from '../../citations';
import type { FactVerdict, VerificationStatus } from '../../entryData';
import type { CheckedSource } from '../../tasks';
import type { RecordView } from '../../view';

const citing: ReadonlySet<string> = new Set(['defense', 'critique']);

/** Every source of both sides, as the Verifier left it, in the order of the record. Struck entries' sources are among them, without words. */
export function checkedSources(view: RecordView): CheckedSource[] {
  const { state } = view;
  return state.headers
    .filter((header) => citing.has(header.type))
    .flatMap((header) => citationsOf(state, header))
    .filter(({ isOwed }) => isOwed)
    .map(({ seq, speaker, url, finding }) => {
      const source = view.visible(seq)?.sources?.find((candidate) => candidate.url === url);
      return {
        seq,
        speaker,
        url,
        title: source?.title ?? '',
        claim: source?.claim,
        status: finding?.status ?? 'unverified',
        explanation: view.mask.text(finding?.explanation ?? ''),
      };
    });
}

/** The verdict that follows from what the Verifier found. */
export const verdictOf: Readonly<Record<VerificationStatus, FactVerdict>> = {
  verified: 'CONFIRMED',
  unreliable: 'DISPUTED',
  unverified: 'UNVERIFIABLE',
  fabricated: 'FABRICATED',
};

/** What the Judge may say of a source, by what the Verifier found: doubts are allowed, confirmations of its own are not. */
export const allowedVerdicts: Readonly<Record<VerificationStatus, readonly FactVerdict[]>> = {
  verified: ['CONFIRMED', 'DISPUTED'],
  unreliable: ['DISPUTED', 'UNVERIFIABLE'],
  unverified: ['UNVERIFIABLE', 'DISPUTED'],
  fabricated: ['FABRICATED'],
};
