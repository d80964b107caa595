import type { TurnInput } from '../../debate/tasks';
import { overlap, ranked, serves, type CaseFile } from './caseFile';
import { quotesIn } from './record';
import { valuesOf, type Speech } from './speechParts';
import { termsIn } from './terms';

const answer = [
  "To the audience's question at seq {seq}: I can best answer from the page, in {place}.",
  "To the audience's question at seq {seq}: the nearest thing to an answer stands in {place}.",
  "To the audience's question at seq {seq}: I looked, and this is what {place} has on it.",
  "To the audience's question at seq {seq}: the files answer for me, in {place}.",
];
const noAnswer = [
  "To the audience's question at seq {seq}: the evidence holds no unused passage that answers it, and I will not answer from the air.",
  "To the audience's question at seq {seq}: I looked for a page on that and found none that has not been quoted. I leave it open rather than guess.",
];
const mostAnswers = 2;
/** The share of a question's telling words that an answer must have. */
const leastOverlap = 0.3;

/** Each question is answered with a passage that its words find, or with the admission that there is none. */
export function answerQuestions(file: CaseFile, speech: Speech, questions: TurnInput['questions']): void {
  for (const { seq, text } of questions.slice(0, mostAnswers)) {
    const words = tellingWords(file, text);
    const best = ranked(file, [...words]).find(
      (one) => serves(one) && one.score > 0.4 && overlap(file.index, one.passage, words) >= leastOverlap,
    );
    speech.paragraph();
    if (best === undefined) {
      speech.say(file.voice.say('noAnswer', noAnswer, { seq }));
      continue;
    }
    file.used.add(best.passage);
    speech.say(file.voice.say('answer', answer, { ...valuesOf(file, best.passage), seq })).quote(best.passage);
  }
}

/** Where a question is about an entry, the words that it shares with what was quoted there; else all of its own. */
function tellingWords(file: CaseFile, text: string): ReadonlySet<string> {
  const own = termsIn(text.replace(/^To [\w-]+:/, '').replace(/\bseqs? \d+\b/g, ' ')).filter(
    (word) => !file.topicTerms.has(word),
  );
  const seqs = [...text.matchAll(/\bseqs? (\d+)\b/g)].map((found) => Number(found[1]));
  const quotes = file.record
    .filter((entry) => seqs.includes(entry.seq))
    .flatMap((entry) => quotesIn(entry).map(({ quote }) => quote));
  const there = new Set(quotes.flatMap((quote) => termsIn(quote)));
  const shared = own.filter((word) => there.has(word));
  return new Set(shared.length > 0 ? shared : own);
}
