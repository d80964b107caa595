import { redactionDuties } from '../../duties';
import { evidenceViolations } from '../../rules/evidenceGate';
import { sourcedRules, type SourcedEntry } from '../../rules/spokenRules';
import type { CheckContext } from '../../step';
import type { CitedSource, Violation } from '../../tasks';

export type { SourcedEntry } from '../../rules/spokenRules';

/**
 * What every debater must pass in every format, beside its own rules: five sources at most, each with its passage and
 * captured in this debate; its figures as in the source; nothing redacted said or cited again; own redacted entries
 * acknowledged. `name`: the debater.
 */
export function sourcedViolations(entry: SourcedEntry, name: string, context: CheckContext): Violation[] {
  const { view, sources, isInFlight } = context;
  const acknowledged = new Set(entry.acknowledges ?? []);
  return [
    // Duties that came up while the answer was under way are for the next one.
    ...(isInFlight === true ? [] : redactionDuties(name, acknowledged, view.state)),
    ...sourcedRules.flatMap((rule) => rule(entry, { view, name, isInFlight })),
    ...quotationViolations(entry),
    ...evidenceViolations(entry, sources),
  ];
}

/** Without its passage nobody could check what the source is cited for. */
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

/** Whether the author may insist against all objections: the answer is logged then, and the Verifier decides. */
export const isInsistedOn = (violations: readonly Violation[]): boolean =>
  violations.every(({ insistable }) => insistable === true);
