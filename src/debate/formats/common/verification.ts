import { challengedUrl, openChallenges } from '../../duties';
import { citesSources, type DebateState, type Header, headerOf, isChecked, owedSources } from '../../state';
import { isSourceOutcome, type SourceTask, type Step, type StepTask } from '../../step';
import { dataOf } from '../../codec';
import type { Draft } from '../../entry';
import type { SetupData, VerificationData } from '../../entryData';

/** One verifier step per entry with sources that have no result yet; a challenged source is owed one beyond the fifth. */
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

/** Of a debate that ended with the entry `end`: no step is due, or none but to check sources of before whose results were lost. */
export const areLost = (steps: readonly Step[], end: number): boolean =>
  steps.every(({ lane, tasks }) => lane === 'verify' && tasks.filter(isSourceTask).every(({ target }) => target < end));

/** The steps, and each of their tasks as a step of its own: what is urgent does not wait for the entry's other sources. */
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
    id,
    tasks,
    lane: 'verify',
    lineage: 'verifier',
    onFailure: 'commit',
    visibility: 'all',
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
  { text_sha256, ...result }: VerificationData,
  setup: SetupData | undefined,
): Draft {
  const isWitness = text_sha256 !== undefined && (setup?.record_version ?? 1) >= 2;
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    target_seq: target,
    content: verificationText(target, result),
    data: isWitness ? { ...result, text_sha256 } : result,
  };
}

/** Where the check itself failed. Nobody is to blame, so nothing is said of the source. */
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
