import type Stripe from 'stripe';

import { dateOf, idOfReference, expandedObject } from '#server/stripe/stripe-values.ts';

import { createSaleRow } from './create-sale-row.ts';
import {
  assertOwnSubscription,
  keepIfUnchanged,
  withRow,
  type ApplyContext,
  type OrderAggregate,
  type Sale,
  type Subscription,
} from './order-aggregate.ts';

type Invoice = Stripe.Invoice;

/** Returns true for an open invoice of a renewal whose payment failed. First payments are made on Stripe's page. */
export const isFailedRenewal = ({ status, attempted, attempt_count: tries, billing_reason }: Invoice): boolean =>
  status === 'open' && attempted && tries > 0 && billing_reason !== 'subscription_create';

/** Applies an invoice of a buyer's subscription: a paid one adds a sale, an open one may be a failed renewal. */
export function applyInvoice(aggregate: OrderAggregate, invoice: Invoice, applyContext: ApplyContext): OrderAggregate {
  assertOwnSubscription(aggregate, idOfReference(invoice.parent?.subscription_details?.subscription));
  if (invoice.status === 'paid') return applyPaidInvoice(aggregate, invoice, applyContext);
  if (isFailedRenewal(invoice)) return applyFailedRenewal(aggregate, invoice, applyContext);
  const isAbandoned = invoice.status === 'void' || invoice.status === 'uncollectible';
  return isAbandoned ? clearFailure(aggregate, invoice.id, applyContext.now) : aggregate;
}

function applyPaidInvoice(aggregate: OrderAggregate, invoice: Invoice, applyContext: ApplyContext): OrderAggregate {
  const withPayment = invoice.amount_paid === 0 ? aggregate : withInvoiceSale(aggregate, invoice, applyContext);
  const recovered = clearFailure(withPayment, invoice.id, applyContext.now);
  if (recovered === withPayment) return withPayment;
  const { id: invoiceId, amount_paid: amount } = invoice;
  const currency = invoice.currency.toUpperCase();
  const recovery = { kind: 'renewal_recovered' as const, invoiceId, amount, currency, at: paidAtOf(invoice) };
  return { ...recovered, events: [...recovered.events, recovery] };
}

const paidAtOf = ({ status_transitions: { paid_at: paidAt }, created }: Invoice): Date => dateOf(paidAt ?? created);

function withInvoiceSale(aggregate: OrderAggregate, invoice: Invoice, applyContext: ApplyContext): OrderAggregate {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment;
  const paymentIntent = payment?.payment_intent;
  const paymentIntentId = idOfReference(paymentIntent);
  const chargeId = idOfReference(payment?.charge) ?? idOfReference(expandedObject(paymentIntent)?.latest_charge);
  const existing = aggregate.sales.find(({ source }) => source === invoice.id);
  if (!existing) {
    const sale = createSaleRow(aggregate.attempt, applyContext, {
      source: invoice.id,
      paymentMethod: null,
      paymentIntentId,
      chargeId,
      paidAt: paidAtOf(invoice),
      renewal: invoice.billing_reason !== 'subscription_create',
      currency: invoice.currency.toUpperCase(),
      amount: invoice.amount_paid,
    });
    return { ...aggregate, sales: [...aggregate.sales, sale] };
  }
  const completed: Sale = {
    ...existing,
    paymentIntentId: existing.paymentIntentId ?? paymentIntentId,
    chargeId: existing.chargeId ?? chargeId,
  };
  const isUnchanged =
    completed.paymentIntentId === existing.paymentIntentId && completed.chargeId === existing.chargeId;
  return isUnchanged ? aggregate : { ...aggregate, sales: withRow(aggregate.sales, completed) };
}

const isRunning = ({ status }: Subscription): boolean => status === 'active' || status === 'trialing';

function applyFailedRenewal(aggregate: OrderAggregate, invoice: Invoice, { now }: ApplyContext): OrderAggregate {
  const { subscription } = aggregate;
  // A paid invoice stays paid: this snapshot is older. An ended subscription owes nothing for another period.
  if (!subscription || subscription.endedAt || aggregate.sales.some(({ source }) => source === invoice.id))
    return aggregate;
  const nextTryAt = invoice.next_payment_attempt === null ? null : dateOf(invoice.next_payment_attempt);
  const payUrl = invoice.hosted_invoice_url ?? null;
  const isKnownFailure = subscription.failedInvoiceId === invoice.id;
  const failed: Subscription = {
    ...subscription,
    status: isRunning(subscription) ? ('past_due' as const) : subscription.status,
    failedInvoiceId: invoice.id,
    failedAt: isKnownFailure ? subscription.failedAt : now,
    payUrl,
    nextRetryAt: nextTryAt,
    updatedAt: now,
  };
  const renewal = {
    invoiceId: invoice.id,
    tries: invoice.attempt_count,
    amount: invoice.amount_remaining,
    currency: invoice.currency.toUpperCase(),
    payUrl,
    nextTryAt,
  };
  const failure = { kind: 'renewal_failed' as const, renewal, at: now };
  return {
    ...aggregate,
    subscription: keepIfUnchanged(subscription, failed),
    events: [...aggregate.events, failure],
  };
}

/** Returns the same aggregate if the failed invoice is a different one. */
function clearFailure(aggregate: OrderAggregate, invoiceId: string, now: Date): OrderAggregate {
  const { subscription } = aggregate;
  if (subscription?.failedInvoiceId !== invoiceId) return aggregate;
  const { status } = subscription;
  return {
    ...aggregate,
    subscription: {
      ...subscription,
      status: status === 'past_due' ? 'active' : status,
      failedInvoiceId: null,
      failedAt: null,
      payUrl: null,
      nextRetryAt: null,
      updatedAt: now,
    },
  };
}
