import type { PlanId } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail, updateAnnouncedPrice, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { findActivePrice } from './plan-catalogue.ts';
import { changingPlan, type HeldPlan } from './plan-change-claim.ts';
import { releaseSchedule } from './plan-schedule.ts';
import { itemPrice, priceBeginsAt, priceForNextRenewal, priceToAnnounce } from './price-change-rules.ts';
import type { SyncedPlan } from './sync-plan.ts';

/**
 * Brings a running subscription to its plan's catalog price: announces the new price by email, and moves the
 * subscription's item to it, without a proration, in the last period before the announced renewal.
 */
export async function followCatalogPrice(context: Context, { row, fetched }: SyncedPlan): Promise<void> {
  if (!fetched || !isPriceChangeable(row, fetched)) return;
  const current = (await announcePrice(context, row, fetched)) ?? row;
  if (priceForNextRenewal(current) === itemPrice(fetched.subscription)) return;
  await changingPlan(context, row.sellerId, (held) => moveItem(context, held));
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
async function announcePrice(
  context: Context,
  row: PlanRow,
  { subscription }: FetchedPlan,
): Promise<PlanRow | null> {
  const { sellerId, mode, plan, price } = row;
  const now = context.now();
  const newPrice = priceToAnnounce(row);
  const newPriceAt = newPrice === null ? null : priceBeginsAt(row, subscription, newPrice, now);
  if (!plan || price === null || newPrice === null || !newPriceAt) return null;
  const announced = await context.db.transaction(async (tx) => {
    const to = await findSellerEmail(tx, sellerId);
    const updated = to && (await updateAnnouncedPrice(tx, row, { newPrice, newPriceAt }));
    if (!to || !updated) return null;
    const beginsAt = newPriceAt.toISOString();
    const key = `plan_price_changes:${mode}:${sellerId}:${subscription.id}:${newPrice}:${beginsAt}`;
    const mail = { kind: 'plan_price_changes', plan, from: price, to: newPrice, beginsAt } as const;
    await queueMail(tx, { key, to, mail, now });
    return updated;
  });
  if (announced) context.ring('outbox');
  return announced;
}

async function moveItem(context: Context, { row, fetched }: HeldPlan): Promise<void> {
  const { subscription } = fetched;
  const [item] = subscription.items.data;
  const amount = priceForNextRenewal(row);
  if (!item || !row.plan || amount === null || !isPriceChangeable(row, fetched)) return;
  if (amount === itemPrice(subscription)) return;
  const price = await priceOfAmount(context, row.plan, amount);
  // The subscription still has the schedule of a downgrade that took effect with this period.
  await releaseSchedule(context, fetched);
  await askProvider(() =>
    context.stripe.plans.subscriptions.update(
      subscription.id,
      { items: [{ id: item.id, price, quantity: 1 }], proration_behavior: 'none' },
      { idempotencyKey: `plan-price-change:${subscription.id}:${row.changes}:${price}` },
    ),
  );
}

async function priceOfAmount(context: Context, plan: PlanId, amount: number): Promise<string> {
  const price = await findActivePrice(context, plan, amount);
  if (!price) throw new Error(`Plan ${plan} has no active Stripe price of ${amount} US cents`);
  return price;
}
