import type { TaskInputs } from '../../debate/tasks';
import { contentWords } from '../../debate/text';
import { domainsOf } from './domains';
import { fewestDebaters, lineupOf, mostDebaters, proposeLineup, slugOfName, type ProposedLineup } from './lineup';
import { hintsOf } from './lineupHints';
import type { Seat } from './lineupSeats';
import { motionOf } from './motion';

type Input = TaskInputs['chair/revise_lineup'];

/** Applies simple requests, one clause after the other; a request that is none of them is taken for new hints. */
export function reviseLineup(input: Input): ProposedLineup {
  const motion = motionOf(input.topic);
  let seats: Seat[] = input.proposed.map(seatOf);
  let isApplied = false;
  for (const clause of clausesOf(input.request)) {
    const changed = applied(clause, seats);
    if (changed === undefined) continue;
    isApplied = true;
    seats = changed;
  }
  if (!isApplied && namesPersonas(input.request)) return proposeLineup({ topic: input.topic, hints: input.request });
  return lineupOf(padded(seats).slice(0, mostDebaters), motion);
}

/** What was left empty, as in a card that the user has added, is to be filled in. */
function seatOf({ name, persona, starting_position, incentives, model }: Input['proposed'][number]): Seat {
  const said = Object.entries({ name, persona, starting_position, incentives, model }).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(said);
}

/** "more fun, please" asks for something that is no lineup; what was proposed is proposed again. */
function namesPersonas(request: string): boolean {
  const { seats, count } = hintsOf(request.replace(/\bplease\b[,!. ]*/gi, ''));
  if (count !== undefined || seats.length > 1) return true;
  const [only] = seats;
  return (
    only !== undefined &&
    (only.starting_position !== undefined ||
      /^(?:an?|the|one|only)\s/i.test(only.persona ?? '') ||
      domainsOf(only.persona ?? '').length > 0)
  );
}

function padded(seats: readonly Seat[]): Seat[] {
  const full = [...seats];
  while (full.length < fewestDebaters) full.push({});
  return full;
}

function clausesOf(request: string): string[] {
  const verbs = '(?:add|include|remove|drop|delete|rename|call|swap|switch|replace|only|just|keep|make|reverse|change)';
  return request
    .replace(/\s+/g, ' ')
    .split(new RegExp(`[;.\\n]\\s*|,?\\s+(?:and|then)\\s+(?=${verbs}\\b)|,\\s+(?=${verbs}\\b)`, 'i'))
    .map((clause) =>
      clause
        .trim()
        .replace(/^(?:please|could you|can you|and|then|also)\s+/gi, '')
        .replace(/[.!?]+$/, ''),
    )
    .filter((clause) => clause !== '');
}

type Edit = (found: RegExpExecArray, seats: readonly Seat[]) => Seat[] | undefined;

const edits: readonly (readonly [RegExp, Edit])[] = [
  [/^(?:add|include)\s+(.+)$/i, ([, what = ''], seats) => add(what, seats)],
  [/^(?:remove|drop|delete|leave out|without)\s+(?:the\s+)?(.+)$/i, ([, who = ''], seats) => remove(who, seats)],
  [
    /^(?:rename|call)\s+(?:the\s+)?(.+?)\s+(?:to|as|into)?\s*["“']?([\w' -]+?)["”']?$/i,
    ([, who = '', name = ''], seats) => rename(who, name, seats),
  ],
  [
    /^(?:replace|swap|exchange)\s+(?:the\s+)?(.+?)\s+(?:with|by|for)\s+(.+)$/i,
    ([, who = '', what = ''], seats) => replace(who, what, seats),
  ],
  [
    /^(?:swap|switch|exchange)\s+(?:the\s+)?(.+?)\s+(?:and|with)\s+(?:the\s+)?(.+)$/i,
    ([, one = '', other = ''], seats) => trade(one, other, seats),
  ],
  [/^(?:swap|switch|reverse)\b.*$/i, (_, seats) => swap(seats)],
  [
    /^(?:only|just|keep (?:only|just)|make it|reduce to|no more than)\s+(?:the first\s+)?(\w+)(?:\s+\w+)?$/i,
    ([, count = ''], seats) => only(count, seats),
  ],
  [
    /^(?:change|set|make)\s+(?:the\s+)?(.+?)(?:'s|’s)?\s+(?:starting )?(position|stance|persona|incentives?)\s+(?:to|:|into)\s*(.+)$/i,
    ([, who = '', field = '', value = ''], seats) => set({ who, field, value }, seats),
  ],
];

function applied(clause: string, seats: readonly Seat[]): Seat[] | undefined {
  for (const [pattern, edit] of edits) {
    const found = pattern.exec(clause);
    const changed = found === null ? undefined : edit(found, seats);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** The seat that a phrase means: by its name, else by words of its name or persona. */
function indexOf(who: string, seats: readonly Seat[]): number {
  const slug = slugOfName(who).toLowerCase();
  const exact = seats.findIndex(({ name }) => name !== undefined && slugOfName(name).toLowerCase() === slug);
  if (exact >= 0) return exact;
  const wanted = contentWords(who);
  if (wanted.length === 0) return -1;
  return seats.findIndex(({ name = '', persona = '' }) => {
    const words = new Set(contentWords(`${name.replaceAll('-', ' ')} ${persona}`));
    return wanted.every((word) => words.has(word));
  });
}

function add(what: string, seats: readonly Seat[]): Seat[] | undefined {
  const { seats: added, count } = hintsOf(what);
  const plain = what.match(/^(?:another|one more|a third|a fourth|a fifth)(?: (?:debater|voice|speaker|person))?$/i);
  if (plain !== null) return [...seats, {}];
  const isCount =
    count !== undefined &&
    added.length <= 1 &&
    /^(?:\w+ )?(?:more |other )?(?:debaters?|voices?|speakers?|people)$/i.test(what);
  if (isCount) return [...seats, ...Array.from({ length: Math.min(mostDebaters, count) }, () => ({}))];
  return added.length === 0 ? undefined : [...seats, ...added];
}

function remove(who: string, seats: readonly Seat[]): Seat[] | undefined {
  const at = indexOf(who, seats);
  return at < 0 || seats.length <= fewestDebaters ? undefined : seats.filter((_, index) => index !== at);
}

function rename(who: string, name: string, seats: readonly Seat[]): Seat[] | undefined {
  const at = indexOf(who, seats);
  return at < 0 || slugOfName(name) === ''
    ? undefined
    : seats.map((seat, index) => (index === at ? { ...seat, name } : seat));
}

function replace(who: string, what: string, seats: readonly Seat[]): Seat[] | undefined {
  const at = indexOf(who, seats);
  const other = indexOf(what, seats);
  if (at >= 0 && other >= 0) return exchanged(seats, at, other);
  const [hint] = hintsOf(what).seats;
  return at < 0 || hint === undefined ? undefined : seats.map((seat, index) => (index === at ? hint : seat));
}

/** The order of speaking, reversed. */
const swap = (seats: readonly Seat[]): Seat[] => [...seats].reverse();

function trade(one: string, other: string, seats: readonly Seat[]): Seat[] | undefined {
  const [first, second] = [indexOf(one, seats), indexOf(other, seats)];
  return first < 0 || second < 0 ? undefined : exchanged(seats, first, second);
}

function exchanged(seats: readonly Seat[], one: number, other: number): Seat[] {
  return seats.map((seat, at) => (at === one ? (seats[other] ?? seat) : at === other ? (seats[one] ?? seat) : seat));
}

function only(count: string, seats: readonly Seat[]): Seat[] | undefined {
  const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const number = /^\d+$/.test(count) ? Number(count) : words.indexOf(count.toLowerCase()) + 2;
  if (!/^\d+$/.test(count) && !words.includes(count.toLowerCase())) return undefined;
  const wanted = Math.min(mostDebaters, Math.max(fewestDebaters, number));
  return wanted <= seats.length
    ? seats.slice(0, wanted)
    : [...seats, ...Array.from({ length: wanted - seats.length }, () => ({}))];
}

function set(
  { who, field, value }: { who: string; field: string; value: string },
  seats: readonly Seat[],
): Seat[] | undefined {
  const at = indexOf(who, seats);
  if (at < 0) return undefined;
  const key = /^(?:position|stance)$/i.test(field)
    ? 'starting_position'
    : /^persona$/i.test(field)
      ? 'persona'
      : 'incentives';
  return seats.map((seat, index) => (index === at ? { ...seat, [key]: value } : seat));
}
