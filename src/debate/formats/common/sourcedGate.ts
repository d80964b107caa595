import { evidenceViolations } from '../../rules/evidenceGate';
import { sourcedRules, type SourcedEntry } from '../../rules/spokenRules';
import { redactionDuties } from '../../rules/turnGate';
import type { CheckContext } from '../../step';
import type { CitedSource, Violation } from '../../tasks';

export type { SourcedEntry } from '../../rules/spokenRules';

/**
 * What whoever argues must pass in every format, whatever else its format asks: five sources at most, each with the passage relied
 * on and captured in this debate; its figures as they stand there; nothing struck said or cited again; one's own struck entries
 * acknowledged. `name`: who argues.
 */
export function sourcedViolations(entry: SourcedEntry, name: string, context: CheckContext): Violation[] {
  const { view, sources, isInFlight } = context;
  const acknowledged = new Set(entry.acknowledges ?? []);
  return [
    // Duties that came up while the answer was under way are for the next one.
    ...(isInFlight === true ? [] : redactionDuties(name, acknowledged, view)),
    ...sourcedRules.flatMap((rule) => rule(entry, { view, name, isInFlight })),
    ...quotationViolations(entry),
    ...evidenceViolations(entry, sources),
  ];
}

/** Without the passage relied on nobody could check what the source is cited for. */
function quotationViolations({ sources }: SourcedEntry): Violation[] {
  return (sources ?? [])
    .filter(({ quote }) => (quote ?? '').trim() === '')
    .map(({ url }) => ({
      rule: 'source',
      message: `${url} is cited without a quotation. Give the passage that you rely on, verbatim.`,
    }));
}

/** The sources whose texts the gate needs. */
export const citedSources = ({ sources }: Pick<SourcedEntry, 'sources'>): CitedSource[] => [...(sources ?? [])];

/** Whether all that is held against an answer is what its author may insist on: it is logged then, and the Verifier decides. */
export const isInsistedOn = (violations: readonly Violation[]): boolean =>
  violations.every(({ insistable }) => insistable === true);
