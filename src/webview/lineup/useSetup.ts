import { useEffect, useRef, useState } from 'preact/hooks';
import type { Review } from '../../shared/protocol';
import { useLastWord } from '../parts/lastWord';
import type { Send } from '../parts/send';

const debounceMs = 400;

export interface Setup {
  /** What stands in a field: what is being typed, else what the extension has. */
  value: (field: string, known: string) => string;
  /** Typed: sent after a moment, or at `flush`. */
  type: (field: string, value: string) => void;
  /** Chosen or pressed: sent at once. */
  choose: (field: string, value: string) => void;
  flush: () => void;
}

/** The fields as they are being edited. What is typed stays until the extension has it, and as long as one is at it. */
export function useSetup(review: Review, send: Send): Setup {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const unsent = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = (): void => {
    clearTimeout(timer.current);
    for (const [field, value] of unsent.current) send({ kind: 'setup', field, value });
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

  return {
    flush,
    value: (field, known) => typed.get(field) ?? known,
    type: (field, value) => {
      unsent.current.set(field, value);
      setTyped((before) => new Map(before).set(field, value));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => lastWord.current(), debounceMs);
    },
    choose: (field, value) => {
      setTyped((before) => new Map([...before].filter(([name]) => name !== field)));
      unsent.current.delete(field);
      flush();
      send({ kind: 'setup', field, value });
    },
  };
}

/** The id of the control of a field. */
export const setupId = (field: string): string => `setup-${field}`;
