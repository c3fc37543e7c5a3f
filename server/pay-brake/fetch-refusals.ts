import type Stripe from 'stripe';

import { isCardRefusal } from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';

/** A declined card as Stripe reports it now. */
export type Refusal = {
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

const PAGE = 100;
/** Further declines of one payment do not change the result. */
const MOST_PAGES = 5;

/** Lists every card that was declined for a payment. `hasPaymentEvent`: there may be no charge. */
export async function fetchRefusals(
  context: Context,
  accountId: string,
  paymentId: string,
  isAboutPayment: boolean,
): Promise<Refusal[]> {
  const seller = context.sellerStripe(accountId);
  const charges: Stripe.Charge[] = [];
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const after = charges.at(-1)?.id;
    const asked = { payment_intent: paymentId, limit: PAGE, ...(after ? { starting_after: after } : {}) };
    const page = await context.stripeLimiter.ask(accountId, false, () => seller.charges.list(asked));
    charges.push(...page.data);
    if (!page.has_more) break;
  }
  const refusals = charges.flatMap(refusalOf);
  if (charges.length > 0 || !isAboutPayment) return refusals;
  const payment = await context.stripeLimiter.ask(accountId, false, () =>
    seller.paymentIntents.retrieve(paymentId),
  );
  return uncharged(payment, context.now());
}

function refusalOf(charge: Stripe.Charge): Refusal[] {
  const { id, status, failure_code: code, payment_method_details: method, created } = charge;
  // Debits fail days later for lack of funds and are not used for card testing.
  if (status !== 'failed' || method?.type !== 'card') return [];
  return isCardRefusal(code ?? '')
    ? [
        {
          id,
          attemptId: charge.metadata['attempt_id'] ?? null,
          fingerprint: method.card?.fingerprint ?? null,
          code: code ?? 'unknown',
          at: new Date(created * 1000),
          email: charge.billing_details.email,
          amount: charge.amount,
          currency: charge.currency,
        },
      ]
    : [];
}

/** A card whose authentication failed. The payment intent has no time of the failure. */
function uncharged(payment: Stripe.PaymentIntent, now: Date): Refusal[] {
  const { id, last_payment_error: error, metadata, amount, currency } = payment;
  const method = error?.payment_method;
  if (!error || method?.type !== 'card' || !isCardRefusal(error.code ?? '')) return [];
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
