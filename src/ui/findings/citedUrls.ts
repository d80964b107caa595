import * as l10n from '@vscode/l10n';
import { citationsOf, shownCitation, type Citation } from '../../debate/fold/citations';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { headerOf, type DebateState, type Header } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { sourcePlace } from '../../projections/sourcePlace';
import { bareAddress } from '../../projections/words';
import type { SourceStatus } from '../../shared/protocol';

/** From state and proofs alone: for a list of thousands no entry is read. */
export interface CitedUrl extends Citation {
  /** What it is listed under: the file or page, whatever part of it is cited. */
  readonly key: string;
  /** Where it stands among the sources of its entry; -1 for a result on a URL that the entry does not cite. */
  readonly index: number;
  /** `undefined`: it will not be checked. */
  readonly status: SourceStatus | undefined;
}

/** Every source that was cited, in the order of the record. Of a redacted entry only those with a result are left. */
export function citedUrls(view: RecordView): readonly CitedUrl[] {
  const { state } = view;
  const proofs = view.proofs.size;
  const before = known.get(view);
  const isProofSame = before?.proofs === proofs;
  if (isProofSame && before.of.size === state.headers.length) return before.cited;
  const of = isProofSame ? before.of : new Map<Header, readonly CitedUrl[]>();
  for (const header of changedBy(state, state.headers.slice(of.size))) of.set(header, citedBy(view, header));
  const cited = [...of.values()].flat();
  known.set(view, { proofs, of, cited });
  return cited;
}

/** What has come, and what it is about: a result and a redaction name their entry. */
function changedBy(state: DebateState, news: readonly Header[]): ReadonlySet<Header> {
  const about = news.map(({ target }) => (target === null ? undefined : headerOf(state, target)));
  return new Set([...news, ...about.filter((header) => header !== undefined)]);
}

/** State and proofs only ever grow: their length says whether they are still the same. `of`: in the order of the record. */
const known = new WeakMap<
  RecordView,
  { proofs: number; of: Map<Header, readonly CitedUrl[]>; cited: readonly CitedUrl[] }
>();

export function citedBy(view: RecordView, header: Header): CitedUrl[] {
  // Where a seq stands in the log twice, the first entry counts.
  if (headerOf(view.state, header.seq) !== header) return [];
  const citations = citationsOf(view.state, header).map((one) => shownCitation(view, one));
  const shown = citations.filter(({ isRedacted, finding }) => !isRedacted || finding !== undefined);
  return shown.map((one) => ({
    ...one,
    key: withoutFragment(one.url),
    index: header.urls.indexOf(one.url),
    status: one.finding?.status ?? (one.isOwed ? 'pending' : undefined),
  }));
}

export const isOnWeb = (url: string): boolean => parseSourceUrl(url).kind === 'web';

/** `docs/load-test.md:10–20`; of a page its title where it is known, else its address. Redacted words are masked. */
export function placeLabel(
  view: RecordView,
  { seq, url, index }: Pick<CitedUrl, 'seq' | 'url' | 'index'>,
  isRead: boolean,
): string {
  const title = isRead && isOnWeb(url) && index >= 0 ? view.visible(seq)?.sources?.[index]?.title.trim() : undefined;
  if (title !== undefined && title !== '') return title;
  return bareAddress(view.mask.text(sourcePlace(l10n, url)));
}
