import { useEffect } from 'react';

/** Calls `callback` at an interval while the tab is visible. */
export function useVisibleInterval(callback: () => void, intervalMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && callback(), intervalMs);
    return () => clearInterval(timer);
  }, [callback, intervalMs]);
}
