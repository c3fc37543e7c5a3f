import type { ReactNode } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { formatMoney } from '#domain/money.ts';

import { BILLING_SUFFIXES, SUBSCRIPTION_STATE_BADGES } from './order-display.ts';

/** Next payment date, or the end of the paid period. */
function NextDate({ subscription }: { subscription: BuyerSubscription }) {
  const { state, periodEnd, cancelAt, endedAt } = subscription;
  if (state === 'ended')
    return (
      <>
        <dt>Ended</dt>
        <dd>{endedAt ? <UtcTime iso={endedAt} /> : 'Yes'}</dd>
      </>
    );
  return (
    <>
      <dt>{cancelAt ? 'Runs until' : 'Next payment'}</dt>
      <dd>
        <UtcTime iso={cancelAt ?? periodEnd} />
      </dd>
    </>
  );
}

function FailedRenewal({ failed }: { failed: NonNullable<BuyerSubscription['failed']> }) {
  return (
    <>
      <dt>Failed renewal</dt>
      <dd>
        <UtcTime iso={failed.at} />
        {'. '}
        {failed.nextTryAt ? (
          <>
            Tried again <UtcTime iso={failed.nextTryAt} />
          </>
        ) : (
          'Stripe does not try again'
        )}
      </dd>
    </>
  );
}

type Props = { subscription: BuyerSubscription; /** Action buttons. */ actions?: ReactNode };

/** The subscription that started with the order. */
export function OrderSubscription({ subscription, actions }: Props) {
  const { state, amount, currency, billing, payments, net, failed } = subscription;
  return (
    <section className="sheet pad" aria-labelledby="order-subscription">
      <div className="order-card-head">
        <h2 className="h2" id="order-subscription">
          Subscription
        </h2>
        <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />
      </div>
      <dl className="order-facts small">
        <dt>Renews at</dt>
        <dd className="num">
          {formatMoney(amount, currency)} {BILLING_SUFFIXES[billing]}
        </dd>
        <NextDate subscription={subscription} />
        {failed && <FailedRenewal failed={failed} />}
        <dt>So far</dt>
        <dd className="num">
          {payments} {payments === 1 ? 'payment' : 'payments'}, {formatMoney(net, currency)} net
        </dd>
      </dl>
      {actions}
    </section>
  );
}
