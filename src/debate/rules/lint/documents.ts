import { fieldProblems } from '../../log/lineProblems';
import { capitalised, collapsed, spaced, withoutTurns } from '../../../matching/text/shortText';
import * as z from 'zod';
import { verificationCounts } from '../../fold/citations';
import type { Entry } from '../../log/entry';
import { maskedRun } from '../../fold/mask';
import { withdrawnRepeats } from '../documentGate';
import { seqReferences } from '../../log/seqReferences';
import { headerOf, isRedacted, type DebateState } from '../../fold/state';
import { error, type Fault, type LintRecord, type LintRule, restingOnAll } from './lintRecord';
import { jsonErrorText } from '../../log/objects';

/** Structure: the counts of `metadata.json` and the seqs in `summary.md` agree with the log. */
export const documentsAgree =
  (roundsHeld: (state: DebateState) => number): LintRule =>
  (record) => [...metadataFaults(record, roundsHeld(record.state)), ...summaryFaults(record)];

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

function metadataFaults(record: LintRecord, rounds: number): Fault[] {
  const text = record.documents?.get('metadata.json');
  if (text === undefined) return [];
  const metadata = parsed(text);
  if (typeof metadata === 'string') return [error(null, `metadata.json cannot be read: ${metadata}. ${again}`)];
  const wrong = differences(metadata, record, rounds).map((words) => error(null, `${words}. ${again}`));
  return restingOnAll(wrong);
}

function parsed(text: string): Metadata | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    return `it is not JSON (${jsonErrorText(problem)})`;
  }
  const result = metadataSchema.safeParse(value);
  return result.success ? result.data : fieldProblems(result.error, value);
}

/** Statements that differ from the log; an omission is not reported. */
function differences(metadata: Metadata, { state, view }: LintRecord, rounds: number): string[] {
  const found: string[] = [];
  const count = (what: string, given: number | undefined, actual: number): void => {
    if (given !== undefined && given !== actual) found.push(`metadata.json counts ${given} ${what}, the log ${actual}`);
  };
  count('entries', metadata.total_entries, state.headers.length);
  count('rounds', metadata.total_rounds, rounds);
  count('redactions', metadata.redaction_count, state.redactions.size);
  const { verification_results: results = {} } = metadata;
  const counts = verificationCounts(state);
  // Earlier documents count what is only quoted among the verified.
  const verified = 'quoted' in results ? counts.verified : counts.verified + counts.quoted;
  const sources = new Map<string, number>(Object.entries({ ...counts, verified }));
  for (const [status, given] of Object.entries(results)) count(`${status} sources`, given, sources.get(status) ?? 0);
  const compare = (what: string, given: string, actual: string): void => {
    if (given.toLowerCase() !== actual.toLowerCase()) found.push(`metadata.json ${what} ${given}, the log ${actual}`);
  };
  const { outcome, redactions } = metadata;
  if (outcome !== undefined)
    compare('gives the outcome', outcomeWords(outcome), outcomeWords(view.mask.value(state.conclusion?.outcome)));
  if (redactions !== undefined)
    compare('names as struck', seqWords(redactions.map(({ seq }) => seq)), seqWords([...state.redactions.keys()]));
  return found;
}

const outcomeWords = (outcome: string | null | undefined): string =>
  outcome == null ? 'none' : `“${capitalised(spaced(withoutTurns(outcome)))}”`;

const seqWords = (seqs: readonly number[]): string =>
  seqs.length === 0 ? 'none' : `seq ${[...new Set(seqs)].sort((one, other) => one - other).join(', ')}`;

function summaryFaults({ documents, state, isOwn }: LintRecord): Fault[] {
  const text = documents?.get('summary.md');
  if (text === undefined) return [];
  const faults = new Map<number, Fault>();
  for (const { start, end, seqs } of seqReferences(text)) {
    // Documents of other programs name redacted entries; ours never do.
    const mayNameRedacted = !isOwn && /\b(?:struck|redact\w*)\b/i.test(linesAround(text, start, end));
    for (const seq of seqs) {
      const isKnown = headerOf(state, seq) !== undefined;
      if (!isKnown) {
        const unknown = error(null, `summary.md names seq ${seq}, which is not in the log. ${again}`);
        faults.set(seq, { ...unknown, restsOnAll: true });
      } else if (isRedacted(state, seq) && !mayNameRedacted) {
        faults.set(seq, error(seq, `summary.md names seq ${seq}, which is struck. ${again}`));
      }
    }
  }
  return [...faults.values()];
}

function linesAround(text: string, start: number, end: number): string {
  const stop = text.indexOf('\n', end);
  return text.slice(text.lastIndexOf('\n', start) + 1, stop === -1 ? undefined : stop);
}

/** Types of entries that report the outcome. */
const concluding: ReadonlySet<string> = new Set(['conclusion', 'audience_conclusion', 'judges_ruling', 'judgment']);

/**
 * Rule 17: neither documents nor entries that report the outcome repeat a withdrawn statement. Transcript and Verifier
 * Report show it as withdrawn.
 */
export const withdrawnText: LintRule = ({ state, view }) => {
  if (state.corrections.length === 0) return [];
  const named = new Map([...state.documents].map(([name, seq]) => [seq, name]));
  for (const { seq, type } of state.headers) if (concluding.has(type)) named.set(seq, `seq ${seq}`);
  return [...named].flatMap(([seq, name]) => {
    const content = isRedacted(state, seq) ? '' : (view.raw(seq)?.content ?? '');
    const corrections = state.corrections.filter(({ by }) => by < seq);
    const said = { corrections, redactions: state.redactions };
    return withdrawnRepeats(name, content, said).map((message) => error(seq, message, '17'));
  });
};

/** Rule 19: no document holds 40 characters in a row of a redacted entry. */
export const redactedText: LintRule = (record) => {
  if (record.documents === undefined || record.state.redactions.size === 0) return [];
  const known = openlyKnown(record);
  return [...record.documents].flatMap(([name, text]) => {
    const found = textsOf(name, text, known).find((variant) => record.view.mask.text(variant) !== variant);
    return found === undefined ? [] : [faultOf(name, found, record)];
  });
};

/** Texts that a document may always contain: the setup's words, and the redacted addresses. */
function openlyKnown({ state, view }: LintRecord): string[] {
  const { topic = '', debaters } = state.setup ?? { debaters: [] };
  const lineup = debaters.flatMap((debater) => [debater.persona, debater.starting_position, debater.incentives]);
  const urls = [...state.redactions.keys()].flatMap((seq) => {
    const entry = view.raw(seq);
    return (headerOf(state, seq)?.urls ?? []).filter((url) => entry?.content.includes(url.slice(0, maskedRun)));
  });
  const known = [topic, ...lineup, ...urls].filter((text) => text.length >= maskedRun);
  return [...new Set(known)].sort((one, other) => other.length - one.length);
}

/** The text unchanged, and without marks of Markdown or JSON that may interrupt a run; line breaks stay. */
function textsOf(name: string, text: string, known: readonly string[]): string[] {
  const plain = name.endsWith('.json')
    ? unescapedJson(text)
    : text.replace(/^[ \t]*(?:>[ \t]?)+/gm, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return [...new Set([plain, text])].map((variant) =>
    known.reduce((rest, words) => rest.replaceAll(words, '\ue000'), variant),
  );
}

function unescapedJson(text: string): string {
  const characters = text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return characters.replace(/\\[nrt]/g, ' ').replace(/\\(["\\/])/g, '$1');
}

/** The problem does not repeat the words, because it is shown without the entry. */
function faultOf(name: string, text: string, record: LintRecord): Fault {
  const masked = record.view.mask.text(text);
  let at = 0;
  while (text[at] === masked[at]) at += 1;
  const line = text.slice(0, at).split('\n').length;
  const seq = redactedEntryWith(text.slice(at, at + 2 * maskedRun), record);
  const whose = seq === undefined ? 'a struck entry' : `seq ${seq}, which is struck`;
  return error(
    seq ?? null,
    `${name} holds text of ${whose}, in line ${line}. ${record.ownDocuments?.has(name) === false ? 'Remove the passage from it.' : again}`,
    '19',
  );
}

function redactedEntryWith(passage: string, { state, view }: LintRecord): number | undefined {
  const run = collapsed(passage).slice(0, maskedRun);
  return [...state.redactions.keys()].find((seq) => {
    const entry = view.raw(seq);
    return entry !== undefined && collapsed(wordsOf(entry)).includes(run);
  });
}

const wordsOf = ({ content, sources }: Entry): string =>
  [content, ...(sources ?? []).flatMap(({ quote, claim }) => [quote ?? '', claim ?? ''])].join('\n');
