import { sourceCounts } from '../debate/fold/citations';
import { paragraphs, counted } from '../matching/text/shortText';
import { briefOf } from '../debate/formats/common/brief';
import { importGoneOn, isImported } from '../debate/fold/imported';
import { has } from '../debate/fold/versions';
import { areDebatersExtractive, isDealt } from '../debate/flow/seats';
import type { DebateState } from '../debate/fold/state';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import type { RecordView } from '../debate/fold/view';
import { citedSources, type ReportedSource } from './citedSources';
import { footer, noticeOf, outcomeText, unreadHead } from './facts';
import { decisionBrief } from './decisionBrief';
import { reportsOf } from './formatReports';
import { documentsPage, isOfDocuments } from './documentsPage';
import { bulletList, inline, table } from './markdown';
import { seqLink, seqLinkList, type SeqLinks, summaryLinks } from './seqLinks';
import { unresolvedIn } from '../debate/formats/common/speech';
import { outcomeOf } from '../projections/outcome';
import { topicOf } from '../projections/topic';

/**
 * `brief.md`: the page for whoever decides; of a debate without a judge the page of the documents, or the quotations that
 * an earlier version distributed. Undefined for any other debate.
 */
export function brief(
  view: RecordView,
  links: SeqLinks = summaryLinks(view.state),
  folder?: string,
): string | undefined {
  const { state } = view;
  if (isOfDocuments(state)) return documentsPage(view, links, folder);
  const decided = decisionBrief(view, links);
  if (decided !== undefined) return decided;
  const isOver =
    state.conclusion === undefined
      ? outcomeOf(state).code === 'result'
      : state.conclusion.undecided === 'nobody_weighed';
  // A debate of version 1 that ended by its own rules had no brief.
  const isOld = state.setup !== undefined && !has(state, 'brief') && state.conclusion === undefined;
  if (!isOver || isOld || !areDebatersExtractive(state)) return undefined;
  const topic = inline(topicOf(view) ?? 'not recorded');
  const cited = citedSources(view).filter(({ isRedacted, seq }) => !isRedacted && !isImported(state, seq));
  const sections: [string, string][] = [
    ['Question', topic],
    ['Answer', answer(view, links)],
    ['Quoted', quoted(cited, links)],
    ['Side by Side', sideBySide(view, links)],
    ['Not Quoted', notQuoted(view, cited)],
    ['Sources That Are Not Verified', unchecked(cited)],
    [
      'Next',
      'To have it weighed, start the debate on the same evidence with language models or with people in its seats.',
    ],
  ];
  const text = paragraphs([
    `# Decision Brief: ${topic}`,
    unreadHead(view),
    ...sections.map(([title, body]) => `## ${title}\n\n${body}`),
    footer(noticeOf(state)),
  ]);
  return `${text}\n`;
}

function answer(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const where = state.conclusion === undefined ? '' : ` (${seqLink(state.conclusion.seq, links)})`;
  const imported = importGoneOn(state);
  const before =
    imported === undefined
      ? ''
      : ` What was said and judged up to ${seqLink(imported.until, links)} came with an import.`;
  const since = imported === undefined ? '' : ' since';
  const found =
    reportsOf(state).unweighed?.(since) ??
    (isAllDealt(state)
      ? `The passages${since} were dealt from the evidence, and nobody judged what they bear out.`
      : `Nobody judged what was said and quoted${since}.`);
  return `None: ${inline(outcomeText(view))}${where}.${before} ${found}`;
}

/** Checks all seatings, because a seat may have had another performer before. */
const isAllDealt = (state: DebateState): boolean =>
  !has(state, 'emptySeats') &&
  state.headers
    .filter(({ seq, speaker }) => state.debaters.some(({ name }) => name === speaker) && !isImported(state, seq))
    .every((header) => isDealt(state, header));

function quoted(cited: readonly ReportedSource[], links: SeqLinks): string {
  const byFile = new Map<string, number[]>();
  for (const { url, seq } of cited) {
    const file = fileOf(url);
    byFile.set(file, [...(byFile.get(file) ?? []), seq]);
  }
  if (byFile.size === 0) return 'Nothing.';
  const rows = [...byFile]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, seqs]) => [`“${inline(file)}”`, String(seqs.length), seqLinkList([...new Set(seqs)], links)]);
  return table(['File', 'Quotations', 'Entries'], rows);
}

const fileOf = (url: string): string => {
  const parsed = parseSourceUrl(url);
  return parsed.kind === 'workspace' ? parsed.path : url;
};

const noneNamed = 'No differing figures with the same terms were named.';

function sideBySide(view: RecordView, links: SeqLinks): string {
  const reports = reportsOf(view.state);
  if (reports.differing !== undefined) return reports.differing(view.state) ?? noneNamed;
  const points = unresolvedIn(view).filter(({ seqs }) => seqs.length > 0);
  if (points.length === 0) return noneNamed;
  return bulletList(points.map(({ text, seqs }) => `${inline(text, links)} (${seqLinkList(seqs, links)})`));
}

/** Longest list that anyone would read. */
const mostListed = 200;

function notQuoted({ state }: RecordView, cited: readonly ReportedSource[]): string {
  const files = new Set(cited.map(({ url }) => fileOf(url)));
  const { evidence } = state.setup ?? {};
  const subject = new Set(briefOf(state).subject);
  const unused = (evidence?.files ?? [])
    .filter(({ path }) => !files.has(path) && !subject.has(path))
    .map(({ path }) => `“${inline(path)}”: nothing of it was quoted`);
  const leftOut = (evidence?.left_out ?? []).map(
    ({ path, detail }) => `“${inline(path)}” was not read: ${inline(detail)}`,
  );
  const all = [...unused, ...leftOut];
  const lines = [...all.slice(0, mostListed), ...(all.length > mostListed ? [`${all.length - mostListed} more`] : [])];
  return lines.length === 0 ? 'Every file of the evidence was quoted.' : bulletList(lines);
}

function unchecked(cited: readonly ReportedSource[]): string {
  const { cited: all, verified } = sourceCounts(cited);
  const rest = all - verified;
  return `Of ${counted(all, 'quotation')}, ${verified} stand where they are cited${rest === 0 ? '' : `; ${rest} could not be verified, see [the verifier report](verifier-report.md)`}. Whether the files are right, and what follows from them, nobody checked.`;
}
