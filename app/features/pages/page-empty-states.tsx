import { SearchX } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { LoadingStatus, useIsSlow } from '#app/components/skeleton.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { pageMessages } from '#content/messages/pages.ts';

import { PAGE_FILTERS, type PageFilter } from './page-filter.ts';

const messages = pageMessages.filters;

const StartingPointGallery = loadOnDemand(
  async () => (await import('./starting-point-gallery.tsx')).StartingPointGallery,
);

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
        aria-label={messages.search.label}
        placeholder={messages.search.placeholder}
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
              {messages.labels[value]} <span className="num">{counts[value]}</span>
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
          <h2 className="h2">{pageMessages.list.empty.title}</h2>
          <p className="muted">{pageMessages.list.empty.text}</p>
        </div>
      </div>
      <StartingPointGallery />
    </>
  );
}

/** Empty state of a filter or search, with links to filters that have results. */
export function NoMatchingPages({ searchText, filter, counts, onSearch, onFilter }: PageFilterProps) {
  const query = searchText.trim();
  const otherFilters = PAGE_FILTERS.filter((candidate) => candidate !== filter && counts[candidate] > 0);
  if (!query)
    return (
      <div className="blank-inline">
        <p className="muted">{messages.empty[filter]}</p>
        <Button size="sm" onClick={() => onFilter(filter === 'all' ? 'archived' : 'all')}>
          {filter === 'all' ? messages.showArchived : messages.showAll}
        </Button>
      </div>
    );
  return (
    <EmptyState
      variant="inline"
      Icon={SearchX}
      title={<RichText text={messages.noMatches[filter]} tags={{ search: () => <bdi>{query}</bdi> }} />}
    >
      <div className="page-no-results__actions">
        {otherFilters.map((otherFilter) => (
          <Button key={otherFilter} size="sm" onClick={() => onFilter(otherFilter)}>
            {messages.otherMatches[otherFilter]({ count: counts[otherFilter] })}
          </Button>
        ))}
        <Button size="sm" onClick={() => onSearch('')}>
          {messages.clearSearch}
        </Button>
      </div>
    </EmptyState>
  );
}
