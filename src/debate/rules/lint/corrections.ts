import { argumentTypes, type Entry } from '../../entry';
import { evolve } from '../../evolve';
import { findingOn, headerOf, StateAccumulator, type DebateState } from '../../state';
import { correctionIn, startsLikeCorrection, type CorrectionText } from '../correction';
import { byDebater, error, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** Rule 17: the wording of a correction, what it may replace, and that the replacement is cited. */
export const corrections: EntryRule = (record) => {
  // The results as they were when the correction was made: a later one must not judge it.
  const results = new StateAccumulator();
  return (entry, header) => {
    if (entry.type === 'verification_result') evolve(results, entry);
    return byDebater(header) ? correctionFaults(entry, results, record) : [];
  };
};

const wording =
  'a correction stands at the start: "SOURCE CORRECTION for seq N: replacing OLD with NEW — why", on one line';

function correctionFaults(entry: Entry, results: DebateState, record: LintRecord): Fault[] {
  const { seq } = entry;
  const stated = correctionIn(entry.content);
  const given = argumentTypes.has(entry.type) ? (entry.data?.['correction'] as CorrectionText | undefined) : undefined;
  if (stated === undefined) {
    if (startsLikeCorrection(entry.content)) return [error('17', seq, `The correction cannot be read: ${wording}.`)];
    if (given !== undefined) return [error('17', seq, `data.correction has no counterpart in the text: ${wording}.`)];
    return [];
  }
  const faults: Fault[] = [];
  if (
    given !== undefined &&
    (given.seq !== stated.seq || given.old_url !== stated.old_url || given.new_url !== stated.new_url)
  ) {
    faults.push(error('17', seq, 'The correction in the text and the one in data.correction differ.'));
  }
  if (!(entry.sources ?? []).some((source) => source.url === stated.new_url)) {
    faults.push(error('17', seq, `The replacement ${stated.new_url} is not among the sources of this entry.`));
  }
  return [...faults, ...replacedFaults(stated, { entry, results, record })];
}

function replacedFaults(
  { seq: corrected, old_url: url }: CorrectionText,
  { entry, results, record }: { entry: Entry; results: DebateState; record: LintRecord },
): Fault[] {
  const target = headerOf(record.state, corrected);
  if (target === undefined || target.seq >= entry.seq || target.speaker !== entry.speaker) {
    return [
      error(
        '17',
        entry.seq,
        `seq ${corrected} is no earlier entry of ${entry.speaker}; only one's own sources are corrected.`,
      ),
    ];
  }
  if (!target.urls.includes(url)) return [error('17', entry.seq, `seq ${corrected} does not cite ${url}.`)];
  const status = findingOn(results, corrected, url)?.status;
  // Others' results may be prose that nobody can read the status from.
  if (status === 'unreliable' || (status === undefined && !record.isOwn)) return [];
  const found = status === undefined ? 'had not been verified' : `had been found ${status}`;
  return [
    error('17', entry.seq, `${url} of seq ${corrected} ${found}; only a source found unreliable can be corrected.`),
  ];
}
