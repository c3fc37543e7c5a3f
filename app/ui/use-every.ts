import { useEffect } from 'react';

/** Calls `callback` at an interval while the tab is visible. */
export function useEvery(look: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), everyMs);
    return () => clearInterval(timer);
  }, [look, everyMs]);
}
