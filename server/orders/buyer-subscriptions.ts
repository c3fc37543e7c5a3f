import type Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';
import type { OrderEventKind } from '#domain/order-event.ts';

import type { Context } from '#server/context.ts';
import { updateNewestEventBy } from '#server/db/order-events.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { askProvider, isAccountGone, isFinalRefusal } from '#server/stripe/provider-errors.ts';

/** Whoever wants something of a subscription: its seller, or its buyer on their own page. */
export type Actor = 'seller' | 'buyer';

/**
 * Ends a buyer's subscription with what was paid for, or `now`; nothing is given back. One that ends meanwhile is what was
 * wished for. Throws ShopError 'subscription_over' where it had ended before.
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

/** Takes back that it is to end. Throws ShopError 'subscription_over' where it has ended. */
export const resumeBuyerSubscription = (
  context: Context,
  row: BuyerSubscriptionRow,
  by: Actor,
): Promise<void> =>
  change(context, row, by, {
    // By the flag or by the date, as it was said.
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
  /** What the order tells of it. */
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
      // It may have ended in this very moment: then nothing of it can be changed.
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

/** An account that is ours no more is told to a seller, who can connect it again, and to a buyer, who cannot. */
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
