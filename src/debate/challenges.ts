import { hasStep, headerOf, type DebateState, type Header } from './state';
import { panelFacts } from './formats/panel/facts';

/** Challenges of sources that the Chair has not ruled on yet. */
export function openChallenges(state: DebateState): Header[] {
  return state.headers.filter(
    (header) => header.type === 'source_challenge' && header.target !== null && !hasStep(state, challengeId(header)),
  );
}

/** The step in which the Chair rules on a challenge. */
export const challengeId = (header: Header): string => `challenge/${header.seq}`;

/** The source that is challenged: the one that is named, or else the target's first. */
export function challengedUrl(state: DebateState, challenge: Header): string | undefined {
  return state.factsOf(panelFacts).challenges.get(challenge.seq) ?? headerOf(state, challenge.target ?? -1)?.urls[0];
}
