import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';

type NavigationOptions = { replace?: boolean; preventScrollReset?: boolean };
export type SetUrlParams = (
  updateParams: (previous: URLSearchParams) => URLSearchParams,
  options?: NavigationOptions,
) => void;

/** The URL that was last navigated to, until the router has rendered it. Module state: one window has one URL. */
let pendingLocation: { pathname: string; search: string } | null = null;

/**
 * The query of the URL. Two updates in a row, before the router renders, both take effect: the second builds on the
 * first, whereas `useSearchParams` would start from the last rendered URL and undo the first.
 */
export function useUrlParams(): [URLSearchParams, SetUrlParams] {
  const [searchParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  useEffect(() => {
    // The pending URL was reached, or the user navigated elsewhere.
    if (pendingLocation?.pathname !== pathname || pendingLocation.search === search || navigationType === 'POP')
      pendingLocation = null;
  }, [pathname, search, navigationType]);
  const setUrlParams = useCallback<SetUrlParams>(
    (updateParams, options) => {
      const currentSearch = pendingLocation?.pathname === pathname ? pendingLocation.search : search;
      const query = updateParams(new URLSearchParams(currentSearch)).toString();
      const nextSearch = query && `?${query}`;
      pendingLocation = nextSearch === search ? null : { pathname, search: nextSearch };
      void navigate(nextSearch || '?', options);
    },
    [navigate, pathname, search],
  );
  return [searchParams, setUrlParams];
}
