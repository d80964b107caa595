import { useEffect, useRef } from 'preact/hooks';

/** What is typed is sent after a moment. It must not be lost when that does not come: where the page is taken down, or what shows it is. */
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
