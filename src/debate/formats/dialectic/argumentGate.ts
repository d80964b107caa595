import { normaliseText } from '../../../matching/quote/quote';
import { isSameText, saysAgain } from '../../rules/repetition';
import { lengthWish, structure, tooLong } from '../../rules/violation';
import { isExtractive } from '../../flow/seats';
import { withoutFragment } from '../../../matching/text/sourceUrl';
import { isRedacted, type DebateState } from '../../fold/state';
import type { CheckContext } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import type { Toulmin } from '../../flow/tasks/dialectic';
import type { Argument, Side } from '../../log/entryData';
import type { RecordView } from '../../fold/view';
import { sourcedViolations } from '../common/steps';
import { argumentAt, argumentOf, renderArgument, sourcesOf } from './arguments';
import { dialecticFacts, type ArgumentFact } from './facts';
import { type Measuring, partBreaches, wordBreaches } from './options';

export interface Arguing {
  side: Side;
  exchange: number;
}

/** Three arguments on terrain of their own, which answer nobody. */
export function openingViolations(
  output: TaskOutput<'side/open'>,
  arguing: Arguing,
  context: CheckContext,
): Violation[] {
  const { arguments: given, acknowledges } = output;
  const isQuoted = isExtractive(context.view.state, arguing.side);
  const each = given.flatMap((argument, index) => [
    ...breachesOf(argument, { nameOf: (field) => `arguments.${index}.${field}`, isQuoted }, context),
    ...unasked(argument, `arguments.${index}.`),
    ...repeatedPassages(argument, `arguments.${index}.`),
    ...sourceViolations(argument, { ...arguing, acknowledges }, context),
  ]);
  return withoutDoubles([...each, ...terrainViolations(given, isQuoted)]);
}

export function rebuttalViolations(
  output: TaskOutput<'side/rebut'>,
  arguing: Arguing,
  context: CheckContext,
): Violation[] {
  const { argument, acknowledges } = output;
  return withoutDoubles([
    ...breachesOf(
      argument,
      { nameOf: (field) => `argument.${field}`, isQuoted: isExtractive(context.view.state, arguing.side) },
      context,
    ),
    ...repeatedPassages(argument, 'argument.'),
    ...repeatedArgument(argument, arguing, context.view),
    ...targetViolations(argument, arguing, context.view),
    ...sourceViolations(argument, { ...arguing, acknowledges }, context),
  ]);
}

/** Words are a wish; how many parts there are is not. */
const breachesOf = (argument: Toulmin, measuring: Measuring, { view }: CheckContext): Violation[] => [
  ...wordBreaches(argument, measuring).map((message) => lengthWish(view.state, message)),
  ...partBreaches(argument, measuring).map(tooLong),
];

/** A duty of the answer as a whole would be told once for each of its arguments. */
const withoutDoubles = (violations: readonly Violation[]): Violation[] => [
  ...new Map(violations.map((violation) => [`${violation.rule} ${violation.message}`, violation])).values(),
];

function unasked({ attacks, defends }: Toulmin, at: string): Violation[] {
  return Object.entries({ attacks, defends }).flatMap(([name, { length }]) =>
    length === 0
      ? []
      : [
          structure(
            `${at}${name} are ${length}; none are allowed: in the opening exchange there is nothing to answer yet.`,
          ),
        ],
  );
}

function sourceViolations(
  given: Toulmin,
  { side, exchange, acknowledges }: Arguing & { acknowledges: number[] | undefined },
  context: CheckContext,
): Violation[] {
  const argument = argumentOf(given, { id: '', side, exchange });
  const content = [argument.title, renderArgument(argument)].join('\n\n');
  return sourcedViolations({ content, sources: sourcesOf(argument.grounds), acknowledges }, side, context);
}

const flat = (text: string): string => normaliseText(text).text.trim();

interface CitedPassage {
  at: string;
  file: string;
  quote: string;
}

const passagesOf = ({ grounds }: Toulmin, at: string): CitedPassage[] =>
  grounds.map(({ url, quote }, index) => ({
    at: `${at}grounds.${index}`,
    file: withoutFragment(url),
    quote: flat(quote),
  }));

/** The same words, wherever they were found; or one inside the other in one source. */
function isSamePassage(one: CitedPassage, other: CitedPassage): boolean {
  if (one.quote === '' || other.quote === '') return false;
  return (
    one.quote === other.quote ||
    (one.file === other.file && (one.quote.includes(other.quote) || other.quote.includes(one.quote)))
  );
}

function repeatedPassages(argument: Toulmin, at: string): Violation[] {
  const passages = passagesOf(argument, at);
  return passages.flatMap((passage, index) =>
    samePassages(passages.slice(0, index), passage, 'each ground is another passage'),
  );
}

const samePassages = (known: readonly CitedPassage[], passage: CitedPassage, instead: string): Violation[] =>
  known
    .filter((one) => isSamePassage(one, passage))
    .map((one) => structure(`${passage.at} rests on the same passage as ${one.at}; ${instead}.`));

const terrain = 'the three arguments stand on different terrain';

/** Rows of one table begin alike: where title and claim are quoted, the passages alone are held against each other. */
function terrainViolations(given: readonly Toulmin[], isQuoted: boolean): Violation[] {
  return given.flatMap((argument, index) =>
    given.slice(0, index).flatMap((before, earlier) => {
      const [at, known] = [`arguments.${index}.`, `arguments.${earlier}.`];
      const fields = isQuoted ? [] : (['title', 'claim'] as const);
      return [
        ...fields
          .filter((field) => flat(argument[field]) === flat(before[field]))
          .map((field) => structure(`${at}${field} is that of arguments.${earlier}; ${terrain}.`)),
        ...passagesOf(argument, at).flatMap((passage) => samePassages(passagesOf(before, known), passage, terrain)),
      ];
    }),
  );
}

/** Grounds may be quoted again, and what is attacked is another matter each time. */
const ownText = ({ claim, warrant, backing = '' }: Pick<Toulmin, 'claim' | 'warrant' | 'backing'>): string =>
  `${claim} ${warrant} ${backing}`;

const statesAgain = (said: Toulmin, before: Argument): boolean =>
  isSameText(said.claim, before.claim) || saysAgain(ownText(said), ownText(before));

/**
 * Refuses an argument that repeats an own one to the letter or nearly so. A redacted argument may be made again with
 * another source.
 */
function repeatedArgument(said: Toulmin, { side, exchange }: Arguing, view: RecordView): Violation[] {
  const own = [...view.state.factsOf(dialecticFacts).arguments.values()].filter(
    (fact) => fact.side === side && fact.exchange < exchange && !fact.isQuoted && !isRedacted(view.state, fact.seq),
  );
  const repeated = own.find((fact) => statesAgain(said, argumentAt(view, fact)));
  if (repeated === undefined) return [];
  return [
    structure(
      `The argument says what your ${repeated.id} says already (claim and warrant). Make one that none of yours has made; what ${repeated.id} needs goes into defends.`,
    ),
  ];
}

/** Finds an argument by id, in upper or lower case. */
export function targetNamed(state: DebateState, id: string): ArgumentFact | undefined {
  const facts = state.factsOf(dialecticFacts);
  return facts.arguments.get(id.trim()) ?? facts.arguments.get(id.trim().toLowerCase());
}

function targetViolations({ attacks, defends }: Toulmin, arguing: Arguing, view: RecordView): Violation[] {
  const judged = (relations: readonly NamedTarget[], at: string, isAttack: boolean): Violation[] => [
    ...relations.flatMap((relation, index) =>
      targetFaults(relation, { at: `${at}.${index}`, isAttack, ...arguing }, view).map(structure),
    ),
    ...doubled(relations, at),
  ];
  return [...judged(attacks, 'argument.attacks', true), ...judged(defends, 'argument.defends', false)];
}

interface NamedTarget {
  target_id: string;
  type: string;
}

interface RelationContext extends Arguing {
  at: string;
  isAttack: boolean;
}

function targetFaults(
  { target_id: id, type }: NamedTarget,
  { at, isAttack, side, exchange }: RelationContext,
  view: RecordView,
): string[] {
  const target = targetNamed(view.state, id);
  if (target === undefined) return [`${at}.target_id ${id} does not exist; name the id of an earlier argument.`];
  if (target.exchange >= exchange)
    return [
      `${at}.target_id ${target.id} is of exchange ${target.exchange}; only arguments of earlier exchanges can be named.`,
    ];
  if (isAttack && target.side === side)
    return [`${at}.target_id ${target.id} is your own; an attack names an argument of the other side.`];
  if (!isAttack && target.side !== side)
    return [`${at}.target_id ${target.id} is the other side's; a defence names an argument of your own.`];
  if (isRedacted(view.state, target.seq))
    return [`${at}.target_id ${target.id} is struck from the record; name another argument.`];
  if (type === 'backing_attack' && (argumentAt(view, target).backing ?? '').trim() === '') {
    return [`${at}: ${target.id} has no backing that could be attacked; choose another type of attack.`];
  }
  return [];
}

function doubled(relations: readonly NamedTarget[], at: string): Violation[] {
  const keys = relations.map(({ target_id: id, type }) => `${id.trim().toLowerCase()} ${type}`);
  return keys.flatMap((key, index) => {
    const before = keys.indexOf(key);
    return before === index
      ? []
      : [structure(`${at}.${index} is the same target and type as ${at}.${before}: ${key}. Say it once.`)];
  });
}
