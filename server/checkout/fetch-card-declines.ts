import type Stripe from 'stripe';

import { isCardDecline } from '#domain/card-testing-limits.ts';
import type { Context } from '#server/core/context.ts';
import { dateOf, fetchPages } from '#server/stripe/stripe-values.ts';

export type CardDecline = {
  /** Charge id, or payment intent id if no charge was made. */
  id: string;
  /** Attempt id from the metadata; null if there is none. */
  attemptId: string | null;
  fingerprint: string | null;
  code: string;
  at: Date;
  /** Buyer's email and amount in minor units. */
  email: string | null;
  amount: number;
  currency: string;
};

/** Further declines of one payment do not change the result. */
const MAX_PAGES = 5;

/** Lists every card that was declined for a payment. `hasPaymentEvent`: there may be no charge. */
export async function fetchDeclines(
  context: Context,
  accountId: string,
  paymentId: string,
  hasPaymentEvent: boolean,
): Promise<CardDecline[]> {
  const stripe = context.sellerStripe(accountId);
  const charges: Stripe.Charge[] = [];
  const schedule = <T>(request: () => Promise<T>) => context.stripeLimiter.schedule(accountId, false, request);
  const pages = fetchPages<Stripe.Charge>(
    (cursor) => schedule(() => stripe.charges.list({ payment_intent: paymentId, ...cursor })),
    MAX_PAGES,
  );
  for await (const { data } of pages) charges.push(...data);
  const declines = charges.flatMap(toDecline);
  if (charges.length > 0 || !hasPaymentEvent) return declines;
  return declineWithoutCharge(await schedule(() => stripe.paymentIntents.retrieve(paymentId)), context.now());
}

function toDecline(charge: Stripe.Charge): CardDecline[] {
  const { id, status, failure_code: code, payment_method_details: method, created } = charge;
  // Debits fail days later for lack of funds and are not used for card testing.
  if (status !== 'failed' || method?.type !== 'card') return [];
  return isCardDecline(code ?? '')
    ? [
        {
          id,
          attemptId: charge.metadata['attempt_id'] ?? null,
          fingerprint: method.card?.fingerprint ?? null,
          code: code ?? 'unknown',
          at: dateOf(created),
          email: charge.billing_details.email,
          amount: charge.amount,
          currency: charge.currency,
        },
      ]
    : [];
}

/** A card whose authentication failed. The payment intent has no time of the failure. */
function declineWithoutCharge(payment: Stripe.PaymentIntent, now: Date): CardDecline[] {
  const { id, last_payment_error: error, metadata, amount, currency } = payment;
  const method = error?.payment_method;
  if (!error || method?.type !== 'card' || !isCardDecline(error.code ?? '')) return [];
  return [
    {
      id,
      attemptId: metadata['attempt_id'] ?? null,
      fingerprint: method.card?.fingerprint ?? null,
      code: error.code ?? 'unknown',
      at: now,
      email: method.billing_details.email,
      amount,
      currency,
    },
  ];
}
