import { type AnswersByKind, failedWith, notedFailure, undated, type Written } from '../../step';
import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import type { EntryData, TrackedIssue } from '../../entryData';
import { tribunalFacts } from './facts';
import { isCarried, type AssessedIssue } from './trackerUpdate';

/** The answers of a tribunal's tasks, from what their steps wrote. */
export const tribunalAnswers: AnswersByKind = {
  'advocate/defend': defenceIn,
  'critic/critique': critiqueIn,
  'judge/recommend_rounds': roundsIn,
  'judge/assess': assessmentIn,
  'judge/rule': rulingIn,
};

const noResearch = { queries: [], files_read: [], key_findings: [] };

/** What both sides bring. The texts have their citations already, and get no others. */
function spokenIn(entry: Entry | undefined, data: Partial<EntryData['defense'] | EntryData['critique']>) {
  const { research_log = noResearch, argument = '', acknowledges } = data;
  return {
    research_log,
    argument,
    sources: undated(entry?.sources ?? null),
    ...(acknowledges === undefined ? {} : { acknowledges }),
  };
}

function defenceIn({ entries: [entry] }: Written): object {
  const data = (entry && dataOf(entry, 'defense')) ?? {};
  const {
    preemptive_rebuttals = [],
    evidence_strengthening = [],
    assumption_defence = [],
    assessments = [],
    scope_and_framing = '',
  } = data;
  return (
    notedFailure(entry) ?? {
      ...spokenIn(entry, data),
      preemptive_rebuttals,
      evidence_strengthening,
      assumption_defence,
      assessments,
      scope_and_framing,
    }
  );
}

function critiqueIn({ entries: [entry] }: Written): object {
  const data = (entry && dataOf(entry, 'critique')) ?? {};
  return notedFailure(entry) ?? { ...spokenIn(entry, data), objections: data.objections ?? [] };
}

/** The number as it was recommended; how many are held follows from it. */
function roundsIn({ entries: [note] }: Written): object {
  const failure = notedFailure(note);
  if (failure !== undefined) return failure;
  const rounds = /^The Judge recommends (-?\d+) /.exec(note?.content ?? '')?.[1];
  return rounds === undefined
    ? failedWith('')
    : { rounds: Number(rounds), reason: (note && dataOf(note, 'note')?.reason) ?? '' };
}

function assessmentIn({ entries: [entry], view }: Written): object {
  const failure = notedFailure(entry);
  const data = entry === undefined ? undefined : dataOf(entry, 'assessment');
  if (failure !== undefined || data === undefined) return failure ?? failedWith('');
  const {
    fact_check = [],
    argument_evaluation,
    evidence_quality,
    issues = [],
    round_score,
    end = false,
    end_reason,
  } = data;
  const { tracker } = view.state.factsOf(tribunalFacts);
  return {
    fact_check,
    argument_evaluation: ofBoth(argument_evaluation),
    evidence_quality: ofBoth(evidence_quality),
    issues: issues
      .filter((issue) => !isCarried(issue))
      .map((issue) =>
        assessedIn(
          issue,
          tracker.some(({ id }) => id === issue.id),
        ),
      ),
    ...(round_score === undefined ? {} : { round_score }),
    end,
    ...(end_reason === undefined ? {} : { end_reason }),
  };
}

const ofBoth = ({
  advocate = '',
  critic = '',
}: { advocate?: string | undefined; critic?: string | undefined } = {}) => ({ advocate, critic });

/** `stalled` is code's word: the Judge said open. What is new has no id yet. */
function assessedIn(
  { id, title, status, severity, argued = true, reason = '' }: TrackedIssue,
  isKnown: boolean,
): AssessedIssue {
  const said = status === 'resolved' ? status : 'open';
  return {
    ...(isKnown ? { id } : {}),
    title,
    status: said,
    ...(severity === undefined ? {} : { severity }),
    argued,
    reason,
  };
}

function rulingIn({ entries: [entry] }: Written): object {
  const data = (entry && dataOf(entry, 'judges_ruling')) ?? {};
  const { agreements = [], concessions = [], dismissed = [], unresolved = [], overall = '', outcome } = data;
  const verdicts = (data.verdicts ?? []).map((verdict) => ({
    ...verdict,
    evidence_quality: verdict.evidence_quality ?? '',
  }));
  return {
    verdicts,
    agreements,
    concessions,
    dismissed,
    unresolved,
    overall,
    ...(outcome === 'undecided' ? { outcome } : {}),
  };
}
