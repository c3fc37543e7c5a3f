import type { ReactNode } from 'react';

import { Badge } from '#app/ui/badge.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { moneyText } from '#domain/money.ts';

import { EACH, SUBSCRIPTION_LOOKS } from './subscription-look.ts';

/** Next payment date, or the end of the paid period. */
function Next({ subscription }: { subscription: BuyerSubscription }) {
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

function Failed({ failed }: { failed: NonNullable<BuyerSubscription['failed']> }) {
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

type Props = { subscription: BuyerSubscription; /** Action buttons. */ acts?: ReactNode };

/** The subscription that started with the order. */
export function OrderSubscription({ subscription, acts }: Props) {
  const { state, amount, currency, billing, payments, net, failed } = subscription;
  return (
    <section className="sheet pad" aria-labelledby="order-subscription">
      <div className="order-card-head">
        <h2 className="h2" id="order-subscription">
          Subscription
        </h2>
        <Badge {...SUBSCRIPTION_LOOKS[state]} />
      </div>
      <dl className="order-facts small">
        <dt>Renews at</dt>
        <dd className="num">
          {moneyText(amount, currency)} {EACH[billing]}
        </dd>
        <Next subscription={subscription} />
        {failed && <Failed failed={failed} />}
        <dt>So far</dt>
        <dd className="num">
          {payments} {payments === 1 ? 'payment' : 'payments'}, {moneyText(net, currency)} net
        </dd>
      </dl>
      {acts}
    </section>
  );
}
