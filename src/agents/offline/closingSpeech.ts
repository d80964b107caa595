import type { ClosingInput, TurnOutput, VisibleEntry } from '../../debate/tasks';
import { figuresIn, missingFigures } from '../../debate/figures';
import { subjectIn, type CaseFile } from './caseFile';
import {
  answeredMe,
  closingEnd,
  closingStart,
  closingStartPlain,
  concededBefore,
  heldUp,
  metThem,
  rests,
  shortCase,
  unresolvedMine,
  unresolvedPlain,
} from './closingPhrases';
import { joined } from './grammar';
import { aimOf, positionSentence } from './persona';
import { answersIn, argumentsIn, concessionsOf, quotesIn, spokenBy } from './record';
import { duties } from './spokenDuties';
import { called, Speech } from './speechParts';

/** Consolidates by reference. Cites nothing, and names no figure but entries' seqs. */
export function closingSpeech(file: CaseFile, input: ClosingInput): TurnOutput {
  const owed = duties(file, input);
  const own = argumentsIn(file.record, file.you.name);
  const speech = new Speech().say(...owed.sentences).paragraph();
  start(file, speech);
  if (own.length === 0) speech.say(file.isTerse ? 'I rest.' : shortCase);
  else ownCase(file, speech, own);
  speech.paragraph();
  exchanges(file, speech, own);
  speech.paragraph().say(...unresolved(file, input, own));
  speech.say(
    file.voice.say('closingEnd', closingEnd, { aim: file.isTerse ? 'what was quoted' : plain(file, aimOf(file.you)) }),
  );
  return { entries: [{ type: 'closing_statement', content: speech.content, sources: null, ...owed.fields }] };
}

/** Empty where a phrase would bring a new figure into the closing; wordings that need it are then left out. */
function plain(file: CaseFile, phrase: string): string {
  if (figuresIn(phrase).length === 0) return phrase;
  const earlier = file.record
    .filter((entry) => entry.struck === undefined)
    .map(({ content }) => content)
    .join('\n\n');
  return missingFigures(phrase, earlier).length > 0 ? '' : phrase;
}

function start(file: CaseFile, speech: Speech): void {
  // In its opening the debater said its position; a figure in it has stood in the record since.
  // A struck entry held it too, and its words are not to be repeated.
  const isStruck = file.record.some((entry) => entry.speaker === file.you.name && entry.struck !== undefined);
  const position = isStruck ? '' : plain(file, positionSentence(file.you) ?? '');
  const bank = position === '' ? closingStartPlain : closingStart;
  speech.say(file.voice.say('closingStart', bank, { position }));
}

function ownCase(file: CaseFile, speech: Speech, own: readonly VisibleEntry[]): void {
  const chosen = own.length <= 4 ? own : [own[0], ...own.slice(-3)].filter((entry) => entry !== undefined);
  speech.say(file.voice.say('rests', rests, { list: joined(chosen.map((entry) => reference(file, entry))) }));
  const answers = answersIn(file.record);
  const standing = own.filter(({ seq }) => !answers.has(seq)).map(({ seq }) => `seq ${seq}`);
  if (standing.length > 0) speech.say(file.voice.say('heldUp', heldUp, { seqs: joined(standing.slice(0, 4)) }));
}

/** "seq 6 on version skew". */
function reference(file: CaseFile, entry: VisibleEntry): string {
  const subjects = quotesIn(entry).map((quote) => plain(file, subjectIn(file, quote) ?? ''));
  const subject = subjects.find((candidate) => candidate !== '');
  return subject === undefined ? `seq ${entry.seq}` : `seq ${entry.seq} on ${subject}`;
}

function exchanges(file: CaseFile, speech: Speech, own: readonly VisibleEntry[]): void {
  const { voice, record, you } = file;
  const mine = own.filter((entry) => entry.type === 'rebuttal' && entry.rebuttal_to_seq !== null);
  const list = joined(mine.slice(-3).map((entry) => `seq ${entry.seq} answers ${targetOf(file, entry)}`));
  if (list !== '') speech.say(voice.say('metThem', metThem, { list }));
  const answers = answersIn(record);
  const replies = own.flatMap(({ seq }) => (answers.get(seq) ?? []).map((reply) => reply.seq));
  if (replies.length > 0) speech.say(voice.say('answeredMe', answeredMe, { seqs: seqList(replies) }));
  const conceded = spokenBy(record, you.name).flatMap((entry) => concessionsOf(entry).map(({ seq }) => seq));
  const seqs = seqList(
    conceded.filter((seq) => record.some((entry) => entry.seq === seq && entry.struck === undefined)),
  );
  if (seqs !== '') speech.say(voice.say('conceded', concededBefore, { seqs }));
}

function targetOf(file: CaseFile, entry: VisibleEntry): string {
  const target = file.record.find(({ seq }) => seq === entry.rebuttal_to_seq);
  const speaker = target === undefined ? '' : plain(file, called(file, target.speaker));
  return `seq ${entry.rebuttal_to_seq ?? 0}${speaker === '' ? '' : ` of ${speaker}`}`;
}

function seqList(seqs: readonly number[]): string {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b);
  return joined(sorted.slice(0, 4).map((seq) => `seq ${seq}`));
}

/** What the Chair left open, met with one's own entries where there are any. */
function unresolved(file: CaseFile, { unresolved: points }: ClosingInput, own: readonly VisibleEntry[]): string[] {
  const seqs = [...new Set(points.flatMap((point) => point.seqs))];
  if (seqs.length === 0) return [];
  const answering = own.filter(({ rebuttal_to_seq: target, seq }) => seqs.includes(target ?? -1) || seqs.includes(seq));
  const values = { seqs: seqList(seqs), own: seqList(answering.map(({ seq }) => seq)) };
  const bank = values.own === '' ? unresolvedPlain : unresolvedMine;
  return [file.voice.say('unresolved', bank, values)];
}
