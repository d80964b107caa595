import { shownFindingOn } from '../../debate/fold/citations';
import { addressWithoutTurns, oneLine } from '../../matching/text/shortText';
import { foundStatus, type FoundStatus } from '../../debate/log/sourceMark';
import { type Finding, isRedacted } from '../../debate/fold/state';
import type { VisibleEntry } from '../../debate/flow/tasks';
import { firstWords } from '../../matching/text/text';
import type { RecordView } from '../../debate/fold/view';

/** The arguments of a debate, without redacted ones. */
export interface DiscussionParts {
  claims: readonly Claim[];
  relations: readonly ClaimRelation[];
}

export interface Claim {
  /** Unique id of letters, digits, `_` and `.`. */
  id: string;
  speaker: string;
  seq: number;
  /** A few words on one line. */
  title: string;
  text: string;
  /** Sources of the claim, with their words as cited. */
  grounds: readonly Ground[];
}

interface Ground {
  text: string;
  url: string | undefined;
  /** Status; undefined if no source is named. */
  status: FoundStatus | 'not checked' | undefined;
}

export interface ClaimRelation {
  from: string;
  /** Id of a claim; undefined for the topic. */
  to: string | undefined;
  kind: 'attack' | 'support';
  /** Kind like `warrant attack`; undefined if not recorded. */
  type: string | undefined;
}

const titleWords = 10;
const textWords = 60;

export function* standingEntries(view: RecordView, types: ReadonlySet<string>): Generator<VisibleEntry> {
  for (const { seq, type } of view.state.headers) {
    const entry = types.has(type) && !isRedacted(view.state, seq) ? view.visible(seq) : undefined;
    if (entry !== undefined) yield entry;
  }
}

export const idOf = ({ seq }: VisibleEntry): string => `seq${seq}`;
export const short = (text: string): string => firstWords(oneLine(text), titleWords);

export const foundWord = (finding: Finding | undefined): FoundStatus | 'not checked' =>
  finding === undefined ? 'not checked' : foundStatus(finding);

/** `cited`: address as logged, which is the key of its result; `url` may be masked. */
export const groundOf = (
  view: RecordView,
  seq: number,
  { text, url, cited }: Pick<Ground, 'text' | 'url'> & { cited: string | undefined },
): Ground => ({
  text: oneLine(text),
  url: url === undefined ? undefined : addressWithoutTurns(url),
  status: cited === undefined ? undefined : foundWord(shownFindingOn(view, seq, cited)),
});

export const claimOf = (view: RecordView, entry: VisibleEntry, text: string): Claim => ({
  id: idOf(entry),
  speaker: entry.speaker,
  seq: entry.seq,
  title: short(plain(text)),
  text: firstWords(plain(text), textWords),
  grounds: (entry.sources ?? []).flatMap(({ quote, url }, index) =>
    quote === undefined
      ? []
      : [groundOf(view, entry.seq, { text: quote, url, cited: view.raw(entry.seq)?.sources?.[index]?.url })],
  ),
});

export const partOf = (entry: VisibleEntry, index: number, text: string, title = text): Claim => ({
  id: `${idOf(entry)}.${index + 1}`,
  speaker: entry.speaker,
  seq: entry.seq,
  title: short(plain(title)),
  text: firstWords(plain(text), textWords),
  grounds: [],
});

/** Plain prose from Markdown: without the marks of headings, emphasis and links. */
const plain = (markdown: string): string =>
  oneLine(
    markdown
      .replace(/^#{1,6}\s+/gm, '')
      .replace(/!?\[([^\]]{0,1000})\]\([^)]{0,2000}\)/g, '$1')
      .replace(/[*`]+/g, ''),
  );
