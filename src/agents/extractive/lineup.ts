import { isDebaterName, nameFault } from '../../debate/names';
import { notPerformed } from '../../debate/step';
import type { TaskInputs, TaskOutput } from '../../debate/tasks';
import { sentences } from '../../debate/text';
import { TaskError } from '../performer';
import { lineupWords } from './phrases';
import { topicWords, wordsIn } from './topicWords';

type Lineup = TaskOutput<'chair/propose_lineup'>;
type ProposedDebater = Lineup['debaters'][number];
/** What a user said of a debater, as it was said. */
interface Hint {
  name?: string;
  words: string;
}

const [fewest, most] = [2, 8];
const longestTopic = 200;
const counts = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const crowd = String.raw`(?:more |other |another )?(?:debaters?|voices?|speakers?|people|persons?|seats?|sides?)`;

/** Verbatim; of a long topic its first sentence, and where the rest stands. */
function statedTopic(topic: string): string {
  if (topic.length <= longestTopic) return topic;
  return lineupWords.topicOfEntry(sentences(topic)[0]?.text ?? topic.slice(0, longestTopic));
}

/** Debaters whom nobody described are `yes` and `no`; of others every word is the user's. */
export function proposeLineup({ topic, hints }: Pick<TaskInputs['chair/propose_lineup'], 'topic' | 'hints'>): Lineup {
  const said = hintsOf(hints);
  const count = countOf(hints) ?? said.length;
  return { debaters: seated([], said.slice(0, most), Math.min(most, Math.max(fewest, count)), topic) };
}

/** So many seats: those that are there, then those described, then plain ones. */
function seated(there: readonly ProposedDebater[], hints: readonly Hint[], count: number, topic: string) {
  const seats = [...there];
  for (const hint of hints) seats.push(describedSeat(hint, topic, seats));
  while (seats.length < count) seats.push(plainSeat(topic, seats));
  return seats;
}

function describedSeat({ name, words }: Hint, topic: string, others: readonly ProposedDebater[]): ProposedDebater {
  const own = uniqueName(name ?? leadingWords(words), others);
  return {
    name: own,
    persona: words || lineupWords.persona,
    starting_position: words || statedTopic(topic),
    incentives: lineupWords.incentives,
  };
}

function plainSeat(topic: string, others: readonly ProposedDebater[]): ProposedDebater {
  const sides = { yes: lineupWords.yes(statedTopic(topic)), no: lineupWords.no(statedTopic(topic)) };
  const free = (['yes', 'no'] as const).find((name) => !others.some((seat) => seat.name.toLowerCase() === name));
  const name = free ?? uniqueName(`debater-${others.length + 1}`, others);
  const position = free === undefined ? statedTopic(topic) : sides[free];
  return { name, persona: lineupWords.persona, starting_position: position, incentives: lineupWords.incentives };
}

const inFull = (seat: ProposedDebater, topic: string): ProposedDebater => ({
  ...seat,
  persona: seat.persona || lineupWords.persona,
  starting_position: seat.starting_position || statedTopic(topic),
  incentives: seat.incentives || lineupWords.incentives,
});

/** The first words that say something: "a pub landlord who fears for trade" is `pub-landlord`. */
function leadingWords(words: string): string {
  const distinctive = new Set(topicWords(words));
  const all = wordsIn(words);
  const start = all.findIndex((word) => distinctive.has(word));
  const run = all.slice(Math.max(0, start));
  const end = run.findIndex((word) => !distinctive.has(word));
  return run.slice(0, Math.min(3, end < 0 ? run.length : end)).join('-');
}

/** Letters, digits and hyphens, nobody else's and no role's. */
function uniqueName(wanted: string, others: readonly ProposedDebater[]): string {
  const plain = wanted
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  const slug =
    plain
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'debater';
  const taken = others.map((seat) => seat.name);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    if (nameFault(name, taken) === undefined) return name;
  }
}

/** `name: words` or words alone: one a line, else between semicolons, else between commas and "and". */
function hintsOf(text: string): Hint[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*+•–]|\d{1,2}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
  const parts = lines.length > 1 ? lines : splitOutsideBrackets(lines[0] ?? '');
  return parts.filter((part) => countOf(part) === undefined).map(hintOf);
}

function splitOutsideBrackets(line: string): string[] {
  const flat = line.replace(/\([^)]*\)|“[^”]*”|"[^"]*"/g, (found) => '_'.repeat(found.length));
  const separator = flat.includes(';')
    ? /;\s*/g
    : /^[\w .'-]{1,40}:\s/.test(flat)
      ? /(?!)/g
      : /,\s+(?:and\s+)?|\s+(?:and|versus|vs\.?)\s+(?=(?:an?|the|one|our|my)\s|[\w-]+$)/giu;
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of flat.matchAll(separator)) {
    parts.push(line.slice(start, index));
    start = index + found.length;
  }
  return [...parts, line.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
}

function hintOf(item: string): Hint {
  const [, name, words = ''] = /^([\p{L}\p{N}][\p{L}\p{N} .'_-]{0,39}):\s*(.*)$/su.exec(item) ?? [];
  if (name !== undefined) return { name, words: words.trim() };
  return isDebaterName(item) ? { name: item, words: '' } : { words: item };
}

/** "3", "three debaters", "a third debater": seats of which nothing is said. */
function countOf(text: string): number | undefined {
  const found = new RegExp(String.raw`^(\d|${counts.join('|')})(?:\s+${crowd})?[.!]?$`, 'i').exec(text.trim())?.[1];
  if (found === undefined) return undefined;
  return /\d/.test(found) ? Number(found) : counts.indexOf(found.toLowerCase());
}

type Edit = (found: RegExpExecArray, seats: readonly ProposedDebater[], topic: string) => ProposedDebater[] | undefined;

const edits: readonly (readonly [RegExp, Edit])[] = [
  [
    /^(?:rename|call)\s+(?:the\s+)?(.+?)\s+(?:to|as|into)\s+["“']?(.+?)["”']?$/iu,
    ([, who = '', name = ''], seats) => rename(who, name, seats),
  ],
  [/^(?:remove|drop|delete|leave out)\s+(?:the\s+)?(.+)$/iu, ([, who = ''], seats) => remove(who, seats)],
  [
    /^add\s+(?:another|one more|(?:an?|the)\s+\p{L}+(?:th|rd|nd))(?:\s+\p{L}+)?$/iu,
    (_, seats, topic) => added([], 1, seats, topic),
  ],
  [
    /^add\s+(.+)$/isu,
    ([, what = ''], seats, topic) => added(hintsOf(what), countOf(what) ?? hintsOf(what).length, seats, topic),
  ],
];

/** Applies plain requests, clause by clause. @throws TaskError `not_performed` where any clause is not plain. */
export function reviseLineup({ topic, proposed, request }: TaskInputs['chair/revise_lineup']): Lineup {
  let seats: ProposedDebater[] = proposed.map((debater) => inFull(debater, topic));
  for (const clause of clausesOf(request)) {
    const changed = edits.reduce<ProposedDebater[] | undefined>((done, [pattern, edit]) => {
      const found = done === undefined ? pattern.exec(clause) : null;
      return found === null ? done : edit(found, seats, topic);
    }, undefined);
    if (changed === undefined) throw new TaskError(notPerformed, lineupWords.cannotRevise);
    seats = changed;
  }
  return { debaters: seats };
}

const clausesOf = (request: string): string[] =>
  request
    .split(
      /\n+|;\s*|[,.]?\s+(?:and\s+|then\s+)+(?=(?:rename|call|remove|drop|delete|leave out|add)\s)|[,.]\s+(?=(?:rename|call|remove|drop|delete|leave out|add)\s)/i,
    )
    .map((clause) =>
      clause
        .trim()
        .replace(/^(?:please|then|and)\s+/i, '')
        .replace(/[.!?]+$/, ''),
    )
    .filter((clause) => clause !== '');

function indexOf(who: string, seats: readonly ProposedDebater[]): number {
  const wanted = who.trim().replace(/^["“']|["”']$/g, '');
  return seats.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

function rename(who: string, name: string, seats: readonly ProposedDebater[]): ProposedDebater[] | undefined {
  const at = indexOf(who, seats);
  const seat = seats[at];
  return seat === undefined ? undefined : seats.with(at, { ...seat, name: uniqueName(name, seats.toSpliced(at, 1)) });
}

function remove(who: string, seats: readonly ProposedDebater[]): ProposedDebater[] | undefined {
  const at = indexOf(who, seats);
  return at < 0 || seats.length <= fewest ? undefined : seats.toSpliced(at, 1);
}

function added(
  hints: readonly Hint[],
  count: number,
  seats: readonly ProposedDebater[],
  topic: string,
): ProposedDebater[] | undefined {
  return count < 1 || seats.length + count > most ? undefined : seated(seats, hints, seats.length + count, topic);
}
