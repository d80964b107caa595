import { error, type LintRecord, type LintRule } from './lintRecord';
import { panelFacts } from '../../formats/panel/facts';

/** Structure: the audience concludes after the Chair, or a note says why it could not. */
export const audienceConclusion: LintRule = (record) => {
  const { state } = record;
  const { conclusion } = state;
  if (conclusion === undefined || state.factsOf(panelFacts).audienceConclusion !== undefined || isStillToCome(record))
    return [];
  const failed = state.failures.some(
    ({ step, reason }) => step === 'audience-conclusion' || /\baudience\b/i.test(reason),
  );
  if (failed) return [];
  const message =
    'The debate is concluded, but there is no audience_conclusion and no note of kind "failure" that says why.';
  return [error('structure', conclusion.seq, message)];
};

/** What the Verifier's lane and the user may add at any time; none of it shows that the audience was passed over. */
const beside: ReadonlySet<string> = new Set(['verification_result', 'redaction', 'ruling', 'intervention']);

/** A run of the engine that was interrupted right after the conclusion asks the audience when it is resumed. */
function isStillToCome({ state, isOwn }: LintRecord): boolean {
  const at = state.headers.findIndex((header) => header.seq === state.conclusion?.seq);
  const isOfEngine = isOwn && state.headers[at]?.step !== undefined;
  return isOfEngine && state.headers.slice(at + 1).every((header) => beside.has(header.type));
}
