import { useCallback } from 'react';

import { useAddress } from '#app/session/use-address.ts';

import { addressOf, changed, wishFrom, type AnalyticsWish } from './analytics-wish.ts';

export type ChangeWish = (change: Partial<AnalyticsWish>) => void;

/** Params of the page in the URL. Each change adds a history entry, so Back undoes it. */
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
