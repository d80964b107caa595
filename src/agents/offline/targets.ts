import { overlap, type CaseFile } from './caseFile';
import { counterTo, type Counter } from './contradiction';
import { leaningOf } from './leaning';
import { answeredQuote, answersIn, argumentsIn, quotesIn, type Quoted } from './record';
import { termsIn } from './terms';

/** Opponents' quotations are looked through from the newest; older ones have had their chance. */
const mostQuotes = 40;

export interface Target {
  readonly counter: Counter;
  readonly opponent: string;
  readonly score: number;
}

/**
 * Whom to answer, best first: opponents who have not been answered by this debater yet come first, so that over the
 * rounds all are; then entries and quotations that nobody answered; then the strength of the counter. What this debater
 * has dwelt on already counts less.
 */
export function targetsFor(file: CaseFile): Target[] {
  const known = knownOf(file);
  return opposingQuotes(file)
    .filter((target) => !file.shunned.has(target.seq) && !known.mine.has(keyOf(target)))
    .flatMap((target): Target[] => {
      const counter = counterTo(file, target);
      if (counter === undefined) return [];
      const score =
        counter.strength +
        (known.met.has(target.speaker) ? 0 : 0.9) +
        (known.entries.has(target.seq) ? 0 : 0.5) +
        (known.quotes.has(keyOf(target)) ? 0 : 0.2) -
        (isAlly(file, target.speaker) ? 0.7 : 0) -
        0.8 * dwelling(file, counter);
      return [{ counter, opponent: target.speaker, score }];
    })
    .sort((a, b) => b.score - a.score || b.counter.target.seq - a.counter.target.seq);
}

const keyOf = ({ seq, quote }: Pick<Quoted, 'seq' | 'quote'>): string => `${seq}\n${quote}`;

/** What has been answered, by anybody and by this debater. */
function knownOf({ record, you }: CaseFile) {
  const known = {
    mine: new Set<string>(),
    met: new Set<string>(),
    entries: new Set<number>(),
    quotes: new Set<string>(),
  };
  for (const [seq, replies] of answersIn(record)) {
    const target = record.find((entry) => entry.seq === seq);
    if (target === undefined) continue;
    known.entries.add(seq);
    for (const reply of replies) {
      const quote = answeredQuote(target, reply);
      const key = quote === undefined ? undefined : keyOf(quote);
      if (key !== undefined) known.quotes.add(key);
      if (reply.speaker !== you.name) continue;
      known.met.add(target.speaker);
      if (key !== undefined) known.mine.add(key);
    }
  }
  return known;
}

function opposingQuotes(file: CaseFile): Quoted[] {
  const names = new Set(file.debaters.map((debater) => debater.name));
  return argumentsIn(file.record)
    .filter((entry) => entry.speaker !== file.you.name && names.has(entry.speaker))
    .flatMap(quotesIn)
    .slice(-mostQuotes);
}

/** How much a counter goes over ground that this debater has quoted on before, from 0 to 1. */
function dwelling(file: CaseFile, { passage }: Counter): number {
  const own = argumentsIn(file.record, file.you.name).flatMap(quotesIn);
  const shares = own.map(({ quote }) => {
    const words = new Set(termsIn(quote).filter((word) => !file.topicTerms.has(word) && !/^\d/.test(word)));
    return overlap(file.index, passage, words);
  });
  return Math.max(0, ...shares);
}

/** Of the same mind on the motion. */
function isAlly(file: CaseFile, name: string): boolean {
  const other = file.debaters.find((debater) => debater.name === name);
  if (other === undefined) return false;
  const theirs = leaningOf(other, file.motion);
  return file.leaning.some((value) => value !== 0) && theirs.every((value, at) => value === file.leaning[at]);
}

/** How many opponents this debater should answer in this turn for all to be answered by the last sure round. */
export function wantedRebuttals(file: CaseFile, round: number, minRounds: number): number {
  const { met } = knownOf(file);
  const left = file.debaters.filter(({ name }) => name !== file.you.name && !met.has(name)).length;
  return Math.min(2, Math.max(1, Math.ceil(left / Math.max(1, minRounds - round + 1))));
}
