import type Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';
import type { OrderEventKind } from '#domain/order-event.ts';

import type { Context } from '#server/context.ts';
import { updateNewestEventBy } from '#server/db/order-events.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { askProvider, isAccountGone, isFinalRefusal } from '#server/stripe/provider-errors.ts';

/** Who changes a subscription: its seller, or its buyer in the buyer portal. */
export type Actor = 'seller' | 'buyer';

/**
 * Cancels a buyer's subscription at the end of the paid period, or `now`, without a refund. Succeeds if it ends
 * meanwhile. Throws AppError 'subscription_over' if it had ended before.
 */
export const cancelBuyerSubscription = (
  context: Context,
  row: BuyerSubscriptionRow,
  now: boolean,
  by: Actor,
): Promise<void> =>
  change(context, row, by, {
    ask: ({ subscriptions }) =>
      now
        ? subscriptions.cancel(row.subscriptionId)
        : subscriptions.update(row.subscriptionId, { cancel_at_period_end: true }),
    isDone: ({ cancel_at_period_end: ends }) => !now && ends,
    told: now ? 'subscription_ended' : 'cancellation_set',
    endIsFine: true,
  });

/** Undoes a scheduled cancellation. Throws AppError 'subscription_over' if the subscription has ended. */
export const resumeBuyerSubscription = (
  context: Context,
  row: BuyerSubscriptionRow,
  by: Actor,
): Promise<void> =>
  change(context, row, by, {
    // Clears the flag or the date, whichever scheduled the cancellation.
    ask: ({ subscriptions }, { cancel_at_period_end: byFlag }) =>
      subscriptions.update(row.subscriptionId, byFlag ? { cancel_at_period_end: false } : { cancel_at: '' }),
    isDone: ({ cancel_at: at }) => at === null,
    told: 'cancellation_undone',
    endIsFine: false,
  });

type Wish = {
  ask: (
    stripe: ReturnType<Context['sellerStripe']>,
    before: Stripe.Subscription,
  ) => Promise<Stripe.Subscription>;
  isDone: (subscription: Stripe.Subscription) => boolean;
  /** Kind of the order event that this change causes. */
  told: OrderEventKind;
  endIsFine: boolean;
};

async function change(context: Context, row: BuyerSubscriptionRow, by: Actor, wish: Wish): Promise<void> {
  const { accountId, subscriptionId: id } = row;
  const stripe = context.sellerStripe(accountId);
  const catchUp = () => updateLedger(context, [{ accountId, kind: 'subscription', id }], { urgent: true });
  const look = () => asked(by, () => stripe.subscriptions.retrieve(id));
  const before = await look();
  if (isOver(before)) {
    await catchUp();
    throw new ShopError('subscription_over');
  }
  let byThem = false;
  if (!wish.isDone(before)) {
    try {
      await asked(by, () => wish.ask(stripe, before));
      byThem = true;
    } catch (error) {
      // The subscription may have ended meanwhile. Then it can no longer be changed.
      if (!(error instanceof ShopError && isFinalRefusal(error.cause) && isOver(await look()))) throw error;
      if (!wish.endIsFine) {
        await catchUp();
        throw new ShopError('subscription_over', { cause: error });
      }
    }
  }
  await catchUp();
  if (byThem) await updateNewestEventBy(context.db, row.attemptId, wish.told, by);
}

const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Calls Stripe. Explains a disconnected account to the seller, who can reconnect it, or to the buyer, who cannot. */
const asked = <T>(by: Actor, call: () => Promise<T>): Promise<T> =>
  askProvider(call).catch((error: unknown) => {
    if (!(error instanceof ShopError && isAccountGone(error.cause))) throw error;
    throw by === 'seller'
      ? new ShopError('stripe_not_connected', {
          message: 'Your Stripe account is no longer connected. Please connect it again first.',
          cause: error,
        })
      : new ShopError('provider_refused', {
          message: 'The seller’s account cannot be reached. Please write to the seller.',
          cause: error,
        });
  });
