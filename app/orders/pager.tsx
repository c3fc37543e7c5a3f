import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

type Props = { page: number; pages: number; count: number; shown: number };

const grouped = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, ',');

function Step({ to, label, Icon }: { to: number | null; label: string; Icon: LucideIcon }) {
  const icon = <Icon className="i" aria-hidden="true" />;
  const look = keyClass('plain', 'sm', 'icon');
  if (to === null)
    return (
      <span className={look} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={look} to={to === 1 ? '/orders' : `/orders?page=${to}`} aria-label={label}>
      {icon}
    </Link>
  );
}

/** How much of the list is shown, and the way to the rest. */
export function Pager({ page, pages, count, shown }: Props) {
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  return (
    <nav className="pager small" aria-label="Pages of orders">
      <span className="muted num">
        {pages === 1
          ? `${count} ${count === 1 ? 'order' : 'orders'}`
          : `${grouped(first)}–${grouped(first + shown - 1)} of ${grouped(count)}`}
      </span>
      {pages > 1 && (
        <span className="pager-keys">
          <Step to={page > 1 ? page - 1 : null} label="Newer orders" Icon={ChevronLeft} />
          <Step to={page < pages ? page + 1 : null} label="Older orders" Icon={ChevronRight} />
        </span>
      )}
    </nav>
  );
}
