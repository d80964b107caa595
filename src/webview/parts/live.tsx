import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface Saying {
  readonly words: string;
  readonly turn: number;
}

/** Two regions take turns: the same words twice in one would be no change, and nobody would hear them. */
export function Live({ saying: { words, turn } }: { saying: Saying }) {
  return (
    <div class="sr">
      <div aria-live="polite">{turn % 2 === 0 ? words : ''}</div>
      <div aria-live="polite">{turn % 2 === 1 ? words : ''}</div>
    </div>
  );
}

export function useSaying(): [Saying, (words: string) => void] {
  const [saying, set] = useState<Saying>({ words: '', turn: 0 });
  return [saying, (words) => set(({ turn }) => ({ words, turn: turn + 1 }))];
}

interface TickingProps {
  isOn: boolean;
  children: (now: number) => ComponentChildren;
}

/** Gives the time, once a second while a clock runs: nothing but what is inside is drawn again. */
export function Ticking({ isOn, children }: TickingProps) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return <>{children(Date.now())}</>;
}
