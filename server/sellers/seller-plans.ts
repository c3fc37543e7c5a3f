import { and, asc, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { PlainEmail } from '#domain/email.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { PlanId } from '#domain/plans.ts';
import { FOREVER } from '#domain/subscription.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow, hasRows } from '#server/db/rows.ts';
import { sellers, pages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { users } from '#server/db/schema-users.ts';
import { queueMail, type QueuedMail } from '#server/email/queries/outbox.ts';

/** Join condition of a page and its seller's plan. */
export const isPlanOfPage = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, pages.sellerId), eq(planSubscriptions.mode, mode));

/** Join condition limited to plans with access: `isPlanActive` in SQL. */
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

export const findPlanRow = (db: Db, sellerId: string, mode: Mode): Promise<PlanRow | null> =>
  firstRow(db.select().from(planSubscriptions).where(isPlanOfSeller(sellerId, mode)));

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
  const row = { sellerId, mode, generation: 1, chosenPlan, accessUntil: NO_ACCESS, dueAt: FOREVER, createdAt: now };
  await db.insert(planSubscriptions).values(row).onConflictDoNothing();
  const found = await findPlanRow(db, sellerId, mode);
  if (!found) throw new Error('The row of a subscription was not found after it was made');
  return found;
}

/** Updates a seller's row and returns it; null when it does not meet the condition. */
const updatePlanRow = (
  db: Db,
  { sellerId, mode }: Pick<PlanRow, 'sellerId' | 'mode'>,
  change: PgUpdateSetSource<typeof planSubscriptions>,
  condition?: SQL,
): Promise<PlanRow | null> =>
  firstRow(
    db
      .update(planSubscriptions)
      .set(change)
      .where(and(isPlanOfSeller(sellerId, mode), condition))
      .returning(),
  );

/** Stores the customer unless one is set. */
export const setPlanCustomer = (db: Db, sellerId: string, mode: Mode, customerId: string) =>
  updatePlanRow(db, { sellerId, mode }, { customerId }, isNull(planSubscriptions.customerId));

/**
 * Writes data that was fetched after `before` was read; null when another write came between. A different plan or a
 * different pending change counts as a finished change.
 */
export function applyPlanSnapshot(
  db: Db,
  before: PlanRow,
  snapshot: PlanSnapshot & Pick<PlanRow, 'accessAnnounced' | 'dueAt' | 'syncedAt'>,
): Promise<PlanRow | null> {
  const isChanged = snapshot.plan !== before.plan || snapshot.due?.plan !== before.due?.plan;
  const { changes, version } = planSubscriptions;
  const change = { ...snapshot, version: before.version + 1, changes: isChanged ? sql`${changes} + 1` : changes };
  return updatePlanRow(db, before, change, eq(version, before.version));
}

/** Announces a price. Null when another write came after `row` was read. */
export const announcePlanPrice = (
  db: Db,
  row: PlanRow,
  announcement: Pick<PlanRow, 'newPrice' | 'newPriceAt'>,
): Promise<PlanRow | null> =>
  updatePlanRow(db, row, { ...announcement, version: row.version + 1 }, eq(planSubscriptions.version, row.version));

/** Counts a change that Stripe rejected, once for all concurrent requests. */
export const countRejectedPlanChange = (db: Db, row: Pick<PlanRow, 'sellerId' | 'mode' | 'changes'>) =>
  updatePlanRow(db, row, { changes: row.changes + 1 }, eq(planSubscriptions.changes, row.changes));

/** Reschedules a row whose state could not be fetched. */
export const reschedulePlan = (db: Db, sellerId: string, mode: Mode, dueAt: Date) =>
  updatePlanRow(db, { sellerId, mode }, { dueAt });

/** Prepares the row for the next subscription after one that has ended. */
export const startPlanGeneration = (db: Db, sellerId: string, mode: Mode, generation: number) =>
  updatePlanRow(db, { sellerId, mode }, { generation, subscriptionId: null, version: NEXT_VERSION });

/** Stores the id of the subscription of this generation. */
export const setPlanSubscription = (db: Db, row: PlanRow, subscriptionId: string) =>
  updatePlanRow(db, row, { subscriptionId, version: NEXT_VERSION }, eq(planSubscriptions.generation, row.generation));

const NEXT_VERSION = sql`${planSubscriptions.version} + 1`;

/** True for exactly one caller across all processes. */
export const claimWelcome = async (db: Db, sellerId: string, mode: Mode, now: Date): Promise<boolean> =>
  (await updatePlanRow(db, { sellerId, mode }, { welcomedAt: now }, isNull(planSubscriptions.welcomedAt))) !== null;

/** Leases the right to change a seller's plan (system time); null while another request holds it. */
export function claimPlanChange(
  db: Db,
  sellerId: string,
  mode: Mode,
  realNow: Date,
  until: Date,
): Promise<PlanRow | null> {
  const { changingUntil } = planSubscriptions;
  const isFree = or(isNull(changingUntil), lte(changingUntil, realNow));
  return updatePlanRow(db, { sellerId, mode }, { changingUntil: until }, isFree);
}

/** Releases the lease. `isFinished`: the outcome of the change is known. `nextCheckAt`: null when the row is up to date. */
export function releasePlanChange(
  db: Db,
  lease: Pick<PlanRow, 'sellerId' | 'mode' | 'changingUntil'>,
  { isFinished, nextCheckAt }: { isFinished: boolean; nextCheckAt: Date | null },
) {
  const { changes, changingUntil } = planSubscriptions;
  const change = {
    changingUntil: null,
    changes: isFinished ? sql`${changes} + 1` : changes,
    ...(nextCheckAt ? { dueAt: nextCheckAt } : {}),
  };
  const isOwnLease = lease.changingUntil ? eq(changingUntil, lease.changingUntil) : isNull(changingUntil);
  return updatePlanRow(db, lease, change, isOwnLease);
}

const isPlanOver = (mode: Mode, now: Date) =>
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
    .where(isPlanOver(mode, now))
    .returning({ sellerId: planSubscriptions.sellerId });
  return rows.length;
}

/** Whether any access has ended that was not announced. */
export function hasEndedAccess(db: Db, mode: Mode, now: Date): Promise<boolean> {
  const { sellerId } = planSubscriptions;
  return hasRows(db.select({ sellerId }).from(planSubscriptions).where(isPlanOver(mode, now)).limit(1));
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
