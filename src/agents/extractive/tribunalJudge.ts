import { dataOf } from '../../debate/codec';
import type { Entry } from '../../debate/entry';
import { mostRounds } from '../../debate/formats/tribunal/options';
import { defaultRounds } from '../../debate/formats/tribunal/planSteps';
import type { Brief, CheckedSource, TaskOutput, TaskRequest, VisibleEntry } from '../../debate/tasks';
import { firstWords } from '../../debate/text';
import type { ExtractiveEvidence } from './evidence';
import { placeOf, tribunalPhrases as words } from './phrases';
import {
  differingSources,
  heldSources,
  isIssue,
  leadOf,
  missingText,
  portionsOf,
  spoken,
  type Statement,
  statementsOf,
  titleOf,
} from './statements';

/** The Judge of a tribunal who weighs nothing: what quotations and figures come to, and every issue as it was raised. */

const areSidesExtractive = ({ debaters }: Brief): boolean => debaters.every(({ model }) => model === 'offline');

/** So many entries each side needs to list everything. */
const portionCounts = (statements: readonly Statement[]): { defense: number; critique: number } => ({
  defense: Math.max(1, portionsOf(statements, heldSources).length),
  critique: Math.max(1, portionsOf(statements.filter(isIssue), differingSources).length),
});

export async function recommendRounds(
  { input }: TaskRequest<'judge/recommend_rounds'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'judge/recommend_rounds'>> {
  if (!areSidesExtractive(input.brief)) return { rounds: defaultRounds, reason: words.roundsOfOthers };
  const statements = await statementsOf(input.brief, evidence);
  const { defense, critique } = portionCounts(statements);
  return { rounds: Math.min(mostRounds, Math.max(defense, critique)), reason: words.rounds(statements.length) };
}

export async function assess(
  { input }: TaskRequest<'judge/assess'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'judge/assess'>> {
  const { brief, record, defense, critique, tracker, checked } = input;
  const statements = await statementsOf(brief, evidence);
  const counts = portionCounts(statements);
  const isOver =
    areSidesExtractive(brief) &&
    spoken(record, 'defense') >= counts.defense &&
    spoken(record, 'critique') >= counts.critique;
  const said = [defense, critique].map((entry) => entry?.content ?? '').join('\n');
  const evaluated = { advocate: words.notEvaluated, critic: words.notEvaluated };
  return {
    fact_check: statements.filter((statement) => isIssue(statement) && said.includes(statement.text)).map(factOf),
    argument_evaluation: evaluated,
    evidence_quality: { advocate: citedText(checked, 'advocate'), critic: citedText(checked, 'critic') },
    issues: critique === undefined ? [] : issuesIn(critique, statements, tracker),
    ...(isOver ? { end: true, end_reason: words.ended } : { end: false }),
  };
}

/** Nobody's source: what no passage holds cannot be confirmed, what has other figures is disputed. */
const factOf = (statement: Statement): TaskOutput<'judge/assess'>['fact_check'][number] => ({
  claim: `“${statement.text}”`,
  verdict: statement.differing === undefined ? 'UNVERIFIABLE' : 'DISPUTED',
  explanation: heldText(statement),
});

/** What the files hold of a statement, in words and with places. */
function heldText(statement: Statement): string {
  const { differing, holding, isHeld } = statement;
  return [
    ...(differing === undefined
      ? []
      : [`${words.otherFigures} “${differing.quote}” (${placeOf(differing)}). ${words.differ}`]),
    ...holding.map((passage) => `${leadOf(statement)} “${passage.quote}” (${placeOf(passage)}).`),
    ...(isHeld ? [] : [missingText(statement)]),
  ].join(' ');
}

function citedText(checked: readonly CheckedSource[], side: string): string {
  const own = checked.filter(({ speaker }) => speaker === side);
  const statuses = [...new Set(own.map(({ status }) => status))].map(
    (status) => `${own.filter((source) => source.status === status).length} ${status}`,
  );
  return words.cited(own.length, statuses.join(', '));
}

type Issues = TaskOutput<'judge/assess'>['issues'];

/** Each objection once, as its author raised it. */
function issuesIn(
  critique: VisibleEntry,
  statements: readonly Statement[],
  tracker: TaskRequest<'judge/assess'>['input']['tracker'],
): Issues {
  const byIssue = new Map<string, Issues[number]>();
  for (const { title, text, severity, issue } of objectionsOf(critique)) {
    const known = tracker.find(({ id }) => id === issue);
    const named = known?.title ?? title ?? firstWords(text, 10);
    const statement = statements.find((one) => titleOf(one) === named);
    const reason = statement === undefined ? words.othersIssue(critique.seq) : heldText(statement);
    byIssue.set(named.trim().toLowerCase(), {
      ...(known === undefined ? { severity } : { id: known.id }),
      title: named,
      status: 'open',
      argued: true,
      reason,
    });
  }
  return [...byIssue.values()];
}

/** By this title the offline Critic of version 0.1.0 said that it had no objection. */
const noObjection = 'Nothing further';

const objectionsOf = (entry: Entry) =>
  (dataOf(entry, 'critique')?.objections ?? []).filter(
    ({ title, text }) => title !== noObjection || !text.startsWith('[CONJECTURE]'),
  );

export async function rule(
  { input }: TaskRequest<'judge/rule'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'judge/rule'>> {
  const { brief, tracker } = input;
  const statements = await statementsOf(brief, evidence);
  const held = statements.filter(({ isHeld }) => isHeld).length;
  const raised = statements.filter((statement) => tracker.some(({ title }) => title === titleOf(statement))).length;
  return {
    verdicts: tracker.map(({ id, title, history }) => {
      const statement = statements.find((one) => titleOf(one) === title);
      return {
        issue: id,
        verdict: 'UNDECIDED',
        reason: statement === undefined ? (history[0]?.reason ?? words.quality) : heldText(statement),
        evidence_quality: words.quality,
      };
    }),
    agreements: [],
    concessions: [],
    dismissed: [],
    unresolved: tracker.map(({ id, title }) => `${id}: ${title}`),
    overall: `${tracker.length === 0 ? words.overallWithout : words.overall} ${words.tally(statements.length, held, raised)}`,
    outcome: 'undecided',
  };
}
