import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { addressOfWish, NO_WISH, subscriptionWishFrom, type SubscriptionWish } from './subscription-wish.ts';

const AFTER_MS = 250;

export type SubscriptionWishing = {
  wish: SubscriptionWish;
  /** The field's text as it stands. */
  typed: string;
  setTyped: (text: string) => void;
  change: (change: Partial<SubscriptionWish>) => void;
  clear: () => void;
};

/** What is typed reaches the address a moment later; an address that changes by itself wins. */
export function useSubscriptionWish(): SubscriptionWishing {
  const [address, setAddress] = useSearchParams();
  const wish = subscriptionWishFrom(address);
  const stands = wish.search;
  const [typed, setTyped] = useState(stands);
  const [known, setKnown] = useState(stands);
  const [written, setWritten] = useState(stands);
  if (known !== stands) {
    setKnown(stands);
    if (written !== stands) setTyped(stands);
  }
  const change = useCallback(
    (to: Partial<SubscriptionWish>, replace = false) =>
      setAddress((last) => addressOfWish({ ...subscriptionWishFrom(last), page: 1, ...to }), {
        replace,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  useEffect(() => {
    const search = typed.trim();
    if (search === stands) return;
    const later = setTimeout(() => {
      setWritten(search);
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
