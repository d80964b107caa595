import { cutText, counted } from '../../matching/text/shortText';
import type { Point } from '../log/entryData';
import { argumentTypes, type Entry } from '../log/entry';
import { missingFigures, unreckoned } from '../../matching/figures/figureFindings';
import { normaliseText } from '../../matching/quote/quote';
import { saysAgain } from './repetition';
import { seqReferences } from '../log/seqReferences';
import { headerOf, isDebater, type DebateState, type Header } from '../fold/state';
import { wordCount } from '../../matching/text/text';
import { matchesOf } from '../../matching/text/matches';

const cruxPoints = { least: 2, most: 3 } as const;
export const cruxWords = 40;

const quoted = /“([^“”]+)”|"([^"]+)"|«([^«»]+)»|„([^„“”]+)[“”]/g;

interface CruxContext {
  /** Seq of the entry that names the points. */
  before: number;
  /** Whether the entry was redacted by then. */
  isRedacted: (seq: number) => boolean;
  read: (seq: number) => Entry | undefined;
}

/**
 * Checks that each point is short and cites entries of both sides, and that its quotations and figures are in those
 * entries.
 */
export function cruxProblems(
  points: readonly Point[],
  state: DebateState,
  { before, isRedacted, read }: CruxContext,
): string[] {
  const count =
    points.length < cruxPoints.least || points.length > cruxPoints.most
      ? [`There are ${counted(points.length, 'point')}; ${cruxPoints.least} or ${cruxPoints.most} are asked for.`]
      : [];
  const known = (seq: number): Header | undefined => (seq < before ? headerOf(state, seq) : undefined);
  return [
    ...count,
    ...points.flatMap((point, index) =>
      [
        ...lengthProblems(point),
        ...point.seqs.flatMap((seq) => seqProblems(seq, known(seq), state, isRedacted)),
        ...sideProblems(point, known, state),
        ...wordProblems(point, read),
        ...points
          .slice(0, index)
          .flatMap(({ text }, at) => (saysAgain(point.text, text) ? [`it says what point ${at + 1} says.`] : [])),
      ].map((problem) => `Point ${index + 1}: ${problem}`),
    ),
  ];
}

function lengthProblems({ text }: Point): string[] {
  const words = wordCount(text);
  return words <= cruxWords ? [] : [`it has ${counted(words, 'word')}; at most ${cruxWords} are allowed.`];
}

function seqProblems(
  seq: number,
  header: Header | undefined,
  state: DebateState,
  isRedacted: (seq: number) => boolean,
): string[] {
  if (header === undefined) return [`seq ${seq} is no earlier entry.`];
  if (!isDebater(state, header.speaker) || !argumentTypes.has(header.type))
    return [`seq ${seq} is no argument of a debater.`];
  return isRedacted(seq) ? [`seq ${seq} is struck; a point names what stands.`] : [];
}

function sideProblems({ seqs }: Point, known: (seq: number) => Header | undefined, state: DebateState): string[] {
  const speakers = seqs.flatMap((seq) => known(seq)?.speaker ?? []).filter((name) => isDebater(state, name));
  return new Set(speakers).size > 1 ? [] : ['its seqs are of one side; a point names entries of both.'];
}

/** Checks the point's words against the named entries and their quotations. */
function wordProblems({ text, seqs }: Point, read: CruxContext['read']): string[] {
  const entries = seqs.flatMap((seq) => read(seq) ?? []);
  const said = entries.map(saidIn).join('\n\n');
  const flat = normaliseText(said).text;
  const strangers = [...matchesOf(text, quoted)]
    .map((match) => match.slice(1).join(''))
    .filter((words) => !flat.includes(normaliseText(words).text.trim()));
  const named = seqReferences(text).flatMap((reference) => reference.seqs);
  const figures = unreckoned(text, missingFigures(text, said)).map(({ raw }) => raw);
  return [
    ...strangers.map((words) => `“${cutText(words, 80)}” stands in none of its entries.`),
    ...(figures.length === 0 ? [] : [`${figures.join(', ')} stands in none of its entries.`]),
    ...named.filter((seq) => !seqs.includes(seq)).map((seq) => `its text names seq ${seq}, its seqs do not.`),
  ];
}

const saidIn = ({ content, sources }: Entry): string =>
  [content, ...(sources ?? []).flatMap(({ title, quote }) => [title, quote ?? ''])].join('\n');
