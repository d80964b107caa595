import type { Point } from '../../debate/entryData';
import { figuresIn } from '../../debate/figures';
import type { TaskInputs, TaskOutput, VisibleEntry } from '../../debate/tasks';
import type { EvidenceIndex } from './evidenceIndex';
import { joined, sentenceCase } from './grammar';
import { answeredQuote, answersIn, argumentsIn, quotesIn, spokenBy, type DebateRecord, type Quoted } from './record';
import { subjectOfQuote } from './subjectName';
import { termsIn } from './terms';

const most = 3;

/**
 * One to three points with seqs: contested quotations first, then arguments that nobody answered, from different
 * debaters in turn so that no side is singled out.
 */
export function nameUnresolved(
  { brief, record }: TaskInputs['chair/name_unresolved'],
  index: EvidenceIndex,
): TaskOutput<'chair/name_unresolved'> {
  const topic = new Set(termsIn(brief.topic));
  const about: About = (entry, quote) => {
    const subjects = (quote === undefined ? quotesIn(entry) : [quote]).flatMap(
      (quote) => subjectOfQuote(quote, index, topic) ?? [],
    );
    const subject = subjects.find((candidate) => figuresIn(candidate).length === 0);
    return subject ?? 'the point made';
  };
  const points = [
    ...contested(record, about),
    ...unanswered(
      record,
      brief.debaters.map(({ name }) => name),
      about,
    ),
  ];
  return { points: points.length > 0 ? points.slice(0, most) : [fallback(record)] };
}

/** What an entry, or one quotation of it, is about. */
type About = (entry: VisibleEntry, quote?: Quoted) => string;

/** The latest exchange: a rebuttal that was not itself answered, with what it answers. */
function contested(record: DebateRecord, about: About): Point[] {
  const answers = answersIn(record);
  const last = argumentsIn(record).findLast((entry) => entry.type === 'rebuttal' && !answers.has(entry.seq));
  const target = record.find((entry) => entry.seq === last?.rebuttal_to_seq && entry.struck === undefined);
  if (last === undefined || target === undefined) return [];
  const answered = answeredQuote(target, last);
  const text = `${sentenceCase(about(target, answered))}: the passages quoted at seq ${target.seq} and seq ${last.seq} point different ways, and nobody has said which weighs more.`;
  return [{ text, seqs: [target.seq, last.seq] }];
}

/** The earliest unanswered argument of each debater, one point for all of them. */
function unanswered(record: DebateRecord, names: readonly string[], about: About): Point[] {
  const answers = answersIn(record);
  const open = names.flatMap((name) =>
    argumentsIn(record, name)
      .filter(({ seq }) => !answers.has(seq))
      .slice(0, 1),
  );
  if (open.length === 0) return [];
  // A single name would single out a side: an answered entry of another debater is laid beside it.
  const others = argumentsIn(record).filter(({ speaker }) => !open.some((entry) => entry.speaker === speaker));
  const shown = open.length > 1 ? open : [...open, ...others.slice(-1)];
  const parts = shown.slice(0, 4).map((entry) => `${about(entry)} (seq ${entry.seq})`);
  const text = `What was quoted on ${joined(parts)} ${shown.length === 1 ? 'has' : 'have'} not been weighed against anything else in the record.`;
  return [{ text, seqs: shown.slice(0, 4).map(({ seq }) => seq) }];
}

function fallback(record: DebateRecord): Point {
  const speakers = [...new Set(record.filter(({ type }) => type === 'conjecture').map(({ speaker }) => speaker))];
  const seqs = speakers.flatMap((name) =>
    spokenBy(record, name)
      .slice(-1)
      .map(({ seq }) => seq),
  );
  return {
    text: 'No argument with a source is left open; what would settle the question is not in the evidence.',
    seqs,
  };
}
