import { paragraphs } from '../matching/text/shortText';
import type { Point } from '../debate/log/entryData';
import type { RecordView } from '../debate/fold/view';
import { answerOf, uncitedFiles } from '../projections/answer';
import { bulletList, inline } from './markdown';
import { seqLinkList, type SeqLinks } from './seqLinks';

/** What stands first in a document: the question answered, then what is agreed and what is open. */
export function answerSection(view: RecordView, links: SeqLinks): string | undefined {
  const found = answerOf(view);
  if (found === undefined) return undefined;
  const { answer, agreed, open } = found;
  const settled = open.map(
    (point) => `${said(point, links)} *What would settle it:* ${inline(point.settle.trim(), links)}`,
  );
  return paragraphs([
    `**${inline(answer.text.trim(), links)}**${places(answer, links)}`,
    ...(agreed.length === 0 ? [] : ['**Accepted by both sides**', bulletList(agreed.map((one) => said(one, links)))]),
    ...(settled.length === 0 ? [] : ['**Open**', bulletList(settled)]),
    uncitedLine(view),
  ]);
}

const mostNamed = 8;

function uncitedLine(view: RecordView): string | undefined {
  const files = uncitedFiles(view);
  if (files.length === 0) return undefined;
  const named = files.slice(0, mostNamed).map((path) => inline(path));
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  return `**Evidence that nobody cited:** ${named.join(', ')}${more}`;
}

/** In one line, where a document is about something else. */
export function answerLine(view: RecordView, links: SeqLinks): string | undefined {
  const found = answerOf(view);
  return found === undefined
    ? undefined
    : `**Answer:** ${inline(found.answer.text.trim(), links)}${places(found.answer, links)}`;
}

const said = (point: Point, links: SeqLinks): string => `${inline(point.text.trim(), links)}${places(point, links)}`;

/** The entries that the words themselves do not name. */
function places({ text, seqs }: Point, links: SeqLinks): string {
  const named = seqs.filter((seq) => !new RegExp(`\\bseq ${seq}\\b`).test(text));
  return named.length === 0 ? '' : ` (${seqLinkList(named, links)})`;
}
