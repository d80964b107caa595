import type { AttackType, DefenceType } from '../../../debate/entryData';
import type { TaskOutput } from '../../../debate/tasks';
import type { KnownArgument } from '../../../debate/tasks/dialectic';
import { aboutOf, sideNames, type Subject } from './naming';
import { signed, type Change, type History } from './scoreHistory';

type Point = TaskOutput<'reporter/clash'>['turning_points'][number];

interface Field {
  known: readonly KnownArgument[];
  history: History;
  subject: Subject;
}

const most = 4;

/** What moved the debate most, by the scores: a change of the lead, the largest changes of an argument's score; else how it began. */
export function turningPoints({ known, history, subject }: Field): Point[] {
  const all = [...struckPoints(known), ...leadPoints(history), ...changePoints({ known, history, subject })];
  const points = all.slice(0, most);
  return points.length > 1 ? points : [...points, ...extremes({ known, subject })].slice(0, 2);
}

function struckPoints(known: readonly KnownArgument[]): Point[] {
  const struck = known.filter((one) => one.struck !== undefined).slice(0, 1);
  return struck.map(({ argument, struck: why }) => ({
    title: `${argument.id} is struck`,
    text: `A source of ${argument.id} was found to be fabricated, and the argument was struck from the record (seq ${why?.by ?? ''}). It was ${sideNames[argument.side]}’s.`,
  }));
}

/** The lead passing from one side to the other, the last time that it did. */
function leadPoints({ standings }: History): Point[] {
  const found = standings.flatMap(({ exchange, totals }, at): Point[] => {
    const before = standings[at - 1]?.totals.proposition ?? 0;
    const now = totals.proposition;
    if (now === 0 || before === 0 || Math.sign(now) === Math.sign(before)) return [];
    const side = now > 0 ? sideNames.proposition : sideNames.opposition;
    const text = `After exchange ${exchange - 1} the Proposition stood at ${signed(before)}; after exchange ${exchange} it stood at ${signed(now)}. The lead had passed to ${side}.`;
    return [{ title: `The lead changes (exchange ${exchange})`, text }];
  });
  return found.slice(-1);
}

function changePoints({ known, history, subject }: Field): Point[] {
  const largest = new Map<string, Change>();
  for (const change of history.changes) {
    const before = largest.get(change.id);
    if (before === undefined || sizeOf(change) > sizeOf(before)) largest.set(change.id, change);
  }
  return [...largest.values()]
    .map((change) => ({ change, causes: causesOf(known, change) }))
    .filter(({ change, causes }) => change.before !== change.after && causes.length > 0)
    .sort((a, b) => sizeOf(b.change) - sizeOf(a.change) || a.change.exchange - b.change.exchange)
    .slice(0, 3)
    .flatMap(({ change, causes }, at) => {
      const one = known.find(({ argument, struck }) => argument.id === change.id && struck === undefined);
      return one === undefined ? [] : [changePoint(one, change, { causes, about: aboutOf(one, subject), at })];
    });
}

const sizeOf = ({ before, after }: Change): number => Math.abs(after - before);

/** Who attacked it or came to its aid in that exchange, in words. */
function causesOf(known: readonly KnownArgument[], { id, exchange, before, after }: Change): string[] {
  return known
    .filter(({ argument, struck }) => argument.exchange === exchange && struck === undefined)
    .flatMap(({ argument }) => {
      const relations = (after < before ? argument.attacks : argument.defends) ?? [];
      return relations.filter(({ target_id }) => target_id === id).map(({ type }) => `${argument.id}, which ${verbs[type]}`);
    });
}

const verbs: Readonly<Record<AttackType | DefenceType, string>> = {
  claim_attack: 'attacks its claim',
  grounds_attack: 'attacks its grounds',
  warrant_attack: 'attacks its warrant',
  backing_attack: 'attacks its backing',
  reinforce: 'reinforces it',
  clarify: 'clarifies it',
  concede_and_pivot: 'concedes it and goes on elsewhere',
};

interface Told {
  causes: readonly string[];
  about: string;
  at: number;
}

function changePoint({ argument: { id } }: KnownArgument, { exchange, before, after }: Change, { causes, about, at }: Told): Point {
  const moves = after < before ? 'falls' : 'rises';
  const from = `from ${signed(before)} to ${signed(after)}`;
  const named = about === '' ? id : `${id}, ${about},`;
  const cause = causes.join('; and ');
  const wordings = [
    `In exchange ${exchange} the score of ${named} ${moves} ${from}. What moved it is ${cause}.`,
    `The score of ${named} ${moves} ${from} in exchange ${exchange}, on account of ${cause}.`,
    `The Judge moves ${named} ${from}. The occasion, in exchange ${exchange}, is ${cause}.`,
  ];
  return { title: `${id} ${moves} in exchange ${exchange}`, text: wordings[at % wordings.length] ?? '' };
}

/** Where no score ever changed: the argument that was scored highest, and the one that was scored lowest. */
function extremes({ known, subject }: Omit<Field, 'history'>): Point[] {
  const scored = known.filter((one) => one.score !== undefined && one.struck === undefined).sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const [first, last] = [scored[0], scored.at(-1)];
  if (first === undefined || last === undefined) {
    return [{ title: 'No judgment yet', text: 'No argument has a score so far, so nothing can be said to have turned the debate.' }];
  }
  const named = (one: KnownArgument): string => `${one.argument.id}${aboutOf(one, subject) === '' ? '' : `, ${aboutOf(one, subject)},`} stands at ${signed(Math.round((one.score ?? 0) * 100))}`;
  const points = [{ title: `${first.argument.id} comes out highest`, text: `Of all arguments ${named(first)}, which is the highest score. It is ${sideNames[first.argument.side]}’s.` }];
  return first === last ? points : [...points, { title: `${last.argument.id} comes out lowest`, text: `At the other end ${named(last)}. It is ${sideNames[last.argument.side]}’s.` }];
}
