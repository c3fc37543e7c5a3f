import { SearchX } from 'lucide-react';
import { Link } from 'react-router';

import { Key, keyClass } from '#app/ui/key.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';

/** The first time: what will stand here. */
export function NoSubscriptions() {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="0" size="2.25rem" />
      <h2 className="h2">Nobody subscribes yet</h2>
      <p className="muted">
        Set a page’s payment type to Subscription: whoever buys there stands here, with what was paid and what
        comes next.
      </p>
      <Link className={keyClass('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}

/** Nothing for what is looked for. */
export function NoSubscriptionMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className="order-none">
      <p className="h3 order-none-title">
        <SearchX className="i" aria-hidden="true" />
        <span>
          {search ? (
            <>
              No subscription has words that begin with “<bdi>{search}</bdi>”
            </>
          ) : (
            'No subscription is like this'
          )}
        </span>
      </p>
      <Key size="sm" onClick={onClear}>
        Clear filters
      </Key>
    </div>
  );
}
