import * as z from 'zod';
import { dialecticFacts, heldExchanges } from '../../formats/dialectic/facts';
import { seqReferences } from '../../seqReferences';
import { headerOf, isStruck } from '../../state';
import { verificationCounts } from '../../citations';
import { error, type Fault, type LintRecord, type LintRule } from './lintRecord';

/** Structure: the documents agree with the log: the counts of `metadata.json`, the seqs that `summary.md` names. */
export const documentsAgree: LintRule = (record) => [...metadataFaults(record), ...summaryFaults(record)];

const again = 'Make the documents again: rostrum report.';

const metadataSchema = z.looseObject({
  total_entries: z.number().optional(),
  total_rounds: z.number().optional(),
  redaction_count: z.number().optional(),
  redactions: z.array(z.looseObject({ seq: z.number() })).optional(),
  outcome: z.string().nullish(),
  verification_results: z.record(z.string(), z.number()).optional(),
});

type Metadata = z.infer<typeof metadataSchema>;

function metadataFaults(record: LintRecord): Fault[] {
  const text = record.documents?.get('metadata.json');
  if (text === undefined) return [];
  const metadata = parsed(text);
  if (typeof metadata === 'string')
    return [error('structure', null, `metadata.json cannot be read: ${metadata}. ${again}`)];
  return differences(metadata, record).map(([name, given, found]) =>
    error('structure', null, `metadata.json says ${name} ${given}, the log ${found}. ${again}`),
  );
}

function parsed(text: string): Metadata | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
  const result = metadataSchema.safeParse(value);
  if (result.success) return result.data;
  return result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

type Told = string | number | null | undefined;

function differences(metadata: Metadata, { state, format }: LintRecord): [string, string, string][] {
  const found: [string, string, string][] = [];
  const compare = (name: string, given: Told, actual: Told): void => {
    const [one, other] = [String(given ?? 'none'), String(actual ?? 'none')];
    if (given !== undefined && one.toLowerCase() !== other.toLowerCase()) found.push([name, one, other]);
  };
  compare('total_entries', metadata.total_entries, state.headers.length);
  // Exchanges are counted from 0, so that the last one's number is not how many there were.
  compare(
    'total_rounds',
    metadata.total_rounds,
    format === 'dialectic' ? heldExchanges(state.factsOf(dialecticFacts)) : state.round,
  );
  compare('outcome', metadata.outcome, state.conclusion?.outcome);
  compare('redaction_count', metadata.redaction_count, state.redactions.size);
  const struck = metadata.redactions?.map((redaction) => redaction.seq);
  compare('redactions', struck === undefined ? undefined : seqWords(struck), seqWords([...state.redactions.keys()]));
  const counts = new Map<string, number>(Object.entries(verificationCounts(state)));
  for (const [status, given] of Object.entries(metadata.verification_results ?? {})) {
    compare(`verification_results.${status}`, given, counts.get(status) ?? 0);
  }
  return found;
}

const seqWords = (seqs: readonly number[]): string => [...new Set(seqs)].sort((one, other) => one - other).join(', ');

function summaryFaults({ documents, state, isOwn }: LintRecord): Fault[] {
  const text = documents?.get('summary.md');
  if (text === undefined) return [];
  const faults = new Map<number, Fault>();
  for (const line of text.split('\n')) {
    // Others tell what was struck by naming it; ours never name it.
    const mayNameStruck = !isOwn && /\b(?:struck|redact\w*)\b/i.test(line);
    for (const seq of seqReferences(line).flatMap((reference) => reference.seqs)) {
      const isKnown = headerOf(state, seq) !== undefined;
      if (!isKnown)
        faults.set(seq, error('structure', null, `summary.md names seq ${seq}, which does not exist. ${again}`));
      else if (isStruck(state, seq) && !mayNameStruck) {
        faults.set(seq, error('structure', seq, `summary.md names seq ${seq}, which is struck. ${again}`));
      }
    }
  }
  return [...faults.values()];
}
