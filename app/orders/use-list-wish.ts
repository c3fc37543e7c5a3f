import { useCallback, useEffect, useState } from 'react';

import { useAddress } from '#app/session/use-address.ts';

const AFTER_MS = 250;

/** Conversion between list params and the URL. `withChange` returns to the first page. */
export type WishWays<W> = {
  from: (address: URLSearchParams) => W;
  addressOf: (wish: W) => URLSearchParams;
  changed: (wish: W, change: Partial<W>) => W;
  none: W;
};

export type Wishing<W> = {
  /** Params in the URL. */
  wish: W;
  /** Current text of the search field. */
  typed: string;
  setTyped: (text: string) => void;
  change: (change: Partial<W>) => void;
  clear: () => void;
};

/** List params in the URL. The search text reaches the URL after a debounce; external URL changes win. `codec` must be constant. */
export function useListWish<W extends { search: string }>(ways: WishWays<W>): Wishing<W> {
  const [address, setAddress] = useAddress();
  const wish = ways.from(address);
  const stands = wish.search;
  const [typed, setTyped] = useState(stands);
  const [known, setKnown] = useState(stands);
  const [written, setWritten] = useState(stands);
  if (known !== stands) {
    setKnown(stands);
    if (written !== stands) setTyped(stands);
  }
  const change = useCallback(
    (to: Partial<W>, replace = false) =>
      setAddress((last) => ways.addressOf(ways.changed(ways.from(last), to)), {
        replace,
        preventScrollReset: true,
      }),
    [ways, setAddress],
  );
  useEffect(() => {
    const search = typed.trim();
    if (search === stands) return;
    const later = setTimeout(() => {
      setWritten(search);
      // Back returns to the list before the search, not to each letter.
      change({ search } as Partial<W>, stands !== '');
    }, AFTER_MS);
    return () => clearTimeout(later);
  }, [typed, stands, change]);
  const clear = useCallback(() => {
    setTyped('');
    setWritten('');
    change(ways.none);
  }, [ways, change]);
  return { wish, typed, setTyped, change, clear };
}
