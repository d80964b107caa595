import { stringsIn } from '../../log/objects';
import type { Draft } from '../../log/entry';
import type { Debater, Point } from '../../log/entryData';
import { figureViolations } from '../../rules/recordFigures';
import { acceptedPoints, agreedViolations, seqViolations } from '../../rules/answerGate';
import { documentViolations, withdrawnViolations } from '../../rules/documentGate';
import { isNearLength, lengthProblems, lengthWish, structure } from '../../rules/violation';
import { isExtractive, isHeld, seatsAt } from '../../flow/seats';
import { seqReferences } from '../../log/seqReferences';
import { hasStep, type Conclusion, type DebateState } from '../../fold/state';
import { notPerformed, type Step, type StepTask, type TaskOutcome } from '../../flow/step';
import type { TaskInputs, TaskOutput, Violation } from '../../flow/tasks';
import { wordCount } from '../../../matching/text/text';
import type { RecordView } from '../../fold/view';
import { agentStep, agentTask, answerTo, base } from '../common/steps';
import { conclusionStep } from './conclusion';
import { judgeStep } from './judging';
import { briefOf, closingInput } from './inputs';
import { turnStep, absentNote, announcement, missingNote, note, pointLines } from './turnStep';
import { phaseEnd } from './opening';
import { renderAssessorReport, renderBlogPost, renderSummary } from './documentText';
import { ledgersOf } from './ledger';
import { speakersOf } from './rounds';
import { panelFacts } from './facts';
import { agentRecord, recordAfterwards } from '../common/agentRecord';
import { briefName, briefStep, reportedFrom, wantsBrief } from '../common/decisionBrief';

/** Undefined when phase 3 is over. */
export function closingPhase(state: DebateState): Step | undefined {
  if (isHeld(state, 'chair') && !hasStep(state, 'unresolved')) return unresolvedStep();
  const closing = closersOf(state);
  for (const debater of closing) {
    const id = `closing/${debater.name}`;
    if (hasStep(state, id)) continue;
    const { name } = debater;
    return turnStep({
      id,
      name,
      phase: 'closing',
      round: 0,
      kind: 'debater/closing',
      input: (view) => closingInput(view, debater),
    });
  }
  return hasStep(state, 'closing/end') || closing.length === 0 ? undefined : phaseEnd(state, 3);
}

/** A document has nothing to close. */
export const closersOf = (state: DebateState): Debater[] =>
  speakersOf(state, 0)
    .reverse()
    .filter(({ name }) => isHeld(state, name));

const unresolvedStep = (): Step =>
  agentStep(
    {
      id: 'unresolved',
      agent: 'chair',
      kind: 'chair/name_unresolved',
      input: (view) => ({ brief: briefOf(view.state), record: agentRecord(view) }),
      check: ({ points, agreed = [] }, { view }) => [
        ...seqViolations(seqsOf(points), view.state),
        ...agreedViolations(agreed, view.state),
        ...figureViolations('points and agreed', stringsIn([points, agreed]), view),
      ],
    },
    (answer, { outcome, view: { state } }) => {
      const points = answer?.points ?? [];
      const why = outcome?.ok === false ? `none could be named: ${outcome.message}` : '';
      const named = `The following points remain unresolved entering the closing round:\n${pointLines(points) || why}\nDebaters are asked to address them in their closing statements.`;
      const agreed = acceptedPoints(answer?.agreed ?? [], state);
      const accepted = agreed.length === 0 ? '' : `\nBoth sides accept by now:\n${pointLines(agreed)}`;
      const content = `Pre-Phase-3 review: ${named}${accepted}`;
      return [announcement(content, { kind: 'unresolved', points, ...(agreed.length > 0 && { agreed }) })];
    },
  );

const seqsOf = (points: readonly Point[]): number[] => points.flatMap(({ seqs }) => seqs);

/** Undefined when the debate is done. */
export function concludingPhase(state: DebateState): Step | undefined {
  if (state.conclusion === undefined) return judgeStep(state) ?? conclusionStep(state);
  const seats = afterwards(state);
  if (isHeld(seats, 'audience') && !hasStep(state, 'audience-conclusion'))
    return audienceConclusionStep(state.conclusion.outcome);
  if (isBriefed(state) && !hasStep(state, 'brief'))
    return briefStep({ id: 'brief', host: 'chair', outcome: state.conclusion.outcome });
  if (!hasStep(state, 'documents')) return documentsStep(state.conclusion, isHeld(seats, 'reporter'));
  if (isHeld(seats, 'chair') && !hasStep(state, 'documents/review')) return documentReviewStep();
  if (state.factsOf(panelFacts).documentProblems.length > 0 && !hasStep(state, 'documents/revision'))
    return revisionStep(state);
  return hasStep(state, lastStep(state)) ? undefined : assessorStep(state.conclusion.outcome);
}

/** Where nothing was decided, and without a Reporter, code's part of the brief stands alone. */
const isBriefed = (state: DebateState): boolean =>
  wantsBrief(state) &&
  isHeld(afterwards(state), 'reporter') &&
  state.conclusion !== undefined &&
  state.conclusion.outcome !== 'void' &&
  state.conclusion.outcome !== 'undecided';

/** The seats as the debate was concluded: what is held afterwards does not change with them. */
const afterwards = (state: DebateState): Parameters<typeof isHeld>[0] => ({
  ...seatsAt(state, state.conclusion?.seq ?? Infinity),
  concludeRequested: state.concludeRequested,
});

/** The step that ends a debate. */
export function lastStep(state: DebateState): string {
  const seats = afterwards(state);
  if (isHeld(seats, 'assessor')) return 'assessor-report';
  return isHeld(seats, 'chair') ? 'documents/review' : 'documents';
}

/** The documents, while the audience concludes; the Assessor's report, while the Chair reviews them. */
export function documentsAhead(state: DebateState): Step | undefined {
  const { conclusion } = state;
  if (conclusion === undefined) return undefined;
  const seats = afterwards(state);
  if (isHeld(seats, 'audience') && !hasStep(state, 'audience-conclusion'))
    return documentsStep(conclusion, isHeld(seats, 'reporter'));
  const isReviewing = hasStep(state, 'documents') && !hasStep(state, 'documents/review');
  return isReviewing && isHeld(seats, 'assessor') ? assessorStep(conclusion.outcome) : undefined;
}

const audienceConclusionStep = (outcome: string): Step =>
  agentStep(
    {
      id: 'audience-conclusion',
      agent: 'audience',
      kind: 'audience/conclusion',
      input: (view) => ({ brief: briefOf(view.state), record: agentRecord(view), outcome }),
      check: (answer, { view }) => audienceViolations(answer, view.state),
    },
    (answer, { outcome: result }) => {
      if (answer === undefined) return [unheard(result)];
      const { content, seqs } = answer;
      return [{ phase: 'system', speaker: 'audience', type: 'audience_conclusion', content, data: { seqs } }];
    },
  );

/** A concluded panel has the audience's word, or a failure that says why not. */
function unheard(result: TaskOutcome | undefined): Draft {
  const what = 'The audience’s conclusion';
  if (result?.ok === false && result.code === notPerformed) return absentNote(what, result.message, 'failure');
  return missingNote(what, result, 'The debate ends without it.');
}

const audienceWords = { min: 200, max: 400 };

function audienceViolations({ content, seqs }: TaskOutput<'audience/conclusion'>, state: DebateState): Violation[] {
  const words = wordCount(content);
  const length = (isNearLength(words, audienceWords) ? [] : lengthProblems('content', words, audienceWords)).map(
    (message) => lengthWish(state, message),
  );
  const named = new Set(seqReferences(content).flatMap((reference) => reference.seqs));
  const unnamed = seqs.filter((seq) => !named.has(seq)).map((seq) => structure(`The text does not name seq ${seq}.`));
  const withdrawn = withdrawnViolations('The conclusion of the audience', content, state);
  return [...length, ...unnamed, ...seqViolations(seqs, state), ...withdrawn];
}

/** 800 to 1,500 words, less what headings, the footer and other ways of counting add. */
const blogLimits = { min: 800, max: 1450 };

const summaryTask = (id: string, outcome: string): StepTask =>
  agentTask({
    id,
    agent: 'reporter',
    kind: 'reporter/summary',
    input: (view) => ({
      brief: briefOf(view.state),
      record: reportedFrom(view),
      outcome,
      ledgers: ledgersOf(view.state),
    }),
    check: ({ key_arguments, exchanges, flow, map = '' }, { view }) => {
      const points = [...key_arguments.flatMap((item) => item.arguments), ...exchanges];
      const words = [flow, map, ...points.map(({ text }) => text)].join('\n');
      return [
        ...seqViolations(seqsOf(points), view.state),
        ...withdrawnViolations('summary.md', words, view.state),
        // Documents give the beginnings of passages, which may cut a figure.
        ...(isExtractive(view.state, 'reporter') ? [] : figureViolations('summary.md', [words], view)),
      ];
    },
  });

const blogTask = (id: string, outcome: string): StepTask =>
  agentTask({
    id,
    agent: 'reporter',
    kind: 'reporter/blog_post',
    input: (view) => ({
      brief: briefOf(view.state),
      record: reportedFrom(view),
      outcome,
      verified: verifiedSources(view),
      wordLimits: blogLimits,
    }),
    check: (answer, { view }) => [
      ...documentViolations('blog-post.md', renderBlogPost(answer), { state: view.state, limits: blogLimits }),
      ...(isExtractive(view.state, 'reporter') ? [] : figureViolations('blog-post.md', [renderBlogPost(answer)], view)),
    ],
  });

function verifiedSources(view: RecordView): TaskInputs['reporter/blog_post']['verified'] {
  return agentRecord(view).flatMap((entry) => {
    const findings = view.state.findings.get(entry.seq);
    return (entry.sources ?? [])
      .filter((source) => findings?.get(source.url)?.status === 'verified')
      .map(({ url, title, quote }) => ({ seq: entry.seq, url, title, quote: quote ?? '' }));
  });
}

/** Summary and blog post side by side; no blog post on `void` (rule 20), nor where nobody weighed. */
function documentsStep({ outcome, undecided }: Conclusion, isReported: boolean): Step {
  if (!isReported) return reporterStep('documents', [summaryTask('documents/summary', outcome)]);
  const why = withoutBlogPost(outcome, undecided);
  const blog = why === undefined ? [blogTask('documents/blog-post', outcome)] : [];
  const note = why === undefined ? [] : [absentNote('blog-post.md', why)];
  return reporterStep('documents', [summaryTask('documents/summary', outcome), ...blog], note);
}

const reporterStep = (id: string, tasks: readonly StepTask[], more: readonly Draft[] = []): Step => ({
  ...base,
  id,
  lineage: 'reporter',
  tasks,
  onFailure: 'commit',
  commit: (outcomes) => [...outcomes.map(documentEntry), ...more],
});

/** Undefined if one is written. */
function withoutBlogPost(outcome: string, undecided: Conclusion['undecided']): string | undefined {
  if (outcome === 'void') return 'the debate could not be fairly concluded.';
  return undecided === 'nobody_weighed'
    ? 'nobody weighed what was brought, so that nobody can set out both cases.'
    : undefined;
}

function documentEntry(outcome: TaskOutcome): Draft {
  const name = outcome.task.kind === 'reporter/summary' ? 'summary.md' : 'blog-post.md';
  if (!outcome.ok) return missingNote(`The Reporter’s ${name}`, outcome, 'The document is made without it.');
  const summary = answerTo(outcome, 'reporter/summary');
  const blogPost = answerTo(outcome, 'reporter/blog_post');
  const content = summary !== undefined ? renderSummary(summary) : blogPost && renderBlogPost(blogPost);
  return document('reporter', name, content ?? '');
}

const document = (speaker: string, name: string, content: string): Draft => ({
  phase: 'system',
  speaker,
  type: 'document',
  content,
  data: { name },
});

function documentTexts(view: RecordView): { name: string; content: string }[] {
  const written = [...view.state.documents].filter(([name]) => name !== briefName);
  return written.map(([name, seq]) => ({ name, content: view.visible(seq)?.content ?? '' }));
}

/** Rule 18. */
const documentReviewStep = (): Step =>
  agentStep(
    {
      id: 'documents/review',
      agent: 'chair',
      kind: 'chair/review_documents',
      input: (view) => ({ brief: briefOf(view.state), documents: documentTexts(view) }),
    },
    (answer, { outcome, view }) => {
      if (answer === undefined)
        return [missingNote('The Chair’s review of the documents', outcome, 'They stand unreviewed.')];
      const problems = answer.problems.filter((problem) => view.state.documents.has(problem.document));
      const words = problems.map(({ document: name, problem }) => `${name}: ${problem}`);
      const text = words.length === 0 ? 'no side is taken.' : `to be written again: ${words.join(' ')}`;
      return [note(`Review of the documents (rule 18): ${text}`, { kind: 'document_review', problems })];
    },
  );

/** What the Chair sent back is written once more; the newest entry of a name is in force. */
function revisionStep(state: DebateState): Step {
  const outcome = state.conclusion?.outcome ?? 'void';
  const problems = state.factsOf(panelFacts).documentProblems;
  const names = new Set(problems.map((problem) => problem.document));
  const tasks = [
    ...(names.has('summary.md') ? [summaryTask('documents/revision/summary', outcome)] : []),
    ...(names.has('blog-post.md') ? [blogTask('documents/revision/blog-post', outcome)] : []),
  ];
  const feedback = problems.map(({ problem }) => ({ rule: '18', message: problem }));
  return reporterStep(
    'documents/revision',
    tasks.map((task) => ({ ...task, feedback })),
  );
}

const assessorStep = (outcome: string): Step =>
  agentStep(
    {
      id: 'assessor-report',
      agent: 'assessor',
      kind: 'assessor/report',
      input: (view) => ({
        brief: briefOf(view.state),
        record: recordAfterwards(view),
        outcome,
        documents: documentTexts(view),
        ledgers: ledgersOf(view.state),
      }),
      check: (answer, { view }) => withdrawnViolations('assessor-report.md', renderAssessorReport(answer), view.state),
    },
    (answer, { outcome: result }) =>
      answer === undefined
        ? [missingNote('The Assessor’s report', result, 'The debate ends without it.')]
        : [document('assessor', 'assessor-report.md', renderAssessorReport(answer))],
  );
