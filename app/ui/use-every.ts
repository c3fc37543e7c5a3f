import { useEffect } from 'react';

/** Calls `look` so often while the tab can be seen. */
export function useEvery(look: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), everyMs);
    return () => clearInterval(timer);
  }, [look, everyMs]);
}
