import * as l10n from '@vscode/l10n';
import { debaterNamePattern, isReservedSpeaker } from '../../debate/names';
import type { Review } from '../../shared/protocol';
import { whole } from '../parts/figures';
import { type Card, type Field, fieldId, fields, maxDebaters, maxFieldLength, minDebaters } from './useLineup';
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
  if (cards.length < minDebaters) return [{ message: l10n.t('A debate needs at least {0} debaters.', minDebaters) }];
  if (cards.length > maxDebaters) return [{ message: l10n.t('A debate has at most {0} debaters.', maxDebaters) }];
  return [];
}

function ownProblem(cards: readonly Card[], card: Card, field: Field): Problem[] {
  const value = card.debater[field];
  const isQuiet = card.isNew === true && field === 'name' && value === '';
  const message = field === 'name' ? nameProblem(cards, card) : lengthProblem(value);
  return message === undefined ? [] : [{ message, isQuiet, of: whose(cards, card), input: fieldId(card, field) }];
}

function whose(cards: readonly Card[], card: Card): string {
  return card.debater.name === '' ? l10n.t('Debater {0}', cards.indexOf(card) + 1) : card.debater.name;
}

function nameProblem(cards: readonly Card[], card: Card): string | undefined {
  const { name } = card.debater;
  const same = (other: Card): boolean => other !== card && other.debater.name.toLowerCase() === name.toLowerCase();
  if (name === '') return l10n.t('A debater needs a name.');
  if (!debaterNamePattern.test(name)) return l10n.t('A name has 1 to 50 letters, digits and hyphens.');
  if (isReservedSpeaker(name.toLowerCase())) return l10n.t('“{0}” is the name of a role.', name);
  return cards.some(same) ? l10n.t('Another debater is called “{0}”.', name) : undefined;
}

function lengthProblem(value: string): string | undefined {
  if (value.length <= maxFieldLength) return undefined;
  return l10n.t('{0} characters; at most {1} are allowed.', whole(value.length), whole(maxFieldLength));
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
