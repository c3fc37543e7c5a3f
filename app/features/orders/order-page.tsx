import { ArrowUpRight, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
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
import { OrderTimeline } from './order-timeline.tsx';
import { getDisputeReasonLabel, getDisputeStatusLabel } from './stripe-labels.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

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
function OrderSubscription({ subscription, actions }: Props) {
  const { state, amount, currency, billing, payments, net, failed } = subscription;
  return (
    <section className="sheet pad" aria-labelledby="order-subscription">
      <div className="order-section__header">
        <h2 className="h2" id="order-subscription">
          Subscription
        </h2>
        <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />
      </div>
      <dl className="order-details small">
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

const needsResponse = ({ status }: OrderDispute): boolean => status.endsWith('needs_response');

function Dispute({ dispute }: { dispute: OrderDispute }) {
  const { amount, currency, reason, status, dueBy, createdAt, closedAt, providerUrl } = dispute;
  return (
    <section className={needsResponse(dispute) ? 'sheet pad order-dispute open' : 'sheet pad order-dispute'}>
      <h2 className="h2 order-section__title order-dispute__title">
        {needsResponse(dispute) && <ShieldAlert className="i" aria-hidden="true" />}
        {isInquiry(status) ? 'The bank asks about' : 'Dispute of'} {formatMoney(amount, currency)}
      </h2>
      <dl className="order-details small">
        <dt>State</dt>
        <dd>{getDisputeStatusLabel(status)}</dd>
        <dt>Reason</dt>
        <dd>{getDisputeReasonLabel(reason)}</dd>
        <dt>Opened</dt>
        <dd>
          <UtcTime iso={createdAt} />
        </dd>
        {needsResponse(dispute) && dueBy && (
          <>
            <dt>Answer before</dt>
            <dd>
              <b>
                <UtcTime iso={dueBy} />
              </b>
            </dd>
          </>
        )}
        {closedAt && (
          <>
            <dt>Closed</dt>
            <dd>
              <UtcTime iso={closedAt} />
            </dd>
          </>
        )}
      </dl>
      <a
        className={buttonVariants(needsResponse(dispute) ? 'primary' : 'plain', 'sm')}
        href={providerUrl}
        target="_blank"
        rel="noreferrer"
      >
        {needsResponse(dispute) ? 'Answer in Stripe' : 'Look at it in Stripe'}
        <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </section>
  );
}

/** Disputed payments, newest first. */
function OrderDisputes({ order }: { order: OrderDetail }) {
  return order.disputes.toReversed().map((dispute) => <Dispute key={dispute.id} dispute={dispute} />);
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
    <section className="sheet pad" aria-labelledby="order-answers">
      <h2 className="h2 order-section__title" id="order-answers">
        Answers
      </h2>
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
    </section>
  );
}

const POLL_INTERVAL_MS = 30_000;
/** Polling interval while an email is being sent. */
const EMAIL_POLL_INTERVAL_MS = 2_000;

/** True for a queued email without an error; it is sent within seconds. */
const isBeingSent = ({ state, reason }: OrderEmail): boolean => state === 'waiting' && reason === null;

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

function OrderSections({ order }: { order: OrderDetail }) {
  const { subscription } = order;
  return (
    <div className="order-page__columns">
      <OrderReceipt order={order} />
      <div className="order-page__sections">
        <OrderDisputes order={order} />
        <OrderAnswers answers={order.answers} />
        <OrderTimeline order={order} />
        {subscription && (
          <OrderSubscription
            subscription={subscription}
            actions={<SubscriptionActions subscription={subscription} />}
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
      {!orderQuery.data && isMissing(orderQuery.error) ? (
        <OrderNotFound />
      ) : (
        <QueryBoundary query={orderQuery} errorTitle="The order could not be loaded" skeleton={<Skeleton rows={8} />}>
          {(order) => (
            <>
              <OrderHeader order={order} />
              <OrderSections order={order} />
            </>
          )}
        </QueryBoundary>
      )}
    </>
  );
}
