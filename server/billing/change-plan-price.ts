import type { PlanId } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { findSellerEmail, announcePlanPrice, type PlanRow } from '#server/sellers/seller-plans.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { findActivePrice } from './plan-catalog.ts';
import { withPlanChangeLock, type LockedPlan } from './plan-change-lock.ts';
import { releaseSchedule } from './plan-schedule.ts';
import { itemPrice, priceStartDate, priceForNextRenewal, priceToAnnounce } from './price-change-rules.ts';
import type { SyncedPlan } from './sync-plan.ts';

/**
 * Brings a running subscription to its plan's catalog price: announces the new price by email, and moves the
 * subscription's item to it, without a proration, in the last period before the announced renewal.
 */
export async function followCatalogPrice(context: Context, { row, fetched }: SyncedPlan): Promise<void> {
  if (!fetched || !isPriceChangeable(row, fetched)) return;
  const updatedRow = (await announcePrice(context, row, fetched)) ?? row;
  if (priceForNextRenewal(updatedRow) === itemPrice(fetched.subscription)) return;
  await withPlanChangeLock(context, row.sellerId, (lockedPlan) => updateItemPrice(context, lockedPlan));
}

/** A cancellation, a scheduled downgrade and an unpaid upgrade each postpone a price change. */
const isPriceChangeable = (
  { status, plan, price, cancelAt, pendingPlan, due }: PlanRow,
  { subscription }: FetchedPlan,
): boolean =>
  (status === 'trialing' || status === 'active') &&
  plan !== null &&
  price !== null &&
  cancelAt === null &&
  pendingPlan === null &&
  !due?.plan &&
  !subscription.pending_update;

/** Announces the catalog price once. Returns null if there is nothing to announce or the row changed meanwhile. */
async function announcePrice(context: Context, row: PlanRow, { subscription }: FetchedPlan): Promise<PlanRow | null> {
  const { sellerId, mode, plan, price } = row;
  const now = context.now();
  const newPrice = priceToAnnounce(row);
  const newPriceAt = newPrice === null ? null : priceStartDate(row, subscription, newPrice, now);
  if (!plan || price === null || newPrice === null || !newPriceAt) return null;
  const announcedRow = await context.db.transaction(async (tx) => {
    const recipient = await findSellerEmail(tx, sellerId);
    const updated = recipient && (await announcePlanPrice(tx, row, { newPrice, newPriceAt }));
    if (!recipient || !updated) return null;
    const beginsAt = newPriceAt.toISOString();
    const key = `plan_price_changes:${mode}:${sellerId}:${subscription.id}:${newPrice}:${beginsAt}`;
    const mail = { kind: 'plan_price_changes', plan, from: price, to: newPrice, beginsAt } as const;
    await queueMail(tx, { key, to: recipient, mail, now });
    return updated;
  });
  if (announcedRow) context.wake('outbox');
  return announcedRow;
}

async function updateItemPrice(context: Context, { row, fetched }: LockedPlan): Promise<void> {
  const { subscription } = fetched;
  const [item] = subscription.items.data;
  const amount = priceForNextRenewal(row);
  if (!item || !row.plan || amount === null || !isPriceChangeable(row, fetched)) return;
  if (amount === itemPrice(subscription)) return;
  const price = await getPriceOfAmount(context, row.plan, amount);
  // The subscription still has the schedule of a downgrade that took effect with this period.
  await releaseSchedule(context, fetched);
  await callStripe(() =>
    context.stripe.plans.subscriptions.update(
      subscription.id,
      { items: [{ id: item.id, price, quantity: 1 }], proration_behavior: 'none' },
      { idempotencyKey: `plan-price-change:${subscription.id}:${row.changes}:${price}` },
    ),
  );
}

async function getPriceOfAmount(context: Context, plan: PlanId, amount: number): Promise<string> {
  const price = await findActivePrice(context, plan, amount);
  if (!price) throw new Error(`Plan ${plan} has no active Stripe price of ${amount} US cents`);
  return price;
}
