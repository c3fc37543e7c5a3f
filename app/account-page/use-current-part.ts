import { useEffect, useState } from 'react';

import { ACCOUNT_PARTS, type AccountPartId } from './account-parts.ts';

/** Distance from the top at which a section becomes the current one, in pixels. */
const READING_LINE = 140;

function partInView(): AccountPartId {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const passed = ACCOUNT_PARTS.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= READING_LINE;
  });
  const part = atEnd && window.scrollY > 0 ? ACCOUNT_PARTS.at(-1) : passed.at(-1);
  return part?.id ?? ACCOUNT_PARTS[0].id;
}

/** The section in view, which the navigation highlights. */
export function useCurrentPart(): AccountPartId {
  const [part, setPart] = useState<AccountPartId>(ACCOUNT_PARTS[0].id);
  useEffect(() => {
    const look = () => setPart(partInView());
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return part;
}
