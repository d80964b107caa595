import { oneLine, paragraphs, counted, capitalised } from '../matching/text/shortText';
import { correctionsOf, type Correction } from '../debate/log/data/common';
import { declaredList } from '../debate/log/data/declared';
import { argumentTypes, stepOf } from '../debate/log/entry';
import { isDocumentEntry } from '../debate/flow/seats';
import { headerOf, type Header } from '../debate/fold/state';
import type { VisibleEntry } from '../debate/flow/tasks';
import { wordCount } from '../matching/text/text';
import type { RecordView } from '../debate/fold/view';
import { marks } from '../projections/sources';
import { readableUrl } from '../projections/sourcePlace';
import { english } from '../projections/vocabulary';
import { checkedWords, unstatedWords } from '../projections/words';
import { citedSource, claimBeyondQuote, type ReportedSource, resultText, sourceLink, statusText } from './citedSources';
import { withCorrections } from '../projections/correctedContent';
import { entryMarkdown } from './contents';
import { roundWord, whenText } from './facts';
import { code, inline, link, struckText, quotedInline } from './markdown';
import { isOfDocuments } from './documentsPage';
import { seqLink, seqLinkList, type SeqLinks } from './seqLinks';
import { dataOf, declaredIn, turnDataOf } from '../debate/log/codec';

/** A harmless check in one line; undefined for a result that needs a section. */
export function factCheckLine(view: RecordView, header: Header, links: SeqLinks): string | undefined {
  if (header.type !== 'verification_result' || header.speaker !== 'verifier' || header.target === null)
    return undefined;
  const entry = view.visible(header.seq);
  const data = entry?.redacted === undefined ? dataOf(entry, 'verification_result') : undefined;
  if (data === undefined || data.again === true) return undefined;
  const { status, url, explanation = '' } = data;
  if (status !== 'verified' && status !== 'unverified') return undefined;
  const checked = checkedWords(english, status, { url, result: data });
  const result = `${resultText(status, data)}${checked === '' ? '' : `: ${checked}`}`;
  const source = sourceLink(view, citedSource(view, header.target, url));
  const about = named(view, header.target, links);
  return `<a id="seq-${header.seq}"></a>[FACT-CHECK] [seq ${header.seq}] on ${about}: ${source} — ${result}. ${inline(explanation, links)}`.trim();
}

export function transcriptEntry(view: RecordView, header: Header, links: SeqLinks): string {
  const entry = view.visible(header.seq);
  if (entry === undefined) return '';
  const sources = entry.redacted === undefined ? sourceList(view, entry, links) : undefined;
  return paragraphs([
    `<a id="seq-${header.seq}"></a>`,
    heading(view, entry),
    `*${[inline(whenText(entry.timestamp)), ...circumstances(view, header, links)].join(' · ')}*`,
    body(view, entry, links),
    checkedSource(view, entry),
    aside(entry, links),
    sources,
    leftOut(entry, links),
  ]);
}

function heading(view: RecordView, entry: VisibleEntry): string {
  const speaker = inline(entry.speaker);
  const type = inline(entry.type);
  if (entry.type !== 'verification_result') {
    return `### [seq ${entry.seq}] Phase: ${inline(entry.phase)} | ${speaker} | ${type}`;
  }
  const target = entry.target_seq === null ? '' : ` of seq ${entry.target_seq}`;
  return `#### [FACT-CHECK] [seq ${entry.seq}] Check${target}: ${resultWord(view, entry)} | ${speaker} | ${type}`;
}

/** The result's word, which is only in the text in the ancestors' logs. */
function resultWord(view: RecordView, entry: VisibleEntry): string {
  const data = dataOf(entry, 'verification_result');
  if (data !== undefined) return resultText(data.status, data);
  const findings = [...(view.state.findings.get(entry.target_seq ?? -1)?.values() ?? [])];
  const finding = findings.find((candidate) => candidate.seq === entry.seq);
  return finding === undefined ? 'no result' : `${marks[finding.status]} ${finding.status}`;
}

function named(view: RecordView, seq: number, links: SeqLinks): string {
  const speaker = headerOf(view.state, seq)?.speaker;
  return `${seqLink(seq, links)}${speaker === undefined ? '' : ` (${inline(speaker)})`}`;
}

function circumstances(view: RecordView, header: Header, links: SeqLinks): string[] {
  return [
    ...(header.round > 0 ? [`${roundWord(view.state)} ${header.round}`] : []),
    ...(header.rebuttalTo === null ? [] : [`rebuts ${named(view, header.rebuttalTo, links)}`]),
    ...(header.target === null ? [] : [`about ${named(view, header.target, links)}`]),
  ];
}

function body(view: RecordView, entry: VisibleEntry, links: SeqLinks): string {
  if (entry.redacted !== undefined) return struckText(view, entry.redacted, links);
  if (entry.type === 'audience_conclusion') return '*In full under [Audience Conclusion](#audience-conclusion).*';
  const { name = '' } = dataOf(entry, 'document') ?? {};
  if (name === 'summary.md' && isOfDocuments(view.state)) return `*In full in ${link(name, name)}.*`;
  const marked = { ...entry, content: withCorrections(entry.content, entry.seq, view, english) };
  const content = entry.content.trim() === '' ? '*(no text)*' : entryMarkdown(marked, { links });
  return entry.type === 'document' ? folded(entry, content) : content;
}

/** A folded text, since the document has a file of its own. */
function folded(entry: VisibleEntry, content: string): string {
  const name = dataOf(entry, 'document')?.name ?? 'a document';
  const summary = `${oneLine(name).replace(/[<>&]/g, '')} as written, ${counted(wordCount(entry.content), 'word')}`;
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function aside(entry: VisibleEntry, links: SeqLinks): string | undefined {
  if (entry.redacted !== undefined) return undefined;
  if (entry.type === 'source_challenge') return challenged(entry, links);
  const unstated = stepOf(entry)?.unstated ?? [];
  if (unstated.length > 0) return `*${inline(unstatedWords(english, unstated))}*`;
  if (!argumentTypes.has(entry.type)) return undefined;
  const data = turnDataOf(entry) ?? {};
  const { introduces = [], concedes = [], acknowledges = [] } = data;
  const parts = [
    ...correctionsOf(data).flatMap((correction) => withdrawnStatement(correction, links)),
    ...introduces.map(({ name }) => `introduces ${inline(name)}`),
    ...concedes.map(({ seq, claim }) => `concedes to ${seqLink(seq, links)}: ${quotedInline(claim, links)}`),
    ...(acknowledges.length > 0 ? [`acknowledges ${seqLinkList(acknowledges, links)}`] : []),
    ...declaredList.flatMap(({ name, transcript }) => saidOfItself(transcript, data[name], links)),
  ];
  const text = capitalised(parts.join('; '));
  return text === '' ? undefined : `*${text}${/[.!?]”$/.test(text) ? '' : '.'}*`;
}

const saidOfItself = (what: string | undefined, words: unknown, links: SeqLinks): string[] =>
  what === undefined || typeof words !== 'string' || words.trim() === ''
    ? []
    : [`${what}: ${quotedInline(words.trim(), links)}`];

/** The statement that a correction withdraws, and its replacement. */
export function withdrawnStatement(correction: Correction, links: SeqLinks): string[] {
  if (correction.statement === undefined) return [];
  const { seq, statement, instead } = correction;
  const holds = instead === undefined ? '' : `, and says instead: ${quotedInline(instead, links)}`;
  const verb = instead === undefined ? 'withdraws of' : 'corrects in';
  return [`${verb} ${seqLink(seq, links)}: ${quotedInline(statement, links)}${holds}`];
}

/** The challenged source; undefined if the challenged entry was redacted. */
function challenged(entry: VisibleEntry, links: SeqLinks): string | undefined {
  const { url, claim } = dataOf(entry, 'source_challenge') ?? {};
  if (url === undefined || claim === undefined) return undefined;
  return `*Challenges ${code(readableUrl(url))}, said to support ${quotedInline(claim, links)}.*`;
}

function sourceList(view: RecordView, entry: VisibleEntry, links: SeqLinks): string | undefined {
  const sources = entry.sources ?? [];
  const urls = headerOf(view.state, entry.seq)?.urls ?? [];
  if (sources.length === 0) return undefined;
  const items = sources.map((source, index) => {
    const cited = citedSource(view, entry.seq, urls[index] ?? source.url, index);
    return sourceItem(view, { cited, marker: `${index + 1}. ` }, links);
  });
  return `**Sources**\n\n${items.join('\n')}`;
}

/** Sources that the entry could not cite, because they could not be read. */
function leftOut(entry: VisibleEntry, links: SeqLinks): string | undefined {
  const unread = entry.redacted === undefined ? (declaredIn(entry)?.left_out ?? []) : [];
  if (unread.length === 0) return undefined;
  const items = unread.map(({ url, reason }) => `- ${code(readableUrl(url))}: ${inline(reason, links)}`);
  return `**Left out, because nobody could read it**\n\n${items.join('\n')}`;
}

function sourceItem(
  view: RecordView,
  { cited, marker }: { cited: ReportedSource; marker: string },
  links: SeqLinks,
): string {
  const { source, finding } = cited;
  const check = finding === undefined ? '' : ` ([fact-check](#seq-${finding.seq}))`;
  const accessed = /^https?:/i.test(cited.url) && source?.accessed ? `, accessed ${inline(source.accessed)}` : '';
  const under = ' '.repeat(marker.length);
  const claim = source === undefined ? undefined : claimBeyondQuote(source);
  const lines = [
    `${marker}${sourceLink(view, cited, source?.title)}${accessed} — ${statusText(view, cited, links)}${check}`,
    ...(source?.quote && !isDocumentEntry(view.state, cited) ? [`${under}> ${quotedInline(source.quote, links)}`] : []),
    ...(claim === undefined ? [] : [`${under}Supports: ${inline(claim, links)}`]),
  ];
  return lines.join('\n\n');
}

function checkedSource(view: RecordView, entry: VisibleEntry): string | undefined {
  const url = dataOf(entry, 'verification_result')?.url;
  if (url === undefined || entry.target_seq === null) return undefined;
  return `Source: ${sourceLink(view, citedSource(view, entry.target_seq, url))}`;
}
