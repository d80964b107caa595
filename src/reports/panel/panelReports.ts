import { paragraphs } from '../../debate/shortText';
import type { RecordView } from '../../debate/view';
import { topicOf } from '../../projections/topic';
import { safeContent } from '../contents';
import type { FormatReports } from '../document';
import { footer, noticeOfRole, outcomeText } from '../facts';
import { inline } from '../markdown';
import { linksToTranscript, seqLink } from '../seqLinks';
import { summary } from './summary';

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

/** `blog-post.md`; undefined on `void` (rule 20), and where the record holds none. */
export function blogPost(view: RecordView): string | undefined {
  const { state } = view;
  const seq = state.documents.get('blog-post.md');
  const entry = view.visible(seq);
  if (state.conclusion?.outcome === 'void' || entry === undefined || entry.content.trim() === '') return undefined;
  return `${paragraphs([safeContent(entry.content, { headings: 'keep' }), footer(noticeOfRole(state, 'reporter'))])}\n`;
}

/** `assessor-report.md`; says so where the Assessor failed, undefined before it has spoken. */
function assessorReport(view: RecordView): string | undefined {
  const { state } = view;
  const links = linksToTranscript(state);
  const seq = state.documents.get('assessor-report.md');
  const content = view.visible(seq)?.content.trim();
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
