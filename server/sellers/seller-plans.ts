import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';

import type { PlainEmail } from '#domain/email.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { PlanId } from '#domain/plans.ts';
import { FOREVER } from '#domain/subscription.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { sellers, pages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { users } from '#server/db/schema-users.ts';
import { queueMail, type QueuedMail } from '#server/email/queries/outbox.ts';

/** Join condition of a page and its seller's plan. */
export const isPlanOfPage = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, pages.sellerId), eq(planSubscriptions.mode, mode));

/** Join condition limited to plans with access: `hasAccess` in SQL. */
export const isActivePlanOfPage = (mode: Mode, now: Date) =>
  and(isPlanOfPage(mode), gt(planSubscriptions.accessUntil, now));

export type PlanRow = typeof planSubscriptions.$inferSelect;

/** Fields of a seller's subscription that are fetched from Stripe. */
export type PlanSnapshot = Pick<
  PlanRow,
  | 'subscriptionId'
  | 'status'
  | 'plan'
  | 'price'
  | 'newPrice'
  | 'newPriceAt'
  | 'trialEndsAt'
  | 'currentPeriodEnd'
  | 'cancelAt'
  | 'pendingPlan'
  | 'pendingPlanAt'
  | 'due'
  | 'card'
  | 'accessUntil'
>;

const NO_ACCESS = new Date(0);

const isPlanOfSeller = (sellerId: string, mode: Mode) =>
  and(eq(planSubscriptions.sellerId, sellerId), eq(planSubscriptions.mode, mode));

export async function findPlanRow(db: Db, sellerId: string, mode: Mode): Promise<PlanRow | null> {
  const [row] = await db.select().from(planSubscriptions).where(isPlanOfSeller(sellerId, mode));
  return row ?? null;
}

export async function findSellerOfCustomer(db: Db, mode: Mode, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ sellerId: planSubscriptions.sellerId })
    .from(planSubscriptions)
    .where(and(eq(planSubscriptions.mode, mode), eq(planSubscriptions.customerId, customerId)));
  return row?.sellerId ?? null;
}

/** The seller's row; created with the first of several concurrent choices. */
export async function getOrCreatePlanRow(
  db: Db,
  sellerId: string,
  mode: Mode,
  chosenPlan: PlanId,
  now: Date,
): Promise<PlanRow> {
  await db
    .insert(planSubscriptions)
    .values({
      sellerId,
      mode,
      generation: 1,
      chosenPlan,
      accessUntil: NO_ACCESS,
      dueAt: FOREVER,
      createdAt: now,
    })
    .onConflictDoNothing();
  const row = await findPlanRow(db, sellerId, mode);
  if (!row) throw new Error('The row of a subscription was not found after it was made');
  return row;
}

/** Stores the customer unless one is set. */
export async function setPlanCustomer(db: Db, sellerId: string, mode: Mode, customerId: string): Promise<void> {
  await db
    .update(planSubscriptions)
    .set({ customerId })
    .where(and(isPlanOfSeller(sellerId, mode), isNull(planSubscriptions.customerId)));
}

/**
 * Writes data that was fetched after `before` was read; null when another write came between. A different plan or a
 * different pending change counts as a finished change.
 */
export async function applyPlanSnapshot(
  db: Db,
  before: PlanRow,
  snapshot: PlanSnapshot & Pick<PlanRow, 'accessAnnounced' | 'dueAt' | 'syncedAt'>,
): Promise<PlanRow | null> {
  const changed = snapshot.plan !== before.plan || snapshot.due?.plan !== before.due?.plan;
  const { changes, version } = planSubscriptions;
  const [row] = await db
    .update(planSubscriptions)
    .set({
      ...snapshot,
      version: before.version + 1,
      changes: changed ? sql`${changes} + 1` : changes,
    })
    .where(and(isPlanOfSeller(before.sellerId, before.mode), eq(version, before.version)))
    .returning();
  return row ?? null;
}

/** Announces a price. Null when another write came after `row` was read. */
export async function announcePlanPrice(
  db: Db,
  row: PlanRow,
  announcement: Pick<PlanRow, 'newPrice' | 'newPriceAt'>,
): Promise<PlanRow | null> {
  const { version } = planSubscriptions;
  const [updated] = await db
    .update(planSubscriptions)
    .set({ ...announcement, version: row.version + 1 })
    .where(and(isPlanOfSeller(row.sellerId, row.mode), eq(version, row.version)))
    .returning();
  return updated ?? null;
}

/** Counts a change that Stripe rejected, once for all concurrent requests. */
export async function countRejectedPlanChange(
  db: Db,
  { sellerId, mode, changes }: Pick<PlanRow, 'sellerId' | 'mode' | 'changes'>,
): Promise<void> {
  await db
    .update(planSubscriptions)
    .set({ changes: changes + 1 })
    .where(and(isPlanOfSeller(sellerId, mode), eq(planSubscriptions.changes, changes)));
}

/** Reschedules a row whose state could not be fetched. */
export async function reschedulePlan(db: Db, sellerId: string, mode: Mode, dueAt: Date): Promise<void> {
  await db.update(planSubscriptions).set({ dueAt }).where(isPlanOfSeller(sellerId, mode));
}

/** Prepares the row for the next subscription after one that has ended. */
export async function startPlanGeneration(db: Db, sellerId: string, mode: Mode, generation: number): Promise<void> {
  await db
    .update(planSubscriptions)
    .set({ generation, subscriptionId: null, version: sql`${planSubscriptions.version} + 1` })
    .where(isPlanOfSeller(sellerId, mode));
}

/** Stores the id of the subscription of this generation. */
export async function setPlanSubscription(db: Db, row: PlanRow, subscriptionId: string): Promise<void> {
  const { generation, version } = planSubscriptions;
  await db
    .update(planSubscriptions)
    .set({ subscriptionId, version: sql`${version} + 1` })
    .where(and(isPlanOfSeller(row.sellerId, row.mode), eq(generation, row.generation)));
}

/** True for exactly one caller across all processes. */
export async function claimWelcome(db: Db, sellerId: string, mode: Mode, now: Date): Promise<boolean> {
  const rows = await db
    .update(planSubscriptions)
    .set({ welcomedAt: now })
    .where(and(isPlanOfSeller(sellerId, mode), isNull(planSubscriptions.welcomedAt)))
    .returning({ sellerId: planSubscriptions.sellerId });
  return rows.length > 0;
}

/** Leases the right to change a seller's plan (system time); null while another request holds it. */
export async function claimPlanChange(
  db: Db,
  sellerId: string,
  mode: Mode,
  realNow: Date,
  until: Date,
): Promise<PlanRow | null> {
  const { changingUntil } = planSubscriptions;
  const [row] = await db
    .update(planSubscriptions)
    .set({ changingUntil: until })
    .where(and(isPlanOfSeller(sellerId, mode), or(isNull(changingUntil), lte(changingUntil, realNow))))
    .returning();
  return row ?? null;
}

/** Releases the lease. `isFinished`: the outcome of the change is known. `nextCheckAt`: null when the row is up to date. */
export async function releasePlanChange(
  db: Db,
  lease: Pick<PlanRow, 'sellerId' | 'mode' | 'changingUntil'>,
  { isFinished, nextCheckAt }: { isFinished: boolean; nextCheckAt: Date | null },
): Promise<void> {
  const { changes, changingUntil } = planSubscriptions;
  await db
    .update(planSubscriptions)
    .set({
      changingUntil: null,
      changes: isFinished ? sql`${changes} + 1` : changes,
      ...(nextCheckAt ? { dueAt: nextCheckAt } : {}),
    })
    .where(
      and(
        isPlanOfSeller(lease.sellerId, lease.mode),
        lease.changingUntil ? eq(changingUntil, lease.changingUntil) : isNull(changingUntil),
      ),
    );
}

const hasAccessEnded = (mode: Mode, now: Date) =>
  and(
    eq(planSubscriptions.mode, mode),
    eq(planSubscriptions.accessAnnounced, true),
    lte(planSubscriptions.accessUntil, now),
  );

/** Notifies the pages of plans whose access has ended by the clock; returns their number. */
export async function announceEndedAccess(db: Db, mode: Mode, now: Date): Promise<number> {
  const rows = await db
    .update(planSubscriptions)
    .set({ accessAnnounced: false })
    .where(hasAccessEnded(mode, now))
    .returning({ sellerId: planSubscriptions.sellerId });
  return rows.length;
}

/** Whether any access has ended that was not announced. */
export async function hasEndedAccess(db: Db, mode: Mode, now: Date): Promise<boolean> {
  const { sellerId } = planSubscriptions;
  return (await db.select({ sellerId }).from(planSubscriptions).where(hasAccessEnded(mode, now)).limit(1)).length > 0;
}

/** Email address of a seller; null when the user is deleted. */
export async function findSellerEmail(db: Db, sellerId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(sellers.id, sellerId), isNull(users.deletedAt)));
  return row?.email ?? null;
}

/** Queues an email to a seller, unless their account was deleted. Returns true if it was queued and not before. */
export async function queueSellerMail(
  tx: Db,
  sellerId: string,
  mail: Omit<QueuedMail, 'to' | 'mail'> & { mail: PlainEmail },
): Promise<boolean> {
  const to = await findSellerEmail(tx, sellerId);
  return to !== null && queueMail(tx, { ...mail, to });
}

/** Plan rows of sellers, in a fixed order. */
export const listPlanRows = (db: Db, sellerIds: readonly string[], mode: Mode): Promise<PlanRow[]> =>
  db
    .select()
    .from(planSubscriptions)
    .where(and(eq(planSubscriptions.mode, mode), isOneOf(planSubscriptions.sellerId, sellerIds, 'uuid')))
    .orderBy(asc(planSubscriptions.sellerId));
