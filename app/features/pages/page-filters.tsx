import { Search } from 'lucide-react';

import { PAGE_FILTER_LABELS, PAGE_FILTERS, type PageFilter } from './page-filter.ts';
import type { PageListParams } from './use-page-list-params.ts';

type Props = PageListParams & { counts: Record<PageFilter, number> };

/** Search and filter of the page list. The URL stores both, so a list can be bookmarked and shared. */
export function PageFilters({ searchText, filter, setQuery, setFilter, counts }: Props) {
  return (
    <div className="page-filters">
      <div className="page-search">
        <Search className="i" aria-hidden="true" />
        <input
          className="in"
          type="search"
          aria-label="Search your pages"
          placeholder="Name or address"
          value={searchText}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <div className="page-chips" role="group" aria-label="State">
        {PAGE_FILTERS.map((filterOption) => (
          <button
            key={filterOption}
            type="button"
            className="chip"
            aria-pressed={filter === filterOption}
            onClick={() => setFilter(filterOption)}
          >
            {PAGE_FILTER_LABELS[filterOption]} <span className="num">{counts[filterOption]}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
