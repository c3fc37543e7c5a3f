import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { addressOf, changed, NO_WISH, wishFrom, type OrderWish } from './order-wish.ts';

const AFTER_MS = 250;

export type Wishing = {
  /** What the address asks for. */
  wish: OrderWish;
  /** The field's text as it stands. */
  typed: string;
  setTyped: (text: string) => void;
  change: (change: Partial<OrderWish>) => void;
  clear: () => void;
};

/** What is typed reaches the address a moment later, and nothing of it is lost; an address that changes by itself wins. */
export function useOrderWish(): Wishing {
  const [address, setAddress] = useSearchParams();
  const wish = wishFrom(address);
  const stands = wish.search;
  const [typed, setTyped] = useState(stands);
  const [known, setKnown] = useState(stands);
  const [written, setWritten] = useState(stands);
  if (known !== stands) {
    setKnown(stands);
    if (written !== stands) setTyped(stands);
  }
  const change = useCallback(
    (to: Partial<OrderWish>, replace = false) =>
      setAddress((last) => addressOf(changed(wishFrom(last), to)), { replace, preventScrollReset: true }),
    [setAddress],
  );
  useEffect(() => {
    const search = typed.trim();
    if (search === stands) return;
    const later = setTimeout(() => {
      setWritten(search);
      // One step back leads to the list before the search, not through each letter.
      change({ search }, stands !== '');
    }, AFTER_MS);
    return () => clearTimeout(later);
  }, [typed, stands, change]);
  const clear = useCallback(() => {
    setTyped('');
    setWritten('');
    change(NO_WISH);
  }, [change]);
  return { wish, typed, setTyped, change, clear };
}
