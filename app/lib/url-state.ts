import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';

/** Conversion between a screen's state and the query of its URL. Must be constant. */
export type UrlStateCodec<S> = {
  /** Ignores unknown values, so that every URL works. */
  parse: (searchParams: URLSearchParams) => S;
  toSearchParams: (state: S) => URLSearchParams;
  /** Applies a change; a new filter, for example, returns to the first page. */
  withChange: (state: S, change: Partial<S>) => S;
};

/** `replace`: no history entry, so Back does not undo the change. */
export type ChangeUrlState<S> = (change: Partial<S>, options?: { replace?: boolean }) => void;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const parseUuid = (text: string | null): string | null => (text !== null && UUID.test(text) ? text : null);

/** Page number from the URL; 1 for invalid values. */
export const parsePageNumber = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

/** One value of a screen's state in the query of its URL. The default value is left out. */
type UrlParam<T> = {
  name: string;
  defaultValue: T;
  /** Returns null for text that no screen writes; the default then counts. */
  parse: (text: string) => T | null;
};

export const urlParam = <T>(name: string, defaultValue: T, parse: UrlParam<T>['parse']): UrlParam<T> => ({
  name,
  defaultValue,
  parse,
});

/** A value that is absent by default. */
export const optionalParam = <T>(name: string, parse: (text: string) => T | null): UrlParam<T | null> =>
  urlParam<T | null>(name, null, parse);

/** One of some values. */
export const choiceParam = <const T extends string, D extends T | null>(
  name: string,
  values: readonly T[],
  defaultValue: D,
): UrlParam<T | D> => urlParam<T | D>(name, defaultValue, (text) => values.find((value) => value === text) ?? null);

/** Number of a list's page. */
export const PAGE_PARAM = urlParam('page', 1, parsePageNumber);

/**
 * Reads and writes a state whose values have one query parameter each. Unknown text is ignored, so that every URL works.
 * `reset`: values that every change sets, such as the first page.
 */
export function createUrlCodec<S>(params: { [K in keyof S]: UrlParam<S[K]> }, reset: NoInfer<Partial<S>> = {}) {
  const keys = Object.keys(params) as (keyof S)[];
  const createState = (getValue: <K extends keyof S>(key: K) => S[K]): S =>
    Object.fromEntries(keys.map((key) => [key, getValue(key)])) as S;
  return {
    defaults: createState((key) => params[key].defaultValue),
    parse: (searchParams: URLSearchParams): S =>
      createState((key) => {
        const text = searchParams.get(params[key].name);
        return (text === null ? null : params[key].parse(text)) ?? params[key].defaultValue;
      }),
    toSearchParams: (state: S): URLSearchParams =>
      new URLSearchParams(
        keys
          .filter((key) => state[key] !== params[key].defaultValue)
          .map((key) => [params[key].name, String(state[key])]),
      ),
    withChange: (state: S, change: Partial<S>): S => ({ ...state, ...reset, ...change }),
  };
}

/** The URL that was last navigated to, until the router has rendered it. Module state: one window has one URL. */
let pendingLocation: { pathname: string; search: string } | null = null;

/**
 * A screen's state in the query of the URL. Two changes in a row, before the router renders, both take effect: the second
 * builds on the first, whereas `useSearchParams` would start from the last rendered URL and undo the first.
 */
export function useUrlState<S>(codec: UrlStateCodec<S>): [S, ChangeUrlState<S>] {
  const [searchParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  useEffect(() => {
    // The pending URL was reached, or the user navigated elsewhere.
    if (pendingLocation?.pathname !== pathname || pendingLocation.search === search || navigationType === 'POP')
      pendingLocation = null;
  }, [pathname, search, navigationType]);
  const change = useCallback<ChangeUrlState<S>>(
    (changes, { replace = false } = {}) => {
      const currentSearch = pendingLocation?.pathname === pathname ? pendingLocation.search : search;
      const currentState = codec.parse(new URLSearchParams(currentSearch));
      const query = codec.toSearchParams(codec.withChange(currentState, changes)).toString();
      const nextSearch = query && `?${query}`;
      pendingLocation = nextSearch === search ? null : { pathname, search: nextSearch };
      void navigate(nextSearch || '?', { replace, preventScrollReset: true });
    },
    [codec, navigate, pathname, search],
  );
  return [codec.parse(searchParams), change];
}

const SEARCH_DEBOUNCE_MS = 250;

/** Text of a search field, which reaches the URL trimmed and after a pause. External URL changes win. */
export function useSearchText<S extends { search: string }>(
  urlSearch: string,
  change: ChangeUrlState<S>,
): [string, (text: string) => void] {
  const [text, setText] = useState(urlSearch);
  const [knownSearch, setKnownSearch] = useState(urlSearch);
  const [writtenSearch, setWrittenSearch] = useState(urlSearch);
  if (knownSearch !== urlSearch) {
    setKnownSearch(urlSearch);
    if (writtenSearch !== urlSearch) setText(urlSearch);
  }
  useEffect(() => {
    const search = text.trim();
    if (search === urlSearch) return;
    const timer = setTimeout(() => {
      setWrittenSearch(search);
      // Back returns to the list before the search, not to each letter.
      change({ search } as Partial<S>, { replace: urlSearch !== '' });
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, urlSearch, change]);
  return [text, setText];
}

export type ListUrlState<S> = {
  params: S;
  /** Current text of the search field. */
  searchText: string;
  setSearchText: (text: string) => void;
  change: ChangeUrlState<S>;
  clear: () => void;
};

/** Search, filters and page of a list in the URL. */
export function useListUrlState<S extends { search: string }>(
  codec: UrlStateCodec<S> & { defaults: S },
): ListUrlState<S> {
  const [params, change] = useUrlState(codec);
  const [searchText, setSearchText] = useSearchText(params.search, change);
  const clear = useCallback(() => {
    setSearchText('');
    change(codec.defaults);
  }, [codec, change, setSearchText]);
  return { params, searchText, setSearchText, change, clear };
}
