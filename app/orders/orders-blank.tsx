import { SearchX } from 'lucide-react';
import { Link } from 'react-router';

import { Key, keyClass } from '#app/ui/key.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';

/** The first time: what will stand here. */
export function NoOrders() {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="$0.00" size="2.25rem" />
      <h2 className="h2">No sales yet</h2>
      <p className="muted">
        Share the address of your page, or try a payment yourself. It doesn’t count, but it rings.
      </p>
      <Link className={keyClass('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}

/** Nothing for what is looked for. */
export function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className="order-none">
      <p className="h3 order-none-title">
        <SearchX className="i" aria-hidden="true" />
        <span>
          {search ? (
            <>
              No order has words that begin with “<bdi>{search}</bdi>”
            </>
          ) : (
            'No order is like this'
          )}
        </span>
      </p>
      <p className="muted small">
        Searched are name, email, product and number of the orders that the other choices leave.
      </p>
      <Key size="sm" onClick={onClear}>
        Clear filters
      </Key>
    </div>
  );
}

/** An address whose page lies behind the end. */
export function NoSuchPage({ first }: { first: string }) {
  return (
    <div className="order-none">
      <h2 className="h3">Nothing on this page</h2>
      <p className="muted small">The list ends earlier.</p>
      <Link className={keyClass('plain', 'sm')} to={first}>
        To the newest orders
      </Link>
    </div>
  );
}
