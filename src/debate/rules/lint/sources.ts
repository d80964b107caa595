import { spaced } from '../../../matching/text/shortText';
import { argumentTypes, type Entry } from '../../log/entry';
import { evolve } from '../../fold/evolve';
import {
  allFindings,
  barredDebaters,
  findingOn,
  headerOf,
  isRedacted,
  StateAccumulator,
  type DebateState,
} from '../../fold/state';
import { correctionsOf, type Correction } from '../../log/data/common';
import { isOther, startsLikeCorrection, statedIn } from '../spokenRules';
import {
  byDebater,
  error,
  leniently,
  wasRedacted,
  type EntryRule,
  type Fault,
  type LintRecord,
  type LintRule,
  restingOnAll,
} from './lintRecord';
import { turnDataOf } from '../../log/codec';
import { has } from '../../fold/versions';

/** Rule 14: an entry that cites a fabricated source is redacted before the debate continues. */
export const fabricationRedacted: LintRule = (record) => {
  const { state, isOver } = record;
  const last = lastMainEntry(record);
  return restingOnAll(
    allFindings(state)
      .filter(
        ({ status, target, seq }) => status === 'fabricated' && !isRedacted(state, target) && (isOver || seq <= last),
      )
      .map(({ seq, target, url }) =>
        error(
          seq,
          `${url} was found fabricated, but seq ${target}, which cites it, was not struck: a redaction has to follow at once.`,
          '14',
        ),
      ),
  );
};

/**
 * Types that the Verifier's lane and the user may add at any time. They may stand between a finding and its redaction,
 * and belong to no step of the main lane.
 */
export const besideTypes: ReadonlySet<string> = new Set(['verification_result', 'redaction', 'ruling', 'intervention']);

const lastMainEntry = ({ state }: LintRecord): number =>
  state.headers.findLast(({ type, speaker }) => !besideTypes.has(type) && speaker !== 'user')?.seq ?? -1;

/** Rule 12: a debater with a fabricated source cannot win; with two of them no debater wins. */
export const fabricatorWins: EntryRule = (record) => {
  // Only results before the conclusion count: a late one never changes the outcome.
  const results = new StateAccumulator();
  return (entry, header) => {
    const conclusion = record.state.conclusion;
    if (conclusion === undefined) return [];
    if (entry.type === 'verification_result') evolve(results, entry);
    return header.seq === conclusion.seq ? outcomeFaults(results, conclusion.outcome, record) : [];
  };
};

function outcomeFaults(results: StateAccumulator, outcome: string, { state }: LintRecord): Fault[] {
  const barred = barredDebaters(Object.assign(new StateAccumulator(), state, { findings: results.findings }));
  const seq = state.conclusion?.seq ?? null;
  const winner = barred.find((name) => outcome.toLowerCase() === `${name}_wins`.toLowerCase());
  if (barred.length > 1 && outcome.toLowerCase() !== 'void') {
    return [
      error(
        seq,
        `${barred.join(' and ')} have cited fabricated sources: the outcome is void, not ${spaced(outcome)}.`,
        '12',
      ),
    ];
  }
  if (winner === undefined) return [];
  return [error(seq, `${winner} has cited a fabricated source and cannot be named winner.`, '12')];
}

/** Rule 12: a debater does not cite again a source for which its entry was redacted. */
export const redactedSourceCited: LintRule = (record) => {
  const { state, headers } = record;
  const redacted = firstRedacted(state);
  if (redacted.size === 0) return [];
  return headers.filter(byDebater).flatMap(({ seq, speaker, urls }) =>
    [...new Set(urls)].flatMap((url) => {
      const target = redacted.get(`${speaker} ${url}`);
      if (target === undefined || target === seq || !wasRedacted(state, target, seq)) return [];
      // A later check with another finding allows the source again.
      if ((state.redactions.get(target)?.overturned ?? Infinity) < seq) return [];
      return [
        leniently(record, error(seq, `${url} was struck with seq ${target}; ${speaker} may not cite it again.`, '12')),
      ];
    }),
  );
};

/** The first entry that was redacted for each debater and URL. */
function firstRedacted(state: DebateState): Map<string, number> {
  const redacted = new Map<string, number>();
  const by = (target: number): number => state.redactions.get(target)?.by ?? Infinity;
  for (const [target, { url }] of state.redactions) {
    const speaker = headerOf(state, target)?.speaker;
    if (url === undefined || speaker === undefined) continue;
    const known = redacted.get(`${speaker} ${url}`);
    if (known === undefined || by(target) < by(known)) redacted.set(`${speaker} ${url}`, target);
  }
  return redacted;
}

/** Rule 17: a correction's wording, which sources it may replace, and that the replacement is cited. */
export const corrections: EntryRule = (record) => {
  // Results at the time of the correction: a later one must not judge it.
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
  const stated = statedIn(entry.content, record.state);
  const given = argumentTypes.has(entry.type) ? correctionsOf(turnDataOf(entry) ?? {}) : [];
  if (stated.length === 0 || stated.includes(undefined)) {
    if (startsLikeCorrection(entry.content)) return [error(seq, `The correction cannot be read: ${wording}.`, '17')];
    if (given.length > 0)
      return [error(seq, `The correction recorded with the entry is not in its text: ${wording}.`, '17')];
    return [];
  }
  const made = stated.filter((one) => one !== undefined);
  const differs = given.some((one) => made.every((other) => isOther(one, other)));
  return [
    ...(differs ? [error(seq, 'The correction in the text and the one recorded with it differ.', '17')] : []),
    ...made.flatMap((one) => [...replacementFaults(one, entry), ...replacedFaults(one, { entry, results, record })]),
  ];
}

const replacementFaults = ({ new_url: by }: Correction, { seq, sources }: Entry): Fault[] =>
  by === undefined || (sources ?? []).some((source) => source.url === by)
    ? []
    : [error(seq, `The replacement ${by} is not among the sources of this entry.`, '17')];

function replacedFaults(
  { seq: corrected, old_url: url }: Correction,
  { entry, results, record }: { entry: Entry; results: DebateState; record: LintRecord },
): Fault[] {
  const target = headerOf(record.state, corrected);
  if (target === undefined || target.seq >= entry.seq || target.speaker !== entry.speaker) {
    return [
      error(
        entry.seq,
        `seq ${corrected} is no earlier entry of ${entry.speaker}; only one's own sources are corrected.`,
        '17',
      ),
    ];
  }
  if (!target.urls.includes(url)) return [error(entry.seq, `seq ${corrected} does not cite ${url}.`, '17')];
  const finding = findingOn(results, corrected, url);
  const status = finding?.status;
  if (status === 'unverified' && finding?.figuresFail === true && has(record.state, 'corrections')) return [];
  // Other programs' results may be prose without a status.
  if (status === 'unreliable' || (status === undefined && !record.isOwn)) return [];
  const found = status === undefined ? 'had not been verified' : `had been found ${status}`;
  return [
    error(entry.seq, `${url} of seq ${corrected} ${found}; only a source found unreliable can be corrected.`, '17'),
  ];
}
