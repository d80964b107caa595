import {
  allFindings,
  type DebateState,
  hasStep,
  type Header,
  headerOf,
  isCorrected,
  isRedacted,
  type Turn,
  warningOf,
} from '../fold/state';
import type { TaskOutcome } from './step';
import type { StandingIssue, Violation } from './tasks';
import { has } from '../fold/versions';
import { speechFacts } from '../formats/common/speech';

/** What a debater owes in its next turn: the prompt lists it, the gate demands it. */

/** A skipped turn answered nothing. */
export const lastTurn = (state: DebateState, name: string): Turn | undefined =>
  state.turns.findLast((turn) => turn.debater === name && !turn.skipped);

/** -1 if it has not spoken. */
export function lastSpoke(state: DebateState, name: string): number {
  return lastTurn(state, name)?.seqs.at(-1) ?? -1;
}

export function pendingRedactions(
  state: DebateState,
  name: string,
): { seq: number; redacted: number; reason: string }[] {
  const known = state.acknowledged.get(name);
  return [...state.redactions]
    .filter(([redacted]) => headerOf(state, redacted)?.speaker === name)
    .map(([redacted, { by, reason }]) => ({ seq: by, redacted, reason }))
    .filter(({ seq, redacted }) => known?.has(seq) !== true && known?.has(redacted) !== true);
}

/** Told once; a turn that still ignores it is logged, and costs an infraction. Records of earlier versions refuse the turn. */
export const duty = (state: DebateState, seq: number, told: Violation): Violation =>
  has(state, 'infractions') ? { ...told, toldOnce: true, ignores: seq } : told;

/** `acknowledged`: seqs of redactions, or of redacted entries. */
export const redactionDuties = (name: string, acknowledged: ReadonlySet<number>, state: DebateState): Violation[] =>
  pendingRedactions(state, name)
    .filter(({ seq, redacted }) => !acknowledged.has(seq) && !acknowledged.has(redacted))
    .map(({ seq, redacted }) =>
      duty(state, seq, {
        rule: 'structure',
        message: `Acknowledge the redaction of your seq ${redacted}: name seq ${seq}, or have ${seq} in acknowledges.`,
      }),
    );

/** Duties that an accepted answer was told of and does not take up. */
export function ignoredIn(outcome: TaskOutcome | undefined): { ignores?: number[] } {
  const left = outcome?.ok === true ? outcome.left : outcome?.last?.toldOnce;
  const ignores = [...new Set((left ?? []).flatMap(({ ignores: seq }) => seq ?? []))];
  return ignores.length === 0 ? {} : { ignores };
}

/** Unreliable sources that nobody corrected. */
export function standingIssues(state: DebateState, name: string): StandingIssue[] {
  const issues: StandingIssue[] = [];
  for (const { target: seq, url, status, explanation } of allFindings(state)) {
    if (headerOf(state, seq)?.speaker !== name || isRedacted(state, seq)) continue;
    if (status !== 'unreliable' || isCorrected(state, seq, url)) continue;
    const ruling = warningOf(state, seq, url);
    issues.push({ seq, url, status, reason: explanation, ruling: ruling?.seq ?? null });
  }
  return issues;
}

/** Those that the Chair has not ruled on yet. */
export function openChallenges(state: DebateState): Header[] {
  return state.headers.filter(
    (header) => header.type === 'source_challenge' && header.target !== null && !hasStep(state, challengeId(header)),
  );
}

export const challengeId = (header: Header): string => `challenge/${header.seq}`;

/** The named source, else the target's first. */
export function challengedUrl(state: DebateState, challenge: Header): string | undefined {
  return state.factsOf(speechFacts).challenges.get(challenge.seq) ?? headerOf(state, challenge.target ?? -1)?.urls[0];
}
