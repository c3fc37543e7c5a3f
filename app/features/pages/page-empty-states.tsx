import { SearchX } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { LoadingStatus, useIsSlow } from '#app/components/skeleton.tsx';

import { PAGE_FILTER_LABELS, PAGE_FILTERS, type PageFilter } from './page-filter.ts';
import { StartingPointGallery } from './starting-point-gallery.tsx';

type PageFilterProps = {
  searchText: string;
  filter: PageFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: PageFilter) => void;
  counts: Record<PageFilter, number>;
};

/** Search and filter of the page list. The URL stores both, so a list can be bookmarked and shared. */
export function PageFilters({ searchText, filter, onSearch, onFilter, counts }: PageFilterProps) {
  return (
    <div className="page-filters">
      <SearchField
        className="page-filters__search"
        aria-label="Search your pages"
        placeholder="Name or address"
        maxLength={120}
        value={searchText}
        onValueChange={onSearch}
      />
      <StateFilter
        className="page-filters__states"
        options={PAGE_FILTERS.map((value) => ({
          value,
          label: (
            <>
              {PAGE_FILTER_LABELS[value]} <span className="num">{counts[value]}</span>
            </>
          ),
        }))}
        value={filter}
        onChange={onFilter}
      />
    </div>
  );
}

const ROW_WIDTHS = [58, 34, 46, 40, 52];

/** Loading state in the shape of the list, shown after a short delay. */
export function PagesSkeleton() {
  const shown = useIsSlow();
  return (
    <>
      <LoadingStatus />
      <div className="sheet skeleton" aria-hidden="true" data-shown={shown}>
        <div className="page-filters">
          <span className="sk skeleton__field" />
        </div>
        {ROW_WIDTHS.map((width) => (
          <div key={width} className="page-row">
            <span className="sk skeleton__thumbnail" />
            <div className="page-row__name">
              <span className="sk" style={{ width: `${width}%` }} />
              <span className="sk" style={{ width: `${width + 14}%` }} />
            </div>
            <span className="sk page-row__state" />
            <span className="sk page-row__revenue" />
          </div>
        ))}
      </div>
    </>
  );
}

export function NoPagesYet() {
  return (
    <>
      <div className="sheet pad blank page-empty-state">
        <PriceDisplay text="$0.00" size="2.25rem" />
        <div>
          <h2 className="h2">Make your first page</h2>
          <p className="muted">
            One page sells one thing. Yours will stand here with its address, its price and what it took in. Begin with
            an empty page, or with a template that has everything in place.
          </p>
        </div>
      </div>
      <StartingPointGallery />
    </>
  );
}

const EMPTY_FILTER_TEXTS: Record<Exclude<PageFilter, 'all'>, string> = {
  published: 'No page is on sale. Open a draft and press Publish: it gets its address there and then.',
  drafts: 'No drafts. A new page is a draft until you publish it, and so is one that you unpublish.',
  archived: 'Nothing is archived. Archive a page that you no longer work on: it leaves the list, and nothing is lost.',
};

/** Empty state of a filter or search, with links to filters that have results. */
export function NoMatchingPages({ searchText, filter, counts, onSearch, onFilter }: PageFilterProps) {
  const query = searchText.trim();
  const otherFilters = PAGE_FILTERS.filter((candidate) => candidate !== filter && counts[candidate] > 0);
  if (!query)
    return (
      <div className="blank-inline">
        <p className="muted">{filter === 'all' ? 'All of your pages are archived.' : EMPTY_FILTER_TEXTS[filter]}</p>
        <Button size="sm" onClick={() => onFilter(filter === 'all' ? 'archived' : 'all')}>
          {filter === 'all' ? 'Show the archived pages' : 'Show all pages'}
        </Button>
      </div>
    );
  return (
    <EmptyState
      variant="inline"
      Icon={SearchX}
      title={
        <>
          {filter === 'all' ? 'No page' : `Nothing under ${PAGE_FILTER_LABELS[filter]}`} has “<bdi>{query}</bdi>” in its
          name or address
        </>
      }
    >
      <div className="page-no-results__actions">
        {otherFilters.map((otherFilter) => (
          <Button key={otherFilter} size="sm" onClick={() => onFilter(otherFilter)}>
            {counts[otherFilter]} under {PAGE_FILTER_LABELS[otherFilter]}
          </Button>
        ))}
        <Button size="sm" onClick={() => onSearch('')}>
          Clear the search
        </Button>
      </div>
    </EmptyState>
  );
}
