import { sourceTally } from './sources';
import { stepOf } from '../debate/log/entry';
import type { Point } from '../debate/log/entryData';
import { allCitations } from '../debate/fold/citations';
import { isRedacted } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import type { FormatVerdict } from './formats/formatProjection';
import { projectionIn } from './formats/registry';
import { topicOf } from './topic';

/** What stands first wherever a debate is shown: what was asked and what it comes to. Texts are masked. */
export interface DebateAnswer {
  /** Undefined where the record names no topic. */
  question: string | undefined;
  /** The answer in words, by the entry `seq`. Undefined where nobody answered, and where that entry is redacted. */
  given: ShownAnswer | undefined;
  /** What both sides accept. A record without an answer has its concessions here. */
  agreed: readonly ShownPoint[];
  /** What is not settled, and what would settle it where somebody said so. */
  open: readonly ShownOpenPoint[];
  /** What was quoted, in a debate that nobody judged. */
  unjudged: QuotedEvidence | undefined;
}

export type ShownPoint = Pick<Point, 'text' | 'seqs'>;

interface ShownAnswer extends ShownPoint {
  seq: number;
  /** Figures of its entry that no other entry states. */
  unstated: readonly string[];
}

export interface ShownOpenPoint extends ShownPoint {
  settle?: string;
}

export interface QuotedEvidence {
  quotations: number;
  /** Quotations that stand where they are cited. */
  found: number;
  files: number;
}

/** What a format's verdict says; a log of another program has only what its conclusion says. */
export const formatVerdictOf = (view: RecordView): FormatVerdict =>
  projectionIn(view.state).verdict?.(view) ?? { judging: { role: 'chair', by: [] }, open: [] };

export function answerOf(view: RecordView, verdict: FormatVerdict = formatVerdictOf(view)): DebateAnswer {
  const topic = topicOf(view);
  const question = topic === undefined ? undefined : view.mask.text(topic);
  const by = new Set(verdict.judging.by);
  const unjudged = by.size === 1 && by.has('nobody') ? quotedIn(view) : undefined;
  return { question, ...(answered(view) ?? derived(verdict)), unjudged };
}

type Points = Pick<DebateAnswer, 'given' | 'agreed' | 'open'>;

function answered(view: RecordView): Points | undefined {
  const { state, mask } = view;
  const found = state.answer;
  if (found === undefined || isRedacted(state, found.seq)) return undefined;
  const shown = <P extends Point>(point: P): P => ({ ...point, text: mask.text(point.text) });
  return {
    given: { ...shown(found.answer), seq: found.seq, unstated: unstatedAt(view, found.seq) },
    agreed: found.agreed.map(shown),
    open: found.open.map((point) => ({ ...shown(point), settle: mask.text(point.settle) })),
  };
}

/** Figures that the entry's author was told of, and left. */
export function unstatedAt(view: RecordView, seq: number | undefined): readonly string[] {
  const entry = view.visible(seq);
  return (entry === undefined ? undefined : stepOf(entry)?.unstated) ?? [];
}

/** Earlier records and other programs' have no answer, but concessions and open points. */
const derived = ({ concessions = [], open }: FormatVerdict): Points => ({
  given: undefined,
  agreed: concessions.map(({ by, at, claim }) => ({ text: by === undefined ? claim : `${by}: ${claim}`, seqs: [at] })),
  open: open.map(({ text, seqs }) => ({ text, seqs: [...seqs] })),
});

function quotedIn(view: RecordView): QuotedEvidence {
  const cited = allCitations(view.state).filter(({ isCited, isRedacted: isGone }) => isCited && !isGone);
  const { verified } = sourceTally(view, cited);
  return { quotations: cited.length, found: verified, files: new Set(cited.map(({ url }) => placeOf(url))).size };
}

function placeOf(url: string): string {
  const source = parseSourceUrl(url);
  return source.kind === 'workspace' ? source.path : url;
}

/** Evidence that no entry cites, which whoever decides may want to read. */
export function uncitedFiles({ state }: RecordView): string[] {
  const urls = state.headers.flatMap(({ seq, type, urls: cited }) =>
    type === 'vote' || isRedacted(state, seq) ? [] : cited,
  );
  const cited = new Set(urls.map(placeOf));
  return (state.setup?.evidence.files ?? []).map(({ path }) => path).filter((path) => !cited.has(path));
}
