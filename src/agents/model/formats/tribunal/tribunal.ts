import { objectOf } from '../../../../debate/log/objects';
import { counted } from '../../../../matching/text/shortText';
import { type QualityMetrics } from '../../../../debate/log/entryData';
import { citationsText } from '../../../../debate/formats/tribunal/judgeTexts';
import type { CheckedSource, TaskInputs, VisibleEntry } from '../../../../debate/flow/tasks';
import { lastAssessment, type TribunalInputs, type TrackerRow } from '../../../../debate/flow/tasks/tribunal';
import { withClaims } from '../../sourceMarks';
import { cut, lines, newest, entryText, most, seqList } from '../../promptText';
import type { Fence } from '../../fence';
import {
  type AnswerFields,
  type AnswerLength,
  arguingFills,
  arguingValues,
  prompt,
  guidanceText,
  type KnownByCode,
  type ModelFormat,
  type ModelTasks,
  rangeWords,
} from '../../modelTask';
import advocate from '../../../../../prompts/advocate.md';
import critic from '../../../../../prompts/critic.md';
import judge from '../../../../../prompts/judge.md';
import rules from '../../../../../prompts/tribunal.md';

type TribunalSideKind = 'advocate/defend' | 'critic/critique';

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
    toOutput: (output, known) => contribution(output, defenceTexts, known),
  },
  'critic/critique': {
    ...side,
    toOutput: (output, known) => contribution(output, critiqueTexts, known),
  },
};

/** Where marks of sources may stand; the argument first. */
const defenceTexts = [
  ...['argument', 'scope_and_framing', 'preemptive_rebuttals', 'evidence_strengthening', 'assumption_defence'],
  'assessments',
];
const critiqueTexts = ['argument', 'objections'];

/** Adds the research that code observed. */
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

const judging = { record: 'whole', readership: 'officials', readsEvidence: true, isFrequent: true } as const;

const judgeTasks: ModelTasks<JudgeKind> = {
  'judge/recommend_rounds': {
    record: 'none',
    readership: 'officials',
    prompt: prompt(['least', 'most'], ({ min, max }) => ({ least: `${min}`, most: `${max}` })),
  },
  'judge/assess': {
    ...judging,
    isResearched: true,
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
    prompt: prompt(
      ['round', 'occasion', 'tracker', 'checked', 'guidance', 'metrics', 'decided'],
      ({ round, occasion, tracker, checked, guidance, metrics, decided }, fence) => ({
        decided:
          decided === undefined
            ? ''
            : lines([decided.tally, ...decided.verdicts.map(({ issue, verdict }) => `- ${issue}: ${verdict}`)]),
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

const jurorTasks: ModelTasks<'juror/issues'> = {
  'juror/issues': {
    readership: 'officials',
    record: 'whole',
    brief: 'blind',
    mustBeWhole: true,
    isBlind: true,
    prompt: prompt(['sides', 'tracker'], ({ sides, tracker }, fence) => ({
      sides: lines(
        sides.map(
          ({ side, words, seqs }) =>
            `- ${side}: ${counted(words, 'word')} in ${counted(seqs.length, 'entry', 'entries')}${seqs.length === 0 ? '' : `, seq ${seqList(seqs)}`}`,
        ),
      ),
      tracker: trackerText(tracker, fence),
    })),
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

/** Results of code and the Verifier. */
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
  tasks: { ...sideTasks, ...judgeTasks, ...jurorTasks },
};
