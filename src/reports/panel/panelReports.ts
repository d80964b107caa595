import { panelFacts } from '../../debate/formats/panel/facts';
import { counted, escapeRegExp, paragraphs } from '../../matching/text/shortText';
import { type DebateState, hasStep, isRedacted } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { explanationOf } from '../../projections/sources';
import { topicOf } from '../../projections/topic';
import { answerSection, questionAndAnswer, unstatedIn } from '../answer';
import { citedSources, countRows, type ReportedSource, sourceLink, statusText } from '../citedSources';
import { safeContent } from '../contents';
import type { FormatReports } from '../document';
import {
  clockText,
  dateText,
  footer,
  noticeOf,
  noticeOfRole,
  outcomeText,
  rulingWords,
  spanOf,
  unreadHead,
} from '../facts';
import { blockQuote, bulletList, inline, table } from '../markdown';
import { transcriptLinks, seqLink, seqLinkList, type SeqLinks, summaryLinks } from '../seqLinks';
import { documentsFindings, documentsPage, isOfDocuments } from '../documentsPage';
import { timeline, outcomeSection } from './summaryTimeline';

export const panelReports: FormatReports = {
  documents: () => [
    { name: 'summary.md', build: summary },
    { name: 'blog-post.md', build: blogPost },
    { name: 'assessor-report.md', build: assessorReport },
  ],
  agents: (modelOf, debaters) => {
    const conclusion = modelOf('conclusion');
    return {
      chair: modelOf('chair'),
      ...(conclusion === null ? {} : { conclusion }),
      debaters,
      reporter: modelOf('reporter'),
      verifier: modelOf('verifier'),
      audience: modelOf('audience'),
      assessor: modelOf('assessor'),
    };
  },
};

/** `blog-post.md`; undefined on `void` (rule 20) and if there is none. */
export function blogPost(view: RecordView): string | undefined {
  const { state } = view;
  const seq = state.documents.get('blog-post.md');
  const entry = view.visible(seq);
  if (state.conclusion?.outcome === 'void' || entry === undefined || entry.content.trim() === '') return undefined;
  return `${paragraphs([safeContent(entry.content, { headings: 'keep' }), unstatedIn(view, 'blog-post.md'), footer(noticeOfRole(state, 'reporter'))])}\n`;
}

/** `assessor-report.md`; undefined before the Assessor has spoken or failed. */
function assessorReport(view: RecordView): string | undefined {
  const { state } = view;
  const links = transcriptLinks(state);
  const seq = state.documents.get('assessor-report.md');
  const content = view.visible(seq)?.content.trim();
  const failure = state.failures.find(({ step }) => step === 'assessor-report');
  if (content === undefined && failure === undefined) return undefined;
  const where = failure === undefined ? '' : ` (${seqLink(failure.seq, links)})`;
  const text = paragraphs([
    '# Assessor Report',
    `${questionAndAnswer(view, links)}  \n**Outcome:** ${inline(outcomeText(view))}`,
    content === undefined
      ? `*There is no assessment of this debate: the Assessor’s task failed${where}.*`
      : safeContent(content, { links, headings: 'keep' }),
    footer(noticeOfRole(state, 'assessor')),
  ]);
  return `${text}\n`;
}

/** Sections that the Reporter writes in its `document` entry. */
const sections = ['Key Arguments', 'Notable Exchanges', 'Debate Flow'] as const;
type ReporterSection = (typeof sections)[number];
type ReporterPart = (section: ReporterSection) => string;

/** Returns the Reporter's text of a section, or the reason why it is missing. */
function reporterPart(view: RecordView, links: SeqLinks): ReporterPart {
  const seq = view.state.documents.get('summary.md');
  const content = view.visible(seq)?.content;
  if (content === undefined || content.trim() === '') return () => absence(view, links);
  const parts = split(content, new RegExp(`^## (${sections.join('|')})\\s*$`));
  // A report of another program, without our sections, is shown whole.
  const whole = parts.size === 1 && parts.has('') ? content : undefined;
  return (section) => {
    const text = section === 'Key Arguments' && whole !== undefined ? whole : parts.get(section)?.trim();
    if (text === undefined || text === '') return '*The Reporter wrote no such section.*';
    return section === 'Key Arguments' ? byDebater(text, view.state, links) : safeContent(text, { links });
  };
}

/**
 * Text below each heading that `heading` finds outside of code, by the pattern's first group; text before the first one
 * under ''.
 */
function split(text: string, heading: RegExp): Map<string, string> {
  const parts = new Map<string, string>();
  let key = '';
  let fence = '';
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const found = fence === '' ? heading.exec(line)?.[1] : undefined;
    if (found !== undefined && !parts.has(found)) {
      key = found;
      parts.set(key, '');
    } else parts.set(key, `${parts.get(key) ?? ''}${line}\n`);
  }
  return parts;
}

/** Sections in lineup order; debaters whom the Reporter left out are reported as missing. */
function byDebater(text: string, state: DebateState, links: SeqLinks): string {
  const names = state.debaters.map(({ name }) => name);
  const escaped = names.map(escapeRegExp);
  const parts = names.length === 0 ? undefined : split(text, new RegExp(`^### (${escaped.join('|')})\\s*$`));
  if (parts === undefined || !names.some((name) => parts.has(name))) return safeContent(text, { links });
  return paragraphs([
    safeContent(parts.get('') ?? '', { links }),
    ...names.map((name) => {
      const words = parts.get(name)?.trim() ?? '';
      return `### ${inline(name)}\n\n${words === '' ? '*The Reporter names none.*' : safeContent(words, { links })}`;
    }),
  ]);
}

function absence({ state }: RecordView, links: SeqLinks): string {
  if (state.setup === undefined) return '*The record holds no Reporter’s part.*';
  if (!hasStep(state, 'documents')) return '*The Reporter has not written this part yet.*';
  const failure = state.failures.find(({ step }) => step === 'documents');
  const where = failure === undefined ? '' : ` (${seqLink(failure.seq, links)})`;
  return `*This part is missing: the Reporter’s task failed${where}. What stands in the other sections was made by code.*`;
}

/**
 * `summary.md`: the Reporter's part and facts from code. It names no redacted entry, not even one redacted after it was
 * written.
 */
export function summary(view: RecordView, links: SeqLinks = summaryLinks(view.state), folder?: string): string {
  if (isOfDocuments(view.state)) return documentsPage(view, links, folder);
  const map = documentsFindings(view, links, folder) ?? mapText(view, links);
  const reporter = reporterPart(view, links);
  const answer = answerSection(view, links);
  const sections: SummarySection[] = [
    ...(answer === undefined ? [] : [answer]),
    ['Overview', overview(view, links)],
    ...(map === undefined ? said(reporter, sourceRulings(view, links)) : mapped(map, sourceRulings(view, links))),
    ['Timeline', timeline(view, links)],
    ['Verification Results', verification(view, links)],
    ...(map === undefined ? [['Debate Flow', reporter('Debate Flow')] satisfies SummarySection] : []),
    ['Outcome', outcomeSection(view, links)],
    ['Audience Perspective', audiencePerspective(view, links)],
  ];
  const text = paragraphs([
    `# Debate Summary: ${inline(topicOf(view) ?? 'topic not recorded')}`,
    unreadHead(view),
    ...sections.map(([title, body]) => `## ${title}\n\n${body}`),
    unstatedIn(view, 'summary.md'),
    footer(noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

type SummarySection = [string, string];

const said = (reporter: ReporterPart, rulings: string): SummarySection[] => [
  ['Key Arguments', reporter('Key Arguments')],
  ['Notable Exchanges', paragraphs([reporter('Notable Exchanges'), rulings])],
];

/** Sections of the map. */
function mapped(map: string, rulings: string): SummarySection[] {
  const sections = map
    .split(/^## /m)
    .slice(1)
    .map((section): SummarySection => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    });
  return [...sections, ['Source Rulings', rulings.replace(/^\*\*Source rulings\*\*\n+/, '')]];
}

/** The map of the evidence, which replaces a Reporter's summary if no model judged. */
function mapText(view: RecordView, links: SeqLinks): string | undefined {
  const { conclusion, documents } = view.state;
  const seq = documents.get('summary.md');
  const content = conclusion?.undecided === 'nobody_weighed' ? view.visible(seq)?.content : undefined;
  return content?.startsWith('## ') === true ? safeContent(content, { links, headings: 'keep' }) : undefined;
}

function overview(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const notice = noticeOf(state);
  const skipped = state.turns.filter((turn) => turn.skipped);
  const missing = skipped.map(({ debater, round, phase, seqs }) => {
    const when = round > 0 ? ` in round ${round}` : `, ${inline(phase)}`;
    return `${inline(debater)}${when} (${seqLinkList(seqs, links)})`;
  });
  const rows = state.debaters.map(({ name, persona, starting_position, model }) => [
    `**${inline(name)}**`,
    inline(persona || 'not recorded'),
    inline(starting_position || 'not recorded'),
    inline(model || 'not recorded'),
  ]);
  return paragraphs([
    `**Topic:** ${inline(topicOf(view) ?? 'not recorded')}`,
    `**Held:** ${held(view)}`,
    `**Outcome:** ${inline(outcomeText(view))}`,
    notice === undefined ? undefined : `**Notice:** ${inline(notice)}`,
    rows.length === 0 ? '*No debater has spoken.*' : table(['Debater', 'Persona', 'Starting position', 'Model'], rows),
    missing.length === 0
      ? undefined
      : `**Missing voices:** ${counted(missing.length, 'turn')} skipped: ${missing.join('; ')}.`,
  ]);
}

function held(view: RecordView): string {
  const { state } = view;
  const { start, end } = spanOf(view);
  const from = Date.parse(start ?? '');
  const to = end === undefined ? '' : ` to ${clockText(Date.parse(end))}`;
  const time = start === undefined ? 'not started' : `${dateText(start) ?? ''}, ${clockText(from)}${to} UTC`;
  return `${time}; ${counted(state.round, 'round')}, ${counted(state.headers.length, 'entry', 'entries')} in the record.`;
}

const sourceRulingKinds: ReadonlySet<string> = new Set(['unreliable', 'challenge', 'reconsidered']);

/** Rulings on sources, listed by code so that none is left out. */
function sourceRulings(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const ruled = state.rulings
    .filter(({ kind, url }) => sourceRulingKinds.has(kind) || (kind === 'ruling' && url !== undefined))
    .map((ruling) => ({
      seq: ruling.seq,
      text: isRedacted(state, ruling.target ?? -1)
        ? `on a source of an entry that was struck (${inline(ruling.kind)})`
        : inline(rulingWords(view, ruling), links),
    }));
  const redacted = [...state.redactions].map(([, { by, reason }]) => ({
    seq: by,
    text: `Entry struck from the record: ${inline(view.mask.text(reason), links)}`,
  }));
  const lines = [...ruled, ...redacted]
    .sort((a, b) => a.seq - b.seq)
    .map(({ seq, text }) => `${seqLink(seq, links)}: ${text}`);
  return paragraphs(['**Source rulings**', lines.length === 0 ? 'No source was ruled on.' : bulletList(lines)]);
}

function verification(view: RecordView, links: SeqLinks): string {
  const all = citedSources(view);
  const whole = countRows(all, [all]);
  const counts = table(whole.titles, whole.rows);
  if (all.length === 0) return 'No source was cited.';
  const rest = all.filter(({ finding }) => finding?.status !== 'verified');
  if (rest.length === 0) {
    const isQuoted = all.some(({ finding }) => finding?.quoted === true);
    return paragraphs([counts, `Every source that was cited is verified${isQuoted ? ' or quoted' : ''}.`]);
  }
  // This part would be the longest in a log whose sources were never verified.
  const checked = rest.filter(({ finding }) => finding !== undefined);
  const rows = (checked.length === 0 ? [] : rest).map((source) => row(view, source, links));
  const words =
    rows.length === 0
      ? 'No source was checked by a Verifier. [The verifier report](verifier-report.md) lists them all.'
      : 'Everything that is not verified:';
  return paragraphs([
    counts,
    words,
    rows.length === 0 ? undefined : table(['Entry', 'Debater', 'Source', 'Status', 'Why'], rows),
  ]);
}

function row(view: RecordView, cited: ReportedSource, links: SeqLinks): string[] {
  const { seq, speaker, source, finding } = cited;
  const where =
    cited.isRedacted && finding !== undefined ? `checked in ${seqLink(finding.seq, links)}` : seqLink(seq, links);
  const by = view.state.redactions.get(seq)?.by;
  const why = finding === undefined ? '' : explanationOf(view, finding);
  return [
    cited.isRedacted && finding === undefined ? 'struck' : where,
    inline(speaker),
    sourceLink(view, cited, source?.title),
    statusText(view, cited, links),
    by === undefined ? inline(why, links) : `The entry was struck (${seqLink(by, links)}).`,
  ];
}

function audiencePerspective(view: RecordView, links: SeqLinks): string {
  const { conclusion, setup } = view.state;
  const { audienceConclusion: seq } = view.state.factsOf(panelFacts);
  const entry = view.visible(seq);
  if (seq !== undefined && entry !== undefined) {
    return paragraphs([`*${seqLink(seq, links)}*`, blockQuote(safeContent(entry.content, { links }))]);
  }
  if (setup === undefined) return '*The record holds no conclusion of the audience.*';
  if (conclusion === undefined) return '*The audience speaks after the conclusion.*';
  const failure = view.state.failures.find(({ step }) => step === 'audience-conclusion');
  if (failure === undefined) return '*The audience’s conclusion is not there yet.*';
  return `*${inline(view.mask.text(failure.reason), links)} (${seqLink(failure.seq, links)})*`;
}
