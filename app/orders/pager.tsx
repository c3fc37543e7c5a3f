import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import { countText } from './count-text.ts';
import { addressOf, type OrderWish } from './order-wish.ts';
import type { ListedOrders } from './use-orders.ts';

const pathOf = (wish: OrderWish): string => `?${addressOf(wish).toString()}`;

function Step({ to, label, Icon }: { to: OrderWish | null; label: string; Icon: LucideIcon }) {
  const icon = <Icon className="i" aria-hidden="true" />;
  const look = keyClass('plain', 'sm', 'icon');
  if (to === null)
    return (
      <span className={look} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={look} to={pathOf(to)} aria-label={label}>
      {icon}
    </Link>
  );
}

type Props = { wish: OrderWish; list: ListedOrders };

/** How much of the list is shown, and the way to the rest. Pages behind the first stay as they were when it was left. */
export function Pager({ wish, list: { orders, page, pages, count, totals, last } }: Props) {
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  const upTo = wish.upTo ?? last;
  const newer = page > 1 ? last - upTo : 0;
  // Said above already.
  if (pages === 1 && page === 1 && totals.length === 1) return null;
  return (
    <nav className="pager small" aria-label="Pages of orders">
      <span className="muted num">
        {pages === 1
          ? `${countText(count)} ${count === 1 ? 'order' : 'orders'}`
          : `${countText(first)}–${countText(first + orders.length - 1)} of ${countText(count)}`}
        {newer > 0 && (
          <>
            {' · '}
            <Link className="link" to={pathOf({ ...wish, page: 1, upTo: null })}>
              {countText(newer)} newer {newer === 1 ? 'order' : 'orders'} since
            </Link>
          </>
        )}
      </span>
      {pages > 1 && (
        <span className="pager-keys">
          <Step
            to={page > 1 ? { ...wish, page: page - 1, upTo: page > 2 ? upTo : null } : null}
            label="Newer orders"
            Icon={ChevronLeft}
          />
          <Step
            to={page < pages ? { ...wish, page: page + 1, upTo } : null}
            label="Older orders"
            Icon={ChevronRight}
          />
        </span>
      )}
    </nav>
  );
}
