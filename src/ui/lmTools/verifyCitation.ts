import type { Entry } from '../../debate/log/entry';
import type { VerificationData } from '../../debate/log/entryData';
import { isOnlyQuoted } from '../../debate/log/sourceMark';
import { inMemory, type NewSnapshot, type Snapshots } from '../../record/snapshots';
import type { SourceReader } from '../../research/sourceReader';
import { Verifier } from '../../verify/verifier';
import type { ToolInput } from './inputs';

/** Possible origins of a source's text, which are never written to. */
export interface Texts {
  snapshots: Pick<Snapshots, 'find'>;
  reader: SourceReader | undefined;
  manifest: readonly { path: string; sha256: string }[] | undefined;
}

/** Checks a quotation and a claim against a source by code alone, as the Verifier does in a debate. */
export async function verifyCitation(
  { url, quote, claim }: Pick<ToolInput<'rostrum_verify_source'>, 'url' | 'quote' | 'claim'>,
  { snapshots, reader, manifest }: Texts,
  signal: AbortSignal,
): Promise<VerificationData> {
  const verifier = new Verifier({
    snapshots: { find: (wanted) => snapshots.find(wanted), add: kept },
    reader,
    manifest,
    today,
  });
  const said = claim === undefined || claim.trim() === '' ? undefined : claim.trim();
  const check = await verifier.check(citing({ url, quote, claim: said }), url, signal);
  // Only a reader can judge whether the passage supports a claim in other words, and none is asked here.
  return check.isSettled ? check.data : check.settle(undefined);
}

const today = (): string => new Date().toISOString().slice(0, 10);

const kept = (snapshot: NewSnapshot) => Promise.resolve(inMemory(snapshot));

/** An entry that consists of this citation only. */
function citing({ url, quote, claim }: { url: string; quote: string; claim: string | undefined }): Entry {
  const source = { url, title: '', accessed: today(), quote, ...(claim === undefined ? {} : { claim }) };
  return {
    seq: 0,
    timestamp: new Date().toISOString(),
    phase: 'rebuttal',
    speaker: 'user',
    type: 'new_point',
    content: claim ?? quote,
    sources: [source],
    rebuttal_to_seq: null,
    target_seq: null,
  };
}

/** The result for a model. */
export function verificationText(data: VerificationData, checkedAgainst: string): string {
  const checks = Object.entries(data.checks ?? {}).map(([name, result]) => {
    const note = data.notes?.[name];
    return `- ${name}: ${String(result)}${note === undefined ? '' : ` (${note})`}`;
  });
  return [
    `Status: ${data.status}${isOnlyQuoted(data.status, data) ? ', which is only quoted: nobody judged what it is cited for' : ''}.`,
    data.explanation ?? '',
    `Checked against: ${checkedAgainst}.`,
    'Checks:',
    ...checks,
    'Nothing was added to any record.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}
