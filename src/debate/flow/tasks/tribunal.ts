import * as z from 'zod';
import { type Description, field, type FieldWords, told } from '../../log/described';
import {
  answerFields,
  assessedPointSchema,
  defenceStatuses,
  factCheckSchema,
  issueVerdicts,
  issueVerdictSchema,
  objectionAreas,
  objectionSchema,
  point,
  rulingVerdicts,
  severities,
  type IssueStatus,
  type QualityMetrics,
  type Severity,
} from '../../log/entryData';
import {
  acknowledges,
  citedBy,
  citedSource,
  memo,
  sentences,
  seq,
  text,
  type ArguingInput,
  type Brief,
  type CheckedSource,
  type VisibleEntry,
  type WithRecord,
} from './common';

/** Points and objections of a contribution by a person. */
export const mostPoints = 20;

/** Log of the research, for the Judge alone. Models do not keep it: code saw what they read. */
const researchLog = field(
  z.looseObject({
    queries: field(z.array(z.string()), {
      label: (l10n) => l10n.t('Research log: what you searched for'),
      hint: (l10n) =>
        l10n.t('One a line. Where nothing was searched, read or found, say in your text that it is closed book.'),
    }),
    files_read: field(z.array(z.string()), { label: (l10n) => l10n.t('Research log: what you read') }),
    key_findings: field(z.array(z.string()), {
      label: (l10n) => l10n.t('Research log: what you found, and what you did not'),
    }),
  }),
  { isUnasked: true, isAskedLast: true },
);

const spoken = {
  research_log: researchLog,
  /** Markdown, with citations in the text. */
  argument: field(text, {
    told: 'The case itself, in Markdown.',
    label: (l10n) => l10n.t('What you say'),
    hint: (l10n) =>
      l10n.t(
        'Markdown. Write the address of a source where you use it, or give below the very sentence that it supports.',
      ),
  }),
  sources: citedBy(z.array(citedSource).default([])),
  acknowledges,
  memo,
};
const inWhichIssue: Description = {
  label: (l10n) => l10n.t('Issue'),
  none: (l10n) => l10n.t('None of the tracker'),
};

const assessedPoint = field(
  assessedPointSchema.extend({
    point: field(z.string(), {
      told: 'The Critic’s point, fairly put.',
      label: (l10n) => l10n.t('The point, fairly put'),
      isLine: true,
    }),
    issue: field(z.string(), { ...inWhichIssue, told: 'The id of the issue that it belongs to.' }).optional(),
    status: field(z.enum(defenceStatuses), { last: 1, label: (l10n) => l10n.t('Your case here is') }),
    answer: field(z.string().optional(), {
      told: 'What is said to it.',
      isOwed: true,
      label: (l10n) => l10n.t('What you say to it'),
    }),
  }),
  { order: ['point', 'issue', 'status', 'answer'] },
);

const objection = objectionSchema.extend({
  area: field(z.enum(objectionAreas), { label: (l10n) => l10n.t('Area') }),
  title: field(z.string().optional(), {
    told: 'Up to 10 words.',
    isOwed: true,
    label: (l10n) => l10n.t('Title'),
    hint: (l10n) => l10n.t('At most {0} words.', 10),
    isLine: true,
  }),
  text: field(text, {
    told: 'What is wrong, why it matters, and what would answer it.',
    label: (l10n) => l10n.t('What is wrong, why it matters, and what would answer it'),
  }),
  severity: field(z.enum(severities), { label: (l10n) => l10n.t('Severity') }),
  issue: field(z.string(), {
    ...inWhichIssue,
    told: 'The id of the issue that it goes on with; null for a new one.',
  }).optional(),
});

/** Models list what they see; people write a line for each. */
const listed = (words: string, label: FieldWords) => field(sentences, { told: words, label });

const defence = field(
  z.looseObject({
    preemptive_rebuttals: listed('Objections met before they are raised.', (l10n) =>
      l10n.t('Objections met before they are raised'),
    ),
    evidence_strengthening: listed('Claims that now rest on more, and on what.', (l10n) =>
      l10n.t('Claims that now rest on more, and on what'),
    ),
    assumption_defence: listed('Assumptions of the case, and why each holds.', (l10n) =>
      l10n.t('Assumptions of the case, and why each holds'),
    ),
    assessments: field(z.array(assessedPoint), {
      told: 'One for each point of the Critic that is answered.',
      label: (l10n) => l10n.t('The Critic’s points'),
      hint: (l10n) => l10n.t('Your own judgement of each: DEFENDED, NEEDS TIGHTENING or VULNERABLE.'),
      add: (l10n) => l10n.t('Add Point'),
      most: mostPoints,
    }),
    scope_and_framing: field(text, {
      told: 'What the proposition claims, and what it does not.',
      label: (l10n) => l10n.t('What the proposition claims, and what it does not'),
    }),
    ...spoken,
  }),
  {
    order: [
      ...['argument', 'sources', 'acknowledges', 'assessments', 'preemptive_rebuttals', 'evidence_strengthening'],
      ...['assumption_defence', 'scope_and_framing', 'research_log'],
    ],
  },
);

const critique = field(
  z.looseObject({
    objections: field(z.array(objection), {
      told: 'Your objections; in a later round those that go on.',
      label: (l10n) => l10n.t('Objections'),
      add: (l10n) => l10n.t('Add Objection'),
      most: mostPoints,
      isNeeded: true,
    }),
    ...spoken,
  }),
  { order: ['argument', 'sources', 'acknowledges', 'objections', 'research_log'] },
);

/** The Verifier's results are code's to list; this is what the Judge doubts besides. */
const dispute = z.looseObject({
  claim: told(text, 'The claim, as the side made it.'),
  side: z.enum(['advocate', 'critic']),
  seq: told(seq.nullable(), 'The entry that makes it.'),
  url: told(text, 'The source that it rests on, exactly as listed; null where it has none.').nullable(),
  explanation: told(text, 'Which verified source says otherwise: one or two sentences.'),
});

const assessedIssue = field(
  z.looseObject({
    id: field(text, {
      told: 'As in the tracker; null for a new issue.',
      label: (l10n) => l10n.t('Issue'),
      none: (l10n) => l10n.t('A new one'),
    }).optional(),
    title: field(text, {
      told: 'Up to 12 words; of a known issue, unchanged.',
      label: (l10n) => l10n.t('Title'),
      hint: (l10n) => l10n.t('At most {0} words.', 12),
      isLine: true,
    }),
    status: field(z.enum(['open', 'resolved']), {
      last: 2,
      label: (l10n) => l10n.t('Status'),
      options: (l10n) => ({ open: l10n.t('open'), resolved: l10n.t('resolved') }),
    }),
    severity: field(z.enum(severities).optional(), {
      last: 1,
      label: (l10n) => l10n.t('Severity'),
      none: (l10n) => l10n.t('As before'),
    }),
    argued: field(z.boolean().default(true), {
      told: 'Either side argued it in this round.',
      label: (l10n) => l10n.t('Argued in this round'),
    }),
    reason: field(text, {
      told: 'What this round did to it: one or two sentences.',
      label: (l10n) => l10n.t('What this round did to it'),
    }),
  }),
  { order: ['id', 'title', 'status', 'severity', 'argued', 'reason'] },
);

const ofEachSide = (advocate: FieldWords, critic: FieldWords) =>
  z.looseObject({
    advocate: field(text, { told: 'One to four sentences.', label: advocate }),
    critic: field(text, { told: 'One to four sentences.', label: critic }),
  });

const scoreOf = (label: FieldWords) =>
  field(z.number().min(0).max(10), { hint: (l10n) => l10n.t('0 to 10.'), last: 1, label });

const weighed = {
  argument_evaluation: ofEachSide(
    (l10n) => l10n.t('How the Advocate argued'),
    (l10n) => l10n.t('How the Critic argued'),
  ),
  evidence_quality: ofEachSide(
    (l10n) => l10n.t('What the Advocate’s evidence is worth'),
    (l10n) => l10n.t('What the Critic’s evidence is worth'),
  ),
  /** Known issues by id, new ones without. The Judge does not set `stalled`. */
  issues: field(z.array(assessedIssue), {
    told: 'Every issue of the tracker, then the new ones.',
    label: (l10n) => l10n.t('Issues'),
    hint: (l10n) => l10n.t('All of the tracker, then the new ones. Whether one is stalled is counted.'),
    add: (l10n) => l10n.t('Add Issue'),
  }),
  /** None where nobody weighs. */
  round_score: field(
    field(
      z.looseObject({
        advocate: scoreOf((l10n) => l10n.t('Score of the Advocate')),
        critic: scoreOf((l10n) => l10n.t('Score of the Critic')),
        reason: field(text, {
          told: 'One to three sentences.',
          label: (l10n) => l10n.t('Why these scores'),
          isNeeded: true,
        }),
      }),
      { order: ['advocate', 'critic', 'reason'] },
    ).optional(),
    { isOwed: true },
  ),
};

/** The Judge is not asked in the last round whether to end. */
export const lastAssessment = z.looseObject({
  disputes: told(z.array(dispute), 'Claims that a verified source contradicts; mostly empty.'),
  ...weighed,
});

/** Rejected while issues move. */
const ending = {
  end_reason: field(
    field(text, {
      told: 'Why nothing is left to be gained; null where there is.',
      label: (l10n) => l10n.t('Why nothing is left to be gained'),
      isNeeded: true,
    }).optional(),
    { isAskedLast: true },
  ),
  end: field(z.boolean().default(false), {
    label: (l10n) => l10n.t('End the rounds'),
    hint: (l10n) => l10n.t('Only where the sides repeat themselves and no open issue moved.'),
    told: '',
    mayBeEmpty: true,
  }),
};

const assessment = z.looseObject({
  fact_check: z.array(factCheckSchema),
  ...weighed,
  ...ending,
  /** Nobody is asked for it: why code refused the end. */
  end_refused: z.string().optional(),
});

const verdict = field(
  issueVerdictSchema.omit({ firm: true }).extend({
    issue: told(z.string(), 'The id, as in the tracker.'),
    verdict: field(z.enum(issueVerdicts), {
      last: 2,
      as: z.enum(rulingVerdicts),
      told: '',
      label: (l10n, id = '', title = '') => l10n.t('Verdict on {0} {1}', id, title),
      hint: (l10n) =>
        l10n.t('ACCEPTED: on this issue the proposition holds. REVISION REQUIRED: it holds if it is changed; say how.'),
    }),
    reason: field(text, {
      last: 1,
      label: (l10n, id = '') => l10n.t('{0}: why', id),
      hint: (l10n) => l10n.t('Two to four sentences.'),
    }),
    evidence_quality: field(text, {
      label: (l10n, id = '') => l10n.t('{0}: what the verdict rests on', id),
      hint: (l10n) => l10n.t('One sentence.'),
    }),
  }),
  { order: ['verdict', 'evidence_quality', 'reason'] },
);

const ruling = field(
  z.looseObject({
    /** Replaces `agreed` and `open`, where a record has no answer. */
    agreements: field(sentences.optional(), { isUnasked: true }),
    unresolved: field(sentences.optional(), { isUnasked: true }),
    concessions: listed('What a side gave up, which one, and where.', (l10n) =>
      l10n.t('What a side gave up, which one, and where'),
    ),
    dismissed: listed('Arguments that count for nothing, and why.', (l10n) =>
      l10n.t('Arguments that count for nothing, and why'),
    ),
    verdicts: told(z.array(verdict), 'One for each issue of the tracker.'),
    overall: field(text, {
      label: (l10n) => l10n.t('The verdict as a whole'),
      hint: (l10n) => l10n.t('One to three paragraphs.'),
    }),
    ...answerFields,
    /** Only if nobody weighed: every verdict is UNDECIDED then. Else the outcome follows from the verdicts. */
    outcome: field(z.literal('undecided').optional().catch(undefined), { isUnasked: true }),
  }),
  { order: ['verdicts', 'concessions', 'dismissed', 'overall', 'answer', 'agreed', 'open'] },
);

export const tribunalTasks = {
  'advocate/defend': defence,
  'critic/critique': critique,
  'judge/recommend_rounds': field(
    z.looseObject({
      rounds: field(z.int(), {
        last: 1,
        told: '',
        label: (l10n) => l10n.t('Rounds'),
        hint: (l10n) => l10n.t('The two sides are not told.'),
      }),
      reason: field(text, { told: 'One line.', label: (l10n) => l10n.t('Why, in a line'), isLine: true }),
    }),
    { order: ['rounds', 'reason'] },
  ),
  'judge/assess': field(assessment, { as: lastAssessment.extend(ending) }),
  'judge/rule': ruling,
  /** A judge's reading of the whole record, issue by issue. */
  'juror/issues': z.looseObject({
    issues: told(
      z.array(
        z.looseObject({
          issue: told(text, 'The id, as in the tracker.'),
          reasons: told(z.array(point('One or two sentences.', 'The entries that it rests on.')).min(1), '1 to 3.'),
          verdict: field(z.enum(rulingVerdicts), { last: 1, told: '' }),
        }),
      ),
      'One for each issue of the tracker.',
    ),
  }),
} as const;

/** The same, where the rounds end in any case. */
export const assessmentOfLast = assessment.omit({ end: true, end_reason: true });

/** An issue with its history, oldest round first. */
export interface TrackerRow {
  id: string;
  title: string;
  status: IssueStatus;
  severity: Severity | undefined;
  history: readonly {
    round: number;
    status: IssueStatus;
    severity: Severity | undefined;
    reason: string | undefined;
    /** Whether either side argued it in that round. */
    argued: boolean;
  }[];
}

/** Nothing in it shows the number of rounds. */
interface TribunalSideInput extends ArguingInput {
  round: number;
  tracker: readonly TrackerRow[];
  /** As this side may see it; undefined if the other has not spoken, or was skipped. */
  answerTo: VisibleEntry | undefined;
  /** Its turn came first and failed. */
  isOtherMissing: boolean;
}

interface JudgeInput extends WithRecord {
  round: number;
  tracker: readonly TrackerRow[];
  /** Checked sources of both sides. */
  checked: readonly CheckedSource[];
  guidance: readonly { seq: number; text: string }[];
}

export interface TribunalInputs {
  'advocate/defend': TribunalSideInput;
  'critic/critique': TribunalSideInput;
  'judge/recommend_rounds': { brief: Brief; min: number; max: number };
  'judge/assess': JudgeInput & {
    defense: VisibleEntry | undefined;
    critique: VisibleEntry | undefined;
    /** Their contribution to this round failed or was redacted. */
    missing: readonly string[];
    /** Earlier ones without an assessment. */
    uncovered: readonly number[];
    /** Only in the last round. */
    final: { total: number } | undefined;
  };
  'juror/issues': WithRecord & {
    tracker: readonly TrackerRow[];
    sides: readonly { side: string; words: number; seqs: readonly number[] }[];
  };
  'judge/rule': JudgeInput & {
    /** `early`: the Judge ended the rounds; `concluded`: the user or the time budget did. */
    occasion: 'final' | 'early' | 'concluded';
    metrics: QualityMetrics;
    /** Verdicts that the judges came to: then the Judge words them. */
    decided?: { verdicts: readonly { issue: string; verdict: string }[]; tally: string } | undefined;
  };
}
