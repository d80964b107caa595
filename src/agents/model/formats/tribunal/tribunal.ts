import * as z from 'zod';
import { objectOf } from '../../../../debate/log/objects';
import { counted } from '../../../../matching/text/shortText';
import {
  rulingVerdicts,
  severities,
  type QualityMetrics,
  defenceStatuses,
  objectionAreas,
} from '../../../../debate/log/entryData';
import { citationsText } from '../../../../debate/formats/tribunal/judgeTexts';
import type { CheckedSource, TaskInputs, VisibleEntry } from '../../../../debate/flow/tasks';
import type { TribunalInputs, TrackerRow } from '../../../../debate/flow/tasks/tribunal';
import { withClaims } from '../../sourceMarks';
import { cut, lines, newest, entryText, most } from '../../promptText';
import type { Fence } from '../../fence';
import {
  type AnswerFields,
  answered,
  type AnswerLength,
  arguingFills,
  arguingValues,
  prompt,
  guidanceText,
  type KnownByCode,
  list,
  memo,
  type ModelFormat,
  type ModelTasks,
  rangeWords,
  seq,
  seqs,
  sources,
  text,
} from '../../modelTask';
import advocate from '../../../../../prompts/advocate.md';
import critic from '../../../../../prompts/critic.md';
import judge from '../../../../../prompts/judge.md';
import rules from '../../../../../prompts/tribunal.md';

type TribunalSideKind = 'advocate/defend' | 'critic/critique';

const argument = text('The case itself, in Markdown.');
const acknowledges = seqs('Redactions that this answers.');

const defence = z.strictObject({
  preemptive_rebuttals: list('Objections met before they are raised.'),
  evidence_strengthening: list('Claims that now rest on more, and on what.'),
  assumption_defence: list('Assumptions of the case, and why each holds.'),
  assessments: z
    .array(
      z.strictObject({
        point: text('The Critic’s point, fairly put.'),
        issue: text('The id of the issue that it belongs to.').nullable(),
        answer: text('What is said to it.'),
        status: z.enum(defenceStatuses),
      }),
    )
    .describe('One for each point of the Critic that is answered.'),
  scope_and_framing: text('What the proposition claims, and what it does not.'),
  argument,
  sources,
  acknowledges,
  memo,
});

const critique = z.strictObject({
  objections: z
    .array(
      z.strictObject({
        area: z.enum(objectionAreas),
        title: text('Up to 10 words.'),
        text: text('What is wrong, why it matters, and what would answer it.'),
        severity: z.enum(severities),
        issue: text('The id of the issue that it goes on with; null for a new one.').nullable(),
      }),
    )
    .describe('Your objections; in a later round those that go on.'),
  argument,
  sources,
  acknowledges,
  memo,
});

const fills = [...arguingFills, 'words', 'round', 'tracker', 'opponent', 'missing', 'first', 'last'] as const;

const length: AnswerLength = { min: 250, max: 700, texts: ({ argument: made }) => [['argument', made]] };

/** A side sees less than the record holds; the other side something else. */
const side = {
  ...({
    record: 'whole',
    readership: 'debaters',
    hasOwnView: true,
    isFrequent: true,
    isResearched: true,
    readsEvidence: true,
  } as const),
  prompt: prompt(fills, sideValues),
  length,
};

const sideTasks: ModelTasks<TribunalSideKind> = {
  'advocate/defend': {
    ...side,
    answer: defence,
    toOutput: (output, known) => contribution(output, defenceTexts, known),
  },
  'critic/critique': {
    ...side,
    answer: critique,
    toOutput: (output, known) => contribution(output, critiqueTexts, known),
  },
};

/** Where marks of sources may stand; the argument first. */
const defenceTexts = [
  ...['argument', 'scope_and_framing', 'preemptive_rebuttals', 'evidence_strengthening', 'assumption_defence'],
  'assessments',
];
const critiqueTexts = ['argument', 'objections'];

/** With the research as code saw it. */
const contribution = (
  output: AnswerFields,
  texts: readonly string[],
  { research }: Pick<KnownByCode, 'research'>,
): AnswerFields => ({ research_log: research, ...withClaims(output, texts) });

function sideValues(input: TaskInputs[TribunalSideKind], fence: Fence): Record<(typeof fills)[number], string> {
  const { round, tracker, answerTo, isOtherMissing, record, you } = input;
  const own = record.findLast(
    ({ speaker, type }) => speaker === you.name && (type === 'defense' || type === 'critique'),
  );
  const isUnanswered = answerTo === undefined && !isOtherMissing;
  return {
    ...arguingValues(input, fence),
    words: rangeWords(length),
    round: `${round}`,
    tracker: trackerText(tracker, fence),
    opponent: contributionText(answerTo, record, fence),
    missing: isOtherMissing
      ? 'The other side was to speak before you in this round and could not. Go on with what stands from before.'
      : '',
    first: isUnanswered && own === undefined ? `${round}` : '',
    last: isUnanswered && own !== undefined ? `seq ${own.seq}` : '',
  };
}

/** The number is enough where the record holds it. */
function contributionText(entry: VisibleEntry | undefined, record: readonly VisibleEntry[], fence: Fence): string {
  if (entry === undefined) return '';
  return record.some(({ seq, content }) => seq === entry.seq && content === entry.content)
    ? `seq ${entry.seq} of the record`
    : entryText(entry, fence);
}

/** Rounds of an issue's history; older ones stand in the record. */
const roundsTold = 4;

/** One block an issue: titles and reasons are an agent's words. */
const trackerText = (tracker: readonly TrackerRow[], fence: Fence): string =>
  lines(newest(tracker).map((row) => rowText(row, fence)));

function rowText({ id, title, status, severity, history }: TrackerRow, fence: Fence): string {
  const rounds = newest(history, roundsTold).map(({ round, reason = '', ...at }) => {
    const status = [at.status, at.severity].filter((word) => word !== undefined).join(', ');
    return `Round ${round}: ${status}${reason === '' ? '' : `. ${cut(reason, most.reason)}`}`;
  });
  return fence.wrap('issue', { id, status, severity }, lines([cut(title, 300), ...rounds]));
}

type JudgeKind = 'judge/recommend_rounds' | 'judge/assess' | 'judge/rule';

const bothSides = z.strictObject({ advocate: text('One to four sentences.'), critic: text('One to four sentences.') });

/** The Verifier's results are code's to list; this is what the Judge doubts besides. */
const dispute = z.strictObject({
  claim: text('The claim, as the side made it.'),
  side: z.enum(['advocate', 'critic']),
  seq: seq.nullable().describe('The entry that makes it.'),
  url: text('The source that it rests on, exactly as listed; null where it has none.').nullable(),
  explanation: text('Which verified source says otherwise: one or two sentences.'),
});

const issue = z.strictObject({
  id: text('As in the tracker; null for a new issue.').nullable(),
  title: text('Up to 12 words; of a known issue, unchanged.'),
  argued: z.boolean().describe('Either side argued it in this round.'),
  reason: text('What this round did to it: one or two sentences.'),
  severity: z.enum(severities).nullable(),
  status: z.enum(['open', 'resolved']),
});

/** The verdict comes last: reasons must come first. */
const lastAssessment = z.strictObject({
  disputes: z.array(dispute).describe('Claims that a verified source contradicts; mostly empty.'),
  argument_evaluation: bothSides,
  evidence_quality: bothSides,
  issues: z.array(issue).describe('Every issue of the tracker, then the new ones.'),
  round_score: z.strictObject({
    reason: text('One to three sentences.'),
    advocate: z.number().describe('0 to 10.'),
    critic: z.number().describe('0 to 10.'),
  }),
});

/** Before the last round the Judge may end the rounds. */
const assessment = lastAssessment.extend({
  end_reason: text('Why nothing is left to be gained; null where there is.').nullable(),
  end: z.boolean(),
});

const ruling = z.strictObject({
  concessions: list('What a side gave up, which one, and where.'),
  dismissed: list('Arguments that count for nothing, and why.'),
  verdicts: z
    .array(
      z.strictObject({
        issue: text('The id, as in the tracker.'),
        evidence_quality: text('One sentence.'),
        reason: text('Two to four sentences.'),
        verdict: z.enum(rulingVerdicts),
      }),
    )
    .describe('One for each issue of the tracker.'),
  overall: text('One to three paragraphs.'),
  ...answered,
});

const judging = { record: 'whole', readership: 'officials', readsEvidence: true, isFrequent: true } as const;

const judgeTasks: ModelTasks<JudgeKind> = {
  'judge/recommend_rounds': {
    record: 'none',
    readership: 'officials',
    answer: z.strictObject({ reason: text('One line.'), rounds: z.int() }),
    prompt: prompt(['least', 'most'], ({ min, max }) => ({ least: `${min}`, most: `${max}` })),
  },
  'judge/assess': {
    ...judging,
    isResearched: true,
    answer: assessment,
    answerIf: { holds: ({ final }) => final !== undefined, name: 'judge_assess_last', answer: lastAssessment },
    toOutput: ({ disputes, ...output }) => ({ fact_check: disputed(disputes), ...output }),
    prompt: prompt(
      [
        'round',
        'research',
        'where',
        'defense',
        'critique',
        'missing',
        'uncovered',
        'tracker',
        'checked',
        'guidance',
        'last',
      ],
      assessValues,
    ),
  },
  'judge/rule': {
    ...judging,
    mustBeWhole: true,
    answer: ruling,
    prompt: prompt(
      ['round', 'occasion', 'tracker', 'checked', 'guidance', 'metrics'],
      ({ round, occasion, tracker, checked, guidance, metrics }, fence) => ({
        round: `${round}`,
        occasion: occasions[occasion],
        tracker: trackerText(tracker, fence),
        checked: checkedText(checked, fence),
        guidance: guidanceText(guidance, fence),
        metrics: metricsText(metrics),
      }),
    ),
  },
};

/** Code adds what the Verifier found on every other source. */
const disputed = (given: unknown): unknown =>
  given === undefined
    ? []
    : Array.isArray(given)
      ? given.map((item) => ({ ...objectOf(item), verdict: 'DISPUTED' }))
      : given;

function assessValues(input: TaskInputs['judge/assess'], fence: Fence) {
  const { round, defense, critique, missing, uncovered, tracker, checked, guidance, final, record } = input;
  return {
    round: `${round}`,
    research: '',
    where: '',
    defense: contributionText(defense, record, fence),
    critique: contributionText(critique, record, fence),
    missing: missing.join(' and '),
    uncovered: uncovered.join(', '),
    tracker: trackerText(tracker, fence),
    checked: checkedText(checked, fence),
    guidance: guidanceText(guidance, fence),
    last: final === undefined ? '' : `${round} of ${final.total}`,
  };
}

const occasions: Readonly<Record<TaskInputs['judge/rule']['occasion'], string>> = {
  final: 'All rounds that were planned are held.',
  early: 'You ended the rounds, because they had nothing more to bring.',
  concluded: 'The rounds were ended before those planned were held: by the user, or because the time is spent.',
};

/** As code and the Verifier left them. */
function checkedText(checked: readonly CheckedSource[], fence: Fence): string {
  return lines(
    newest(checked, 100).map(({ seq: at, speaker, url, status, settled, claim = '', explanation }) => {
      const words = [
        url,
        ...(claim === '' ? [] : [`Claim: ${cut(claim, 400)}`]),
        ...(explanation === '' ? [] : [`Found: ${cut(explanation, 400)}`]),
      ];
      return fence.wrap('source', { seq: at, side: speaker, status: settled ?? status }, lines(words));
    }),
  );
}

function metricsText({ citations, issues, research, evolution }: QualityMetrics): string {
  const efforts = Object.entries(research).map(
    ([side, effort]) =>
      `- Research of the ${side}: ${counted(effort.queries, 'query', 'queries')}, ${counted(effort.files_read, 'file')} read, ${counted(effort.sources, 'source')}, ${counted(effort.closed_book_rounds, 'round')} closed book.`,
  );
  const rounds = evolution.map(({ round, open, resolved, stalled, score }) => {
    const scored =
      score?.advocate === undefined || score.critic === undefined
        ? ''
        : `; advocate ${score.advocate}, critic ${score.critic} of 10`;
    return `- Round ${round}: ${open} open, ${resolved} resolved, ${stalled} stalled${scored}.`;
  });
  return lines([
    `- Citations: ${citationsText(citations)}.`,
    `- Issues: ${issues.total} in all, ${issues.resolved} resolved, ${issues.open} open, ${issues.stalled} stalled.`,
    ...efforts,
    ...rounds,
  ]);
}

export const tribunal: ModelFormat<keyof TribunalInputs> = {
  rules: 'tribunal',
  prompts: { tribunal: rules, advocate, critic, judge },
  tasks: { ...sideTasks, ...judgeTasks },
};
