import { useCallback, useEffect, useState } from 'react';

import { useUrlParams } from '#app/lib/use-url-params.ts';

/** Page number from the URL; 1 for invalid values. */
export function parsePageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

const SEARCH_DEBOUNCE_MS = 250;

/** Conversion between list params and the URL. `withChange` returns to the first page. */
export type ListParamsCodec<W> = {
  parse: (address: URLSearchParams) => W;
  toSearchParams: (params: W) => URLSearchParams;
  withChange: (params: W, change: Partial<W>) => W;
  defaults: W;
};

export type ListParamsState<W> = {
  /** Params in the URL. */
  params: W;
  /** Current text of the search field. */
  searchText: string;
  setSearchText: (text: string) => void;
  change: (change: Partial<W>) => void;
  clear: () => void;
};

/** List params in the URL. The search text reaches the URL after a debounce; external URL changes win. `codec` must be constant. */
export function useListParams<W extends { search: string }>(codec: ListParamsCodec<W>): ListParamsState<W> {
  const [searchParams, setSearchParams] = useUrlParams();
  const params = codec.parse(searchParams);
  const urlSearch = params.search;
  const [searchText, setSearchText] = useState(urlSearch);
  const [knownSearch, setKnownSearch] = useState(urlSearch);
  const [writtenSearch, setWrittenSearch] = useState(urlSearch);
  if (knownSearch !== urlSearch) {
    setKnownSearch(urlSearch);
    if (writtenSearch !== urlSearch) setSearchText(urlSearch);
  }
  const change = useCallback(
    (changes: Partial<W>, replace = false) =>
      setSearchParams((current) => codec.toSearchParams(codec.withChange(codec.parse(current), changes)), {
        replace,
        preventScrollReset: true,
      }),
    [codec, setSearchParams],
  );
  useEffect(() => {
    const trimmed = searchText.trim();
    if (trimmed === urlSearch) return;
    const timer = setTimeout(() => {
      setWrittenSearch(trimmed);
      // Back returns to the list before the search, not to each letter.
      change({ search: trimmed } as Partial<W>, urlSearch !== '');
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText, urlSearch, change]);
  const clear = useCallback(() => {
    setSearchText('');
    setWrittenSearch('');
    change(codec.defaults);
  }, [codec, change]);
  return { params, searchText, setSearchText, change, clear };
}
