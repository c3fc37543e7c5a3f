import { useEffect, useRef } from 'react';

/** A tab that is come back to tells so twice, by the window and by the document. */
const ONE_RETURN_MS = 1000;

/** Calls `look` when the tab is come back to. */
export function useLookAgain(look: () => void): void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const back = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last.current < ONE_RETURN_MS) return;
      last.current = Date.now();
      look();
    };
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, [look]);
}
