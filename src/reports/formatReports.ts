import { formatIn, ofFormat } from '../debate/formats/formatName';
import type { FormatName } from '../debate/formats/registry';
import type { DebateState } from '../debate/state';
import { dialecticReports } from './dialectic/dialecticReports';
import type { FormatReports } from './document';
import { summary } from './summary';
import { tribunalReports } from './tribunal/tribunalReports';
import type { RecordView } from '../debate/view';
import { safeContent } from './contents';
import { footer, noticeOfRole, outcomeText } from './facts';
import { inline } from './markdown';
import { linksToTranscript, seqLink } from './seqLinks';
import { topicOf } from '../projections/topic';
import { paragraphs } from '../debate/shortText';

const panelReports: FormatReports = {
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

/** Those that every format has, and no others. */
const noReports: FormatReports = { documents: () => [] };

const reports: Readonly<Record<FormatName, FormatReports>> = {
  panel: panelReports,
  tribunal: tribunalReports,
  dialectic: dialecticReports,
};

export const reportsOf = ({ setup }: DebateState): FormatReports => ofFormat(reports, formatIn(setup), noReports);

/** `blog-post.md`; undefined on `void` (rule 20), and where the record holds none. */
export function blogPost(view: RecordView): string | undefined {
  const { state } = view;
  const seq = state.documents.get('blog-post.md');
  const entry = seq === undefined ? undefined : view.visible(seq);
  if (state.conclusion?.outcome === 'void' || entry === undefined || entry.content.trim() === '') return undefined;
  return `${paragraphs([safeContent(entry.content, { headings: 'keep' }), footer(noticeOfRole(state, 'reporter'))])}\n`;
}

/** `assessor-report.md`; says so where the Assessor failed, undefined before it has spoken. */
function assessorReport(view: RecordView): string | undefined {
  const { state } = view;
  const links = linksToTranscript(state);
  const seq = state.documents.get('assessor-report.md');
  const content = seq === undefined ? undefined : view.visible(seq)?.content.trim();
  const failure = state.failures.find(({ step }) => step === 'assessor-report');
  if (content === undefined && failure === undefined) return undefined;
  const where = failure === undefined ? '' : ` (${seqLink(failure.seq, links)})`;
  const topic = topicOf(view);
  const text = paragraphs([
    '# Assessor Report',
    `**Topic:** ${topic === undefined ? 'not recorded' : inline(topic)}  \n**Outcome:** ${inline(outcomeText(state))}`,
    content === undefined
      ? `*There is no assessment of this debate: the Assessor’s task failed${where}.*`
      : safeContent(content, { links, headings: 'keep' }),
    footer(noticeOfRole(state, 'assessor')),
  ]);
  return `${text}\n`;
}
