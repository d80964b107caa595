import { useEffect, useRef, useState } from 'preact/hooks';
import type { DraftDebater, Review } from '../../shared/protocol';
import { useLastWord } from '../parts/lastWord';
import type { Send } from '../parts/send';
import type { Card } from './cards';

const debounceMs = 300;

export interface LineupList {
  cards: readonly Card[];
  /** Changes the list; it is sent after a moment, or at `flush`. */
  change: (cards: readonly Card[]) => void;
  /** A card that is not in the list yet. */
  wrap: (debater: DraftDebater) => Card;
  flush: () => void;
  /** The list as it stands now, for a message that carries it; nothing is left to be sent. */
  take: () => DraftDebater[];
}

const listOf = (cards: readonly Card[]): DraftDebater[] => cards.map(({ debater }) => debater);

/**
 * The list as it is being edited. The extension echoes what it was sent, and its echo may come after the next key: only a
 * list that we did not send, such as the Chair's revision, replaces what stands here.
 */
export function useLineup(review: Review, send: Send): LineupList {
  const keys = useRef(0);
  const wrap = (debater: DraftDebater): Card => ({ key: (keys.current += 1), debater });
  const [cards, setCards] = useState<readonly Card[]>(() => review.debaters.map(wrap));
  const latest = useRef(cards);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const known = useRef(JSON.stringify(review.debaters));
  const underway = useRef<string[]>([]);

  const show = (next: readonly Card[]): void => {
    latest.current = next;
    setCards(next);
  };
  const take = (): DraftDebater[] => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const debaters = listOf(latest.current);
    underway.current.push(JSON.stringify(debaters));
    return debaters;
  };
  const flush = (): void => {
    if (timer.current !== undefined) send({ kind: 'lineup', debaters: take() });
  };

  useEffect(() => {
    const theirs = JSON.stringify(review.debaters);
    if (theirs === known.current) return;
    known.current = theirs;
    const echo = underway.current.indexOf(theirs);
    // Answers come in the order of the questions: what was sent before this one is answered too.
    underway.current = underway.current.slice(echo + 1);
    if (echo !== -1 || theirs === JSON.stringify(listOf(latest.current))) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    // Keys are kept by place, so that the focus stays where it is.
    show(review.debaters.map((debater, index) => ({ key: latest.current[index]?.key ?? wrap(debater).key, debater })));
  }, [review.debaters]);

  const lastWord = useLastWord(flush);

  const change = (next: readonly Card[]): void => {
    show(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => lastWord.current(), debounceMs);
  };
  return { cards, change, wrap, flush, take };
}
