import { overlap, subjectIn, type CaseFile } from './caseFile';
import type { Indexed } from './evidenceIndex';
import { answersIn, argumentsIn, lastRoundStart, quotesIn } from './record';
import { settledBefore, unanswered } from './turnPhrases';
import { termsIn } from './terms';

/** References of a debater to its own earlier entries, instead of repeating them. */

/** An earlier entry of one's own on the same subject. */
export function related(file: CaseFile, passage: Indexed): string {
  for (const entry of argumentsIn(file.record, file.you.name).reverse()) {
    for (const quote of quotesIn(entry)) {
      const words = new Set(termsIn(quote.quote).filter((word) => !file.topicTerms.has(word) && !/^\d/.test(word)));
      if (overlap(file.index, passage, words) < 0.35) continue;
      return file.voice.say('settled', settledBefore, { seq: entry.seq, subject: subjectIn(file, quote) ?? '' });
    }
  }
  return '';
}

/** One of the debater's arguments that everybody had a round to answer and nobody did; each is named once. */
export function stillStanding(file: CaseFile): string {
  const own = argumentsIn(file.record, file.you.name);
  // Now and then, lest every turn end alike.
  if (own.length % 2 === 0) return '';
  const answers = answersIn(file.record);
  const before = lastRoundStart(file.record);
  const entry = own.find(
    ({ seq }) =>
      seq < before && !answers.has(seq) && !own.some((later) => later.seq > seq && refersTo(later.content, seq)),
  );
  const quote = entry === undefined ? undefined : quotesIn(entry)[0];
  if (entry === undefined || quote === undefined) return '';
  return file.voice.say('unanswered', unanswered, { seq: entry.seq, subject: subjectIn(file, quote) ?? '' });
}

const refersTo = (content: string, seq: number): boolean => new RegExp(`\\bseq ${seq}\\b`, 'i').test(content);
