import { ArrowUpRight, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { buttonVariants } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { FieldAnswer } from '#domain/custom-field.ts';
import { getMailtoUrl } from '#domain/mailto-url.ts';
import { type OrderDetail, type OrderEmail, isInquiry, type OrderDispute } from '#domain/order-detail.ts';
import type { PaymentPlan } from '#domain/order.ts';
import { getArrival } from '#domain/payment-methods.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { OrderAgreement } from './order-agreement.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderDelivered } from './order-delivered.tsx';
import { BILLING_SUFFIXES, PAYMENT_PLAN_BADGES, SUBSCRIPTION_STATE_BADGES } from './order-display.ts';
import { BackToOrders, OrderHeader } from './order-header.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderMetadata } from './order-metadata.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderSection } from './order-section.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { getDisputeReasonLabel, getDisputeStatusLabel } from './stripe-labels.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

function FailedRenewal({ failed }: { failed: NonNullable<BuyerSubscription['failed']> }) {
  const messages = orderDetailMessages.subscription;
  return (
    <RichText
      text={failed.nextTryAt ? messages.failedWithRetry : messages.failedWithoutRetry}
      tags={{
        failedAt: () => <UtcTime iso={failed.at} />,
        retryAt: () => failed.nextTryAt && <UtcTime iso={failed.nextTryAt} />,
      }}
    />
  );
}

type SubscriptionProps = { subscription: BuyerSubscription; plan: PaymentPlan | null };

/** When a subscription ended or ends, or when its next payment is due; nothing while a payment of a plan is overdue. */
function SubscriptionDate({ subscription, plan }: SubscriptionProps) {
  const messages = orderDetailMessages.subscription;
  const { state, periodEnd, cancelAt, endedAt } = subscription;
  if (state === 'ended')
    return <Detail label={messages.ended}>{endedAt ? <UtcTime iso={endedAt} /> : messages.endedWithoutDate}</Detail>;
  if (plan) return <Detail label={messages.nextPayment}>{plan.nextAt && <UtcTime iso={plan.nextAt} />}</Detail>;
  return (
    <Detail label={cancelAt ? messages.endsOn : state === 'trialing' ? messages.freeUntil : messages.nextPayment}>
      <UtcTime iso={cancelAt ?? periodEnd} />
    </Detail>
  );
}

/** The subscription or the payment plan that started with the order. */
function OrderSubscription({ subscription, plan }: SubscriptionProps) {
  const messages = orderDetailMessages.subscription;
  const { state, amount, priceAfterDiscount: later, currency, billing, payments, net, failed } = subscription;
  return (
    <section className="sheet pad" aria-labelledby="order-subscription">
      <div className="order-section__header">
        <h2 className="h2" id="order-subscription">
          {plan ? messages.planTitle : messages.title}
        </h2>
        <Badge {...(plan ? PAYMENT_PLAN_BADGES[plan.state] : SUBSCRIPTION_STATE_BADGES[state])} />
      </div>
      <dl className="order-details small">
        <Detail label={plan ? messages.eachPayment : messages.price} className="num">
          {formatMoney(amount, currency)} {BILLING_SUFFIXES[billing]}
          {later && (
            <>
              {', '}
              <RichText
                text={messages.priceAfterDiscount({ amount: formatMoney(later.amount, currency) })}
                tags={{ date: () => <UtcTime iso={later.startsAt} /> }}
              />
            </>
          )}
        </Detail>
        <SubscriptionDate subscription={subscription} plan={plan} />
        <Detail label={plan ? messages.failedPayment : messages.failedRenewal}>
          {failed && <FailedRenewal failed={failed} />}
        </Detail>
        <Detail label={messages.payments} className="num">
          {plan
            ? messages.installmentsNet({ ...plan, net: formatMoney(net, currency) })
            : messages.paymentsNet({ count: payments, net: formatMoney(net, currency) })}
        </Detail>
      </dl>
      <SubscriptionActions subscription={subscription} />
    </section>
  );
}

const isDebitPayment = ({ payments }: OrderDetail, id: string): boolean =>
  payments.some((payment) => payment.id === id && getArrival(payment.paymentMethod ?? '') === 'debit');

/** `isDebit`: the buyer's bank returned a debit, which is final. */
function Dispute({ dispute, isDebit }: { dispute: OrderDispute; isDebit: boolean }) {
  const { amount, currency, reason, status, dueBy, createdAt, closedAt, providerUrl } = dispute;
  const messages = orderDetailMessages.dispute;
  const money = formatMoney(amount, currency);
  const mustAnswer = status.endsWith('needs_response') && !isDebit;
  return (
    <section className={mustAnswer ? 'sheet pad order-dispute open' : 'sheet pad order-dispute'}>
      <h2 className="h2 order-section__title order-dispute__title">
        {mustAnswer && <ShieldAlert className="i" aria-hidden="true" />}
        {isInquiry(status) ? messages.inquiryTitle({ amount: money }) : messages.title({ amount: money })}
      </h2>
      <dl className="order-details small">
        <Detail label={messages.status}>{getDisputeStatusLabel(status)}</Detail>
        <Detail label={messages.reason}>{getDisputeReasonLabel(reason)}</Detail>
        <Detail label={messages.opened}>
          <UtcTime iso={createdAt} />
        </Detail>
        <Detail label={messages.respondBy}>
          {mustAnswer && dueBy && (
            <b>
              <UtcTime iso={dueBy} />
            </b>
          )}
        </Detail>
        <Detail label={messages.closed}>{closedAt && <UtcTime iso={closedAt} />}</Detail>
      </dl>
      {isDebit && <p className="small">{messages.finalDebit}</p>}
      <a
        className={buttonVariants(mustAnswer ? 'primary' : 'plain', 'sm')}
        href={providerUrl}
        target="_blank"
        rel="noreferrer"
      >
        {mustAnswer ? messages.respond : messages.view}
        <ArrowUpRight className="i" aria-hidden="true" />
      </a>
    </section>
  );
}

/** Links email addresses and URLs; shows every other answer as text. */
function AnswerValue({ kind, value }: FieldAnswer) {
  const href = kind === 'email' ? getMailtoUrl(value) : kind === 'url' ? parseSafeUrl(value) : null;
  if (!href) return value;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer nofollow">
      {value}
    </a>
  );
}

/** The buyer's answers with the field labels at that time. */
function OrderAnswers({ answers }: { answers: readonly FieldAnswer[] }) {
  const messages = orderDetailMessages.answers;
  if (answers.length === 0) return null;
  return (
    <OrderSection id="order-answers" title={messages.title}>
      <dl className="order-answers small">
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt dir="auto">
              {answer.kind === 'hidden' ? messages.hiddenField({ label: answer.label }) : answer.label}
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
  const messages = orderDetailMessages.notFound;
  return (
    <EmptyState level={1} title={messages.title}>
      <p className="muted">{messages.text}</p>
      <Link className={buttonVariants()} to="/orders">
        {messages.link}
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
          <Dispute key={dispute.id} dispute={dispute} isDebit={isDebitPayment(order, dispute.paymentId)} />
        ))}
        <OrderItems order={order} />
        <OrderDelivered order={order} />
        <OrderAnswers answers={order.answers} />
        <OrderTimeline order={order} />
        {order.subscription && <OrderSubscription subscription={order.subscription} plan={order.paymentPlan} />}
        <OrderPayments order={order} />
        <OrderBuyer order={order} />
        <OrderAgreement order={order} />
        <OrderMetadata order={order} />
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
        errorTitle={orderDetailMessages.loadError}
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
