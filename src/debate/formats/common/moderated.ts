import { hasStep, type DebateState } from '../../fold/state';
import type { Format, Step } from '../../flow/step';
import { infractionSteps } from './infractions';
import type { Host } from './notices';
import { openVerification, redactionSteps, verificationSteps, warningSteps } from './verification';

interface ModeratedLane {
  host: Host;
  /** Its id is `ready`. */
  ready: (state: DebateState) => Step;
  /** Of a record that was never made ready, such as an imported one: nobody is made ready for nothing. */
  isIdle: (state: DebateState) => boolean;
  /**
   * Undefined when the debate is done, or waits for the Verifier. Of several the first is due; an older record may go on with one behind it.
   */
  main: (state: DebateState, isVerifying: boolean) => Step | readonly [Step, ...Step[]] | undefined;
}

/** `decide` and `open` of a format that is led by a moderator through one lane. */
export function moderated({ host, ready, isIdle, main }: ModeratedLane): Pick<Format, 'decide' | 'open'> {
  const urgent = (state: DebateState): Step[] => [
    ...redactionSteps(state, host),
    ...warningSteps(state, host),
    ...infractionSteps(state, host),
  ];
  const mainOf = (state: DebateState, verification: readonly Step[]): Step[] => {
    const next = main(state, verification.length > 0);
    return next === undefined ? [] : [next].flat();
  };
  const decide = (state: DebateState): Step[] => {
    if (state.setup === undefined) return [];
    if (!hasStep(state, 'ready')) return isIdle(state) ? [] : [ready(state)];
    const verification = verificationSteps(state);
    const [first] = urgent(state);
    return [...verification, ...(first === undefined ? mainOf(state, verification).slice(0, 1) : [first])];
  };
  return {
    decide,
    /** An answer in progress is not discarded for something urgent: its gate judges it and it is logged. */
    open: (state) => {
      if (state.setup === undefined || !hasStep(state, 'ready')) return decide(state);
      return [...openVerification(state), ...urgent(state), ...mainOf(state, verificationSteps(state))];
    },
  };
}
