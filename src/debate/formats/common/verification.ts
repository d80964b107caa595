import { challengedUrl, openChallenges } from '../../flow/duties';
import {
  allFindings,
  citesSources,
  type DebateState,
  type Finding,
  hasStep,
  type Header,
  headerOf,
  isChecked,
  isRedacted,
  isWarnedOf,
  owedSources,
  warningOf,
} from '../../fold/state';
import { isSourceOutcome, type SourceTask, type Step, type StepTask } from '../../flow/step';
import { dataOf } from '../../log/codec';
import { defined } from '../../log/objects';
import { has } from '../../fold/versions';
import type { Draft } from '../../log/entry';
import type { SetupData, VerificationData } from '../../log/entryData';
import { noticesOf, type Host } from './notices';
import { base, codeStep } from './steps';

/** One step per entry with sources that have no result yet; a challenged source is owed one beyond the fifth. */
export function verificationSteps(state: DebateState): Step[] {
  const steps: Step[] = [];
  for (const header of state.headers) {
    if (!citesSources(header) || header.urls.length === 0) continue;
    const owed = owedSources(header);
    const missing = owed.flatMap((url, index) => (isChecked(state, header.seq, url) ? [] : [{ url, index }]));
    if (missing.length === 0) continue;
    const id = `verify/${header.seq}`;
    // By index among those due: a task keeps its name when another source gets its result first.
    steps.push(
      verifyStep(
        state,
        id,
        missing.map(({ url, index }) => sourceTask(owed.length === 1 ? id : `${id}/${index}`, header, url)),
      ),
    );
  }
  for (const challenge of openChallenges(state)) {
    const target = headerOf(state, challenge.target ?? -1);
    const url = challengedUrl(state, challenge);
    if (target === undefined || url === undefined || !target.urls.includes(url)) continue;
    if (citesSources(target) && owedSources(target).includes(url)) continue;
    if (isChecked(state, target.seq, url)) continue;
    const id = `verify/${target.seq}/challenge/${challenge.seq}`;
    steps.push(verifyStep(state, id, [sourceTask(id, target, url)]));
  }
  return steps;
}

/** Of a debate that ended at `end`: only sources of before, whose results were lost, are still to be checked. */
export const areLost = (steps: readonly Step[], end: number): boolean =>
  steps.every(({ lane, tasks }) => lane === 'verify' && tasks.filter(isSourceTask).every(({ target }) => target < end));

/** Also each task as a step of its own: what is urgent does not wait for the entry's other sources. */
export function openVerification(state: DebateState): Step[] {
  return verificationSteps(state).flatMap((step) => {
    const single = step.tasks.flatMap((task) => step.alone?.(task) ?? []);
    return [step, ...single.filter(({ id }) => id !== step.id)];
  });
}

const isSourceTask = (task: StepTask): task is SourceTask => task.kind === 'verify/source';

const sourceTask = (id: string, { seq: target }: Header, url: string): SourceTask => ({
  id,
  kind: 'verify/source',
  agent: 'verifier',
  target,
  url,
});

function verifyStep(state: DebateState, id: string, tasks: readonly SourceTask[]): Step {
  return {
    ...base,
    id,
    tasks,
    lane: 'verify',
    lineage: 'verifier',
    onFailure: 'commit',
    alone: (task) =>
      verifyStep(
        state,
        task.id,
        tasks.filter((candidate) => candidate.id === task.id),
      ),
    commit: (outcomes) =>
      outcomes.filter(isSourceOutcome).map((outcome) => {
        const { target, url } = outcome.task;
        return verificationDraft(target, outcome.ok ? outcome.output : undecidedResult(url, outcome), state.setup);
      }),
  };
}

/** The entry that a result of the Verifier is logged as: the same in words as in data. */
export function verificationDraft(
  target: number,
  { text_sha256, capture_sha256, ...result }: VerificationData,
  setup: SetupData | undefined,
): Draft {
  const record = { version: setup?.record_version ?? 1 };
  const witnessed = {
    ...(has(record, 'checkedText') ? defined({ text_sha256 }) : {}),
    ...(has(record, 'capture') ? defined({ capture_sha256 }) : {}),
  };
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    target_seq: target,
    content: verificationText(target, result),
    data: { ...result, ...witnessed },
  };
}

/** The check itself failed. Nobody is to blame, so nothing is said of the source. */
export function undecidedResult(url: string, { message, code }: { message: string; code: string }): VerificationData {
  const none = 'not_judged';
  const isLate = code === 'timeout';
  const explanation = `The check could not be done: ${message}${isLate ? ' Check Again tries once more.' : ''}`;
  return {
    url,
    status: 'unverified',
    confidence: 'low',
    checks: { exists: none, quote: none, figures: none, attribution: none, support: none },
    notes: { exists: explanation },
    snapshot: null,
    passage: null,
    explanation,
    ...(isLate ? { refusal: 'timeout' } : {}),
  };
}

function verificationText(target: number, result: VerificationData): string {
  const {
    checks: found = {},
    url,
    status,
    explanation,
  } = dataOf({ type: 'verification_result', data: result }, 'verification_result') ?? result;
  const checks = Object.entries(found).map(([name, value]) => `${name}: ${String(value).replace('_', ' ')}`);
  return `Verification of seq ${target}, ${url}: ${status}. ${explanation ?? ''}\nChecks: ${checks.join('; ')}.`;
}

// The host's response to the Verifier's findings, in every format, before the next main step: `fabricated` redacts the
// entry, `unreliable` is a warning, and what a later check refutes is withdrawn.

export const redactionSteps = (state: DebateState, host: Host): Step[] =>
  openFindings(state)
    .filter((finding) => finding.status === 'fabricated')
    .map((finding) => redactionStep(state, finding, host));

export const warningSteps = (state: DebateState, host: Host): Step[] => [
  ...openFindings(state)
    .filter((finding) => finding.status === 'unreliable')
    .map((finding) => unreliableStep(state, finding, host)),
  ...reversedFindings(state).map((finding) => reconsideredStep(state, finding, host)),
];

function openFindings(state: DebateState): Finding[] {
  const isOpen = ({ seq, target, url, status }: Finding): boolean =>
    (status === 'fabricated' || (status === 'unreliable' && !isWarnedOf(state, target, url))) &&
    !isRedacted(state, target) &&
    !hasStep(state, `finding/${seq}`);
  return allFindings(state).filter(isOpen).sort(bySource);
}

const redactionStep = (state: DebateState, finding: Finding, host: Host): Step => ({
  ...codeStep(`finding/${finding.seq}`, host, () => [redactionOf(state, finding, host)]),
  answersFinding: true,
  interrupts: true,
});

/** The entry that a fabricated source redacts. */
export function redactionOf(state: DebateState, { target, url, explanation }: Finding, host: Host): Draft {
  const reason = `Fabricated source ${url}. ${explanation}`.trim();
  const addendum = state.conclusion === undefined ? undefined : true;
  const speaker = headerOf(state, target)?.speaker ?? '';
  return noticesOf(host).redaction({ seq: target, speaker }, { reason, url, addendum });
}

function unreliableStep(state: DebateState, { seq, target, url, explanation }: Finding, host: Host): Step {
  const speaker = headerOf(state, target)?.speaker ?? 'The debater';
  const addendum = state.conclusion === undefined ? undefined : true;
  const next =
    addendum === undefined
      ? `${speaker} is warned and may correct it at the start of the next entry.`
      : 'Found after the conclusion: the outcome stands.';
  const data = { kind: 'unreliable', rule: '13', reason: explanation, url, addendum };
  const step = codeStep(`finding/${seq}`, host, () => [
    noticesOf(host).ruling(target, `the source ${url} is unreliable. ${explanation} ${next}`, data),
  ]);
  return { ...step, answersFinding: true };
}

/** Findings that had consequences, and that a later check refuted. The Chair withdraws its ruling, for the debaters rely on it; after the conclusion nobody does. */
function reversedFindings(state: DebateState): Finding[] {
  if (state.conclusion !== undefined) return [];
  return allFindings(state)
    .filter((finding) => isReversed(state, finding))
    .sort(bySource);
}

const bySource = (one: Finding, other: Finding): number => one.target - other.target || one.seq - other.seq;

function isReversed(state: DebateState, { check = -1, target, url, status }: Finding): boolean {
  const redacted = state.redactions.get(target);
  if (redacted === undefined) {
    return (
      (status === 'verified' || status === 'unverified') && (warningOf(state, target, url)?.seq ?? Infinity) < check
    );
  }
  if (redacted.overturned === undefined || redacted.url !== url) return false;
  const said = state.rulings.findLast(
    (ruling) => ruling.kind === 'reconsidered' && ruling.target === target && ruling.url === url,
  );
  return said?.status !== status;
}

function reconsideredStep(state: DebateState, { check = -1, target, url, status }: Finding, host: Host): Step {
  const speaker = headerOf(state, target)?.speaker ?? 'the debater';
  const warning = warningOf(state, target, url);
  const consequence = isRedacted(state, target)
    ? `What was struck stays out of the record; ${speaker} is no longer held to have invented the source, and may cite it again in other words.`
    : `The warning at seq ${warning?.seq ?? ''} no longer stands.`;
  const reason = `The source was checked again: ${reconsidered[status]}. ${consequence}`;
  const data = { kind: 'reconsidered', rule: '13', url, status, reason };
  const step = codeStep(`finding/${check}`, host, () => [
    noticesOf(host).ruling(target, `on the source ${url}: ${reason}`, data),
  ]);
  return { ...step, answersFinding: true };
}

const reconsidered: Record<Finding['status'], string> = {
  verified: 'it was verified',
  unverified: 'it could be neither confirmed nor refuted',
  unreliable: 'it exists, and is unreliable',
  fabricated: 'it is fabricated',
};
