import { paragraphs, counted } from '../../shortText';
import type { EntryData, QualityMetrics, tribunalOutcomes } from '../../entryData';
import { bullet, listSection, section } from './contributionText';

/** How the Judge's assessments and its ruling read: composed from their fields; what is left out of the fields is left out of the words. */

type Assessment = Partial<EntryData['assessment']>;
type RulingFields = Partial<EntryData['judges_ruling']>;

export function assessmentText(data: Assessment): string {
  const { round, covers = [], fact_check: facts = [], issues = [], end, end_reason: why } = data;
  return paragraphs([
    `## Assessment${round === undefined ? '' : `, round ${round}`}`,
    covers.length === 0
      ? undefined
      : `It covers ${covers.map((one) => `round ${one}`).join(', ')} too, which ended without an assessment.`,
    facts.length === 0
      ? section('Fact check', 'No source and no claim was checked.')
      : listSection('Fact check', facts.map(factText)),
    pairSection('Argument evaluation', data.argument_evaluation),
    pairSection('Evidence quality', data.evidence_quality),
    issues.length === 0 ? section('Issues', 'There is no issue.') : listSection('Issues', issues.map(issueText)),
    scoreText(data.round_score),
    end === true ? section('End', `The rounds end here. ${why ?? ''}`) : undefined,
  ]);
}

type FactItem = Partial<NonNullable<Assessment['fact_check']>[number]>;

function factText({ claim, verdict, side, seq, url, explanation }: FactItem): string {
  const where = [side, seq === undefined ? undefined : `seq ${seq}`, url]
    .filter((part) => part !== undefined)
    .join(', ');
  return `**${verdict ?? ''}**: ${claim ?? ''}${where === '' ? '' : ` (${where})`}${explanation === undefined ? '' : ` — ${explanation}`}`;
}

function issueText({
  id,
  title,
  status,
  severity,
  is_new: isNew,
  reason,
}: Partial<NonNullable<Assessment['issues']>[number]>): string {
  const facts = [status, severity, isNew === true ? 'new' : undefined].filter((part) => part !== undefined).join(', ');
  return `**${id ?? ''}** ${title ?? ''} (${facts})${reason === undefined ? '' : `: ${reason}`}`;
}

function pairSection(
  title: string,
  pair: { advocate?: string | undefined; critic?: string | undefined } | undefined,
): string | undefined {
  const lines = [
    pair?.advocate === undefined ? [] : [`Advocate: ${pair.advocate}`],
    pair?.critic === undefined ? [] : [`Critic: ${pair.critic}`],
  ].flat();
  return lines.length === 0 ? undefined : section(title, lines.join('\n\n'));
}

function scoreText(score: Assessment['round_score']): string | undefined {
  if (score === undefined) return undefined;
  const { advocate, critic, reason } = score;
  return section(
    'Round score',
    `Advocate ${advocate ?? '–'} of 10, Critic ${critic ?? '–'} of 10.${reason === undefined ? '' : ` ${reason}`}`,
  );
}

/** The words of the heading are those by which the ancestors' readers find the ruling. */
export function rulingText(
  data: RulingFields & { metrics?: QualityMetrics | undefined },
  titleOf: (issue: string) => string,
): string {
  const {
    verdicts = [],
    agreements = [],
    concessions = [],
    dismissed = [],
    unresolved = [],
    metrics,
    overall,
    outcome,
  } = data;
  return paragraphs([
    `## JUDGE'S RULING`,
    outcome === undefined ? undefined : `Outcome: ${outcome}.`,
    section(
      'Verdicts',
      verdicts.map((verdict) => verdictText(verdict, titleOf)).join('\n\n') || 'No issue was raised.',
    ),
    section('Points of agreement', listOr(agreements)),
    section('Concessions', listOr(concessions)),
    section('Dismissed arguments', listOr(dismissed)),
    section('Unresolved disagreements', listOr(unresolved)),
    metrics === undefined ? undefined : metricsText(metrics),
    section('Overall verdict', overall),
  ]);
}

const listOr = (items: readonly string[]): string => (items.length === 0 ? 'None.' : items.map(bullet).join('\n'));

function verdictText(
  { issue, verdict, reason, evidence_quality: quality }: NonNullable<RulingFields['verdicts']>[number],
  titleOf: (issue: string) => string,
): string {
  const evidence = quality === undefined ? '' : `\n\nEvidence quality: ${quality}`;
  return `#### ${issue} ${titleOf(issue)}\n\n**${verdict}**: ${reason}${evidence}`;
}

/** `18 confirmed (2 of them quoted only), 2 disputed, 0 unverifiable, 0 fabricated`. */
export function citationsText(citations: QualityMetrics['citations']): string {
  const { confirmed, quoted = 0, disputed, unverifiable, fabricated } = citations;
  const which = quoted === 0 ? '' : ` (${quoted} of them quoted only)`;
  return `${confirmed} confirmed${which}, ${disputed} disputed, ${unverifiable} unverifiable, ${fabricated} fabricated`;
}

function metricsText({ citations, issues, research, evolution }: QualityMetrics): string | undefined {
  const efforts = Object.entries(research).map(
    ([side, { queries, files_read: files, sources, closed_book_rounds: closed }]) =>
      `Research, ${side}: ${counted(queries, 'query', 'queries')}, ${counted(files, 'file')} read, ${counted(sources, 'source')} cited${closed === 0 ? '' : `, closed book in ${counted(closed, 'round')}`}`,
  );
  const rounds = evolution.map(({ round, open, resolved, stalled, score }) => {
    const points = score === undefined ? '' : `; score ${score.advocate ?? '–'} to ${score.critic ?? '–'}`;
    return `Round ${round}: ${open} open, ${resolved} resolved, ${stalled} stalled${points}`;
  });
  return listSection('Quality metrics', [
    `Citations: ${citationsText(citations)}`,
    `Issues: ${issues.resolved} of ${issues.total} resolved, ${issues.open} open, ${issues.stalled} stalled`,
    ...efforts,
    ...rounds,
  ]);
}

type TribunalOutcome = (typeof tribunalOutcomes)[number];

interface RulingFacts {
  hasCase: boolean;
  /** The ruling says of itself that nobody weighed. */
  isUnweighed?: boolean;
}

/**
 * The outcome of a tribunal, from the verdicts alone:
 *
 * - every issue ACCEPTED (the proposition stands on it): `accepted`; every issue REJECTED: `rejected`;
 * - some ACCEPTED and some REJECTED, whatever else: `mixed`;
 * - else, REVISION REQUIRED among them: `revision_required`;
 * - no issue at all: nothing was held against the proposition. It is `accepted` where a case for it is in the record
 *   (`hasCase`), else `revision_required`, for there is none that could be accepted;
 * - nobody weighed, whatever the issues: `undecided`.
 */
export function outcomeOf(verdicts: readonly string[], { hasCase, isUnweighed = false }: RulingFacts): TribunalOutcome {
  if (isUnweighed || verdicts.includes('UNDECIDED')) return 'undecided';
  if (verdicts.length === 0) return hasCase ? 'accepted' : 'revision_required';
  const given = new Set(verdicts);
  const [isAccepted, isRejected] = [given.has('ACCEPTED'), given.has('REJECTED')];
  if (isAccepted && isRejected) return 'mixed';
  if (given.size === 1 && isAccepted) return 'accepted';
  return given.size === 1 && isRejected ? 'rejected' : 'revision_required';
}
