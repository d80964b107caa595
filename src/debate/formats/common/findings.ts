import type { Draft } from '../../entry';
import {
  allFindings,
  hasStep,
  headerOf,
  isStruck,
  isWarnedOf,
  warningOf,
  type DebateState,
  type Finding,
} from '../../state';
import type { Step } from '../../step';
import { noticesOf, type Host } from './notices';

/**
 * The host's response to the Verifier's findings, in every format: `fabricated` redacts the entry, `unreliable` is a
 * warning, and what a later check refutes is withdrawn. All of it precedes the next main step.
 */

const baseOf = (host: Host) => ({ lane: 'main', onFailure: 'commit', visibility: 'all', lineage: host }) as const;

/** The redactions that are due; the most urgent of all steps. */
export const redactionSteps = (state: DebateState, host: Host): Step[] =>
  openFindings(state)
    .filter((finding) => finding.status === 'fabricated')
    .map((finding) => redactionStep(state, finding, host));

/** The warnings that are due, and those to be taken back. */
export const warningSteps = (state: DebateState, host: Host): Step[] => [
  ...openFindings(state)
    .filter((finding) => finding.status === 'unreliable')
    .map((finding) => unreliableStep(state, finding, host)),
  ...reversedFindings(state).map((finding) => reconsideredStep(state, finding, host)),
];

function openFindings(state: DebateState): Finding[] {
  const isOpen = ({ seq, target, url, status }: Finding): boolean =>
    (status === 'fabricated' || (status === 'unreliable' && !isWarnedOf(state, target, url))) &&
    !isStruck(state, target) &&
    !hasStep(state, `finding/${seq}`);
  return allFindings(state).filter(isOpen).sort(bySource);
}

function redactionStep(state: DebateState, finding: Finding, host: Host): Step {
  return {
    ...baseOf(host),
    id: `finding/${finding.seq}`,
    tasks: [],
    interrupts: true,
    commit: () => [redactionOf(state, finding, host)],
  };
}

/** The entry that a fabricated source redacts. */
export function redactionOf(state: DebateState, { target, url, explanation }: Finding, host: Host): Draft {
  const reason = `Fabricated source ${url}. ${explanation}`.trim();
  const addendum = state.conclusion !== undefined;
  const speaker = headerOf(state, target)?.speaker ?? '';
  return noticesOf(host).redaction({ seq: target, speaker }, { reason, url, ...(addendum ? { addendum } : {}) });
}

function unreliableStep(state: DebateState, { seq, target, url, explanation }: Finding, host: Host): Step {
  const speaker = headerOf(state, target)?.speaker ?? 'The debater';
  const addendum = state.conclusion === undefined ? {} : { addendum: true };
  const next =
    state.conclusion === undefined
      ? `${speaker} is warned and may correct it at the start of the next entry.`
      : 'Found after the conclusion: the outcome stands.';
  return {
    ...baseOf(host),
    id: `finding/${seq}`,
    tasks: [],
    commit: () => [
      noticesOf(host).ruling(target, `the source ${url} is unreliable. ${explanation} ${next}`, {
        kind: 'unreliable',
        rule: '13',
        reason: explanation,
        url,
        ...addendum,
      }),
    ],
  };
}

/**
 * Findings that had consequences, and that a later check refuted. The ruling stays in the record; the Chair withdraws
 * it, for the debaters rely on its words. After the conclusion nobody does.
 */
function reversedFindings(state: DebateState): Finding[] {
  if (state.conclusion !== undefined) return [];
  return allFindings(state)
    .filter((finding) => isReversed(state, finding))
    .sort(bySource);
}

const bySource = (one: Finding, other: Finding): number => one.target - other.target || one.seq - other.seq;

function isReversed(state: DebateState, { check = -1, target, url, status }: Finding): boolean {
  const struck = state.redactions.get(target);
  if (struck === undefined) {
    return (
      (status === 'verified' || status === 'unverified') && (warningOf(state, target, url)?.seq ?? Infinity) < check
    );
  }
  if (struck.overturned === undefined || struck.url !== url) return false;
  const said = state.rulings.findLast(
    (ruling) => ruling.kind === 'reconsidered' && ruling.target === target && ruling.url === url,
  );
  return said?.status !== status;
}

function reconsideredStep(state: DebateState, { check = -1, target, url, status }: Finding, host: Host): Step {
  const speaker = headerOf(state, target)?.speaker ?? 'the debater';
  const warning = warningOf(state, target, url);
  const consequence = isStruck(state, target)
    ? `What was struck stays out of the record; ${speaker} is no longer held to have invented the source, and may cite it again in other words.`
    : `The warning at seq ${warning?.seq ?? ''} no longer stands.`;
  const reason = `The source was checked again: ${reconsidered[status]}. ${consequence}`;
  return {
    ...baseOf(host),
    id: `finding/${check}`,
    tasks: [],
    commit: () => [
      noticesOf(host).ruling(target, `on the source ${url}: ${reason}`, {
        kind: 'reconsidered',
        rule: '13',
        url,
        status,
        reason,
      }),
    ],
  };
}

const reconsidered: Record<Finding['status'], string> = {
  verified: 'it was verified',
  unverified: 'it could be neither confirmed nor refuted',
  unreliable: 'it exists, and is unreliable',
  fabricated: 'it is fabricated',
};
