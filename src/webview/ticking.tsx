import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

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
