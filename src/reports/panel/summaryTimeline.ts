import { criterionSchema } from '../../debate/log/entryData';
import { highestTotal } from '../../debate/formats/panel/points';
import { citationsOf, sourceCounts } from '../../debate/fold/citations';
import { dataOf } from '../../debate/log/codec';
import { turnSummary, unresolvedIn } from '../../debate/formats/common/speech';
import { paragraphs, counted, spaced } from '../../matching/text/shortText';
import { headerOf, isRedacted, type Header, type Turn } from '../../debate/fold/state';
import { firstWords, sentences } from '../../matching/text/text';
import type { RecordView } from '../../debate/fold/view';
import { shownConcessions } from '../../projections/formats/declared';
import { countedWords, tallied } from '../../projections/sourceWords';
import { barredWinner } from '../../projections/outcome';
import { positionOf } from '../../projections/status';
import { english } from '../../projections/vocabulary';
import { barredWinnerWords, stableNote } from '../../projections/words';
import { safeContent } from '../contents';
import { outcomeText } from '../facts';
import { bulletList, type DebatePart, inline, partsOf, table, quotedInline } from '../markdown';
import { seqLink, seqLinkList, type SeqLinks } from '../seqLinks';
import { typeName } from '../../projections/typeName';

const summaryWords = 30;

/** The debate part by part: turns with the Chair's summaries, and interruptions. */
export function timeline(view: RecordView, links: SeqLinks): string {
  const sections = partsOf(view.state).flatMap((part) => {
    const lines = linesOf(view, part, links);
    return lines.length === 0 ? [] : [`### ${part.title}\n\n${bulletList(lines)}`];
  });
  return paragraphs(sections) || '*Nothing has been said yet.*';
}

function linesOf(view: RecordView, part: DebatePart, links: SeqLinks): string[] {
  const turns = new Map(view.state.turns.map((turn) => [turn.seqs[0], turn]));
  const lines = part.headers.flatMap((header) => {
    const turn = turns.get(header.seq);
    const line = turn === undefined ? eventLine(view, header, links) : turnLine(view, turn, links);
    return line === undefined ? [] : [line];
  });
  const checks = checksLine(view, part);
  return checks === undefined ? lines : [...lines, checks];
}

function turnLine(view: RecordView, turn: Turn, links: SeqLinks): string {
  const { state } = view;
  const name = `**${inline(turn.debater)}**`;
  if (turn.skipped) return `${name} — turn skipped (${seqLinkList(turn.seqs, links)}).`;
  const inForce = turn.seqs.filter((seq) => !isRedacted(state, seq));
  const by = turn.seqs.flatMap((seq) => state.redactions.get(seq)?.by ?? []);
  const redacted = by.length === 0 ? '' : `struck from the record (${seqLinkList([...new Set(by)], links)})`;
  if (inForce.length === 0) return `${name} — ${redacted}.`;
  const kinds = [...new Set(inForce.map((seq) => typeName(english, headerOf(state, seq)?.type ?? '')))];
  const rest = redacted === '' ? '' : ` Another entry of the turn was ${redacted}.`;
  const words = turnSummary(view, turn) ?? beginningOf(view, inForce);
  return `${name} — ${inline(kinds.join(', '))} (${seqLinkList(inForce, links)}): ${inline(words, links)}${rest}`;
}

/** Beginning of a turn without a summary; marks of headings, lists and emphasis are removed. */
function beginningOf(view: RecordView, seqs: readonly number[]): string {
  const text = seqs.map((seq) => view.visible(seq)?.content ?? '').join('\n\n');
  const plain = sentences(text.replace(/\*+|__|`/g, '')).map((sentence) => sentence.text);
  return firstWords(plain.join(' '), summaryWords);
}

function eventLine(view: RecordView, header: Header, links: SeqLinks): string | undefined {
  const { state } = view;
  const here = seqLink(header.seq, links);
  const on = header.target === null ? '' : ` on ${seqLink(header.target, links)}`;
  switch (header.type) {
    case 'ruling':
      return header.kind === 'skipped' ? undefined : `*Chair* — ruling${on} (${here})${kindText(header)}.`;
    case 'redaction': {
      const speaker = headerOf(state, header.target ?? -1)?.speaker;
      return `*Chair* — an entry${speaker === undefined ? '' : ` of ${inline(speaker)}`} is struck from the record (${here}).`;
    }
    case 'audience_question':
      return `*${header.speaker === 'user' ? 'User' : 'Audience'}* (${here}) — ${contentLine(view, header, links)}`;
    case 'intervention':
      return `*User* intervenes (${here}): ${contentLine(view, header, links)}`;
    case 'announcement':
      return header.kind === 'unresolved' ? unresolvedLine(view, header, links) : undefined;
    case 'conclusion':
      return `*Chair* concludes (${here}).`;
    default:
      return header.kind === 'failure' ? `*Failure* (${here}): ${contentLine(view, header, links)}` : undefined;
  }
}

const kindText = ({ kind }: Header): string => (kind === undefined ? '' : `: ${inline(kind)}`);

const contentLine = (view: RecordView, { seq }: Header, links: SeqLinks): string =>
  inline(firstWords(view.visible(seq)?.content ?? '', 2 * summaryWords), links);

function unresolvedLine(view: RecordView, header: Header, links: SeqLinks): string {
  const points = unresolvedIn(view).map(({ text, seqs }) => {
    const named = seqs.filter((seq) => !isRedacted(view.state, seq));
    const where = named.length === 0 ? '' : ` (${seqLinkList(named, links)})`;
    return `  - ${inline(text, links)}${where}`;
  });
  const head = `*Chair* names what is unresolved (${seqLink(header.seq, links)})`;
  return points.length === 0 ? `${head}.` : [`${head}:`, ...points].join('\n');
}

function checksLine(view: RecordView, part: DebatePart): string | undefined {
  const { state } = view;
  const citations = part.headers.flatMap((header) => citationsOf(state, header));
  // A user's statement on a source is not a result of the Verifier.
  const results = citations.filter(({ isCited, finding }) => isCited && finding?.check !== undefined);
  if (results.length === 0) return undefined;
  const found = tallied(sourceCounts(results)).filter(({ count }) => count > 0);
  return `*Verifier* — ${counted(results.length, 'result')}: ${found.map((one) => countedWords(english, one)).join(', ')}.`;
}

export function outcomeSection(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const { conclusion } = state;
  if (conclusion === undefined)
    return positionOf(state).isOver
      ? '*The debate is over, and the record holds no conclusion that can be read.*'
      : '*The debate is not concluded yet.*';
  const barred = barredWinner(state);
  return paragraphs([
    `**${inline(outcomeText(view))}** (${seqLink(conclusion.seq, links)})`,
    barred === undefined ? undefined : `**${inline(barredWinnerWords(english, barred))}**`,
    conclusion.tally === undefined ? undefined : `*${stableNote(english)}*`,
    safeContent(view.mask.of(conclusion.seq, conclusion.reason), { links }),
    evaluations(view, links),
    '**Concessions**',
    concessions(view, links),
    addenda(view, links),
  ]);
}

interface Evaluation {
  debater: string;
  /** Text of a person's judgment, which has no criteria. */
  text: string;
  criteria: { name: string; points: number | undefined; words: string }[];
  total: number | undefined;
}

function evaluations(view: RecordView, links: SeqLinks): string | undefined {
  const entry = view.visible(view.state.conclusion?.seq ?? -1);
  const found = dataOf(entry, 'conclusion')?.evaluations;
  if (found === undefined || found.length === 0) return undefined;
  const read = found.map(({ debater, criteria, text = '', total }): Evaluation => ({
    debater,
    text,
    criteria: Object.entries(criteria).map(([name, value]) => ({ name: spaced(name), ...criterionOf(value) })),
    total,
  }));
  if (read.some(({ total }) => total !== undefined))
    return paragraphs(['**Points by debater**', pointsTable(read), described(read, links)]);
  const areShort = read.every(({ criteria }) => criteria.every(({ words }) => words.length <= longestCell));
  return paragraphs(['**Evaluation by debater**', areShort ? compared(read, links) : described(read, links)]);
}

/** Reads a criterion; records from before points were numbers have words alone. */
function criterionOf(value: unknown): { points: number | undefined; words: string } {
  const { data } = criterionSchema.safeParse(value);
  if (data === undefined) return { points: undefined, words: criterionText(value) };
  const { points, text, seqs = [] } = data;
  const named = seqs.filter((seq) => !new RegExp(`\\bseq ${seq}\\b`).test(text));
  const where = named.length === 0 ? '' : ` (${named.map((seq) => `seq ${seq}`).join(', ')})`;
  return { points, words: text.trim() === '' ? '' : `${text.trim()}${where}` };
}

/** Table of points, added up by code. */
function pointsTable(read: readonly Evaluation[]): string {
  const names = [...new Set(read.flatMap(({ criteria }) => criteria.map(({ name }) => name)))];
  const pointsOf = ({ criteria }: Evaluation, criterion: string): string =>
    String(criteria.find(({ name }) => name === criterion)?.points ?? '—');
  return table(
    ['Criterion', ...read.map(({ debater }) => inline(debater))],
    [
      ...names.map((name) => [inline(name), ...read.map((evaluation) => pointsOf(evaluation, name))]),
      [`**Total of ${highestTotal}**`, ...read.map(({ total }) => `**${total ?? '—'}**`)],
    ],
  );
}

const longestCell = 60;

/** Comparison with one row per criterion. */
function compared(read: readonly Evaluation[], links: SeqLinks): string {
  const names = [...new Set(read.flatMap(({ criteria }) => criteria.map(({ name }) => name)))];
  const rows = names.map((criterion) => [
    inline(criterion),
    ...read.map(({ criteria }) => inline(criteria.find(({ name }) => name === criterion)?.words ?? '', links)),
  ]);
  return table(['Criterion', ...read.map(({ debater }) => inline(debater))], rows);
}

/** Undefined where nobody gave words beside the points, as where judges sat. */
function described(read: readonly Evaluation[], links: SeqLinks): string | undefined {
  const worded = read.filter(({ text, criteria }) => text.trim() !== '' || criteria.some(({ words }) => words !== ''));
  if (worded.length === 0) return undefined;
  return bulletList(
    worded.map(({ debater, text, criteria }) =>
      [
        `**${inline(debater)}**${text.trim() === '' ? '' : `: ${inline(text.trim(), links)}`}`,
        ...criteria
          .filter(({ words }) => words !== '')
          .map(({ name, words }) => `  - ${inline(name)}: ${inline(words, links)}`),
      ].join('\n'),
    ),
  );
}

function criterionText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(criterionText).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${spaced(name)} ${criterionText(part)}`)
    .join(', ');
}

function concessions(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const lines = shownConcessions(view).map(({ by, at, seq, claim, isByReview }) => {
    if (isByReview === true)
      return `**${inline(by)}** in ${seqLink(at, links)}: ${quotedInline(claim, links)} (by the Chair’s review)`;
    const to = headerOf(state, seq)?.speaker;
    const what = isRedacted(state, seq)
      ? 'a claim of an entry that was struck'
      : `${quotedInline(claim, links)} (${seqLink(seq, links)})`;
    return `**${inline(by)}** in ${seqLink(at, links)}${to === undefined ? '' : ` to ${inline(to)}`}: ${what}`;
  });
  return lines.length === 0 ? 'The record marks no concession.' : bulletList(lines);
}

/** Findings after the conclusion, whose outcome stays. */
function addenda(view: RecordView, links: SeqLinks): string | undefined {
  const after = view.state.conclusion?.seq ?? Number.POSITIVE_INFINITY;
  const late = view.state.headers
    .filter((header) => header.seq > after && (header.type === 'ruling' || header.type === 'redaction'))
    .map(({ seq, type, kind, target }) => {
      const author = target === null ? undefined : headerOf(view.state, target)?.speaker;
      const what =
        type === 'redaction'
          ? `an entry${author === undefined ? '' : ` of ${inline(author)}`} was struck`
          : ['ruling', ...(kind === undefined ? [] : [inline(kind)])].join(', ');
      return `${what} (${seqLink(seq, links)})`;
    });
  return late.length === 0 ? undefined : `**Found after the conclusion; the outcome stands:** ${late.join('; ')}.`;
}
