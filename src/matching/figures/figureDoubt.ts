import { monthsNamed, type NamedMonth } from './figureDates';
import { fractionsIn, ordinalsIn, type Fraction } from './figureEvidence';
import type { Figure } from './figures';
import { measureOf, unitRatio } from './figureUnits';
import type { MatchingSteps } from '../text/matchingSteps';
import { magnitudes } from './numerals';
import { contentWords, tieWords } from '../text/text';
import { wordsPattern } from '../text/shortText';
import { matchesOf } from '../text/matches';

/** Things that any text counts without a number word: "her two brothers". */
const countedAnywhere = 3;
/** Readers do not count longer lists. */
const longestList = 12;

/** They take a number as a name. */
const enumerator =
  /(?<!\p{L})(?:page|pp?|line|chapter|section|paragraph|article|rule|figure|fig|table|step|item|part|level|grade|class|type|phase|stage|round|season|episode|volume|vol|issue|version|platform|gate|room|route|highway|flight|channel|zone|district|group|unit|question|day|week|game|match|lap|frame|row|column|exit)\.?\s$/iu;
const properNoun = /(?<![\p{L}\p{N}])(?<word>\p{Lu}[\p{L}\p{M}’'-]*)\.?[\s\u00a0](?:#\s?)?$/u;
const sentenceStart = /(?:^|[.!?:;…\n]["'”’)\]]*\s|^["'“‘(]+)$/u;
/** A year after these is a point in time. */
const temporal =
  /(?<!\p{L})(?:in|since|by|until|till|of|from|to|and|or|through|during|before|after|around|circa|early|late|mid|spring|summer|autumn|fall|winter|im|seit|bis|von|vor|nach|ab|en|depuis|dès|de|desde|hasta|nel|dal)[\s-]$/iu;
const ordinal = /\d(?:st|nd|rd|th)$/;
const ageAfter = /^[\s-]olds?(?!\p{L})/iu;
const ageBefore = /(?<!\p{L})age[ds]?(?:\sof)?\s$/iu;

const isBare = ({ kind, unit, measure }: Figure): boolean =>
  kind === 'number' && unit === undefined && measure === undefined;
const isYear = (figure: Figure): boolean => isBare(figure) && inYears(figure.value);
const isWhole = (figure: Figure): boolean => isBare(figure) && Number.isInteger(figure.value);
const inYears = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value < 2200;

/** Small enough for a list. */
export const isCount = (figure: Figure): boolean =>
  isWhole(figure) && Math.abs(figure.value) <= longestList && !ordinal.test(figure.raw.trim());

/** "Rule 19", "Apollo 11", "page 35". */
function isLabel(words: string): boolean {
  if (enumerator.test(words)) return true;
  const match = properNoun.exec(words);
  const word = match?.groups?.['word'];
  if (match === null || word === undefined) return false;
  const isFirst = sentenceStart.test(words.slice(0, match.index));
  return !isFirst || (tieWords(word).length > 0 && !/ly$/.test(word));
}

/** "The 2017 film", "her 2003 debut". */
function isAttribute(words: string, after: string): boolean {
  const noun = /^\s(?<word>\p{L}[\p{L}-]+)/u.exec(after)?.groups?.['word'];
  return noun !== undefined && contentWords(noun).length > 0 && !temporal.test(words) && !sentenceStart.test(words);
}

/** Enough for the words beside a figure. */
const context = 120;
const before = (claim: string, { start }: Pick<Figure, 'start'>): string =>
  claim.slice(Math.max(0, start - context), start);

/** Years that a text reaches from `index`. */
interface RelativeStep {
  readonly index: number;
  readonly by: readonly number[];
}

/** What a figure may be derived from in a source that does not have it. */
export class FigureDoubt {
  readonly #years: readonly { readonly value: number; readonly start: number }[];
  readonly #distinct: ReadonlySet<number>;
  readonly #contexts: ReadonlySet<string>;
  /** With day and year: probably one of them is the page's own. */
  readonly #days: readonly number[];
  readonly #yearless: ReadonlySet<number>;
  readonly #months: readonly NamedMonth[];
  #fractions: readonly Fraction[] | undefined;
  #ordinals: ReturnType<typeof ordinalsIn> | undefined;
  #longestList: number | undefined;
  #relativeSteps: readonly RelativeStep[] | undefined;

  constructor(
    private readonly text: string,
    private readonly figures: readonly Figure[],
    private readonly steps: MatchingSteps,
  ) {
    this.#years = figures.flatMap(({ kind, unit, measure, readings, start }) => {
      if (unit !== undefined || measure !== undefined || kind === 'time') return [];
      const values = kind === 'date' ? readings.map(yearOf) : readings;
      return values.filter(inYears).map((value) => ({ value, start }));
    });
    this.#distinct = new Set(this.#years.map(({ value }) => value));
    this.#contexts = new Set(this.#years.map(({ value, start }) => `${value} ${Math.floor(start / sameContext)}`));
    const dates = figures.filter(({ kind }) => kind === 'date').flatMap(({ readings }) => readings);
    this.#days = dates.filter((date) => yearOf(date) > 0 && date % 100 > 0);
    this.#yearless = new Set(dates.filter((date) => yearOf(date) === 0));
    this.#months = monthsNamed(text);
  }

  /** Whether the figure may follow from the source, so that it cannot be called missing. */
  covers(figure: Figure, claim: string): boolean {
    // Each is compared with all figures and years of the source, and its digits are sought in the text.
    this.steps.take(
      10 * (this.figures.length + this.#years.length) + 100 * this.#months.length + (this.text.length >> 3),
    );
    if (isWhole(figure) && (isLabel(before(claim, figure)) || this.#isCounted(figure))) return true;
    if (figure.kind === 'date') return figure.readings.some((date) => this.#date(date));
    if (isYear(figure)) return this.#year(figure, claim) || this.#written(figure);
    return (
      this.#written(figure) ||
      this.#ordinal(figure, claim) ||
      this.#fraction(figure) ||
      this.#reckoned(figure, claim) ||
      this.figures.some((found) => isConverted(figure, found))
    );
  }

  /** Of a list in the source, or of the items left without one. */
  #isCounted(figure: Figure): boolean {
    if (!isCount(figure)) return false;
    const count = Math.abs(figure.value);
    return (
      count <= countedAnywhere || this.#hasWhole(count + 1) || (this.#longestList ??= longestListIn(this.text)) >= count
    );
  }

  #hasWhole(value: number): boolean {
    return this.figures.some((found) => isWhole(found) && found.value === value);
  }

  /** "On May 7" below a headline of 2018, "by December" of that year, "on Wednesday" of that week. */
  #date(date: number): boolean {
    const [year, month, day] = [yearOf(date), Math.floor(date / 100) % 100, date % 100];
    const named = this.#months.filter((place) => place.month === month && !hasOtherYear(place.around, year));
    const isNamed =
      day === 0
        ? named.length > 0
        : this.#yearless.has(month * 100 + day) || named.some(({ around }) => hasDay(around, day));
    return (isNamed && this.#isYearOf(year, month)) || (year > 0 && day > 0 && this.#isOnWeekday(date));
  }

  /** Without a year it may be of one that the page names, or of the one after the page's own date. */
  #isYearOf(year: number, month: number): boolean {
    if (year === 0 || this.#years.length === 0 || this.#hasYear(year)) return true;
    return this.#days.some((date) => yearOf(date) === year - 1 && Math.floor(date / 100) % 100 > month);
  }

  #isOnWeekday(date: number): boolean {
    const weekday = weekdays[new Date(dayNumber(date) * 864e5).getUTCDay()];
    return (
      weekday?.test(this.text) === true && this.#days.some((other) => Math.abs(dayNumber(date) - dayNumber(other)) <= 7)
    );
  }

  #hasYear(year: number): boolean {
    return this.#distinct.has(year);
  }

  #year({ raw, value, start, end }: Figure, claim: string): boolean {
    if (/s$/.test(raw.trim())) return this.#years.some((year) => year.value >= value && year.value < value + 10);
    if (this.#isRelative(value)) return true;
    return isAttribute(before(claim, { start }), claim.slice(end, end + context)) && this.#isLately(value);
  }

  /** A page with a date soon after may leave out the year. */
  #isLately(year: number): boolean {
    return this.#days.some((date) => yearOf(date) >= year - 1 && yearOf(date) <= year + 2);
  }

  /** "Last year" below a date, "the following year" and "three years later" after another one. */
  #isRelative(year: number): boolean {
    const steps = (this.#relativeSteps ??= this.#stepsBetweenYears());
    if (this.#years.length === 0) return steps.length > 0;
    const ofPage = new Set(this.#days.map(yearOf));
    this.steps.take(10 * (steps.length + this.#days.length));
    return steps.some(({ index, by }) =>
      by.some((years) => ofPage.has(year - years) || this.#isAround(year - years, index)),
    );
  }

  #stepsBetweenYears(): RelativeStep[] {
    return [
      ...relativeYears.flatMap(({ pattern, by }) =>
        Array.from(matchesOf(this.text, pattern), ({ index }) => ({ index, by: [by] })),
      ),
      ...this.figures
        .filter(({ measure, end }) => measure === 'year' && awayFrom.test(this.text.slice(end, end + 16)))
        .map(({ start, value }) => ({ index: start, by: [value, -value] })),
    ];
  }

  #isAround(year: number, index: number): boolean {
    const context = Math.floor(index / sameContext);
    return [-1, 0, 1].some((off) => this.#contexts.has(`${year} ${context + off}`));
  }

  /** "The 17th century" of a source that has a year of it, "the 15th" of one that writes it out. */
  #ordinal({ raw, value, end }: Figure, claim: string): boolean {
    if (!ordinal.test(raw.trim())) return false;
    if (/^[\s-]+(?:centur|c\.)/i.test(claim.slice(end, end + context)))
      return this.#years.some((year) => Math.ceil(year.value / 100) === value);
    this.steps.take(claim.length);
    const words = new Set(tieWords(claim));
    return (this.#ordinals ??= ordinalsIn(this.text)).some(
      ({ place, of }) => place === value && tieWords(of).some((word) => words.has(word)),
    );
  }

  /** "Half of them" for 50 %, "half an hour" for 30 minutes, "a half-million" for 500,000, "an hour and a half" for 1.5 hours. */
  #fraction({ value, unit, measure }: Figure): boolean {
    return (this.#fractions ??= fractionsIn(this.text)).some(({ part, of }) => {
      if (unit === '%') return Math.abs(100 * part - value) <= 1;
      if (!Number.isInteger(value) && Math.abs((value % 1) - part) < 0.01) return true;
      const whole = measure === undefined ? magnitudes.get(of) : unitRatio(measureOf(of), measure);
      return whole !== undefined && Math.abs(part * whole - value) <= value * 0.01;
    });
  }

  /** In a name or an address; a percentage in a column of percentages. */
  #written(figure: Figure): boolean {
    const { raw, unit } = figure;
    const digits = /\d[\d.,'’\s]*\d|\d/.exec(raw)?.[0] ?? '';
    if (unit === '%' && /%|percent|per cent|prozent/i.test(this.text)) {
      const isIt = (found: Figure) => isBare(found) && found.readings.includes(figure.value);
      if (this.figures.some((found) => isIt(found) && !countsThings(this.text, found))) return true;
    }
    if (digits.replace(/\D/g, '').length < 3) return false;
    if (this.figures.some((found) => haveSameDigits(figure, found))) return true;
    return unit === undefined && isDigitsIn(this.text, digits);
  }

  /** Ages and spans of time between two years of the source. */
  #reckoned(figure: Figure, claim: string): boolean {
    const isAge =
      ageAfter.test(claim.slice(figure.end, figure.end + context)) ||
      (isBare(figure) && ageBefore.test(before(claim, figure)));
    if (!isAge && figure.measure !== 'year') return false;
    const spans = isAge ? [figure.value, figure.value + 1] : [figure.value];
    return this.#years.some(({ value, start }) =>
      spans.some((span) => (isAge ? this.#hasYear(value + span) : this.#isAround(value + span, start))),
    );
  }
}

const yearOf = (date: number): number => Math.floor(date / 10_000);

/** In characters. */
const sameContext = 400;

const relativeYears: readonly { pattern: RegExp; by: number }[] = [
  {
    pattern: wordsPattern(
      "last (?:year|spring|summer|autumn|fall|winter|season)|(?:previous|past) year|(?:a|one) year (?:ago|earlier|before)|year before|letzte[ns]? Jahr(?:es)?|vorige[ns]? Jahr(?:es)?|Vorjahr(?:es)?|l[’']an(?:née)? (?:dernier|dernière)|année précédente|año pasado|año anterior|anno scorso",
    ),
    by: -1,
  },
  {
    pattern: wordsPattern(
      "(?:next|following|coming) (?:year|spring|summer|autumn|fall|winter|season)|(?:a|one) year (?:later|after)|year after|nächste[ns]? Jahr(?:es)?|Folgejahr|l[’']an(?:née)? (?:prochaine?|suivante?)|próximo año|año siguiente|anno (?:prossimo|successivo)",
    ),
    by: 1,
  },
];
const awayFrom =
  /^s?\s(?:ago|later|earlier|before|after|prior|since|hence|später|zuvor|plus tard|auparavant|después|antes)(?!\p{L})/iu;
const weekdays = [
  'sunday|sonntag|dimanche|domingo|domenica',
  'monday|montag|lundi|lunes|lunedì',
  'tuesday|dienstag|mardi|martes|martedì',
  'wednesday|mittwoch|mercredi|miércoles|mercoledì',
  'thursday|donnerstag|jeudi|jueves|giovedì',
  'friday|freitag|vendredi|viernes|venerdì',
  'saturday|samstag|sonnabend|samedi|sábado|sabato',
].map((names) => new RegExp(String.raw`(?<!\p{L})(?:${names})(?!\p{L})`, 'iu'));

function hasOtherYear(around: string, year: number): boolean {
  const years = around.match(/(?<!\d)(?:1\d|20|21)\d\d(?!\d)/g) ?? [];
  return year > 0 && years.length > 0 && !years.some((other) => Number(other) === year);
}

/** Next to a month, or between two days that are: "4–6 June". */
function hasDay(around: string, day: number): boolean {
  if (new RegExp(String.raw`(?<![\d:.,])0?${day}(?![\d:]|[.,]\d)`).test(around)) return true;
  return Array.from(around.matchAll(/(?<!\d)(\d{1,2})\s?(?:-|–|to|till|until)\s?(\d{1,2})(?!\d)/g)).some(
    ([, from, to]) => Number(from) <= day && day <= Number(to),
  );
}

const dayNumber = (date: number): number =>
  Date.UTC(yearOf(date), (Math.floor(date / 100) % 100) - 1, date % 100) / 864e5;

/** Or is part of a score. */
export function countsThings(text: string, { end }: Figure): boolean {
  const after = text.slice(end, end + 32);
  const noun = /^[\s-](\p{L}+)/u.exec(after)?.[1] ?? '';
  return /^[-–]\d+[-–]\d/.test(after) || contentWords(noun).length > 0;
}

/** "1.234", "1,234" and "1234". */
export function haveSameDigits(one: Figure, other: Figure): boolean {
  const [first, second] = [one, other].map(({ raw }) => /^\D*(\d{1,3})([.,]?)(\d{3})(?!\d|[.,]\d)/.exec(raw));
  return first != null && first[1] === second?.[1] && first[3] === second?.[3];
}

/** Lines with bullets or numbers, or short pieces between commas. */
function longestListIn(text: string): number {
  let lines = 0;
  let longest = 0;
  for (const line of text.split('\n')) {
    lines = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/.test(line) ? lines + 1 : 0;
    longest = Math.max(longest, lines);
  }
  for (const [list] of text.matchAll(/(?:[^\s,;.!?][^,;.!?\n]{0,39}[,;]\s){2,40}/g)) {
    // The last comma is before two items, or before "and" and one.
    longest = Math.max(longest, (list.match(/[,;]/g)?.length ?? 0) + 2);
  }
  return longest;
}

function isDigitsIn(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1)) {
    const [before, after] = [
      text.slice(Math.max(0, at - 2), at),
      text.slice(at + digits.length, at + digits.length + 2),
    ];
    if (!/\d[.,'’\s]?$/.test(before) && !/^[.,'’\s]?\d/.test(after)) return true;
  }
  return false;
}

/** "Two years" for 24 months; within two per cent, as people round. */
function isConverted(figure: Figure, found: Figure): boolean {
  const [unit, other] = [figure, found].map(({ measure, loose }) => measure ?? loose?.unit);
  if (unit === undefined || other === undefined || unit === other) return false;
  const ratio = unitRatio(other, unit);
  return ratio !== undefined && Math.abs(found.value * ratio - figure.value) <= figure.value * 0.02;
}
