import { failWords } from '#app/session/use-fail-toast.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { Calls } from '#domain/calls.ts';

import { NoMatch, NoSuchPage, NothingYet } from './list-blank.tsx';
import { ListPager } from './list-pager.tsx';
import { OrdersTabs } from './orders-tabs.tsx';
import { SubscriptionFilters } from './subscription-filters.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import { addressOfWish, SUBSCRIPTION_WISH, type SubscriptionWish } from './subscription-wish.ts';
import { useAskedList, type AskedList } from './use-asked-list.ts';
import { useListWish, type Wishing } from './use-list-wish.ts';

const FAILED = 'Your buyers’ subscriptions could not be loaded';

type Listed = Calls['list-buyer-subscriptions']['answer'];
type ListProps = { read: AskedList<Listed>; wishing: Wishing<SubscriptionWish> };

const withRow = (list: Listed, row: BuyerSubscription): Listed => ({
  ...list,
  subscriptions: list.subscriptions.map((one) => (one.id === row.id ? row : one)),
});

function List({ read, wishing: { wish, clear } }: ListProps) {
  const { list, late, error, look, retry, alter } = read;
  if (error !== null)
    return <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />;
  if (!list) return null;
  if (list.count === 0) return <NoMatch one="subscription" search={wish.search} onClear={clear} />;
  if (list.subscriptions.length === 0)
    return <NoSuchPage first={addressOfWish({ ...wish, page: 1 })} label="To the newest" />;
  return (
    <>
      <SubscriptionTable
        subscriptions={list.subscriptions}
        late={late}
        onChanged={(row) => alter((last) => withRow(last, row))}
        onStale={look}
      />
      <div className="order-foot">
        <ListPager
          words={['subscription', 'subscriptions']}
          list={list}
          shown={list.subscriptions.length}
          pageAt={(page) => addressOfWish({ ...wish, page })}
        />
      </div>
    </>
  );
}

/** Buyers' subscriptions, newest first. */
export function SubscriptionsScreen() {
  const wishing = useListWish(SUBSCRIPTION_WISH);
  const { search, state, page } = wishing.wish;
  const read = useAskedList('list-buyer-subscriptions', {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(state ? { state } : {}),
    ...(page > 1 ? { page } : {}),
  });
  const { list, late, error, retry } = read;
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
        <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />
      )}
      {list && !list.any && (
        <NothingYet flags={<PriceFlags text="0" size="2.25rem" />} title="Nobody subscribes yet">
          Set a page’s payment type to Subscription: whoever buys there stands here, with what was paid and
          what comes next.
        </NothingYet>
      )}
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
