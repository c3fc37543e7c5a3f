import { Link } from 'react-router';

import { CallError } from '#app/session/call-error.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { OrderDetail } from '#domain/order-detail.ts';

import { OrderAgreement } from './order-agreement.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderDisputes } from './order-disputes.tsx';
import { BackToOrders, OrderHead } from './order-head.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderSubscription } from './order-subscription.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { SubscriptionKeys } from './subscription-keys.tsx';
import { useOrder } from './use-order.ts';

const FAILED = 'The order could not be loaded';

const isMissing = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_request');

function NoSuchOrder() {
  return (
    <div className="sheet pad blank">
      <h1 className="h2">No such order</h1>
      <p className="muted">The address may have a typo in it, or the order belongs to another account.</p>
      <Link className={keyClass()} to="/orders">
        To your orders
      </Link>
    </div>
  );
}

function Parts({ order, onStale }: { order: OrderDetail; onStale: () => void }) {
  const { subscription } = order;
  return (
    <div className="order-cols">
      <OrderReceipt order={order} />
      <div className="order-parts">
        <OrderDisputes order={order} />
        <OrderAnswers answers={order.answers} />
        <OrderTimeline order={order} />
        {subscription && (
          <OrderSubscription
            subscription={subscription}
            acts={<SubscriptionKeys subscription={subscription} onChanged={onStale} onStale={onStale} />}
          />
        )}
        <OrderPayments order={order} />
        <OrderBuyer order={order} />
        <OrderAgreement order={order} />
      </div>
    </div>
  );
}

/** Page of one order. */
export function OrderScreen({ orderId }: { orderId: string }) {
  const one = useOrder(orderId);
  return (
    <>
      <BackToOrders />
      {one.state === 'loading' && <Skeleton rows={8} />}
      {one.state === 'failed' &&
        (isMissing(one.error) ? (
          <NoSuchOrder />
        ) : (
          <LoadFailure what={FAILED} why={failWords(one.error, FAILED).message} onRetry={one.refresh} />
        ))}
      {one.state === 'ready' && (
        <>
          <OrderHead order={one.order} onChanged={one.put} onStale={one.refresh} />
          <Parts order={one.order} onStale={one.refresh} />
        </>
      )}
    </>
  );
}
