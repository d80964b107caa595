import type { RecordView } from '../debate/view';
import { safeContent } from './contents';
import { footer, noticeOfRole } from './facts';
import { paragraphs } from './markdown';

/** `blog-post.md`; undefined on `void` (rule 20), and where the record holds none. */
export function blogPost(view: RecordView): string | undefined {
  const { state } = view;
  const seq = state.documents.get('blog-post.md');
  const entry = seq === undefined ? undefined : view.visible(seq);
  if (state.conclusion?.outcome === 'void' || entry === undefined || entry.content.trim() === '') return undefined;
  return `${paragraphs([safeContent(entry.content, { headings: 'keep' }), footer(noticeOfRole(state, 'reporter'))])}\n`;
}
