import { mostRounds } from '../../debate/formats/tribunal/facts';
import { link } from '../../debate/formats/tribunal/judgeTexts';
import { notPerformed } from '../../debate/step';
import type { CitedSource, TaskOutput, TaskRequest, Brief, CheckedSource, VisibleEntry } from '../../debate/tasks';
import type { TribunalInputs } from '../../debate/tasks/tribunal';
import { TaskError } from '../performer';
import type { ExtractiveEvidence } from './evidence';
import { quoted, tribunalPhrases as words, placeOf } from './phrases';
import type { EvidencePassage } from './passages';
import {
  differingSources,
  heldSources,
  isIssue,
  leadOf,
  missingText,
  mostHolding,
  portionsOf,
  spoken,
  type Statement,
  statementsOf,
  isTitleOf,
  titleOf,
} from './statements';
import type { ExtractiveAnswers } from './extractiveAnswers';
import { acknowledging } from './panel';
import { dataOf } from '../../debate/codec';
import type { Entry } from '../../debate/entry';
import { defaultRounds } from '../../debate/formats/tribunal/planSteps';
import { firstWords } from '../../debate/text';

/** What the proposal states is looked up in the evidence, and nobody weighs it. */
export const tribunalAnswers: ExtractiveAnswers<keyof TribunalInputs> = {
  'advocate/defend': defend,
  'critic/critique': criticise,
  'judge/recommend_rounds': recommendRounds,
  'judge/assess': assess,
  'judge/rule': rule,
};

async function defend(
  { input, feedback }: TaskRequest<'advocate/defend'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'advocate/defend'>> {
  const statements = await statementsOf(input.brief, evidence);
  const before = spoken(input.record, 'defense');
  const portion = portionsOf(statements, heldSources)[before] ?? [];
  if (portion.length === 0 && before > 0) throw new TaskError(notPerformed, words.allListed);
  const lead = portion.length === 0 ? words.noStatement : before === 0 ? words.listed : words.listedOn;
  return {
    ...common(input, portion, evidence),
    argument: [lead, ...portion.map(listed)].join('\n\n'),
    sources: distinct(portion.flatMap(heldSources), feedback),
    preemptive_rebuttals: [],
    evidence_strengthening: [],
    assumption_defence: [],
    assessments: [],
    scope_and_framing: words.framing,
  };
}

async function criticise(
  { input, feedback }: TaskRequest<'critic/critique'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'critic/critique'>> {
  const statements = await statementsOf(input.brief, evidence);
  const issues = statements.filter(isIssue);
  const before = spoken(input.record, 'critique');
  const portion = portionsOf(issues, differingSources)[before] ?? [];
  if (portion.length === 0 && before > 0) throw new TaskError(notPerformed, words.allRaised);
  return {
    ...common(input, portion, evidence),
    argument: portion.length > 0 ? words.raised : statements.length === 0 ? words.noStatement : words.allHeld,
    sources: distinct(portion.flatMap(differingSources), feedback),
    objections: portion.map((statement) => ({
      area: 'evidence and support',
      title: titleOf(statement),
      text: objectionText(statement),
      severity: 'Minor',
    })),
  };
}

/** A passage may hold two statements; one that the gate refused is left out. */
function distinct(sources: readonly CitedSource[], feedback: TaskRequest['feedback']): CitedSource[] {
  const kept = sources.filter(({ url }) => !feedback.some(({ message }) => message.includes(url)));
  return [...new Map(kept.map((source) => [`${source.url}\n${source.quote ?? ''}`, source])).values()];
}

function common(
  { brief, mustAcknowledge }: TribunalInputs['advocate/defend'],
  portion: readonly Statement[],
  evidence: ExtractiveEvidence,
) {
  const own = new Set(brief.subject);
  const held = portion.filter(({ isHeld }) => isHeld).length;
  const lost = new Set(evidence.changed);
  const files = brief.evidence.files.filter((path) => !own.has(path) && !lost.has(path));
  const named = namedIn(files);
  const more = files.length - named.length;
  return {
    research_log: {
      queries: portion.length === 0 ? [] : [words.searched(portion.length)],
      files_read: named,
      key_findings: [
        portion.length === 0 ? words.noStatement : words.found(held, portion.length),
        ...(more === 0 ? [] : [words.moreFiles(more)]),
        ...notSearched(evidence),
      ],
    },
    ...acknowledging(mustAcknowledge),
  };
}

/** Limits any finding that something is nowhere. */
const notSearched = ({ changed }: ExtractiveEvidence): string[] =>
  changed.length === 0 ? [] : [words.notSearched(changed.length)];

/** Characters of paths in an answer. */
const mostNamed = 20_000;

function namedIn(files: string[]): string[] {
  let characters = 0;
  const end = files.findIndex((path) => (characters += path.length) > mostNamed);
  return end < 0 ? files : files.slice(0, end);
}

const statedText = ({ number, place, text }: Statement): string => `${words.place(number, place)}\n\n> “${text}”`;

/** The citation beside the quotation and not in it. */
const shownPassage = (passage: EvidencePassage): string => `${link(passage)}, ${quoted(passage)}`;

function listed(statement: Statement): string {
  const { holding, isHeld } = statement;
  const shown = holding.slice(0, mostHolding).map(shownPassage);
  const lead = shown.length === 0 ? [] : [leadOf(statement)];
  return [statedText(statement), ...lead, ...shown, ...(isHeld ? [] : [missingText(statement)])].join('\n\n');
}

function objectionText(statement: Statement): string {
  const { differing, isHeld } = statement;
  const found = differing === undefined ? [] : [words.otherFigures, shownPassage(differing), words.differ];
  return [statedText(statement), ...found, ...(isHeld ? [] : [missingText(statement)])].join('\n\n');
}

// The Judge weighs nothing: what figures and quotations come to, every issue as it was raised.

const areSidesExtractive = ({ debaters }: Brief): boolean => debaters.every(({ model }) => model === 'offline');

/** Entries each side needs to list everything. */
const portionCounts = (statements: readonly Statement[]): { defense: number; critique: number } => ({
  defense: Math.max(1, portionsOf(statements, heldSources).length),
  critique: Math.max(1, portionsOf(statements.filter(isIssue), differingSources).length),
});

async function recommendRounds(
  { input }: TaskRequest<'judge/recommend_rounds'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'judge/recommend_rounds'>> {
  if (!areSidesExtractive(input.brief)) return { rounds: defaultRounds, reason: words.roundsOfOthers };
  const statements = await statementsOf(input.brief, evidence);
  const { defense, critique } = portionCounts(statements);
  return { rounds: Math.min(mostRounds, Math.max(defense, critique)), reason: words.rounds(statements.length) };
}

async function assess(
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

/** Unconfirmed if no passage holds it, disputed if one has other figures. */
const factOf = (statement: Statement): TaskOutput<'judge/assess'>['fact_check'][number] => ({
  claim: `“${statement.text}”`,
  verdict: statement.differing === undefined ? 'UNVERIFIABLE' : 'DISPUTED',
  explanation: heldText(statement),
});

/** In words and with places. */
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
  const statuses = [...new Set(own.map(({ readAs }) => readAs))].map(
    (status) => `${own.filter(({ readAs }) => readAs === status).length} ${status}`,
  );
  return words.cited(own.length, statuses.join(', '));
}

type Issues = TaskOutput<'judge/assess'>['issues'];

/** Once, as its author raised it. */
function issuesIn(
  critique: VisibleEntry,
  statements: readonly Statement[],
  tracker: TaskRequest<'judge/assess'>['input']['tracker'],
): Issues {
  const byIssue = new Map<string, Issues[number]>();
  for (const { title, text, severity, issue } of objectionsOf(critique)) {
    const known = tracker.find(({ id }) => id === issue);
    const named = known?.title ?? title ?? firstWords(text, 10);
    const statement = statements.find((one) => isTitleOf(named, one));
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

/** With it the offline Critic of version 0.1.0 said that it had no objection. */
const noObjection = 'Nothing further';

const objectionsOf = (entry: Entry) =>
  (dataOf(entry, 'critique')?.objections ?? []).filter(
    ({ title, text }) => title !== noObjection || !text.startsWith('[CONJECTURE]'),
  );

async function rule(
  { input }: TaskRequest<'judge/rule'>,
  evidence: ExtractiveEvidence,
): Promise<TaskOutput<'judge/rule'>> {
  const { brief, tracker } = input;
  const statements = await statementsOf(brief, evidence);
  const held = statements.filter(({ isHeld }) => isHeld).length;
  const raised = statements.filter((statement) => tracker.some(({ title }) => isTitleOf(title, statement))).length;
  return {
    verdicts: tracker.map(({ id, title, history }) => {
      const statement = statements.find((one) => isTitleOf(title, one));
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
    overall: [
      tracker.length === 0 ? words.overallWithout : words.overall,
      words.tally(statements.length, held, raised),
      ...notSearched(evidence),
    ].join(' '),
    outcome: 'undecided',
  };
}
