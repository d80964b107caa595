import { wordCount } from '../../../matching/text/text';
import type { EntryData } from '../../log/entryData';
import type { DebateState } from '../../fold/state';
import type { Step } from '../../flow/step';
import type { SeatedJudge } from '../../flow/judges';
import type { TaskInputs, TaskOutput, Violation, VisibleEntry } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { seqViolations } from '../../rules/answerGate';
import { withdrawnViolations } from '../../rules/documentGate';
import { figureViolations } from '../../rules/recordFigures';
import { structure } from '../../rules/violation';
import { stringsIn } from '../../log/objects';
import { pointText } from '../common/answer';
import { briefOf } from '../common/brief';
import { issueDecision, type IssueRank, type IssueReadings } from '../common/outcomeRule';
import { withoutRepeats } from '../common/repeats';
import {
  isComplete,
  judgesOf,
  nextJudge,
  type ReadingPlan,
  readingPlans,
  seedOf,
  tallyOf,
  verdictsOf,
  verdictStep,
} from '../common/verdicts';
import { sideNames } from './contribution';
import { hasCase, tribunalFacts, visibleTracker } from './facts';
import { outcomeOf } from './judgeTexts';
import { recordFor } from './recordFor';

type Answer = TaskOutput<'juror/issues'>;
type VerdictData = EntryData['verdict'];

const concluding = { agent: 'judge', kind: 'judge/rule' } as const;

/** Judges that decide a tribunal's issues; empty where the Judge decides alone. The first is the Judge. */
export const tribunalJudges = (state: DebateState): SeatedJudge[] => judgesOf(state, concluding);

const trackerOf = (state: DebateState) => state.factsOf(tribunalFacts).tracker;

/** The next judge's step; undefined where each has answered, none sits, or there is no issue. */
export function judgeStep(state: DebateState): Step | undefined {
  const judges = tribunalJudges(state);
  const judge = trackerOf(state).length === 0 ? undefined : nextJudge(state, judges);
  if (judge === undefined) return undefined;
  const others = judges.filter(({ id }) => id !== judge.id);
  const isVital = nextJudge(state, others) === undefined && !others.some((one) => isComplete(state, one));
  const isOwn = judge.id === judges[0]?.id;
  return verdictStep({
    host: 'moderator',
    judge,
    plans: readingPlans(judge, sideNames, seedOf(state)),
    kind: 'juror/issues',
    isVital,
    task: (plan) => ({
      // A tribunal never ends without a ruling.
      isVital,
      input: (view) => issuesInput(view, plan, isOwn),
      check: (answer, { view }) => [
        ...issueViolations(answer, view.state),
        ...figureViolations('The verdict', stringsIn(answer), view),
      ],
    }),
    draft: verdictData,
    text: verdictText,
  });
}

export interface IssueVerdict {
  issue: string;
  verdict: IssueRank;
  isFirm: boolean;
  /** What each complete judge gave in both orders. */
  given: { judge: string; readings: IssueReadings }[];
}

export interface TribunalVerdict {
  issues: IssueVerdict[];
  tally: NonNullable<EntryData['judges_ruling']['tally']>;
}

/** What the judges decided; undefined where none is complete. */
export function tribunalVerdict(state: DebateState): TribunalVerdict | undefined {
  const judges = tribunalJudges(state);
  const complete = judges.filter((judge) => isComplete(state, judge));
  if (complete.length === 0) return undefined;
  const issues = trackerOf(state).flatMap(({ id: issue }) => {
    const given = complete.flatMap(({ id: judge }) => {
      const readings = readingsOf(state, judge, issue);
      return readings === undefined ? [] : [{ judge, readings }];
    });
    const decision = issueDecision(
      given.map(({ readings }) => readings),
      judges.length,
    );
    return decision === undefined ? [] : [{ issue, ...decision, given }];
  });
  const { votes, flips } = votesOf(state, complete);
  return { issues, tally: tallyOf(state, { judges, votes, flips }) };
}

function readingsOf(state: DebateState, judge: string, issue: string): IssueReadings | undefined {
  const [a, b] = (verdictsOf(state, judge) ?? []).map(
    ({ issues }) => issues.find((one) => one.issue === issue)?.verdict,
  );
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** What the debate would come to by each judge alone. */
function votesOf(
  state: DebateState,
  complete: readonly SeatedJudge[],
): { votes: Map<string, number>; flips: string[] } {
  const votes = new Map<string, number>();
  const flips: string[] = [];
  for (const { id } of complete) {
    const [a, b] = (verdictsOf(state, id) ?? []).map(({ issues }) =>
      outcomeOf(
        issues.map(({ verdict }) => verdict),
        { hasCase: hasCase(state) },
      ),
    );
    if (a === undefined || a !== b) flips.push(id);
    else votes.set(a, (votes.get(a) ?? 0) + 1);
  }
  return { votes, flips };
}

/** Whether the verdict on the issue holds in both orders, or how each judge judged. One judge is never called judges. */
export function firmnessText({ isFirm, given }: IssueVerdict, seated: number): string {
  const each = given.map(({ judge, readings: [a, b] }) => {
    const who = seated === 1 ? 'the Judge, twice' : judge;
    return a === b ? `${who}: ${a}` : `${who}: ${a}, then ${b}`;
  });
  return `${isFirm ? 'Firm' : 'Not firm'} (${each.join('; ')}).`;
}

/** The record by side instead of by time. Only the Judge reads the assessments, which are its own. */
function issuesInput(view: RecordView, { names }: ReadingPlan, isOwn: boolean): TaskInputs['juror/issues'] {
  const seen = recordFor(view, 'judge', { handover: 'raw', isLast: true, guidanceBefore: 0 });
  const record = seen.filter(({ redacted }) => redacted === undefined);
  const said = names.map((name) => record.filter(({ speaker }) => speaker === name));
  const about = said.flat().flatMap((entry) => [entry, ...record.filter(isAbout(entry.seq))]);
  const rest = record.filter(
    (entry) => !about.includes(entry) && (restTypes.has(entry.type) || (isOwn && entry.type === 'assessment')),
  );
  return {
    brief: { ...briefOf(view.state), debaters: [], guidance: [] },
    record: withoutRepeats([...about, ...rest].map(timeless)),
    tracker: view.mask.value(visibleTracker(view)),
    sides: names.map((side, index) => ({
      side,
      words: (said[index] ?? []).reduce((sum, { content }) => sum + wordCount(content), 0),
      seqs: (said[index] ?? []).map(({ seq }) => seq),
    })),
  };
}

const restTypes: ReadonlySet<string> = new Set(['ruling', 'redaction', 'audience_question']);

const isAbout =
  (seq: number) =>
  ({ type, target_seq }: VisibleEntry): boolean =>
    target_seq === seq && (type === 'verification_result' || type === 'ruling');

const timeless = (entry: VisibleEntry): VisibleEntry => ({ ...entry, timestamp: '' });

function issueViolations({ issues }: Answer, state: DebateState): Violation[] {
  const tracker = trackerOf(state);
  const given = issues.map(({ issue }) => issue.trim());
  const missing = tracker.filter(({ id }) => !given.includes(id));
  return [
    ...missing.map(({ id, title }) => structure(`Issue ${id} (${title}) has no verdict; judge every issue.`)),
    ...given.flatMap((issue, index) => {
      if (!tracker.some(({ id }) => id === issue)) return [structure(`"${issue}" is no issue of the tracker.`)];
      return given.indexOf(issue) === index ? [] : [structure(`Issue ${issue} has two verdicts; give one.`)];
    }),
    ...issues.flatMap(({ reasons }, at) =>
      reasons.flatMap(({ seqs }, index) =>
        seqs.length === 0
          ? [structure(`issues.${at}.reasons.${index} has no seqs; name the entries that it rests on.`)]
          : seqViolations(seqs, state, `issues.${at}.reasons.${index}`),
      ),
    ),
    ...withdrawnViolations('The verdict', stringsIn(issues).join('\n'), state),
  ];
}

function verdictData({ issues }: Answer, { judge, order, seed, names }: ReadingPlan): VerdictData {
  return {
    judge: judge.id,
    model: judge.model,
    by: judge.model === 'host' ? 'host' : 'model',
    order,
    seed,
    labels: Object.fromEntries(names.map((name) => [name, name])),
    issues: issues.map(({ issue, verdict, reasons }) => ({ issue: issue.trim(), verdict, reasons })),
  };
}

function verdictText({ judge, order, labels, issues = [] }: VerdictData): string {
  const lines = issues.map(
    ({ issue, verdict, reasons }) => `- ${issue}: ${verdict}. ${reasons.map((reason) => pointText(reason)).join(' ')}`,
  );
  return `Verdict of judge ${judge}, order ${order}. Read in this order: ${Object.keys(labels).join(', ')}.\n\n${lines.join('\n')}`;
}
