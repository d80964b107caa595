import { relative, resolve, sep } from 'node:path';
import { areDebatersExtractive, areDocumentsSpeaking } from '../debate/flow/seats';
import { paragraphs } from '../matching/text/shortText';
import { parseSourceUrl, percentEncoded } from '../matching/text/sourceUrl';
import type { DebateState } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { topicOf } from '../projections/topic';
import { safeContent } from './contents';
import { topNotice, unreadHead } from './facts';
import { inline } from './markdown';
import type { SeqLinks } from './seqLinks';

/** Whether only documents spoke, without a judge; their page is then `summary.md` and `brief.md`. */
export const isOfDocuments = (state: DebateState): boolean =>
  areDocumentsSpeaking(state) && areDebatersExtractive(state) && state.conclusion?.undecided === 'nobody_weighed';

/** Findings in the documents, as logged; undefined before that. `folder`: folder of the page. */
export function documentsFindings(view: RecordView, links: SeqLinks, folder?: string): string | undefined {
  const content = view.visible(view.state.documents.get('summary.md'))?.content.trim();
  if (content === undefined || content === '' || !areDocumentsSpeaking(view.state)) return undefined;
  const places: string[] = [];
  const kept = content.replace(evidenceLink, (_, label: string, address: string) => {
    places.push(placeOf(view.state, { label, address, folder }));
    return `${mark}${places.length - 1}${mark}`;
  });
  const safe = safeContent(kept, { links, headings: 'keep' });
  return safe.replace(marked, (_, at: string) => places[Number(at)] ?? '');
}

const evidenceLink = /\[([^[\]\n]+)\]\((workspace:[^\s()]+)\)/g;
/** A character that occurs in no file's text. */
const mark = '\ue0a9';
const marked = new RegExp(`${mark}(\\d+)${mark}`, 'g');

function placeOf(
  { setup }: DebateState,
  { label, address, folder }: { label: string; address: string; folder: string | undefined },
): string {
  const place = parseSourceUrl(address);
  const root = setup?.evidence.root;
  if (place.kind !== 'workspace' || folder === undefined || root == null) return label;
  const file = relative(folder, resolve(root, place.path)).split(sep).map(percentEncoded).join('/');
  // The label names a row's own line; the address includes its header.
  const line = /^L(\d+)/.exec(label)?.[1];
  const where = place.page === undefined ? (line === undefined ? '' : `#L${line}`) : `#page=${place.page}`;
  return `[${label}](${file}${where})`;
}

/** The one page of documents, which is `summary.md` and `brief.md`. */
export function documentsPage(view: RecordView, links: SeqLinks, folder?: string): string {
  const text = paragraphs([
    `# What the files say: ${inline(topicOf(view) ?? 'topic not recorded')}`,
    topNotice(view.state),
    unreadHead(view),
    documentsFindings(view, links, folder) ?? '*The page is not written yet.*',
  ]);
  return `${text}\n`;
}
