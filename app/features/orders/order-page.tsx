import { Link } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

import { OrderAgreement } from './order-agreement.tsx';
import { OrderAnswers } from './order-answers.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderDisputes } from './order-disputes.tsx';
import { BackToOrders, OrderHeader } from './order-header.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderSubscription } from './order-subscription.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import { useOrder } from './use-order.ts';

const LOAD_ERROR_TITLE = 'The order could not be loaded';

const isMissing = (error: unknown): boolean =>
  error instanceof RpcError && (error.code === 'not_found' || error.code === 'invalid_request');

function OrderNotFound() {
  return (
    <EmptyState level={1} title="No such order">
      <p className="muted">The address may have a typo in it, or the order belongs to another account.</p>
      <Link className={buttonVariants()} to="/orders">
        To your orders
      </Link>
    </EmptyState>
  );
}

function OrderSections({ order, onStale }: { order: OrderDetail; onStale: () => void }) {
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
            actions={<SubscriptionActions subscription={subscription} onChanged={onStale} onStale={onStale} />}
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
export function OrderPage({ orderId }: { orderId: string }) {
  const orderQuery = useOrder(orderId);
  return (
    <>
      <BackToOrders />
      {orderQuery.state === 'loading' && <Skeleton rows={8} />}
      {orderQuery.state === 'failed' &&
        (isMissing(orderQuery.error) ? (
          <OrderNotFound />
        ) : (
          <ErrorState
            title={LOAD_ERROR_TITLE}
            description={formatErrorToast(orderQuery.error, LOAD_ERROR_TITLE).message}
            onRetry={orderQuery.refresh}
          />
        ))}
      {orderQuery.state === 'ready' && (
        <>
          <OrderHeader order={orderQuery.order} onChanged={orderQuery.setOrder} onStale={orderQuery.refresh} />
          <OrderSections order={orderQuery.order} onStale={orderQuery.refresh} />
        </>
      )}
    </>
  );
}
