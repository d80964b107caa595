import { spaced } from '../../../matching/text/shortText';
import { wordCount } from '../../../matching/text/text';
import { criterionSchema, type EntryData } from '../../log/entryData';
import { debaterTypes } from '../../log/entry';
import { own, stringsIn } from '../../log/objects';
import { barredDebaters, type DebateState } from '../../fold/state';
import type { Step } from '../../flow/step';
import type { TaskInputs, TaskOutput, Violation, VisibleEntry } from '../../flow/tasks';
import type { BlindDebater } from '../../flow/tasks/panel';
import type { RecordView } from '../../fold/view';
import { seqViolations } from '../../rules/answerGate';
import { withdrawnViolations } from '../../rules/documentGate';
import { figureViolations } from '../../rules/recordFigures';
import { structure } from '../../rules/violation';
import { seatedJudges, type SeatedJudge } from '../../flow/judges';
import { agentRecord } from '../common/agentRecord';
import { pointText } from '../common/answer';
import { BlindLabels } from '../common/blindLabels';
import {
  choiceOf,
  isVoidUnheard,
  type Jury,
  type JuryOutcome,
  outcomeOfJury,
  votesOf,
  type JudgeResult,
  voteOf,
} from '../common/outcomeRule';
import {
  isComplete,
  judgesOf,
  nextJudge,
  readingOf,
  type ReadingPlan,
  readingPlans,
  seedOf,
  tallyOf,
  verdictsOf,
  verdictStep,
} from '../common/verdicts';
import { withoutRepeats } from '../common/repeats';
import { briefOf } from './inputs';
import { panelFacts } from './facts';
import { criteria, highestPoints, highestTotal, leastLead, whoMayWin } from './points';

type Answer = TaskOutput<'juror/verdict'>;
type VerdictData = EntryData['verdict'];

const concluding = { agent: 'chair', kind: 'chair/conclude' } as const;

/** Judges that decide a panel; empty where the Chair decides alone. */
export const panelJudges = (state: DebateState): SeatedJudge[] => judgesOf(state, concluding);

/** The next judge's step; undefined where each has answered, or none is asked. */
export function judgeStep(state: DebateState): Step | undefined {
  const judges = panelJudges(state);
  if (judges.length === 0 || isVoidUnheard(standing(state))) return undefined;
  const judge = nextJudge(state, judges);
  if (judge === undefined) return undefined;
  const isLast =
    judges.at(-1)?.id === judge.id ||
    nextJudge(
      state,
      judges.filter(({ id }) => id !== judge.id),
    ) === undefined;
  const isVital = isLast && !judges.some((one) => isComplete(state, one)) && !state.concludeRequested;
  const names = state.debaters.map(({ name }) => name);
  return verdictStep({
    host: 'chair',
    judge,
    plans: readingPlans(judge, names, seedOf(state)),
    kind: 'juror/verdict',
    isVital,
    task: (plan) => ({
      input: (view) => judgeInput(view, plan),
      check: (answer, { view }) => [
        ...verdictViolations(answer, plan, view.state),
        ...figureViolations('The verdict', stringsIn(answer), view),
      ],
    }),
    draft: (answer, plan) => verdictData(answer, plan, state),
    text: verdictText,
  });
}

const standing = (state: DebateState): Pick<Jury, 'mayWin' | 'barred'> => ({
  mayWin: whoMayWin(state),
  barred: barredDebaters(state).length,
});

export interface PanelVerdict {
  decided: JuryOutcome;
  tally: NonNullable<EntryData['conclusion']['tally']>;
}

/** What the judges decided; undefined where none sits, or where code concludes before any is asked. */
export function panelVerdict(state: DebateState, now = standing(state)): PanelVerdict | undefined {
  const judges = panelJudges(state);
  if (judges.length === 0 || isVoidUnheard(now)) return undefined;
  const results = judges.map(({ id }): JudgeResult => resultOf(state, id));
  const jury = { judges: results, ...now };
  // Only the user's request to conclude leads here if no judge is complete.
  const decided = outcomeOfJury(jury) ?? { outcome: 'undecided', why: 'judges_failed' };
  const flips = judges.flatMap(({ id }, index) => (results[index] === 'flips' ? [id] : []));
  return { decided, tally: tallyOf(state, { judges, votes: votesOf(jury), flips }) };
}

function resultOf(state: DebateState, judge: string): JudgeResult {
  const both = verdictsOf(state, judge);
  if (both === undefined) return 'failed';
  const [a, b] = both;
  const vote = voteOf([a.reading, b.reading], state.factsOf(panelFacts).mayWinAt.get(judge) ?? whoMayWin(state));
  return vote === undefined ? 'flips' : { vote };
}

/** Means of the points that the complete judges gave, in the order of the lineup. */
export function meanEvaluations(view: RecordView): NonNullable<EntryData['conclusion']['evaluations']> {
  const given = verdictEntries(view);
  return view.state.debaters.map(({ name }) => {
    const means = criteria.map((criterion) => {
      const points = given.flatMap(({ labels, criteria: all = [] }) =>
        all.filter((one) => one.name === criterion && own(labels, one.label) === name).map((one) => one.points),
      );
      return [criterion, meanOf(points)] as const;
    });
    const total = hundredths(means.reduce((sum, [, { points }]) => sum + points, 0));
    return { debater: name, criteria: Object.fromEntries(means), total };
  });
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const meanOf = (points: readonly number[]) => ({
  points: points.length === 0 ? 0 : hundredths(points.reduce((sum, one) => sum + one, 0) / points.length),
  text: '',
  spread: points.length === 0 ? 0 : Math.max(...points) - Math.min(...points),
});

/** The verdicts of complete judges. */
export function verdictEntries(view: RecordView): VerdictData[] {
  const seqs = seatedJudges(view.state).flatMap(({ id }) => verdictsOf(view.state, id)?.map(({ seq }) => seq) ?? []);
  return seqs.flatMap((seq) => (view.raw(seq)?.data as VerdictData | undefined) ?? []);
}

/** Everything by debater instead of by time, under labels; nobody's model, persona or confidence, and no guidance. */
export function judgeInput(view: RecordView, { names }: Pick<ReadingPlan, 'names'>): TaskInputs['juror/verdict'] {
  const { state } = view;
  const labels = new BlindLabels(names.map((name) => ({ name })));
  const record = agentRecord(view).filter(({ redacted }) => redacted === undefined);
  const own = names.map((name) => record.filter(({ speaker, type }) => speaker === name && debaterTypes.has(type)));
  const debaters = names.map((name, index): BlindDebater => {
    const said = own[index] ?? [];
    const { starting_position: position = '', incentives = '' } = state.debaters.find((one) => one.name === name) ?? {};
    const words = said.reduce((sum, { content }) => sum + wordCount(content), 0);
    return { label: name, position, incentives, words, seqs: said.map(({ seq }) => seq) };
  });
  const about = own.flat().flatMap((entry) => [entry, ...record.filter(isAbout(entry.seq))]);
  const rest = record.filter((entry) => isForJudges(entry) && !about.includes(entry));
  const brief = { ...briefOf(state), debaters: [], guidance: [] };
  return labels.blind({ brief, debaters, record: withoutRepeats([...about, ...rest].map(timeless)) });
}

/** Findings and rulings stand behind the entry that they are about. */
const isAbout =
  (seq: number) =>
  ({ type, target_seq }: VisibleEntry): boolean =>
    target_seq === seq && (type === 'verification_result' || type === 'ruling');

const isForJudges = ({ type, data }: VisibleEntry): boolean =>
  type === 'ruling' || type === 'redaction' || type === 'audience_question' || data?.['kind'] === 'unresolved';

/** The entry without its time and without what the engine notes of an answer. */
function timeless(entry: VisibleEntry): VisibleEntry {
  const { step: _step, prev: _prev, confidence: _confidence, ...data } = entry.data ?? {};
  return { ...entry, timestamp: '', data };
}

const labelsOf = ({ names }: Pick<ReadingPlan, 'names'>): Record<string, string> =>
  new BlindLabels(names.map((name) => ({ name }))).names;

/** A name for a label, or for itself. */
function nameFor(given: string, plan: ReadingPlan): string | undefined {
  const label = given.trim().toLowerCase();
  return own(labelsOf(plan), label) ?? plan.names.find((name) => name === given.trim());
}

export function verdictViolations(answer: Answer, plan: ReadingPlan, state: DebateState): Violation[] {
  const { reasons, evaluations } = answer;
  const given = evaluations.map(({ debater }) => nameFor(debater, plan));
  const missing = Object.entries(labelsOf(plan)).filter(([, name]) => !given.includes(name));
  return [
    ...reasons.flatMap(({ seqs }, index) =>
      seqs.length === 0
        ? [structure(`reasons.${index} has no seqs; name the entries that it rests on.`)]
        : seqViolations(seqs, state, `reasons.${index}`),
    ),
    ...missing.map(([label]) => structure(`${label} has no points; give points to every label.`)),
    ...evaluations.flatMap((evaluation, index) => {
      const name = given[index];
      if (name === undefined) return [structure(`"${evaluation.debater}" is none of the labels; leave it out.`)];
      if (given.indexOf(name) !== index)
        return [structure(`${evaluation.debater} has points twice; once is asked for.`)];
      return criteriaViolations(evaluation, state);
    }),
    ...withdrawnViolations('The verdict', stringsIn([reasons, evaluations]).join('\n'), state),
  ];
}

/** Each criterion has whole points; `evaluation` of a debater or of a label. */
export function criteriaViolations(
  { debater, criteria: given }: { debater: string; criteria: Record<string, unknown> },
  state: DebateState,
): Violation[] {
  return criteria.flatMap((name) => {
    const { data } = criterionSchema.safeParse(given[name]);
    return data === undefined || !Number.isInteger(data.points)
      ? [
          structure(
            `${debater}: ${name} has no points; give a whole number from 0 to ${highestPoints} as points, and why as text.`,
          ),
        ]
      : seqViolations(data.seqs ?? [], state, `${debater}, ${name}`);
  });
}

/** The logged verdict has names in its texts, and what code makes of the points. */
function verdictData(answer: Answer, plan: ReadingPlan, state: DebateState): VerdictData {
  const { judge, order, seed, names } = plan;
  const blind = new BlindLabels(names.map((name) => ({ name })));
  const labels = blind.names;
  const { reasons, evaluations, void: unfair } = blind.unblind(answer);
  const given = Object.entries(labels).flatMap(([label, name]) => {
    const evaluation = evaluations.find(({ debater }) => debater.trim() === name);
    return criteria.flatMap((criterion) => {
      const { data } = criterionSchema.safeParse(evaluation?.criteria[criterion]);
      return data === undefined
        ? []
        : [{ label, name: criterion, points: data.points, text: data.text, seqs: data.seqs ?? [] }];
    });
  });
  const said = { criteria: given, labels, ...(unfair == null ? {} : { void: unfair }) };
  const { choice, margin } = choiceOf(readingOf(said), whoMayWin(state));
  return {
    judge: judge.id,
    model: judge.model,
    by: judge.model === 'host' ? 'host' : 'model',
    order,
    seed,
    ...said,
    reasons,
    choice,
    ...(margin === undefined ? {} : { margin }),
  };
}

export function verdictText(data: VerdictData): string {
  const { judge, order, labels, reasons = [], criteria: given = [], void: unfair, choice = '', margin } = data;
  const { totals } = readingOf(data);
  const read = Object.entries(labels).map(([label, name]) => `${name} as ${label}`);
  const parts = Object.entries(labels).map(([label, name]) => {
    const own = given
      .filter((one) => one.label === label)
      .map((one) => `${spaced(one.name)}: ${one.points}/${highestPoints} ${pointText(one)}`);
    return `- ${name}: ${totals.get(name) ?? 0} of ${highestTotal}. ${own.join('; ')}`;
  });
  const lead =
    unfair !== undefined
      ? `Void, says the judge: ${unfair.reason}`
      : margin === undefined
        ? `The points come to ${choice}.`
        : choice === 'draw'
          ? `The lead of ${margin} is less than ${leastLead}: a draw.`
          : `The points come to ${choice}, with a lead of ${margin}.`;
  return [
    `Verdict of judge ${judge}, order ${order}. Read in this order: ${read.join(', ')}. ${lead}`,
    `Reasons:\n${reasons.map((reason) => `- ${pointText(reason)}`).join('\n')}`,
    `Points:\n${parts.join('\n')}`,
  ].join('\n\n');
}
