import type { Source } from '../../log/entry';
import { paragraphs, counted, spaced } from '../../../matching/text/shortText';
import { correctionsOf, type EntryData, type QualityMetrics, type tribunalOutcomes } from '../../log/entryData';
import { answerText } from '../common/answer';
import { stableWords, tallyText } from '../common/verdicts';
import { startsLikeCorrection, withoutCorrectionLines } from '../../rules/spokenRules';

/** Composed from their fields, so that what is left out of the fields is left out of the words too. What the other side gets of a contribution lacks research log, source list and the Advocate's labels. */

type Assessment = Partial<EntryData['assessment']>;
type RulingFields = Partial<EntryData['judges_ruling']>;

export function assessmentText(data: Assessment): string {
  const { round, covers = [], fact_check: facts = [], issues = [], end, end_reason: why, end_refused: refused } = data;
  return paragraphs([
    heading('Assessment', round),
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
    refused === undefined
      ? undefined
      : section('End', `The Judge asked for the end of the rounds, and they go on. ${refused}`),
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
  return section(title, paragraphs([labelled('Advocate', pair?.advocate), labelled('Critic', pair?.critic)]));
}

const labelled = (label: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${label}: ${text}`;

function scoreText(score: Assessment['round_score']): string | undefined {
  if (score === undefined) return undefined;
  const { advocate, critic, reason } = score;
  return section(
    'Round score',
    `Advocate ${advocate ?? '–'} of 10, Critic ${critic ?? '–'} of 10.${reason === undefined ? '' : ` ${reason}`}`,
  );
}

/** The heading is the one by which the ancestors' readers find the ruling. */
export function rulingText(
  data: RulingFields & { metrics?: QualityMetrics | undefined },
  titleOf: (issue: string) => string,
  firmness: (issue: string) => string | undefined = () => undefined,
): string {
  const {
    tally,
    verdicts = [],
    agreements = [],
    concessions = [],
    dismissed = [],
    unresolved = [],
    metrics,
    overall,
    outcome,
    agreed,
    open,
  } = data;
  const answer = answerText(data);
  const hasAnswer = answer !== '';
  return paragraphs([
    `## JUDGE'S RULING`,
    hasAnswer ? section('Answer', answer.replace(/^Answer: /, '')) : undefined,
    outcome === undefined ? undefined : `Outcome: ${spaced(outcome)}.`,
    hasAnswer ? section('Overall verdict', overall) : undefined,
    section(
      'Verdicts',
      verdicts.map((verdict) => verdictText(verdict, titleOf, firmness)).join('\n\n') || 'No issue was raised.',
    ),
    tally === undefined ? undefined : section('Judges', `${tallyText(tally)} ${stableWords}`),
    // The answer has them, with the entries where they stand.
    hasAnswer && agreed !== undefined ? undefined : section('Points of agreement', listOr(agreements)),
    section('Concessions', listOr(concessions)),
    section('Dismissed arguments', listOr(dismissed)),
    hasAnswer && open !== undefined ? undefined : section('Unresolved disagreements', listOr(unresolved)),
    metrics === undefined ? undefined : metricsText(metrics),
    hasAnswer ? undefined : section('Overall verdict', overall),
  ]);
}

const listOr = (items: readonly string[]): string => (items.length === 0 ? 'None.' : items.map(bullet).join('\n'));

function verdictText(
  { issue, verdict, reason, evidence_quality: quality }: NonNullable<RulingFields['verdicts']>[number],
  titleOf: (issue: string) => string,
  firmness: (issue: string) => string | undefined,
): string {
  const judged = firmness(issue);
  const evidence = quality === undefined ? '' : `\n\nEvidence quality: ${quality}`;
  return `#### ${issue} ${titleOf(issue)}\n\n**${verdict}**: ${reason}${evidence}${judged === undefined ? '' : `\n\n${judged}`}`;
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
  /** What the ruling says of itself. */
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

type Defense = Partial<EntryData['defense']>;
type Critique = Partial<EntryData['critique']>;

type Sourced = Pick<Source, 'url' | 'title'>;

export function defenseText(data: Defense, sources: readonly Sourced[]): string {
  return paragraphs([
    correctionLine(data),
    heading('Defence', data.round),
    section('Argument', withoutCorrection(data.argument)),
    listSection('Preemptive rebuttals', data.preemptive_rebuttals),
    listSection('Evidence strengthening', data.evidence_strengthening),
    listSection('Assumption defence', data.assumption_defence),
    listSection('Counter-argument assessment', data.assessments?.map(assessedText)),
    section('Scope and framing', data.scope_and_framing),
    researchText(data.research_log),
    sourcesText(data, sources),
  ]);
}

export function critiqueText(data: Critique, sources: readonly Sourced[]): string {
  return paragraphs([
    correctionLine(data),
    heading('Critique', data.round),
    section('Argument', withoutCorrection(data.argument)),
    section('Objections', data.objections?.map(objectionText).join('\n\n')),
    researchText(data.research_log),
    sourcesText(data, sources),
  ]);
}

const section = (title: string, text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : `### ${title}\n\n${text.trim()}`;

const listSection = (title: string, items: readonly string[] | undefined): string | undefined =>
  items === undefined || items.length === 0 ? undefined : section(title, items.map(bullet).join('\n'));

/** One item of a list, its further lines under it. */
const bullet = (text: string): string => `- ${text.trim().replace(/\n/g, '\n  ')}`;

const heading = (what: string, round: number | undefined): string =>
  `## ${what}${round === undefined ? '' : `, round ${round}`}`;

/** Rule 17 wants corrections at the very start. */
function correctionLine(data: Defense | Critique): string | undefined {
  if (correctionsOf(data).length === 0) return undefined;
  return (data.argument ?? '')
    .split('\n')
    .filter(startsLikeCorrection)
    .map((line) => line.trim())
    .join('\n');
}

const withoutCorrection = (argument: string | undefined): string | undefined =>
  argument === undefined ? undefined : withoutCorrectionLines(argument);

function researchText(log: Defense['research_log']): string | undefined {
  if (log === undefined) return undefined;
  const parts = paragraphs([
    named('Queries', log.queries),
    named('Files read', log.files_read),
    named('Key findings', log.key_findings),
  ]);
  return section('Research log', parts || 'No research was done.');
}

const named = (name: string, items: readonly string[]): string | undefined =>
  items.length === 0 ? undefined : `${name}:\n\n${items.map(bullet).join('\n')}`;

type AssessedPoint = NonNullable<Defense['assessments']>[number];

function assessedText({ point, issue, status, answer }: Partial<AssessedPoint>): string {
  const label = status === undefined ? '' : `**${status}**: `;
  const about = issue === undefined ? '' : ` (${issue})`;
  return `${label}${point ?? ''}${about}${answer === undefined ? '' : ` — ${answer}`}`;
}

type Objection = NonNullable<Critique['objections']>[number];

function objectionText({ area, title, text, severity, issue }: Partial<Objection>, index: number): string {
  const about = issue === undefined ? '' : `, goes on with ${issue}`;
  const name = title === undefined || title.trim() === '' ? `Objection ${index + 1}` : title.trim();
  return `#### ${index + 1}. ${name}\n\n*${severity ?? ''}, ${area ?? ''}${about}*\n\n${(text ?? '').trim()}`;
}

const categories = [
  ['external', 'External'],
  ['evidence', 'Evidence folder'],
  ['subject', 'Subject material'],
] as const;

/** Groups sources by address and title: passages that are only repeated prove nothing. */
function sourcesText(
  { cited, closed_book: isClosed }: Defense | Critique,
  sources: readonly Sourced[],
): string | undefined {
  const lists = categories.flatMap(([key, name]) => {
    const urls = cited?.[key] ?? [];
    return urls.length === 0
      ? []
      : [
          `${name}:\n\n${urls.map((url) => bullet(link(sources.find((source) => source.url === url) ?? { url, title: url }))).join('\n')}`,
        ];
  });
  const closed = isClosed === true ? [closedBookWords] : [];
  return section('Sources', [...closed, ...lists].join('\n\n'));
}

export const closedBookWords = 'Closed book: argued without anything beyond the subject material.';

/** A citation as it is in a text. */
export function link({ url, title }: Sourced): string {
  const words = title.replace(/[[\]\s]+/g, ' ').trim();
  const address = /[()<>\s]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;
  return `[${words === '' ? 'source' : words}](${address})`;
}
