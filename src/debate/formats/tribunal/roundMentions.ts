import { mapStrings } from '../../log/objects';
import { matchesOf } from '../../../matching/text/matches';

/**
 * Finds the plain ways to say how many rounds a tribunal has or that one is the last. The sides must not learn it, so that nobody
 * gives in because the end is near. Other ways to say it pass: this table is short on purpose.
 */
interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface RoundWords {
  readonly round: string;
  readonly last: string;
  /** Words before a number of rounds that already took place. */
  readonly past: string;
  /** Prepositions before “last round” where that is the previous one. */
  readonly looksBack: string;
  readonly of: string;
  readonly numbers: string;
}

const languages: readonly RoundWords[] = [
  {
    round: 'rounds?',
    last: 'final|closing|very last|last',
    past: 'first|past|last|previous|after|for|in',
    looksBack: 'in the|of the|from the|since the',
    of: 'of|out of',
    numbers: 'one|two|three|four|five|six|seven|eight|nine|ten',
  },
  {
    round: 'Runden?',
    last: 'letzten?|letzter|abschließenden?',
    past: 'ersten|letzten|vergangenen|nach|seit|in',
    looksBack: 'in der|aus der|seit der',
    of: 'von',
    numbers: 'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn',
  },
  {
    round: 'manches?|tours?',
    last: 'dernière|dernier',
    past: 'premières|dernières|après|en',
    looksBack: 'à la|au|de la|du',
    of: 'de|sur',
    numbers: 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix',
  },
  {
    round: 'rondas?',
    last: 'última',
    past: 'primeras|últimas|tras|en',
    looksBack: 'en la|de la|desde la',
    of: 'de',
    numbers: 'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez',
  },
];

const patterns: readonly RegExp[] = languages.flatMap(({ round, last, past, looksBack, of, numbers }) => {
  const count = String.raw`(?:\d{1,2}|${numbers})`;
  const end = String.raw`(?![\p{L}\p{N}’']|-\p{L})`;
  return [
    String.raw`(?<!\p{L})(?:${round})\s{1,9}${count}\s{0,9}(?:\s(?:${of})\s{1,9}|\/\s{0,9})${count}${end}`,
    String.raw`(?<!\p{L})(?:${round})\s{1,9}(?:${of})\s{1,9}${count}${end}(?!\s{1,9}\p{L})`,
    String.raw`(?<!(?<!\p{L})(?:${past})\s)(?<![\p{L}\p{N}])${count}[\s-]{1,9}(?:more\s{1,9})?(?:${round})${end}(?!\s{1,9}of(?!\p{L}))`,
    String.raw`(?<!(?:${looksBack})\s)(?<!\p{L})(?:${last})\s{1,9}(?:${round})${end}(?:\s{1,9}(?:${of})\s{1,9}${count}${end}|(?!\s{1,9}of\s{1,9}\p{L}))`,
  ].map((source) => new RegExp(source, 'giu'));
});

/** Returns the mentions in order; those that overlap are one. */
export function roundMentions(text: string): Mention[] {
  const found = patterns.flatMap((pattern) =>
    [...matchesOf(text, pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
  const merged: { start: number; end: number }[] = [];
  for (const span of found.sort((a, b) => a.start - b.start)) {
    const before = merged.at(-1);
    if (before !== undefined && span.start <= before.end) before.end = Math.max(before.end, span.end);
    else merged.push({ ...span });
  }
  return merged.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
}

export const withheld = '[withheld]';

export function withoutRoundMentions(text: string): string {
  const mentions = roundMentions(text);
  return [0, ...mentions.map(({ end }) => end)]
    .map((from, index) => text.slice(from, mentions[index]?.start))
    .join(withheld);
}

/** Shorter passages are taken for the author's own words. Unit: characters. */
const shortestQuotation = 20;

/** Returns the mentions outside of `quoted`, the passages that the text may quote. */
export function ownRoundMentions(text: string, quoted: readonly string[]): Mention[] {
  let own = text;
  for (const passage of quoted) {
    const words = passage.trim();
    if (words.length >= shortestQuotation) own = own.split(words).join(' '.repeat(words.length));
  }
  return roundMentions(own);
}

export const valueWithoutMentions = <T>(value: T): T => mapStrings(value, withoutRoundMentions);
