import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';

type Ways = { replace?: boolean; preventScrollReset?: boolean };
export type SetAddress = (change: (last: URLSearchParams) => URLSearchParams, ways?: Ways) => void;

/** The URL that was last navigated to, until the router has rendered it. Module state: one window has one URL. */
let ahead: { pathname: string; search: string } | null = null;

/**
 * The query of the URL. Two updates in a row, before the router renders, both take effect: the second builds on the
 * first, whereas `useSearchParams` would start from the last rendered URL and undo the first.
 */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [address] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const way = useNavigationType();
  useEffect(() => {
    // The pending URL was reached, or the user navigated elsewhere.
    if (ahead?.pathname !== pathname || ahead.search === search || way === 'POP') ahead = null;
  }, [pathname, search, way]);
  const set = useCallback<SetAddress>(
    (change, ways) => {
      const last = ahead?.pathname === pathname ? ahead.search : search;
      const query = change(new URLSearchParams(last)).toString();
      const next = query && `?${query}`;
      ahead = next === search ? null : { pathname, search: next };
      void navigate(next || '?', ways);
    },
    [navigate, pathname, search],
  );
  return [address, set];
}
