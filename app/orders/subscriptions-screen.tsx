import { Link } from 'react-router';

import { failWords } from '#app/session/use-fail-toast.ts';
import { keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { OrdersTabs } from './orders-tabs.tsx';
import { SubscriptionFilters } from './subscription-filters.tsx';
import { SubscriptionPager } from './subscription-pager.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import { addressOfWish } from './subscription-wish.ts';
import { NoSubscriptionMatch, NoSubscriptions } from './subscriptions-blank.tsx';
import { useSubscriptionWish, type SubscriptionWishing } from './use-subscription-wish.ts';
import { useSubscriptions } from './use-subscriptions.ts';

const FAILED = 'Your buyers’ subscriptions could not be loaded';

type Read = ReturnType<typeof useSubscriptions>;

function List({ read, wishing: { wish, clear } }: { read: Read; wishing: SubscriptionWishing }) {
  const { list, late, error, look, put } = read;
  if (error !== null)
    return <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={look} />;
  if (!list) return null;
  if (list.count === 0) return <NoSubscriptionMatch search={wish.search} onClear={clear} />;
  if (list.subscriptions.length === 0)
    return (
      <div className="order-none">
        <h2 className="h3">Nothing on this page</h2>
        <p className="muted small">The list ends earlier.</p>
        <Link className={keyClass('plain', 'sm')} to={`?${addressOfWish({ ...wish, page: 1 }).toString()}`}>
          To the newest
        </Link>
      </div>
    );
  return (
    <>
      <SubscriptionTable subscriptions={list.subscriptions} late={late} onChanged={put} onStale={look} />
      <div className="order-foot">
        <SubscriptionPager wish={wish} list={list} />
      </div>
    </>
  );
}

/** What buyers go on paying, newest first. */
export function SubscriptionsScreen() {
  const wishing = useSubscriptionWish();
  const { search, state, page } = wishing.wish;
  const read = useSubscriptions({
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(state ? { state } : {}),
    ...(page > 1 ? { page } : {}),
  });
  const { list, late, error, look } = read;
  const narrowed = search !== '' || state !== null;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
      </div>
      <OrdersTabs />
      {!list && error === null && <Skeleton rows={6} />}
      {!list && error !== null && (
        <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={look} />
      )}
      {list && !list.any && <NoSubscriptions />}
      {list?.any && (
        <div className="sheet">
          <SubscriptionFilters {...wishing} />
          <p className="vh" role="status">
            {narrowed &&
              !late &&
              `${list.count} ${list.count === 1 ? 'subscription' : 'subscriptions'} found`}
          </p>
          <List read={read} wishing={wishing} />
        </div>
      )}
    </>
  );
}
