import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Card, Field } from './cards';
import { fieldId, fresh, maxDebaters, moved } from './cards';
import type { LineupList } from './useLineup';

export interface CardActions {
  edit: (card: Card, field: Field, value: string) => void;
  move: (card: Card, by: -1 | 1) => void;
  remove: (card: Card) => void;
  /** The start was asked for: what is missing is told from now on. */
  tell: () => void;
  add: () => void;
  undo: () => void;
  removed: Card | undefined;
  /** What has just happened, for those who cannot see a card move. */
  said: string;
}

/** What can be done to the cards, and where the focus is afterwards. */
export function useCards(list: LineupList): CardActions {
  const { cards, change } = list;
  const [removed, setRemoved] = useState<{ card: Card; index: number }>();
  const [said, setSaid] = useState('');
  const focusNext = useFocusAfter();

  const move = (card: Card, by: -1 | 1): void => {
    const from = cards.indexOf(card);
    const to = from + by;
    if (to < 0 || to >= cards.length) return;
    // Moving the card in the page takes the focus from what is in it.
    focusNext(document.activeElement?.id ?? '');
    change(moved(cards, from, to));
    setSaid(l10n.t('{0} is now {1} of {2}', nameOf(card), to + 1, cards.length));
  };
  const remove = (card: Card): void => {
    const index = cards.indexOf(card);
    const rest = cards.filter((other) => other !== card);
    const neighbour = rest[index] ?? rest.at(-1);
    focusNext(neighbour === undefined ? 'lineup-add' : fieldId(neighbour, 'name'));
    setRemoved({ card, index });
    change(rest);
    setSaid(l10n.t('{0} was removed', nameOf(card)));
  };
  const insert = (card: Card, index: number): void => {
    if (cards.length >= maxDebaters) return;
    focusNext(fieldId(card, 'name'));
    change([...cards.slice(0, index), card, ...cards.slice(index)]);
    setRemoved(undefined);
  };
  return {
    said,
    removed: removed?.card,
    move,
    remove,
    tell: () => {
      if (cards.some(({ isNew }) => isNew)) change(cards.map((card) => ({ ...card, isNew: false })));
    },
    add: () => insert({ ...list.wrap(fresh(cards[0]?.debater.model ?? '')), isNew: true }, cards.length),
    undo: () => removed && insert(removed.card, removed.index),
    edit: (card, field, value) => {
      const isNew = card.isNew === true && field !== 'name';
      const edited: Card = { ...card, isNew, debater: { ...card.debater, [field]: value } };
      change(cards.map((other) => (other === card ? edited : other)));
    },
  };
}

export function nameOf({ debater: { name } }: Card): string {
  return name === '' ? l10n.t('The debater without a name') : name;
}

/** Puts the focus on the element of an id once the next change is in the page. */
function useFocusAfter(): (id: string) => void {
  const wanted = useRef('');
  useLayoutEffect(() => {
    if (wanted.current === '') return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = '';
  });
  return (id) => {
    wanted.current = id;
  };
}
