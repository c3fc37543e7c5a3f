import { useEffect, useState } from 'react';

const PREFIX = 'f-';

/** Returns the field that has or last had the focus; null before the first focus. */
export function useCurrentField(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? target.closest(`[id^="${PREFIX}"]`) : null;
      if (place) setCurrent(place.id.slice(PREFIX.length));
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return current;
}
