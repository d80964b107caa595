import { figuresIn } from '../../../debate/figures';
import { contentWords } from '../../../debate/text';
import type { TaskInputs } from '../../../debate/tasks';
import type { BlindArgument } from '../../../debate/tasks/dialectic';
import { motionOf } from '../motion';
import { units } from '../subject';
import { rootOf, termsIn } from '../terms';

/**
 * What the offline Judge counts: how sources were found, from how many documents they are, what they have to do with the motion, whether
 * they give figures, and whether attacks and defences meet their targets' matter. Only grounds are read: claims, warrants and what attacks
 * say may be as long as they like. All from what the Judge is shown, which is no id, no side and no place in the order.
 */

export interface Field {
  earlier: ReadonlyMap<string, BlindArgument>;
  /** Words of the motion that tell it from others. */
  motion: ReadonlySet<string>;
  /** What was quoted in earlier exchanges. */
  quoted: ReadonlySet<string>;
}

export interface Measured {
  /** Of `most`. */
  points: number;
  counted: string;
}

interface Criterion {
  name: string;
  most: number;
  measure: (argument: BlindArgument, field: Field) => Measured;
}

/** Of each argument at most. */
export const mostPoints = 20;

type Ground = BlindArgument['grounds'][number];

export const criteria: readonly Criterion[] = [
  {
    name: 'new and verified grounds',
    most: 6,
    measure({ grounds }, field) {
      const fresh = freshGrounds(grounds, field);
      const verified = fresh.filter(({ status }) => status === 'verified').length;
      // What could be neither confirmed nor refuted counts half.
      const half = fresh.filter(({ status }) => status === undefined || status === 'unverified').length;
      return { points: part(6, verified + half / 2, grounds.length), counted: `${verified} of ${grounds.length}` };
    },
  },
  {
    name: 'documents',
    most: 3,
    measure({ grounds }, field) {
      const documents = new Set(holding(grounds, field).map(({ source }) => documentOf(source)));
      return { points: Math.min(3, documents.size), counted: String(documents.size) };
    },
  },
  {
    name: 'words of the motion quoted',
    most: 3,
    measure({ grounds }, field) {
      const all = Math.min(5, field.motion.size);
      const shared = new Set(holding(grounds, field).flatMap(({ content }) => termsIn(content).filter((term) => field.motion.has(term)))).size;
      return { points: part(3, Math.min(all, shared), all), counted: `${Math.min(all, shared)} of ${all}` };
    },
  },
  {
    name: 'grounds with figures',
    most: 2,
    measure({ grounds }, field) {
      const withFigures = holding(grounds, field).filter(({ content }) => figuresIn(content).some(({ kind }) => kind !== 'date')).length;
      return { points: part(2, withFigures, grounds.length), counted: `${withFigures} of ${grounds.length}` };
    },
  },
  {
    name: 'attacks and defences on their target’s matter',
    most: 6,
    measure(argument, field) {
      const attacks = targetsMet(argument, argument.attacks, field).size;
      const defences = targetsMet(argument, argument.defends, field).size;
      const given = new Set([...argument.attacks, ...argument.defends].map(({ target }) => target)).size;
      return { points: 2 * Math.min(2, attacks) + Math.min(2, defences), counted: `${attacks + defences} of ${given}` };
    },
  },
];

/** The share of `most` that a part of a whole earns, rounded down. */
const part = (most: number, some: number, whole: number): number => (whole === 0 ? 0 : Math.floor((most * some) / whole));

/** What the motion is about, and what was quoted before. */
export function fieldOf({ motion, brief, earlier }: TaskInputs['scorer/score']): Field {
  const words = [motion.text, brief.topic].flatMap((text) => motionOf(text).options.flatMap(({ terms }) => [...terms]));
  const rest = termsIn(motion.text).filter((term) => !formal.has(term));
  return {
    earlier: new Map(earlier.map((argument) => [argument.label, argument])),
    motion: new Set([...words.map(rootOf).filter((term) => !formal.has(term)), ...rest]),
    quoted: new Set(earlier.flatMap(({ grounds }) => grounds.map(({ content }) => contentKey(content)))),
  };
}

/** Of the wording of motions, not of their matter. */
const formal = new Set(termsIn('this house would believes believe that resolved motion should'));

/** The targets that exist and that the argument's sound grounds speak to. */
export function targetsMet(argument: BlindArgument, relations: readonly { target: string }[], field: Field): Map<string, BlindArgument> {
  const sound = holding(argument.grounds, field);
  const met = new Map<string, BlindArgument>();
  for (const { target } of relations) {
    const other = field.earlier.get(target);
    if (other !== undefined && other.struck === undefined && shareMatter(sound, other.grounds, field)) met.set(target, other);
  }
  return met;
}

/** At least two telling words in common: neither the motion's, nor figures and units. */
function shareMatter(one: readonly Ground[], other: readonly Ground[], { motion }: Field): boolean {
  const telling = ({ content }: Ground): string[] => termsIn(content).filter((term) => !motion.has(term) && !/^\d/.test(term) && !unitTerms.has(term));
  const theirs = new Set(other.flatMap(telling));
  return new Set(one.flatMap(telling).filter((term) => theirs.has(term))).size >= 2;
}

const unitTerms = new Set([...units].flatMap((word) => termsIn(word)));

/** Not refuted, and not quoted in an earlier exchange or twice in this argument. */
function holding(grounds: readonly Ground[], field: Field): Ground[] {
  return freshGrounds(grounds, field).filter(({ status }) => status !== 'unreliable' && status !== 'fabricated');
}

function freshGrounds(grounds: readonly Ground[], { quoted }: Field): Ground[] {
  const keys = grounds.map(({ content }) => contentKey(content));
  return grounds.filter((_, at) => !quoted.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at);
}

const contentKey = (content: string): string => contentWords(content).join(' ');

/** The document of a source line, without the section, page or lines that follow its title. */
function documentOf(source: string): string {
  return source
    .replace(/[,(;–—-]*\s*(?:under|at|on|section|sections|lines?|pages?|pp?\.|L\d)\b.*$/iu, '')
    .trim()
    .toLowerCase();
}
