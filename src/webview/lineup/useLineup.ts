import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import { lineupSize } from '../../debate/log/names';
import { countWords, lengthWords, nameWords } from '../../shared/lineupWords';
import type { DraftDebater, Review } from '../../shared/protocol';
import { useLastWord } from '../parts/lastWord';
import type { Send } from '../hostConnection';
import { chairAnswers, Echoes } from './answers';

export interface CardActions {
  edit: (card: Card, field: Field, value: string) => void;
  move: (card: Card, by: -1 | 1) => void;
  remove: (card: Card) => void;
  /** The start was asked for: what is missing is told from now on. */
  send: () => void;
  add: () => void;
  undo: () => void;
  removed: Card | undefined;
  /** What has just happened, for those who cannot see a card move. */
  said: string;
}

export function useCards(list: LineupList): CardActions {
  const { cards, change } = list;
  const [removed, setRemoved] = useState<{ card: Card; index: number }>();
  const [said, setSaid] = useState('');
  const focusNext = useFocusAfter();

  const move = (card: Card, by: -1 | 1): void => {
    const from = cards.indexOf(card);
    const to = from + by;
    if (from < 0 || to < 0 || to >= cards.length) return;
    // Moving the card in the page takes the focus from what is in it.
    focusNext(document.activeElement?.id ?? '');
    change(cards.toSpliced(from, 1).toSpliced(to, 0, card));
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
    if (cards.length >= lineupSize.most) return;
    focusNext(fieldId(card, 'name'));
    change(cards.toSpliced(index, 0, card));
    setRemoved(undefined);
  };
  return {
    said,
    removed: removed?.card,
    move,
    remove,
    send: () => {
      if (cards.some(({ isNew }) => isNew)) change(cards.map((card) => ({ ...card, isNew: false })));
    },
    add: () => {
      const model = cards[0]?.debater.model ?? '';
      const card = list.wrap({ name: '', persona: '', starting_position: '', incentives: '', model });
      insert({ ...card, isNew: true }, cards.length);
    },
    undo: () => removed && insert(removed.card, removed.index),
    edit: (card, field, value) => {
      const isNew = card.isNew === true && field !== 'name';
      const edited: Card = { ...card, isNew, debater: { ...card.debater, [field]: value } };
      change(cards.map((other) => (other === card ? edited : other)));
    },
  };
}

export function nameOf({ debater: { name } }: Card): string {
  return name === '' ? l10n.t('Unnamed debater') : name;
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

const debounceMs = 300;

interface LineupList {
  cards: readonly Card[];
  /** Changes the list; it is sent after a moment, or at `flush`. */
  change: (cards: readonly Card[]) => void;
  wrap: (debater: DraftDebater) => Card;
  flush: () => void;
  /** The list as it stands now, for a message that carries it; nothing is left to be sent. */
  take: () => DraftDebater[];
}

const listOf = (cards: readonly Card[]): DraftDebater[] => cards.map(({ debater }) => debater);

/**
 * The extension echoes what it was sent, and its echo may come after the next key: only a list that we did not send,
 * such as the Chair's revision, replaces what stands here.
 */
export function useLineup(review: Review, send: Send): LineupList {
  const keys = useRef(0);
  const wrap = (debater: DraftDebater): Card => ({ key: (keys.current += 1), debater });
  const [cards, setCards] = useState<readonly Card[]>(() => review.debaters.map(wrap));
  const latest = useRef(cards);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [echoes] = useState(() => new Echoes(JSON.stringify(review.debaters)));

  const show = (next: readonly Card[]): void => {
    latest.current = next;
    setCards(next);
  };
  const take = (): DraftDebater[] => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const debaters = listOf(latest.current);
    echoes.send(JSON.stringify(debaters));
    return debaters;
  };
  const flush = (): void => {
    if (timer.current !== undefined) send({ kind: 'lineup', debaters: take() });
  };

  useEffect(() => {
    const theirs = JSON.stringify(review.debaters);
    if (!echoes.isNews(theirs) || theirs === JSON.stringify(listOf(latest.current))) return;
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

/** A debater with a name of its own, so that what is typed and focused stays with it when cards move. */
export interface Card {
  key: number;
  debater: DraftDebater;
  /** Added, and not given a name yet: that is no reproach before the start is asked for. */
  isNew?: boolean;
}

export const fields = ['name', 'persona', 'starting_position', 'incentives', 'model'] as const;
export type Field = (typeof fields)[number];

export const modelList = 'lineup-models';

export function fieldId(card: Card, field: Field): string {
  return `lineup-${card.key}-${field}`;
}

export interface Problem {
  message: string;
  /** The field's name in the extension. */
  field?: string;
  /** Whose it is, for where it is told away from its field. */
  of?: string;
  /** It blocks the start, and is not told yet. */
  isQuiet?: boolean;
  input?: string;
}

/** What stands in the way: what can be seen here at once, and what only the extension can know. */
export function problemsOf(cards: readonly Card[], review: Review): Problem[] {
  const own = cards.flatMap((card) => fields.flatMap((field) => ownProblem(cards, card, field)));
  const reported = new Set(own.map(({ input }) => input));
  const theirs = review.problems.flatMap(({ field, message }) => hostProblem(cards, review, field, message));
  const message = countWords(cards.length);
  return [
    ...(message === undefined ? [] : [{ message }]),
    ...own,
    ...theirs.filter(({ input }) => input === undefined || !reported.has(input)),
  ];
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

/** A problem that the extension saw in a debater who has been changed since is old news. */
function hostProblem(cards: readonly Card[], review: Review, field: string, message: string): Problem[] {
  const [, place, name] = /^debaters\.(\d+)(?:\.(\w+))?$/.exec(field) ?? [];
  if (place === undefined)
    return field === 'debaters' && countWords(cards.length) !== undefined ? [] : [setupProblem(review, field, message)];
  const index = Number(place);
  const known = fields.find((candidate) => candidate === name) ?? 'name';
  const card = cards[index];
  const reviewed = review.debaters[index];
  if (card === undefined || fields.some((one) => card.debater[one] !== reviewed?.[one])) return [];
  return [{ message, of: whose(cards, card), input: fieldId(card, known) }];
}

function setupProblem({ fields: set }: Review, field: string, message: string): Problem {
  if (field === 'topic') return { message, field, input: setupId(field) };
  const found = set.find(({ id }) => id === field);
  return found === undefined ? { message, field } : { message, field, of: found.label, input: setupId(field) };
}

/** It stays until the Chair has answered, through a request that fails and another format, too. */
export function useWish(review: Review): [wish: string, setWish: (wish: string) => void] {
  const [wish, setWish] = useState('');
  const answers = useRef(chairAnswers(review));
  useEffect(() => {
    const now = chairAnswers(review);
    if (now === undefined || now === answers.current) return;
    answers.current = now;
    setWish('');
  }, [review]);
  return [wish, setWish];
}

const setupDebounceMs = 400;

export interface Setup {
  value: (field: string, known: string) => string;
  /** Typed: sent after a moment, or at `flush`. */
  type: (field: string, value: string) => void;
  /** Typed: sent at `flush`. */
  hold: (field: string, value: string) => void;
  /** Chosen or pressed: sent at once. */
  choose: (field: string, value: string) => void;
  flush: () => void;
}

/** What is typed stays until the extension has it, and as long as one is at it. */
export function useSetup(review: Review, send: Send): Setup {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const unsent = useRef(new Map<string, string>());
  const held = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = (): void => {
    clearTimeout(timer.current);
    for (const [field, value] of unsent.current) send({ kind: 'setup', field, value });
    // What was held back is shown as the extension takes it.
    if (held.current.size > 0) setTyped((before) => new Map([...before].filter(([field]) => !held.current.has(field))));
    held.current.clear();
    unsent.current.clear();
  };
  const lastWord = useLastWord(flush);

  useEffect(() => {
    setTyped((before) => {
      const isAtIt = ([field]: [string, string]): boolean =>
        unsent.current.has(field) || document.activeElement?.id === setupId(field);
      const kept = [...before].filter(isAtIt);
      return kept.length === before.size ? before : new Map(kept);
    });
  }, [review]);

  const hold = (field: string, value: string): void => {
    unsent.current.set(field, value);
    held.current.add(field);
    setTyped((before) => new Map(before).set(field, value));
  };
  return {
    flush,
    hold,
    value: (field, known) => typed.get(field) ?? known,
    type: (field, value) => {
      unsent.current.set(field, value);
      setTyped((before) => new Map(before).set(field, value));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => lastWord.current(), setupDebounceMs);
    },
    choose: (field, value) => {
      unsent.current.delete(field);
      flush();
      // All else that was typed is sent by now, and may be another field's with what is chosen here.
      setTyped(new Map());
      send({ kind: 'setup', field, value });
    },
  };
}

export const setupId = (field: string): string => `setup-${field}`;
