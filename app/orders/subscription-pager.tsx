import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import { countText } from './count-text.ts';
import { addressOfWish, type SubscriptionWish } from './subscription-wish.ts';
import type { ListedSubscriptions } from './use-subscriptions.ts';

type StepProps = { wish: SubscriptionWish; page: number | null; label: string; Icon: LucideIcon };

function Step({ wish, page, label, Icon }: StepProps) {
  const icon = <Icon className="i" aria-hidden="true" />;
  const look = keyClass('plain', 'sm', 'icon');
  if (page === null)
    return (
      <span className={look} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={look} to={`?${addressOfWish({ ...wish, page }).toString()}`} aria-label={label}>
      {icon}
    </Link>
  );
}

type Props = { wish: SubscriptionWish; list: ListedSubscriptions };

/** How much of the list is shown, and the way to the rest. */
export function SubscriptionPager({ wish, list: { subscriptions, page, pages, count } }: Props) {
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  return (
    <nav className="pager small" aria-label="Pages of subscriptions">
      <span className="muted num">
        {pages === 1
          ? `${countText(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`
          : `${countText(first)}–${countText(first + subscriptions.length - 1)} of ${countText(count)}`}
      </span>
      {pages > 1 && (
        <span className="pager-keys">
          <Step
            wish={wish}
            page={page > 1 ? page - 1 : null}
            label="Newer subscriptions"
            Icon={ChevronLeft}
          />
          <Step
            wish={wish}
            page={page < pages ? page + 1 : null}
            label="Older subscriptions"
            Icon={ChevronRight}
          />
        </span>
      )}
    </nav>
  );
}
