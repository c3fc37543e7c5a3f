import { and, asc, eq, inArray, lte } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { planUpgrades, type UpgradeState } from './schema-plans.ts';

export type PlanUpgrade = typeof planUpgrades.$inferSelect;
type NewUpgrade = Pick<PlanUpgrade, 'mode' | 'sellerId' | 'month' | 'fromPlan' | 'toPlan' | 'createdAt'>;

const OPEN: UpgradeState[] = ['waiting', 'needs_payment'];

/** A row is due at once, whatever the clock says. */
const AT_ONCE = new Date(0);

/** Notes that a seller must move up: once for a month and plan. One that was skipped waits again; true where it does. */
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

/** Takes one upgrade that is due, for the length of the lease; a worker that dies loses it when it ends. */
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

/** False when somebody else has ended it meanwhile. */
export async function updateUpgrade(db: Db, id: string, outcome: Outcome): Promise<boolean> {
  const rows = await db
    .update(planUpgrades)
    .set(outcome)
    .where(and(eq(planUpgrades.id, id), inArray(planUpgrades.state, OPEN)))
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

/** Has a seller's moves that wait for a payment tried at once: there is another card. True where one waited. */
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

/** Whether an upgrade can be worked on now. */
export async function isAnyUpgradeDue(db: Db, mode: Mode, now: Date): Promise<boolean> {
  const rows = await db.select({ id: planUpgrades.id }).from(planUpgrades).where(dueAt(mode, now)).limit(1);
  return rows.length > 0;
}
