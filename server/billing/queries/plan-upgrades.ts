import { and, eq, inArray } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { planUpgrades, type UpgradeState } from '#server/db/schema-plans.ts';

export type PlanUpgrade = typeof planUpgrades.$inferSelect;
type NewUpgrade = Pick<PlanUpgrade, 'mode' | 'sellerId' | 'month' | 'fromPlan' | 'toPlan' | 'createdAt'>;

export const OPEN_STATES: UpgradeState[] = ['waiting', 'needs_payment'];

/** Due at once on any clock. */
const DUE_NOW = new Date(0);

/** Records that a seller must upgrade, once per month and plan. A skipped upgrade waits again; true when one waits now. */
export async function requestUpgrade(db: Db, upgrade: NewUpgrade): Promise<boolean> {
  const { fromPlan } = upgrade;
  const rows = await db
    .insert(planUpgrades)
    .values({ ...upgrade, id: crypto.randomUUID(), state: 'waiting', nextAt: DUE_NOW })
    .onConflictDoUpdate({
      target: [planUpgrades.mode, planUpgrades.sellerId, planUpgrades.month, planUpgrades.toPlan],
      set: { fromPlan, state: 'waiting', tries: 0, nextAt: DUE_NOW, doneAt: null },
      setWhere: eq(planUpgrades.state, 'skipped'),
    })
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

type Outcome = Partial<Pick<PlanUpgrade, 'state' | 'charged' | 'tries' | 'nextAt' | 'doneAt'>>;

/** False when another process has finished it meanwhile. */
export async function updateUpgrade(db: Db, id: string, outcome: Outcome): Promise<boolean> {
  const rows = await db
    .update(planUpgrades)
    .set(outcome)
    .where(and(eq(planUpgrades.id, id), inArray(planUpgrades.state, OPEN_STATES)))
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}

/** Makes a seller's unpaid upgrades due because the card changed. True when there were any. */
export async function makeUpgradesDue(db: Db, mode: Mode, sellerId: string): Promise<boolean> {
  const rows = await db
    .update(planUpgrades)
    .set({ nextAt: DUE_NOW })
    .where(
      and(eq(planUpgrades.mode, mode), eq(planUpgrades.sellerId, sellerId), eq(planUpgrades.state, 'needs_payment')),
    )
    .returning({ id: planUpgrades.id });
  return rows.length > 0;
}
