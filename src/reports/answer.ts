import { paragraphs } from '../matching/text/shortText';
import type { RecordView } from '../debate/fold/view';
import { answerOf, type DebateAnswer, type ShownPoint, uncitedFiles, unstatedAt } from '../projections/answer';
import { plainAnswerOf } from '../projections/plainAnswer';
import { english } from '../projections/vocabulary';
import { nobodyJudgedWords, plainAnswerWords, unstatedWords } from '../projections/words';
import { topNotice } from './facts';
import { bulletList, inline } from './markdown';
import { seqLink, seqLinkList, type SeqLinks } from './seqLinks';

/** First section of a document with its title: the answer to the question, then the agreed and the open points. */
export function answerSection(view: RecordView, links: SeqLinks): [title: string, text: string] | undefined {
  const found = answerOf(view);
  const isOver = found.given !== undefined || view.state.conclusion !== undefined;
  const parts = isOver ? [givenText(view, found, links), ...points(found, links), plainAnswerText(view, links)] : [];
  const text = paragraphs(parts);
  if (text === '') return undefined;
  return [found.given === undefined ? 'In Short' : 'Answer', paragraphs([text, uncitedLine(view)])];
}

/** What one pass said before the debate, with the entry; undefined before the end. */
export function plainAnswerText(view: RecordView, links: SeqLinks): string | undefined {
  const found = plainAnswerOf(view);
  if (found === undefined) return undefined;
  return `**Plain answer of one model, given before the debate:** ${inline(plainAnswerWords(english, found))} Its reason: ${inline(found.reason, links)} (${seqLink(found.seq, links)})`;
}

function givenText(view: RecordView, { given, unjudged }: DebateAnswer, links: SeqLinks): string | undefined {
  if (given !== undefined)
    return `**${inline(given.text.trim(), links)}**${unstatedNote(given.unstated)}${places(given, links)}`;
  // A document that says so at its top says it once.
  if (unjudged === undefined || topNotice(view.state) !== undefined) return undefined;
  return nobodyJudgedWords(english, unjudged);
}

/** A sentence behind a text; empty where all its figures are stated. */
export const unstatedNote = (figures: readonly string[]): string =>
  figures.length === 0 ? '' : ` *${inline(unstatedWords(english, figures))}*`;

/** The same of a document that the Reporter wrote, in a paragraph of its own. */
export function unstatedIn(view: RecordView, name: string): string | undefined {
  const note = unstatedNote(unstatedAt(view, view.state.documents.get(name))).trim();
  return note === '' ? undefined : note;
}

function points({ agreed, open }: DebateAnswer, links: SeqLinks): string[] {
  const settled = open.map((point) => {
    const { settle = '' } = point;
    return settle === ''
      ? said(point, links)
      : `${said(point, links)} *What would settle it:* ${inline(settle.trim(), links)}`;
  });
  return [
    ...(agreed.length === 0 ? [] : ['**Accepted by both sides**', bulletList(agreed.map((one) => said(one, links)))]),
    ...(settled.length === 0 ? [] : ['**Open**', bulletList(settled)]),
  ];
}

const mostNamed = 8;

function uncitedLine(view: RecordView): string | undefined {
  const files = uncitedFiles(view);
  if (files.length === 0) return undefined;
  const named = files.slice(0, mostNamed).map((path) => inline(path));
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : '';
  return `**Evidence that nobody cited:** ${named.join(', ')}${more}`;
}

/** Question and answer in a line each, for a document about something else. */
export function questionAndAnswer(view: RecordView, links: SeqLinks): string {
  const { question = 'not recorded' } = answerOf(view);
  const answer = answerLine(view, links);
  return [`**Question:** ${inline(question)}`, ...(answer === undefined ? [] : [answer])].join('  \n');
}

export function answerLine(view: RecordView, links: SeqLinks): string | undefined {
  const { given } = answerOf(view);
  return given === undefined
    ? undefined
    : `**Answer:** ${inline(given.text.trim(), links)}${unstatedNote(given.unstated)}${places(given, links)}`;
}

const said = (point: ShownPoint, links: SeqLinks): string =>
  `${inline(point.text.trim(), links)}${places(point, links)}`;

/** Links to entries that the words themselves do not name. */
function places({ text, seqs }: ShownPoint, links: SeqLinks): string {
  const named = seqs.filter((seq) => !new RegExp(`\\bseq ${seq}\\b`).test(text));
  return named.length === 0 ? '' : ` (${seqLinkList(named, links)})`;
}
