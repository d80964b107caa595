import { has } from '../../../fold/versions';
import { dataOf } from '../../../log/codec';
import type { Entry } from '../../../log/entry';
import type { EntryData, TrackedIssue } from '../../../log/entryData';
import { evolve } from '../../../fold/evolve';
import { checkedSources, factCheckFaults, metricsOf } from '../../../formats/tribunal/factCheck';
import { tribunalFacts, isLastRound, totalOf } from '../../../formats/tribunal/facts';
import { coveredSeqs, quotedPassages } from '../../../formats/tribunal/inputs';
import { hasCase } from '../../../formats/tribunal/facts';
import { outcomeOf } from '../../../formats/tribunal/judgeTexts';
import { ownRoundMentions } from '../../../formats/tribunal/roundMentions';
import { objectOf, stringsIn } from '../../../log/objects';
import { capitalised, spaced } from '../../../../matching/text/shortText';
import { roundsWithoutProgress } from '../../../formats/tribunal/trackerUpdate';
import { isExtractive } from '../../../flow/seats';
import { StateAccumulator } from '../../../fold/state';
import type { TrackerRow } from '../../../flow/tasks/tribunal';
import { createView, type RecordView } from '../../../fold/view';
import { isForeign, structureFault, undecidedProblems, type EntryRule, restingOnAll } from '../lintRecord';

/** Structure of a tribunal: the Judge's words agree with the record at that point. */
export const tribunalJudge: EntryRule = (record) => {
  const before = new StateAccumulator();
  return (entry) => {
    const view = createView(before, (seq) => record.view.raw(seq));
    const isOthers = isForeign(record, entry.seq);
    const problems =
      entry.type === 'assessment'
        ? assessmentProblems(entry, view, isOthers)
        : entry.type === 'judges_ruling'
          ? rulingProblems(entry, view, isOthers)
          : [];
    evolve(before, entry);
    return restingOnAll(problems.map((message) => structureFault(record, entry.seq, message)));
  };
};

/** `isOthers`: the entry comes from another program, whose Judge checked facts without a Verifier. */
function assessmentProblems(entry: Entry, view: RecordView, isOthers: boolean): string[] {
  const data = dataOf(entry, 'assessment');
  if (data === undefined) return [];
  const round = data.round ?? view.state.round;
  return [
    ...trackerProblems(data.issues ?? [], round, view),
    ...(isOthers ? [] : factProblems(data, view)),
    ...secrecyProblems(data, round, view),
  ];
}

/**
 * Checks that an assessment does not mention the number of rounds to the sides. Neither side reads one that is the
 * last.
 */
function secrecyProblems(data: EntryData['assessment'], round: number, view: RecordView): string[] {
  if (
    view.state.setup === undefined ||
    data.end === true ||
    isLastRound(view.state, round) ||
    isExtractive(view.state, 'judge')
  )
    return [];
  const quoted = quotedPassages(view);
  const found = stringsIn({ ...data, step: undefined, end_reason: undefined }).flatMap((text) =>
    ownRoundMentions(text, quoted),
  );
  if (found.length === 0) return [];
  return [
    `The assessment says “${found.map(({ text }) => text).join('”, “')}”; the sides read it and must not learn how many rounds there are, or that one is the last.`,
  ];
}

/** Every assessment carries the whole tracker. */
function trackerProblems(issues: readonly TrackedIssue[], round: number, { state }: RecordView): string[] {
  const { tracker } = state.factsOf(tribunalFacts);
  const dropped = tracker
    .filter(({ id }) => !issues.some((issue) => issue.id === id))
    .map(({ id, title }) => `Issue ${id} (${title}) is left out; an issue stays in the tracker to the end.`);
  const double = issues
    .filter(({ id }, index) => issues.findIndex((other) => other.id === id) !== index)
    .map(({ id }) => `Issue ${id} stands twice in the tracker.`);
  return [...dropped, ...double, ...issues.flatMap((issue) => issueProblems(issue, round, tracker))];
}

function issueProblems(issue: TrackedIssue, round: number, tracker: readonly TrackerRow[]): string[] {
  const { id, title, status, severity, argued = false } = issue;
  const known = tracker.find((row) => row.id === id);
  const renamed =
    known === undefined || known.title === title
      ? []
      : [`Issue ${id} was “${known.title}” and is now “${title}”; what was logged of an issue never changes.`];
  const unmarked =
    (known === undefined) === (issue.is_new === true)
      ? []
      : [`Issue ${id} is ${known === undefined ? 'new, and not marked so' : 'marked as new, and was raised before'}.`];
  const history = [...(known?.history ?? []), { round, status, severity, argued }];
  const isStuck = status !== 'resolved' && roundsWithoutProgress(history) >= 2;
  const wrong =
    status === 'resolved' || isStuck === (status === 'stalled')
      ? []
      : [
          `Issue ${id} is ${status}, but by its history it is ${isStuck ? 'stalled: it was argued for two rounds or more without progress' : 'open'}.`,
        ];
  return [...renamed, ...unmarked, ...wrong];
}

function factProblems({ fact_check: items = [], round }: EntryData['assessment'], view: RecordView): string[] {
  const checked = checkedSources(view);
  const covered = coveredSeqs(view.state, round ?? view.state.round);
  const missing = checked.filter(
    ({ seq, url }) => covered.has(seq) && !items.some((item) => item.seq === seq && item.url === url),
  );
  return [
    ...items.flatMap((item) => factCheckFaults(item, checked).map(({ fact }) => `${fact}.`)),
    ...missing.map(({ seq, url }) => `The fact check leaves out ${url}, which seq ${seq} cites.`),
  ];
}

/**
 * `isOthers`: the entry comes from another program, which has neither our words for the outcome nor our counts, and
 * perhaps no tracker.
 */
function rulingProblems(entry: Entry, view: RecordView, isOthers: boolean): string[] {
  const data = dataOf(entry, 'judges_ruling');
  if (data === undefined) return [];
  const { verdicts = [], outcome, undecided, metrics, early, answer } = data;
  const { state } = view;
  const { tracker } = state.factsOf(tribunalFacts);
  const expected = outcomeOf(
    verdicts.map(({ verdict }) => verdict),
    { hasCase: hasCase(state), isUnweighed: undecided !== undefined },
  );
  const unruled = tracker.filter(({ id }) => verdicts.filter(({ issue }) => issue === id).length !== 1);
  const isTracked = tracker.length > 0 || !isOthers;
  const strange = !isTracked ? [] : verdicts.filter(({ issue }) => !tracker.some(({ id }) => id === issue));
  const isEarly = state.round < totalOf(state);
  const isSaid =
    outcome !== undefined && [outcome, spaced(outcome)].some((words) => entry.content.includes(`Outcome: ${words}.`));
  return [
    ...unruled.map(({ id, title }) => `Issue ${id} (${title}) has not one verdict; every issue is ruled on once.`),
    ...strange.map(({ issue }) => `The verdict on "${issue}" is about no issue of the tracker.`),
    ...(outcome === expected || (isOthers && outcome === undefined && verdicts.length === 0)
      ? []
      : [`The outcome is ${outcomeName(outcome)}, but the verdicts come to ${outcomeName(expected)}.`]),
    ...(isOthers ? [] : undecidedProblems({ outcome, undecided }, isExtractive(state, 'judge'))),
    ...(isOthers || outcome === 'undecided' || !has(state, 'answer') || answer != null
      ? []
      : ['The ruling does not answer the question of the topic.']),
    ...(isSaid || isOthers || outcome === undefined
      ? []
      : [`The text of the ruling does not name its outcome, ${outcomeName(outcome)}.`]),
    ...(isOthers ? [] : metricsProblems(metrics, view)),
    ...(early === undefined || early === isEarly || state.concludeRequested
      ? []
      : [
          `The ruling is marked as ${early ? 'early' : 'final'}, but ${state.round} of ${totalOf(state)} planned rounds were held.`,
        ]),
  ];
}

/** Compares key by key, to name the difference. */
function metricsProblems(given: Record<string, unknown> | undefined, view: RecordView): string[] {
  if (given === undefined) return ['The ruling has no quality metrics.'];
  const { citations, ...others } = metricsOf(view);
  // A ruling may leave out sources that are only quoted, as earlier versions did.
  const { quoted, ...statuses } = citations;
  const isSplit = 'quoted' in objectOf(given['citations']);
  const counted: Record<string, unknown> = {
    citations: isSplit ? { ...statuses, quoted: quoted ?? 0 } : statuses,
    ...others,
  };
  const wrong = Object.keys(counted).filter((key) => !isSame(given[key], counted[key]));
  return wrong.map((key) => `${metricNames[key] ?? spaced(key)} otherwise than the record${countsIn(counted[key])}.`);
}

const metricNames: Readonly<Record<string, string>> = {
  citations: 'The ruling counts the sources',
  issues: 'The ruling counts the issues',
  research: 'The ruling counts what each side looked up',
  evolution: 'The ruling tells the course of the issues from round to round',
};

/** Words for counts, for example `, which comes to 3 confirmed, 0 disputed`. */
function countsIn(value: unknown): string {
  const counts = Object.entries(objectOf(value));
  if (counts.length === 0 || counts.some(([, count]) => typeof count !== 'number')) return '';
  return `, which comes to ${counts.map(([name, count]) => `${String(count)} ${spaced(name)}`).join(', ')}`;
}

const outcomeName = (outcome: string | undefined): string =>
  outcome === undefined ? 'missing' : `“${capitalised(spaced(outcome))}”`;

/** Deep equality, with keys in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}
