import { link } from '../../debate/formats/tribunal/contributionText';
import { notPerformed } from '../../debate/step';
import type { CitedSource, TaskOutput, TaskRequest } from '../../debate/tasks';
import type { TribunalInputs } from '../../debate/tasks/tribunal';
import { TaskError } from '../performer';
import type { ExtractiveEvidence } from './evidence';
import { quoted, tribunalPhrases as words } from './phrases';
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
  titleOf,
} from './statements';
import { assess, recommendRounds, rule } from './tribunalJudge';
import type { ExtractiveAnswers } from './extractiveAnswers';

/** The tasks of a tribunal: what the proposal states is looked up in the evidence, and nobody weighs it. */
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
  const portion = portionsOf(statements, heldSources)[before];
  if (portion === undefined && before > 0) throw new TaskError(notPerformed, words.allListed);
  const lead = portion === undefined ? words.noStatement : before === 0 ? words.listed : words.listedOn;
  return {
    ...common(input, portion ?? []),
    argument: [lead, ...(portion ?? []).map(listed)].join('\n\n'),
    sources: distinct((portion ?? []).flatMap(heldSources), feedback),
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
  const portion = portionsOf(issues, differingSources)[before];
  if (portion === undefined && before > 0) throw new TaskError(notPerformed, words.allRaised);
  return {
    ...common(input, portion ?? []),
    argument: portion !== undefined ? words.raised : statements.length === 0 ? words.noStatement : words.allHeld,
    sources: distinct((portion ?? []).flatMap(differingSources), feedback),
    objections: (portion ?? []).map((statement) => ({
      area: 'evidence and support',
      title: titleOf(statement),
      text: objectionText(statement),
      severity: 'Minor',
    })),
  };
}

/** The same passage may hold two statements; one that the gate refused is left out. */
function distinct(sources: readonly CitedSource[], feedback: TaskRequest['feedback']): CitedSource[] {
  const kept = sources.filter(({ url }) => !feedback.some(({ message }) => message.includes(url)));
  return [...new Map(kept.map((source) => [`${source.url}\n${source.quote ?? ''}`, source])).values()];
}

function common({ brief, mustAcknowledge }: TribunalInputs['advocate/defend'], portion: readonly Statement[]) {
  const own = new Set(brief.subject);
  const held = portion.filter(({ isHeld }) => isHeld).length;
  const files = brief.evidence.files.filter((path) => !own.has(path));
  const named = namedIn(files);
  const more = files.length - named.length;
  return {
    research_log: {
      queries: portion.length === 0 ? [] : [words.searched(portion.length)],
      files_read: named,
      key_findings: [
        portion.length === 0 ? words.noStatement : words.found(held, portion.length),
        ...(more === 0 ? [] : [words.moreFiles(more)]),
      ],
    },
    ...(mustAcknowledge.length === 0 ? {} : { acknowledges: mustAcknowledge.map(({ seq }) => seq) }),
  };
}

/** An answer has room for so many characters of paths. */
const mostNamed = 20_000;

function namedIn(files: string[]): string[] {
  let characters = 0;
  const end = files.findIndex((path) => (characters += path.length) > mostNamed);
  return end < 0 ? files : files.slice(0, end);
}

const statedText = ({ number, place, text }: Statement): string => `${words.place(number, place)}\n\n> “${text}”`;

/** With its address, so that the citation stands beside the quotation and not in it. */
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
