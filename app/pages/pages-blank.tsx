import { SearchX } from 'lucide-react';

import { Key } from '#app/ui/key.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';

import { NewPageGallery } from './new-page-gallery.tsx';
import { SHOW_LABELS, SHOWS, type Show } from './page-filter.ts';
import type { Wish } from './use-wish.ts';

/** Empty state before the first page, with all starting points. */
export function NoPages() {
  return (
    <>
      <div className="sheet pad blank pages-first">
        <PriceFlags text="$0.00" size="2.25rem" />
        <div>
          <h2 className="h2">Make your first page</h2>
          <p className="muted">
            One page sells one thing. Yours will stand here with its address, its price and what it took in.
            Begin with an empty page, or with a template that has everything in place.
          </p>
        </div>
      </div>
      <NewPageGallery />
    </>
  );
}

const TEACHES: Record<Exclude<Show, 'all'>, string> = {
  published: 'No page is on sale. Open a draft and press Publish: it gets its address there and then.',
  drafts: 'No drafts. A new page is a draft until you publish it, and so is one that you unpublish.',
  archived:
    'Nothing is archived. Archive a page that you no longer work on: it leaves the list, and nothing is lost.',
};

/** Empty state of a filter or search, with links to filters that have results. */
export function NoMatch({ query, show, counts, setQuery, setShow }: Wish & { counts: Record<Show, number> }) {
  const elsewhere = SHOWS.filter((other) => other !== show && counts[other] > 0);
  if (!query)
    return (
      <div className="pages-none">
        <p className="muted">{show === 'all' ? 'All of your pages are archived.' : TEACHES[show]}</p>
        <Key size="sm" onClick={() => setShow(show === 'all' ? 'archived' : 'all')}>
          {show === 'all' ? 'Show the archived pages' : 'Show all pages'}
        </Key>
      </div>
    );
  return (
    <div className="pages-none">
      <p className="h3 pages-none-title">
        <SearchX className="i" aria-hidden="true" />
        <span>
          {show === 'all' ? 'No page' : `Nothing under ${SHOW_LABELS[show]}`} has “<bdi>{query}</bdi>” in its
          name or address
        </span>
      </p>
      <div className="pages-none-keys">
        {elsewhere.map((other) => (
          <Key key={other} size="sm" onClick={() => setShow(other)}>
            {counts[other]} under {SHOW_LABELS[other]}
          </Key>
        ))}
        <Key size="sm" onClick={() => setQuery('')}>
          Clear the search
        </Key>
      </div>
    </div>
  );
}
