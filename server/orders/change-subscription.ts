import type Stripe from 'stripe';

import { orderErrorMessages } from '#content/messages/order-errors.ts';
import { AppError } from '#domain/errors.ts';
import type { OrderEventKind } from '#domain/order-event.ts';
import type { Context } from '#server/core/context.ts';
import type { BuyerSubscriptionRow } from '#server/ledger/queries/buyer-subscriptions.ts';
import { findAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { setNewestEventActor } from '#server/ledger/queries/order-events.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { callStripe, isAccountDisconnected, isFinalRejection } from '#server/stripe/stripe-errors.ts';

/** Who changes a subscription: its seller, or its buyer in the buyer portal. */
type SubscriptionActor = 'seller' | 'buyer';

/**
 * Cancels a buyer's subscription at the end of the paid period, or `now`, without a refund. A payment plan, which has no paid
 * period, always ends now. Succeeds if it ends meanwhile. Throws AppError 'subscription_over' if it had ended before.
 */
export async function cancelBuyerSubscription(
  context: Context,
  row: BuyerSubscriptionRow,
  atOnce: boolean,
  actor: SubscriptionActor,
): Promise<void> {
  const now = atOnce || (await isPaymentPlan(context, row));
  return changeSubscription(context, row, actor, {
    send: ({ subscriptions }) =>
      now
        ? subscriptions.cancel(row.subscriptionId)
        : subscriptions.update(row.subscriptionId, { cancel_at_period_end: true }),
    isDone: ({ cancel_at_period_end: isEnding }) => !now && isEnding,
    eventKind: now ? 'subscription_ended' : 'cancellation_set',
    acceptsEnded: true,
  });
}

/**
 * Undoes a scheduled cancellation; the end of a payment plan is none, and stays. Throws AppError 'subscription_over' if
 * the subscription has ended.
 */
export async function resumeBuyerSubscription(
  context: Context,
  row: BuyerSubscriptionRow,
  actor: SubscriptionActor,
): Promise<void> {
  const isPlan = await isPaymentPlan(context, row);
  return changeSubscription(context, row, actor, {
    // Clears the flag or the date, whichever scheduled the cancellation.
    send: ({ subscriptions }, { cancel_at_period_end: endsByFlag }) =>
      subscriptions.update(row.subscriptionId, endsByFlag ? { cancel_at_period_end: false } : { cancel_at: '' }),
    isDone: ({ cancel_at: at }) => isPlan || at === null,
    eventKind: 'cancellation_undone',
    acceptsEnded: false,
  });
}

async function isPaymentPlan({ db }: Context, { mode, attemptId }: BuyerSubscriptionRow): Promise<boolean> {
  const attempt = await findAttempt(db, mode, attemptId);
  return (attempt?.installments ?? null) !== null;
}

type SubscriptionChange = {
  send: (stripe: ReturnType<Context['sellerStripe']>, previous: Stripe.Subscription) => Promise<Stripe.Subscription>;
  isDone: (subscription: Stripe.Subscription) => boolean;
  /** Kind of the order event that this change causes. */
  eventKind: OrderEventKind;
  acceptsEnded: boolean;
};

async function changeSubscription(
  context: Context,
  row: BuyerSubscriptionRow,
  actor: SubscriptionActor,
  change: SubscriptionChange,
): Promise<void> {
  const { accountId, subscriptionId: id } = row;
  const stripe = context.sellerStripe(accountId);
  const syncLedger = () => updateLedger(context, [{ accountId, kind: 'subscription', id }], { urgent: true });
  const fetchSubscription = () => callStripeAs(actor, () => stripe.subscriptions.retrieve(id));
  const previous = await fetchSubscription();
  if (hasEnded(previous)) {
    await syncLedger();
    throw new AppError('subscription_over');
  }
  let isChangedByActor = false;
  if (!change.isDone(previous)) {
    try {
      await callStripeAs(actor, () => change.send(stripe, previous));
      isChangedByActor = true;
    } catch (error) {
      // The subscription may have ended meanwhile. Then it can no longer be changed.
      if (!(error instanceof AppError && isFinalRejection(error.cause) && hasEnded(await fetchSubscription())))
        throw error;
      if (!change.acceptsEnded) {
        await syncLedger();
        throw new AppError('subscription_over', { cause: error });
      }
    }
  }
  await syncLedger();
  if (isChangedByActor) await setNewestEventActor(context.db, row.attemptId, change.eventKind, actor);
}

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/** Calls Stripe. Explains a disconnected account to the seller, who can reconnect it, or to the buyer, who cannot. */
const callStripeAs = <T>(actor: SubscriptionActor, call: () => Promise<T>): Promise<T> =>
  callStripe(call).catch((error: unknown) => {
    if (!(error instanceof AppError && isAccountDisconnected(error.cause))) throw error;
    throw actor === 'seller'
      ? new AppError('stripe_not_connected', {
          message: orderErrorMessages.disconnected,
          cause: error,
        })
      : new AppError('provider_refused', {
          message: orderErrorMessages.sellerUnreachable,
          cause: error,
        });
  });
