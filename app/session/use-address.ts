import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';

type Ways = { replace?: boolean; preventScrollReset?: boolean };
export type SetAddress = (change: (last: URLSearchParams) => URLSearchParams, ways?: Ways) => void;

/** What the address was last asked to become, while it has not become it yet. One window has one address. */
let ahead: { pathname: string; search: string } | null = null;

/**
 * The query of the address. Two changes that follow each other faster than the router draws both count: the second
 * begins where the first leads, while `useSearchParams` begins at what was last drawn and would undo the first.
 */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [address] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const way = useNavigationType();
  useEffect(() => {
    // Where it leads was reached, or somebody went elsewhere: by Back, or to another screen.
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
