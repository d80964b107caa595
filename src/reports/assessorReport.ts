import type { RecordView } from '../debate/view';
import { safeContent } from './contents';
import { footer, noticeOfRole, outcomeText } from './facts';
import { inline, paragraphs } from './markdown';
import { linksToTranscript, seqLink } from './seqLinks';
import { topicOf } from '../projections/topic';

/** `assessor-report.md`; says so where the Assessor failed, undefined before it has spoken. */
export function assessorReport(view: RecordView): string | undefined {
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
