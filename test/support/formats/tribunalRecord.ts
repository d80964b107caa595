import type { Draft, Entry } from '../../../src/debate/log/entry';
import type { IssueStatus, Severity, TrackedIssue } from '../../../src/debate/log/entryData';
import { assessmentText, critiqueText, defenseText, rulingText } from '../../../src/debate/formats/tribunal/judgeTexts';
import { entriesOf, moderatorSays, setupStep, type Stepped } from './stepped';

export const proposition = 'The gateway should answer from its own cache when the ledger is down';

interface TribunalShape {
  /** Rounds held and assessed. */
  rounds: number;
  /** Rounds requested; default: as many as are held. */
  planned?: number | 'auto';
  isRuled?: boolean;
  /** Changes to the ruling. */
  ruled?: Record<string, unknown>;
  /** Whether the current round stops after the critique. */
  isUnderWay?: boolean;
}

type Course = readonly (IssueStatus | undefined)[];

/** An issue, the round that raised it, its status by round, and its ruling. */
interface Issue {
  title: string;
  severity: Severity;
  course: Course;
  verdict: string;
}

const issues: readonly Issue[] = [
  {
    title: 'Nobody has measured how old an answer from the cache may be',
    severity: 'Critical',
    course: ['open', 'open', 'resolved', 'resolved'],
    verdict: 'ACCEPTED',
  },
  {
    title: 'A refund that was booked meanwhile is shown as open',
    severity: 'Critical',
    course: ['open', 'stalled', 'stalled', 'stalled'],
    verdict: 'REVISION REQUIRED',
  },
  {
    title: 'The cost of a second store is left out',
    severity: 'Major',
    course: ['open', 'resolved', 'resolved', 'resolved'],
    verdict: 'ACCEPTED',
  },
  {
    title: 'Two gateways may disagree',
    severity: 'Major',
    course: [undefined, 'open', 'open', 'open'],
    verdict: 'REJECTED',
  },
  {
    title: 'Log lines do not say where an answer came from',
    severity: 'Minor',
    course: [undefined, 'open', 'resolved', 'resolved'],
    verdict: 'ACCEPTED',
  },
  {
    title: 'The partner’s contract asks for an error, not for an old answer',
    severity: 'Major',
    course: [undefined, undefined, 'open', 'stalled'],
    verdict: 'REVISION REQUIRED',
  },
];

/** The tracker after a round, with every issue raised by then. */
function trackerAfter(round: number): TrackedIssue[] {
  return issues.flatMap(({ title, severity, course }, index) => {
    const status = course[Math.min(round, course.length) - 1];
    if (status === undefined) return [];
    const isNew = course.findIndex((one) => one !== undefined) === round - 1;
    const reason = isNew
      ? 'The Critic raised it, and nothing in the case speaks of it.'
      : status === 'resolved'
        ? 'The Advocate has shown the figures.'
        : 'Both sides say what they said before.';
    return [
      {
        id: `I${index + 1}`,
        title,
        status,
        severity: round > 2 && index === 3 ? 'Minor' : severity,
        is_new: isNew,
        argued: true,
        reason,
      },
    ];
  });
}

const research = {
  queries: ['stale reads after failover'],
  files_read: ['incident-register.md'],
  key_findings: ['Two of five failures were shorter than the time to live.'],
};

function defense(round: number): Draft {
  const data = {
    round,
    research_log: research,
    argument:
      'A cache that says how old it is beats an error page: of five failures last year, four would not have been seen.',
    preemptive_rebuttals: ['It may be said that stale is wrong; it is marked as such.'],
    evidence_strengthening: [],
    assumption_defence: [],
    assessments:
      round === 1
        ? []
        : [
            { point: 'How old may an answer be?', issue: 'I1', status: 'DEFENDED', answer: 'Sixty seconds, measured.' },
            {
              point: 'Refunds that are booked meanwhile',
              issue: 'I2',
              status: 'VULNERABLE',
              answer: 'They would be shown late.',
            },
          ],
    scope_and_framing: 'Reads only.',
    closed_book: round === 2,
  };
  return { phase: 'rebuttal', speaker: 'advocate', type: 'defense', content: defenseText(data as never, []), data };
}

function critique(round: number): Draft {
  const fresh = trackerAfter(round).filter(({ is_new: isNew }) => isNew === true);
  const data = {
    round,
    research_log: research,
    argument: 'What is left out is what goes wrong: the case counts failures, not answers.',
    objections: [
      ...fresh.map(({ title, severity }) => ({
        area: 'completeness',
        title,
        text: `${title}: the case does not say how.`,
        severity: severity ?? 'Minor',
      })),
      ...(round === 1
        ? []
        : [{ area: 'assumptions', title: 'Refunds', text: 'I2 is not answered.', severity: 'Critical', issue: 'I2' }]),
    ],
  };
  return { phase: 'rebuttal', speaker: 'critic', type: 'critique', content: critiqueText(data as never, []), data };
}

function assessment(round: number): Draft {
  const data = {
    round,
    fact_check: [],
    issues: trackerAfter(round),
    argument_evaluation: {
      advocate: 'Plain, and narrower than round by round before.',
      critic: 'Pressing where it counts.',
    },
    evidence_quality: { advocate: 'First-hand.', critic: 'First-hand.' },
    round_score: {
      advocate: 5 + (round % 3),
      critic: 7 - (round % 2),
      reason: 'The objections were answered in part.',
    },
  };
  return { phase: 'system', speaker: 'judge', type: 'assessment', content: assessmentText(data), data };
}

function ruling(round: number, ruled: TribunalShape['ruled']): Draft {
  const tracker = trackerAfter(round);
  const verdicts = tracker.map(({ id }) => ({
    issue: id,
    verdict: issues[Number(id.slice(1)) - 1]?.verdict ?? 'ACCEPTED',
    reason: 'It was shown.',
    evidence_quality: 'Good.',
  }));
  const data = {
    round,
    verdicts,
    agreements: ['A marked answer is better than none.'],
    concessions: [],
    dismissed: [],
    unresolved: ['What the partner’s contract asks for.'],
    overall: 'The proposition stands for reads that are marked, and not for refunds.',
    outcome: 'revision_required',
    early: false,
    ...ruled,
  };
  const titleOf = (id: string): string => tracker.find((issue) => issue.id === id)?.title ?? '';
  return {
    phase: 'system',
    speaker: 'judge',
    type: 'judges_ruling',
    content: rulingText(data as never, titleOf),
    data,
  };
}

/** Steps of one round, its assessment included. */
export function roundSteps(round: number, { isAssessed = true } = {}): Stepped[] {
  const handoff = (from: string, to: string): Draft =>
    moderatorSays('handoff', `Round ${round}: handed over from ${from} to ${to}.`, { from, to, round });
  const [first, second] = round === 1 ? (['advocate', 'critic'] as const) : (['critic', 'advocate'] as const);
  const turn = { advocate: defense, critic: critique };
  return [
    {
      step: `r${round}/start`,
      drafts: [moderatorSays('announcement', `Round ${round} beginning.`, { kind: 'round_start', round })],
    },
    { step: `r${round}/${first}`, drafts: [turn[first](round), handoff(first, second)] },
    { step: `r${round}/${second}`, drafts: [turn[second](round), handoff(second, 'judge')] },
    ...(isAssessed ? [{ step: `r${round}/judge`, drafts: [assessment(round)] }] : []),
  ];
}

export const rulingStep = (round: number, ruled?: TribunalShape['ruled']): Stepped => ({
  step: 'ruling',
  drafts: [ruling(round, ruled)],
});

export function tribunalSteps({
  rounds,
  planned = rounds,
  isRuled = false,
  ruled,
  isUnderWay = false,
}: TribunalShape): Stepped[] {
  return [
    setupStep({
      topic: proposition,
      format: 'tribunal',
      names: ['advocate', 'critic'],
      roles: ['moderator', 'judge', 'verifier'],
      options: { rounds: planned, order: 'critic-first', handover: 'public' },
      rounds: planned === 'auto' ? 10 : planned,
    }),
    { step: 'ready', drafts: [moderatorSays('note', 'Everybody can work.', { kind: 'ready' })] },
    ...Array.from({ length: rounds }, (_, index) => roundSteps(index + 1)).flat(),
    ...(isUnderWay ? roundSteps(rounds + 1, { isAssessed: false }) : []),
    ...(isRuled ? [rulingStep(rounds, ruled)] : []),
  ];
}

export const tribunalEntries = (shape: TribunalShape): Entry[] => entriesOf(tribunalSteps(shape));
