import type { DraftDebater } from '../../shared/protocol';

/** A debater with a name of its own, so that what is typed and focused stays with it when cards move. */
export interface Card {
  key: number;
  debater: DraftDebater;
  /** Added, and not given a name yet: that is no reproach before the start is asked for. */
  isNew?: boolean;
}

export const fields = ['name', 'persona', 'starting_position', 'incentives', 'model'] as const;
export type Field = (typeof fields)[number];

/** The list of known models, which all cards share. */
export const modelList = 'lineup-models';

export const minDebaters = 2;
export const maxDebaters = 8;
export const maxFieldLength = 4_000;

export function fieldId(card: Card, field: Field): string {
  return `lineup-${card.key}-${field}`;
}

export function fresh(model: string): DraftDebater {
  return { name: '', persona: '', starting_position: '', incentives: '', model };
}

export function moved(cards: readonly Card[], from: number, to: number): Card[] {
  const card = cards[from];
  if (card === undefined || to < 0 || to >= cards.length) return [...cards];
  const rest = cards.filter((_, index) => index !== from);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}
