import { useCallback, useEffect, useState } from 'react';

import { useAddress } from '#app/session/use-address.ts';

const AFTER_MS = 250;

/** How a list's wish stands in its address. `changed` begins anew at the first page. */
export type WishWays<W> = {
  from: (address: URLSearchParams) => W;
  addressOf: (wish: W) => URLSearchParams;
  changed: (wish: W, change: Partial<W>) => W;
  none: W;
};

export type Wishing<W> = {
  /** What the address asks for. */
  wish: W;
  /** The field's text as it stands. */
  typed: string;
  setTyped: (text: string) => void;
  change: (change: Partial<W>) => void;
  clear: () => void;
};

/**
 * What is typed reaches the address a moment later, and nothing of it is lost; an address that changes by itself wins.
 * The ways are constants.
 */
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
      // One step back leads to the list before the search, not through each letter.
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
