import { Search } from 'lucide-react';

import { SHOW_LABELS, SHOWS, type Show } from './page-filter.ts';
import type { Wish } from './use-wish.ts';

type Props = Wish & { counts: Record<Show, number> };

/** Search and filter of the page list. The URL stores both, so a list can be bookmarked and shared. */
export function PageFilters({ typed, show, setQuery, setShow, counts }: Props) {
  return (
    <div className="page-filters">
      <div className="page-search">
        <Search className="i" aria-hidden="true" />
        <input
          className="in"
          type="search"
          aria-label="Search your pages"
          placeholder="Name or address"
          value={typed}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <div className="page-chips" role="group" aria-label="State">
        {SHOWS.map((choice) => (
          <button
            key={choice}
            type="button"
            className="chip"
            aria-pressed={show === choice}
            onClick={() => setShow(choice)}
          >
            {SHOW_LABELS[choice]} <span className="num">{counts[choice]}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
