import { useCallback } from 'react';

import { useAddress } from '#app/session/use-address.ts';

import { addressOf, changed, wishFrom, type AnalyticsWish } from './analytics-wish.ts';

export type ChangeWish = (change: Partial<AnalyticsWish>) => void;

/** What the address asks for. Each change is a step back: all of it can be shared, and undone by Back. */
export function useAnalyticsWish(): { wish: AnalyticsWish; change: ChangeWish } {
  const [address, setAddress] = useAddress();
  const change = useCallback<ChangeWish>(
    (to) =>
      setAddress((last) => addressOf(changed(wishFrom(last), to)), {
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { wish: wishFrom(address), change };
}
