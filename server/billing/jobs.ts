import { and, eq, inArray } from 'drizzle-orm';

import { OPEN_STATES } from '#server/billing/queries/plan-upgrades.ts';
import type { Context } from '#server/core/context.ts';
import { planSubscriptions, planUpgrades } from '#server/db/schema-plans.ts';
import { leaseRows } from '#server/jobs/leased-rows.ts';
import { combineWorkers, openQueue, type Worker } from '#server/jobs/queue.ts';
import { announceEndedAccess, hasEndedAccess, reschedulePlan, type PlanRow } from '#server/sellers/seller-plans.ts';

import { handleUpgradeError, runUpgrade } from './auto-upgrade.ts';
import { followCatalogPrice } from './change-plan-price.ts';
import { syncPlan } from './sync-plan.ts';

/** In business time: a failed price change is retried after this. */
const PRICE_RETRY_MS = 3_600_000;

/** Opens the worker that syncs due plans and runs the upgrades that sales caused. */
export const openPlansWorker = (context: Context): Worker =>
  combineWorkers([openPlansQueue(context), openUpgradesQueue(context)]);

/** Syncs due plans. Before, updates the pages whose access has ended. */
function openPlansQueue(context: Context): Worker {
  const { db, mode, now } = context;
  const rows = leaseRows(db, {
    table: planSubscriptions,
    key: ['sellerId', 'mode'],
    dueAt: 'dueAt',
    isWaiting: eq(planSubscriptions.mode, mode),
    leaseMs: 300_000,
    now,
  });
  return openQueue(context, {
    name: 'plans',
    claim: async (limit) => {
      await announceEndedAccess(db, mode, now());
      return rows.claim(limit);
    },
    isDue: async () => (await rows.isDue()) || hasEndedAccess(db, mode, now()),
    // One at a time, so that the crash guard counts only the plan of which the process died.
    concurrency: 1,
    timeoutMs: 60_000,
    nameOf: ({ sellerId }) => `plan ${sellerId}`,
    crashGuard: rows,
    run: (row) => refreshPlan(context, row),
  });
}

async function refreshPlan(context: Context, { sellerId }: PlanRow): Promise<void> {
  const { db, mode, log, now } = context;
  const synced = await syncPlan(context, sellerId);
  if (!synced) return;
  try {
    await followCatalogPrice(context, synced);
  } catch (error) {
    log.warn({ err: error, sellerId }, 'plan_price_change_failed');
    await reschedulePlan(db, sellerId, mode, new Date(now().getTime() + PRICE_RETRY_MS));
  }
}

/** Longer than all Stripe calls of one upgrade may take together. */
const UPGRADE_TIMEOUT_MS = 120_000;

function openUpgradesQueue(context: Context): Worker {
  const { db, mode, now } = context;
  const rows = leaseRows(db, {
    table: planUpgrades,
    key: ['id'],
    dueAt: 'nextAt',
    isWaiting: and(eq(planUpgrades.mode, mode), inArray(planUpgrades.state, OPEN_STATES)),
    leaseMs: UPGRADE_TIMEOUT_MS,
    now,
  });
  return openQueue(context, {
    name: 'upgrades',
    ...rows,
    concurrency: 1,
    timeoutMs: UPGRADE_TIMEOUT_MS,
    nameOf: ({ id }) => `upgrade ${id}`,
    crashGuard: rows,
    run: (upgrade) => runUpgrade(context, upgrade),
    onError: (upgrade, error) => handleUpgradeError(context, upgrade, error),
  });
}
