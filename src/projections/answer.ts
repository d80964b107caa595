import type { OpenPoint, Point } from '../debate/log/entryData';
import { isRedacted } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { parseSourceUrl } from '../matching/text/sourceUrl';

/** The topic's question answered by whoever concluded, as it may be shown. */
export interface ShownAnswer {
  /** The entry that answers. */
  seq: number;
  answer: Point;
  agreed: Point[];
  open: OpenPoint[];
}

/** Undefined where nobody answered, and where that entry was redacted. */
export function answerOf({ state, mask }: RecordView): ShownAnswer | undefined {
  const found = state.answer;
  if (found === undefined || isRedacted(state, found.seq)) return undefined;
  const { seq, answer, agreed, open } = found;
  return {
    seq,
    answer: { ...answer, text: mask.text(answer.text) },
    agreed: agreed.map((point) => ({ ...point, text: mask.text(point.text) })),
    open: open.map((point) => ({ ...point, text: mask.text(point.text), settle: mask.text(point.settle) })),
  };
}

/** Evidence that no entry cites, which whoever decides may want to read. */
export function uncitedFiles({ state }: RecordView): string[] {
  const urls = state.headers.flatMap(({ seq, urls: cited }) => (isRedacted(state, seq) ? [] : cited));
  const cited = new Set(
    [...new Set(urls)].map((url) => {
      const source = parseSourceUrl(url);
      return source.kind === 'workspace' ? source.path : undefined;
    }),
  );
  return (state.setup?.evidence.files ?? []).map(({ path }) => path).filter((path) => !cited.has(path));
}
