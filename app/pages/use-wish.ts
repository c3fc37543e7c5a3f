import { useEffect, useState } from 'react';

import { useAddress } from '#app/session/use-address.ts';

import { showFrom, type Show } from './page-filter.ts';

const AFTER_MS = 250;
const STILL = { replace: true, preventScrollReset: true };

export type Wish = {
  /** Current text of the search field. */
  typed: string;
  /** Trimmed search query. */
  query: string;
  show: Show;
  setQuery: (query: string) => void;
  setShow: (show: Show) => void;
};

function withKey(parameters: URLSearchParams, key: string, value: string): URLSearchParams {
  if (value) parameters.set(key, value);
  else parameters.delete(key);
  return parameters;
}

/** Search and filter in the URL. The text filters immediately and reaches the URL after a debounce; external URL changes win. */
export function useWish(): Wish {
  const [parameters, setParameters] = useAddress();
  const stands = parameters.get('q') ?? '';
  const [typed, setTyped] = useState(stands);
  const [known, setKnown] = useState(stands);
  const [written, setWritten] = useState(stands);
  if (known !== stands) {
    setKnown(stands);
    if (written !== stands) setTyped(stands);
  }
  useEffect(() => {
    if (typed.trim() === stands) return;
    const later = setTimeout(() => {
      setWritten(typed.trim());
      setParameters((last) => withKey(last, 'q', typed.trim()), STILL);
    }, AFTER_MS);
    return () => clearTimeout(later);
  }, [typed, stands, setParameters]);
  return {
    typed,
    query: typed.trim(),
    show: showFrom(parameters.get('show')),
    setQuery: setTyped,
    setShow: (show) => setParameters((last) => withKey(last, 'show', show === 'all' ? '' : show), STILL),
  };
}
