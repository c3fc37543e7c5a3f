import { useEffect, useRef } from 'react';

/** Calls `refetch` when the tab becomes visible or focused again, at most once per `minIntervalMs`. */
export function useRefetchOnFocus(refetch: () => void, minIntervalMs: number): void {
  const lastRefetchAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const handleFocus = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lastRefetchAt.current < minIntervalMs) return;
      lastRefetchAt.current = Date.now();
      refetch();
    };
    window.addEventListener('focus', handleFocus);
    document.addEventListener('visibilitychange', handleFocus);
    return () => {
      window.removeEventListener('focus', handleFocus);
      document.removeEventListener('visibilitychange', handleFocus);
    };
  }, [refetch, minIntervalMs]);
}
