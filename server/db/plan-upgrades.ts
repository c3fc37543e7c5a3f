import { and, asc, eq, inArray, lte } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { planUpgrades, type UpgradeState } from './schema-plans.ts';

export type PlanUpgrade = typeof planUpgrades.$inferSelect;
type NewUpgrade = Pick<PlanUpgrade, 'mode' | 'sellerId' | 'month' | 'fromPlan' | 'toPlan' | 'createdAt'>;

const OPEN: UpgradeState[] = ['waiting', 'needs_payment'];

/** Due at once on any clock. */
const AT_ONCE = new Date(0);

/** Records that a seller must upgrade, once per month and plan. A skipped upgrade waits again; true when one waits now. */
export async function upsertUpgrade(db: Db, upgrade: NewUpgrade): Promise<boolean> {
  const { fromPlan } = upgrade;
  const rows = await db
    .insert(planUpgrades)
    .values({ ...upgrade, id: crypto.randomUUID(), state: 'waiting', nextAt: AT_ONCE })
    .onConflictDoUpdate({
      target: [planUpgrades.mode, planUpgrades.sellerId, planUpgrades.month, planUpgrades.toPlan],
      set: { fromPlan, state: 'waiting', attempts: 0, nextAt: AT_ONCE, doneAt: null },
      setWhere: eq(planUpgrades.state, 'skipped'),
    })
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

const dueAt = (mode: Mode, now: Date) =>
  and(eq(planUpgrades.mode, mode), inArray(planUpgrades.state, OPEN), lte(planUpgrades.nextAt, now));

/** Leases one due upgrade; after a crash the lease expires. */
export async function claimUpgrade(
  db: Db,
  mode: Mode,
  now: Date,
  leaseMs: number,
): Promise<PlanUpgrade | null> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: planUpgrades.id })
      .from(planUpgrades)
      .where(dueAt(mode, now))
      .orderBy(asc(planUpgrades.nextAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    const [row] = await tx
      .update(planUpgrades)
      .set({ nextAt: new Date(now.getTime() + leaseMs) })
      .where(eq(planUpgrades.id, due.id))
      .returning();
    return row ?? null;
  });
}

type Outcome = Partial<Pick<PlanUpgrade, 'state' | 'charged' | 'attempts' | 'nextAt' | 'doneAt'>>;

/** False when another process has finished it meanwhile. */
export async function updateUpgrade(db: Db, id: string, outcome: Outcome): Promise<boolean> {
  const rows = await db
    .update(planUpgrades)
    .set(outcome)
    .where(and(eq(planUpgrades.id, id), inArray(planUpgrades.state, OPEN)))
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

/** Makes a seller's unpaid upgrades due because the card changed. True when there were any. */
export async function wakeUpgrades(db: Db, mode: Mode, sellerId: string): Promise<boolean> {
  const rows = await db
    .update(planUpgrades)
    .set({ nextAt: AT_ONCE })
    .where(
      and(
        eq(planUpgrades.mode, mode),
        eq(planUpgrades.sellerId, sellerId),
        eq(planUpgrades.state, 'needs_payment'),
      ),
    )
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

/** Whether an upgrade is due. */
export async function isAnyUpgradeDue(db: Db, mode: Mode, now: Date): Promise<boolean> {
  const rows = await db.select({ id: planUpgrades.id }).from(planUpgrades).where(dueAt(mode, now)).limit(1);
  return rows.length > 0;
}
