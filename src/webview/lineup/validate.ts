import * as l10n from '@vscode/l10n';
import { countWords, lengthWords, nameWords } from '../../shared/lineupWords';
import type { Review } from '../../shared/protocol';
import { type Card, type Field, fieldId, fields } from './useLineup';
import { setupId } from './useSetup';

export interface Problem {
  message: string;
  /** As the extension calls it. */
  field?: string;
  /** Whose it is, for where it is told away from its field. */
  of?: string;
  /** It blocks the start, and is not told yet. */
  isQuiet?: boolean;
  /** The id of the input it is about, where it is about one. */
  input?: string;
}

/** What stands in the way: what can be seen here at once, and what only the extension can know. */
export function problemsOf(cards: readonly Card[], review: Review): Problem[] {
  const own = cards.flatMap((card) => fields.flatMap((field) => ownProblem(cards, card, field)));
  const told = new Set(own.map(({ input }) => input));
  const theirs = review.problems.flatMap(({ field, message }) => hostProblem(cards, review, field, message));
  return [...countProblem(cards), ...own, ...theirs.filter(({ input }) => input === undefined || !told.has(input))];
}

function countProblem(cards: readonly Card[]): Problem[] {
  const message = countWords(cards.length);
  return message === undefined ? [] : [{ message }];
}

function ownProblem(cards: readonly Card[], card: Card, field: Field): Problem[] {
  const value = card.debater[field];
  const isQuiet = card.isNew === true && field === 'name' && value === '';
  const others = cards.filter((other) => other !== card).map(({ debater: { name } }) => name);
  const message = field === 'name' ? nameWords(value, others) : lengthWords(value);
  return message === undefined ? [] : [{ message, isQuiet, of: whose(cards, card), input: fieldId(card, field) }];
}

function whose(cards: readonly Card[], card: Card): string {
  return card.debater.name === '' ? l10n.t('Debater {0}', cards.indexOf(card) + 1) : card.debater.name;
}

/** A problem that the extension saw in a value which has been changed since is old news. */
function hostProblem(cards: readonly Card[], review: Review, field: string, message: string): Problem[] {
  const [, place, name] = /^debaters\.(\d+)(?:\.(\w+))?$/.exec(field) ?? [];
  if (place === undefined)
    return field === 'debaters' && isCounted(cards) ? [] : [setupProblem(review, field, message)];
  const index = Number(place);
  const known = fields.find((candidate) => candidate === name) ?? 'name';
  const card = cards[index];
  if (card === undefined || card.debater[known] !== review.debaters[index]?.[known]) return [];
  return [{ message, of: whose(cards, card), input: fieldId(card, known) }];
}

function setupProblem({ fields: set }: Review, field: string, message: string): Problem {
  if (field === 'topic') return { message, field, input: setupId(field) };
  const found = set.find(({ id }) => id === field);
  return found === undefined ? { message, field } : { message, field, of: found.label, input: setupId(field) };
}

const isCounted = (cards: readonly Card[]): boolean => countProblem(cards).length > 0;
