import type { TaskInputs, TaskOutput, VisibleEntry } from '../../debate/tasks';
import type { EvidenceIndex } from './evidenceIndex';
import { answersIn, argumentsIn, isArgument, quotesIn, type DebateRecord } from './record';
import { subjectOfQuote } from './subjectName';
import { Voice } from './voice';
import { termsIn } from './terms';

const most = 2;

const wordings = [
  'What else do the files say about {subject}, which you quote at seq {seq}?',
  'You read out a passage on {subject} at seq {seq}, and nobody has taken it up. Is there a second page that bears it out?',
  'How far does what you quote on {subject} at seq {seq} reach? Is there anything in the evidence about its limits?',
  'For those of us who do not live with {subject} every day: what in the evidence shows why we should care about seq {seq}?',
  'At seq {seq} you rest on {subject}. What does that look like in practice, if the files tell?',
  'Who bears the consequences of what you quote on {subject} at seq {seq}? Is there a page on that?',
];

/** Up to two questions, to different debaters, about something quoted that nobody answered; none asked before. */
export function audienceQuestions(
  { brief, record, round, turns }: TaskInputs['audience/questions'],
  index: EvidenceIndex,
): TaskOutput<'audience/questions'> {
  // When a round brought nothing but conjecture there is nothing new to ask about.
  const spoken = turns.flatMap(({ seqs }) => seqs);
  if (spoken.length > 0 && !record.some((entry) => spoken.includes(entry.seq) && isArgument(entry)))
    return { questions: [] };
  const topic = new Set(termsIn(brief.topic));
  const voice = new Voice({ topic: brief.topic, place: 0, of: most, count: round });
  const asked = askedAlready(record);
  const questions = candidates(record, spoken).flatMap((entry) => {
    const subject = quotesIn(entry).flatMap((quote) => subjectOfQuote(quote, index, topic) ?? [])[0];
    if (subject === undefined || asked.has(`seq ${entry.seq}`) || asked.has(subject.toLowerCase())) return [];
    return [{ to: entry.speaker, subject, seq: entry.seq }];
  });
  const [first, ...others] = questions;
  // Rounds differ in who is asked first, and every debater gets its share.
  const second = others.find(({ to, subject }) => to !== first?.to && subject !== first?.subject);
  return {
    questions: [first, second]
      .filter((question) => question !== undefined)
      .map(({ to, subject, seq }) => ({ to, question: voice.say('question', wordings, { subject, seq }) })),
  };
}

/** Unanswered arguments, this round's first. */
function candidates(record: DebateRecord, thisRound: readonly number[]): VisibleEntry[] {
  const answers = answersIn(record);
  const open = argumentsIn(record).filter(({ seq }) => !answers.has(seq));
  return [
    ...open.filter(({ seq }) => thisRound.includes(seq)),
    ...open.filter(({ seq }) => !thisRound.includes(seq)).reverse(),
  ];
}

function askedAlready(record: DebateRecord): { has(words: string): boolean } {
  const texts = record
    .filter(({ type, data }) => type === 'audience_question' || (type === 'note' && data?.['kind'] === 'asked'))
    .map(({ content }) => content.toLowerCase());
  return { has: (words) => texts.some((text) => new RegExp(`(?<![\\w-])${escaped(words)}(?![\\w-])`).test(text)) };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
