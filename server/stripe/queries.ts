import { and, desc, eq, isNotNull, isNull, max, ne } from 'drizzle-orm';

import type { ProviderAccount } from '#domain/onboarding.ts';
import type { AccountPaymentMethods } from '#domain/payment-methods.ts';
import type { Mode } from '#domain/payment-mode.ts';

import type { Db } from '../db/client.ts';
import { findRow, hasValues } from '../db/rows.ts';
import { providerAccounts, sellers } from '../db/schema-pages.ts';

export type ProviderAccountRow = typeof providerAccounts.$inferSelect;

/** Fields of an account that are fetched from Stripe. */
export type AccountSnapshot = Pick<
  ProviderAccountRow,
  'detailsSubmitted' | 'chargesEnabled' | 'disabledReason' | 'businessName' | 'country'
>;

export const toProviderAccount = (row: ProviderAccountRow | null): ProviderAccount | null =>
  row?.accountId ? { ...row, accountId: row.accountId, disconnected: row.disconnectedAt !== null } : null;

const isCurrent = (sellerId: string, mode: Mode) =>
  and(hasValues(providerAccounts, { sellerId, mode }), isNull(providerAccounts.disconnectedAt));

/** The seller's account in use: the newest that is not disconnected. */
export async function findCurrentAccount(db: Db, sellerId: string, mode: Mode): Promise<ProviderAccountRow | null> {
  const [row] = await db
    .select()
    .from(providerAccounts)
    .where(isCurrent(sellerId, mode))
    .orderBy(desc(providerAccounts.generation))
    .limit(1);
  return row ?? null;
}

/**
 * The account that was connected last, when none is now. Accounts whose details were never submitted are left out, and
 * so are those of a stranger: an account reset clears that flag (`delete-account.ts`).
 */
export async function findFormerAccount(db: Db, sellerId: string, mode: Mode): Promise<ProviderAccountRow | null> {
  if ((await findCurrentAccount(db, sellerId, mode))?.accountId) return null;
  const [row] = await db
    .select()
    .from(providerAccounts)
    .where(
      and(
        hasValues(providerAccounts, { sellerId, mode, detailsSubmitted: true }),
        isNotNull(providerAccounts.accountId),
        isNotNull(providerAccounts.disconnectedAt),
      ),
    )
    .orderBy(desc(providerAccounts.generation))
    .limit(1);
  return row ?? null;
}

export const findAccount = (db: Db, mode: Mode, accountId: string): Promise<ProviderAccountRow | null> =>
  findRow(db, providerAccounts, { mode, accountId });

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Db, mode: Mode, accountId: string): Promise<ProviderAccountRow | null> {
  const [row] = await tx
    .select()
    .from(providerAccounts)
    .where(hasValues(providerAccounts, { mode, accountId }))
    .for('update');
  return row ?? null;
}

/** Reserves a row for a new account. The seller's row is locked, so that concurrent callers get the same one. */
export async function reserveAccount(db: Db, sellerId: string, mode: Mode, now: Date): Promise<ProviderAccountRow> {
  return db.transaction(async (tx) => {
    await lockSeller(tx, sellerId);
    const current = await findCurrentAccount(tx, sellerId, mode);
    if (current) return current;
    const generation = await nextGeneration(tx, sellerId, mode);
    const [row] = await tx
      .insert(providerAccounts)
      .values({ id: crypto.randomUUID(), sellerId, mode, generation, createdAt: now })
      .returning();
    if (!row) throw new Error('The account was not reserved');
    return row;
  });
}

/** Locks the seller's row until the transaction ends: one account change at a time. */
export async function lockSeller(tx: Db, sellerId: string): Promise<void> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, sellerId)).for('update');
}

async function nextGeneration(tx: Db, sellerId: string, mode: Mode): Promise<number> {
  const [last] = await tx
    .select({ generation: max(providerAccounts.generation) })
    .from(providerAccounts)
    .where(hasValues(providerAccounts, { sellerId, mode }));
  return (last?.generation ?? 0) + 1;
}

/**
 * Makes an existing Stripe account the seller's current one, in a new row or its former row, and replaces an account whose
 * onboarding only started. False when it belongs to another seller. The caller must have locked the seller's row.
 */
export async function attachAccount(
  tx: Db,
  {
    sellerId,
    mode,
    accountId,
    now,
    realNow,
  }: { sellerId: string; mode: Mode; accountId: string; now: Date; realNow: Date },
): Promise<boolean> {
  const generation = await nextGeneration(tx, sellerId, mode);
  const attachedRows = await tx
    .insert(providerAccounts)
    .values({ id: crypto.randomUUID(), sellerId, mode, accountId, generation, createdAt: now })
    .onConflictDoUpdate({
      target: [providerAccounts.mode, providerAccounts.accountId],
      set: { generation, disconnectedAt: null },
      setWhere: eq(providerAccounts.sellerId, sellerId),
    })
    .returning({ id: providerAccounts.id });
  if (attachedRows.length === 0) return false;
  await tx.delete(providerAccounts).where(and(isCurrent(sellerId, mode), isNull(providerAccounts.accountId)));
  await tx
    .update(providerAccounts)
    .set({ disconnectedAt: realNow })
    .where(and(isCurrent(sellerId, mode), ne(providerAccounts.accountId, accountId)));
  return true;
}

export async function setAccountId(db: Db, id: string, accountId: string): Promise<void> {
  await db.update(providerAccounts).set({ accountId }).where(eq(providerAccounts.id, id));
}

export async function deleteReservedAccount(db: Db, id: string): Promise<void> {
  await db.delete(providerAccounts).where(and(eq(providerAccounts.id, id), isNull(providerAccounts.accountId)));
}

export async function applyAccountSnapshot(
  db: Db,
  mode: Mode,
  accountId: string,
  snapshot: AccountSnapshot,
  now: Date,
): Promise<void> {
  await db
    .update(providerAccounts)
    .set({ ...snapshot, checkedAt: now })
    .where(hasValues(providerAccounts, { mode, accountId }));
}

/** `methods` null: unknown. */
export async function storePaymentMethods(
  db: Db,
  id: string,
  methods: AccountPaymentMethods | null,
  now: Date,
): Promise<void> {
  await db
    .update(providerAccounts)
    .set({ paymentMethods: methods, paymentMethodsCheckedAt: now })
    .where(eq(providerAccounts.id, id));
}

export async function markAccountDisconnected(db: Db, mode: Mode, accountId: string, now: Date): Promise<void> {
  await db
    .update(providerAccounts)
    .set({ disconnectedAt: now, chargesEnabled: false })
    .where(and(hasValues(providerAccounts, { mode, accountId }), isNull(providerAccounts.disconnectedAt)));
}
