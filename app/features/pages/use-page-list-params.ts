import { useEffect, useState } from 'react';

import { useUrlParams } from '#app/lib/use-url-params.ts';

import { parsePageFilter, type PageFilter } from './page-filter.ts';

const SEARCH_DEBOUNCE_MS = 250;
const REPLACE_OPTIONS = { replace: true, preventScrollReset: true };

export type PageListParams = {
  /** Current text of the search field. */
  searchText: string;
  /** Trimmed search query. */
  query: string;
  filter: PageFilter;
  setQuery: (query: string) => void;
  setFilter: (filter: PageFilter) => void;
};

function withParam(searchParams: URLSearchParams, key: string, value: string): URLSearchParams {
  if (value) searchParams.set(key, value);
  else searchParams.delete(key);
  return searchParams;
}

/** Search and filter in the URL. The text filters immediately and reaches the URL after a debounce; external URL changes win. */
export function usePageListParams(): PageListParams {
  const [searchParams, setSearchParams] = useUrlParams();
  const urlSearch = searchParams.get('q') ?? '';
  const [searchText, setSearchText] = useState(urlSearch);
  const [knownSearch, setKnownSearch] = useState(urlSearch);
  const [writtenSearch, setWrittenSearch] = useState(urlSearch);
  if (knownSearch !== urlSearch) {
    setKnownSearch(urlSearch);
    if (writtenSearch !== urlSearch) setSearchText(urlSearch);
  }
  useEffect(() => {
    if (searchText.trim() === urlSearch) return;
    const timer = setTimeout(() => {
      setWrittenSearch(searchText.trim());
      setSearchParams((current) => withParam(current, 'q', searchText.trim()), REPLACE_OPTIONS);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText, urlSearch, setSearchParams]);
  return {
    searchText,
    query: searchText.trim(),
    filter: parsePageFilter(searchParams.get('show')),
    setQuery: setSearchText,
    setFilter: (filter) =>
      setSearchParams((current) => withParam(current, 'show', filter === 'all' ? '' : filter), REPLACE_OPTIONS),
  };
}
