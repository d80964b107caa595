import { dataOf } from '../../codec';
import { citesSources, findingOn, owedSources, type Header } from '../../state';
import { structureFault } from './dialecticRecord';
import { error, type Fault, type LintRecord, type LintRule } from './lintRecord';

/** Structure: at the end every source that is owed a verification has a result; in a dialectic, which has no end, once it was judged. */
export const verificationOwed: LintRule = (record) => {
  const { state, headers, isOver, format } = record;
  const isDialectic = format === 'dialectic';
  const judged = isDialectic ? (headers.findLast(({ type }) => type === 'judgment')?.seq ?? -1) : -1;
  const isDue = ({ seq }: Header): boolean => seq < judged || (isOver && !isDialectic);
  const when = isDialectic ? 'although its exchange was judged' : 'although the debate is over';
  const covers = proseResults(record);
  return headers
    .filter((header) => isDue(header) && citesSources(header))
    .flatMap((header) =>
      owedSources(header)
        .filter((url) => findingOn(state, header.seq, url) === undefined && !covers(header.seq, url, header.urls))
        .map((url) =>
          unverified(
            record,
            header.seq,
            `The source ${url} of seq ${header.seq} has no verification result, ${when}; a check made now appends one.`,
          ),
        ),
    );
};

/** The systems that records are imported from had no Verifier; logs without a setup are of one that had. */
const unverified = (record: LintRecord, seq: number, message: string): Fault =>
  record.state.setup === undefined ? error('structure', seq, message) : structureFault(record, seq, message);

/**
 * Results of other writers that are prose: one that names a source of the entry is about that source, one that names none
 * may be about any of them.
 */
function proseResults({
  state,
  headers,
  view,
}: LintRecord): (seq: number, url: string, urls: readonly string[]) => boolean {
  const texts = new Map<number, string[]>();
  for (const header of headers) {
    if (header.type !== 'verification_result' || header.target === null) continue;
    const findings = state.findings.get(header.target);
    if (findings !== undefined && [...findings.values()].some((finding) => finding.seq === header.seq)) continue;
    const entry = view.raw(header.seq);
    if (entry === undefined || dataOf(entry, 'verification_result') !== undefined) continue;
    const known = texts.get(header.target);
    if (known === undefined) texts.set(header.target, [entry.content]);
    else known.push(entry.content);
  }
  return (seq, url, urls) =>
    (texts.get(seq) ?? []).some((text) => text.includes(url) || !urls.some((other) => text.includes(other)));
}
