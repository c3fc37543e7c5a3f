import { ArrowUpRight, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { buttonVariants } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { FieldAnswer } from '#domain/custom-field.ts';
import { formatMoney } from '#domain/money.ts';
import { type OrderDetail, type OrderEmail, isInquiry, type OrderDispute } from '#domain/order-detail.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { OrderAgreement } from './order-agreement.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { BILLING_SUFFIXES, SUBSCRIPTION_STATE_BADGES } from './order-display.ts';
import { BackToOrders, OrderHeader } from './order-header.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderSection } from './order-section.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { getDisputeReasonLabel, getDisputeStatusLabel } from './stripe-labels.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

function FailedRenewal({ failed }: { failed: NonNullable<BuyerSubscription['failed']> }) {
  return (
    <>
      <UtcTime iso={failed.at} />
      {'. '}
      {failed.nextTryAt ? (
        <>
          Tried again <UtcTime iso={failed.nextTryAt} />
        </>
      ) : (
        'Stripe does not try again'
      )}
    </>
  );
}

/** The subscription that started with the order. */
function OrderSubscription({ subscription }: { subscription: BuyerSubscription }) {
  const { state, amount, currency, billing, payments, net, failed, periodEnd, cancelAt, endedAt } = subscription;
  return (
    <section className="sheet pad" aria-labelledby="order-subscription">
      <div className="order-section__header">
        <h2 className="h2" id="order-subscription">
          Subscription
        </h2>
        <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />
      </div>
      <dl className="order-details small">
        <Detail label="Renews at" className="num">
          {formatMoney(amount, currency)} {BILLING_SUFFIXES[billing]}
        </Detail>
        {state === 'ended' ? (
          <Detail label="Ended">{endedAt ? <UtcTime iso={endedAt} /> : 'Yes'}</Detail>
        ) : (
          <Detail label={cancelAt ? 'Runs until' : 'Next payment'}>
            <UtcTime iso={cancelAt ?? periodEnd} />
          </Detail>
        )}
        <Detail label="Failed renewal">{failed && <FailedRenewal failed={failed} />}</Detail>
        <Detail label="So far" className="num">
          {payments} {payments === 1 ? 'payment' : 'payments'}, {formatMoney(net, currency)} net
        </Detail>
      </dl>
      <SubscriptionActions subscription={subscription} />
    </section>
  );
}

function Dispute({ dispute }: { dispute: OrderDispute }) {
  const { amount, currency, reason, status, dueBy, createdAt, closedAt, providerUrl } = dispute;
  const mustAnswer = status.endsWith('needs_response');
  return (
    <section className={mustAnswer ? 'sheet pad order-dispute open' : 'sheet pad order-dispute'}>
      <h2 className="h2 order-section__title order-dispute__title">
        {mustAnswer && <ShieldAlert className="i" aria-hidden="true" />}
        {isInquiry(status) ? 'The bank asks about' : 'Dispute of'} {formatMoney(amount, currency)}
      </h2>
      <dl className="order-details small">
        <Detail label="State">{getDisputeStatusLabel(status)}</Detail>
        <Detail label="Reason">{getDisputeReasonLabel(reason)}</Detail>
        <Detail label="Opened">
          <UtcTime iso={createdAt} />
        </Detail>
        <Detail label="Answer before">
          {mustAnswer && dueBy && (
            <b>
              <UtcTime iso={dueBy} />
            </b>
          )}
        </Detail>
        <Detail label="Closed">{closedAt && <UtcTime iso={closedAt} />}</Detail>
      </dl>
      <a
        className={buttonVariants(mustAnswer ? 'primary' : 'plain', 'sm')}
        href={providerUrl}
        target="_blank"
        rel="noreferrer"
      >
        {mustAnswer ? 'Answer in Stripe' : 'Look at it in Stripe'}
        <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </section>
  );
}

/** Links email addresses and URLs; shows every other answer as text. */
function AnswerValue({ kind, value }: FieldAnswer) {
  const href = kind === 'email' ? `mailto:${value}` : kind === 'url' ? parseSafeUrl(value) : null;
  if (!href) return value;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer nofollow">
      {value}
    </a>
  );
}

/** The buyer's answers with the field labels at that time. */
function OrderAnswers({ answers }: { answers: readonly FieldAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <OrderSection id="order-answers" title="Answers">
      <dl className="order-answers small">
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt dir="auto">
              {answer.label}
              {answer.kind === 'hidden' && ' (from the page’s address)'}
            </dt>
            <dd dir="auto">
              <AnswerValue {...answer} />
            </dd>
          </div>
        ))}
      </dl>
    </OrderSection>
  );
}

const POLL_INTERVAL_MS = 30_000;
/** Polling interval while an email is being sent. */
const EMAIL_POLL_INTERVAL_MS = 2_000;

/** True for a queued email without an error; it is sent within seconds. */
const isBeingSent = ({ state, reason }: OrderEmail): boolean => state === 'waiting' && reason === null;

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

function OrderSections({ order }: { order: OrderDetail }) {
  return (
    <div className="order-page__columns">
      <OrderReceipt order={order} />
      <div className="order-page__sections">
        {order.disputes.toReversed().map((dispute) => (
          <Dispute key={dispute.id} dispute={dispute} />
        ))}
        <OrderAnswers answers={order.answers} />
        <OrderTimeline order={order} />
        {order.subscription && <OrderSubscription subscription={order.subscription} />}
        <OrderPayments order={order} />
        <OrderBuyer order={order} />
        <OrderAgreement order={order} />
      </div>
    </div>
  );
}

export function OrderPage({ orderId }: { orderId: string }) {
  const orderQuery = useRpcQuery(
    'get-order',
    { orderId },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.mails.some(isBeingSent) ? EMAIL_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
    },
  );
  return (
    <>
      <BackToOrders />
      <QueryBoundary
        query={orderQuery}
        errorTitle="The order could not be loaded"
        rows={8}
        notFound={<OrderNotFound />}
      >
        {(order) => (
          <>
            <OrderHeader order={order} />
            <OrderSections order={order} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
