import { useEffect, useState } from 'react';

const PREFIX = 'f-';

/** The field that has the focus, or had it last; null before there was one. */
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
