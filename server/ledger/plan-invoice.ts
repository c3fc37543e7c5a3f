import type Stripe from 'stripe';

import { checkSubscription } from './check-subscription.ts';
import { unlessSame } from './differing-keys.ts';
import { withRow, type Desk, type Leaf, type Sale, type Subscription } from './leaf.ts';
import { newSale } from './new-sale.ts';
import { dateOf, idOf, wholeOf } from './truth.ts';

type Invoice = Stripe.Invoice;

/** Returns the attempt id of the invoice's subscription. */
export const attemptOfInvoice = ({ parent }: Invoice): string | undefined =>
  parent?.subscription_details?.metadata?.attempt_id;

/** Returns true for an open invoice of a renewal whose payment failed. First payments are made on Stripe's page. */
export const isFailedRenewal = ({
  status,
  attempted,
  attempt_count: tries,
  billing_reason,
}: Invoice): boolean =>
  status === 'open' && attempted && tries > 0 && billing_reason !== 'subscription_create';

/** Applies an invoice of a buyer's subscription: a paid one adds a sale, an open one may be a failed renewal. */
export function planInvoice(leaf: Leaf, invoice: Invoice, desk: Desk): Leaf {
  checkSubscription(leaf, idOf(invoice.parent?.subscription_details?.subscription));
  if (invoice.status === 'paid') return planPaid(leaf, invoice, desk);
  if (isFailedRenewal(invoice)) return planFailed(leaf, invoice, desk);
  const isGivenUp = invoice.status === 'void' || invoice.status === 'uncollectible';
  return isGivenUp ? withoutFailure(leaf, invoice.id, desk.now) : leaf;
}

function planPaid(leaf: Leaf, invoice: Invoice, desk: Desk): Leaf {
  const paid = invoice.amount_paid === 0 ? leaf : withSale(leaf, invoice, desk);
  const after = withoutFailure(paid, invoice.id, desk.now);
  if (after === paid) return paid;
  const { id: invoiceId, amount_paid: amount } = invoice;
  const currency = invoice.currency.toUpperCase();
  const news = { kind: 'renewal_recovered' as const, invoiceId, amount, currency, at: paidAtOf(invoice) };
  return { ...after, news: [...after.news, news] };
}

const paidAtOf = ({ status_transitions: { paid_at: paidAt }, created }: Invoice): Date =>
  dateOf(paidAt ?? created);

function withSale(leaf: Leaf, invoice: Invoice, desk: Desk): Leaf {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment;
  const intent = payment?.payment_intent;
  const paymentIntentId = idOf(intent);
  const chargeId = idOf(payment?.charge) ?? idOf(wholeOf(intent)?.latest_charge);
  const known = leaf.sales.find(({ source }) => source === invoice.id);
  if (!known) {
    const sale = newSale(leaf.attempt, desk, {
      source: invoice.id,
      paymentIntentId,
      chargeId,
      paidAt: paidAtOf(invoice),
      renewal: invoice.billing_reason !== 'subscription_create',
      currency: invoice.currency.toUpperCase(),
      amount: invoice.amount_paid,
    });
    return { ...leaf, sales: [...leaf.sales, sale] };
  }
  const named: Sale = {
    ...known,
    paymentIntentId: known.paymentIntentId ?? paymentIntentId,
    chargeId: known.chargeId ?? chargeId,
  };
  const isSame = named.paymentIntentId === known.paymentIntentId && named.chargeId === known.chargeId;
  return isSame ? leaf : { ...leaf, sales: withRow(leaf.sales, named) };
}

function planFailed(leaf: Leaf, invoice: Invoice, { now }: Desk): Leaf {
  const { subscription } = leaf;
  // A paid invoice stays paid: this snapshot is older. An ended subscription owes nothing for another period.
  if (!subscription || subscription.endedAt || leaf.sales.some(({ source }) => source === invoice.id))
    return leaf;
  const nextTryAt = invoice.next_payment_attempt === null ? null : dateOf(invoice.next_payment_attempt);
  const payUrl = invoice.hosted_invoice_url ?? null;
  const isKnown = subscription.failedInvoiceId === invoice.id;
  const failed: Subscription = {
    ...subscription,
    status: subscription.status === 'active' ? ('past_due' as const) : subscription.status,
    failedInvoiceId: invoice.id,
    failedAt: isKnown ? subscription.failedAt : now,
    payUrl,
    nextTryAt,
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
  const news = { kind: 'renewal_failed' as const, renewal, at: now };
  return { ...leaf, subscription: unlessSame(subscription, failed), news: [...leaf.news, news] };
}

/** Returns the same aggregate if the failed invoice is a different one. */
function withoutFailure(leaf: Leaf, invoiceId: string, now: Date): Leaf {
  const { subscription } = leaf;
  if (subscription?.failedInvoiceId !== invoiceId) return leaf;
  const { status } = subscription;
  return {
    ...leaf,
    subscription: {
      ...subscription,
      status: status === 'past_due' ? 'active' : status,
      failedInvoiceId: null,
      failedAt: null,
      payUrl: null,
      nextTryAt: null,
      updatedAt: now,
    },
  };
}
