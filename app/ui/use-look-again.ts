import { useEffect, useRef } from 'react';

/** Calls `refetch` when the tab becomes visible or focused again, at most once per `minIntervalMs`. */
export function useLookAgain(look: () => void, afterMs: number): void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    last.current = Date.now();
  }, []);
  useEffect(() => {
    const back = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last.current < afterMs) return;
      last.current = Date.now();
      look();
    };
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, [look, afterMs]);
}
