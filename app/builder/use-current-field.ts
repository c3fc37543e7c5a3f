import { useEffect, useState } from 'react';

const PREFIX = 'f-';

/** Returns the field that has or last had the focus; null before the first focus. */
export function useCurrentField(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent) => {
      const element = target instanceof Element ? target.closest(`[id^="${PREFIX}"]`) : null;
      if (element) setCurrent(element.id.slice(PREFIX.length));
    };
    document.addEventListener('focusin', handleFocus);
    return () => document.removeEventListener('focusin', handleFocus);
  }, []);
  return current;
}
