import { useEffect, useRef } from 'preact/hooks';

/** It must not be lost where the page, or what shows it, is taken down. */
export function useLastWord(send: () => void): { readonly current: () => void } {
  const newest = useRef(send);
  newest.current = send;
  useEffect(() => {
    const leave = (): void => newest.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return newest;
}
