import type { DebateState } from '../../fold/state';
import { hasStep, isRedacted } from '../../fold/state';
import type { Step } from '../../flow/step';
import { listed, noticesOf, type Host } from './notices';
import { speechFacts } from './speech';
import { codeStep } from './steps';

/** One ruling for each entry that ignores what its author was told to take up. The duty ends there. */
export const infractionSteps = (state: DebateState, host: Host): Step[] =>
  state.ignored
    .filter(({ seq }) => !hasStep(state, infractionId(seq)) && !isRedacted(state, seq))
    .map((ignored) => infractionStep(state, ignored, host));

const infractionId = (seq: number): string => `infraction/${seq}`;

function infractionStep(
  state: DebateState,
  { seq, debater, duties }: DebateState['ignored'][number],
  host: Host,
): Step {
  const reason = `It does not take up ${listed(duties.map((duty) => dutyWords(state, duty)))}, though ${debater} was told to. The turn stands, and nothing more is owed for it.`;
  return codeStep(infractionId(seq), host, () => [
    noticesOf(host).ruling(seq, `infraction of rule 23 by ${debater}. ${reason}`, {
      kind: 'infraction',
      rule: '23',
      reason,
      debater,
    }),
  ]);
}

function dutyWords(state: DebateState, duty: number): string {
  const redacted = [...state.redactions].find(([, { by }]) => by === duty)?.[0];
  if (redacted !== undefined) return `the redaction of seq ${redacted} (seq ${duty})`;
  const named = [...state.factsOf(speechFacts).frameworks.values()].find(({ seq }) => seq === duty);
  return named === undefined ? `seq ${duty}` : `the framework “${named.name}” (seq ${duty})`;
}
