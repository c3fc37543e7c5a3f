import type { Context } from '#server/core/context.ts';
import { RESCHEDULE_DELAY_MS, runGuarded } from '#server/jobs/crash-loop-guard.ts';
import { openWorker, type Worker } from '#server/jobs/worker.ts';
import { claimDuePlan, isAnyPlanDue, announceEndedAccess, reschedulePlan } from '#server/sellers/plan-subscriptions.ts';

import { isUpgradeDue, runDueUpgrade } from './auto-upgrade.ts';
import { followCatalogPrice } from './change-plan-price.ts';
import { syncPlan } from './sync-plan.ts';

/** In business time: a plan that could not be fetched is retried after this. */
const LEASE_MS = 300_000;

/** In business time: a failed price change is retried after this. */
const PRICE_RETRY_MS = 3_600_000;

/** Timeout of all calls for one plan together. */
const SYNC_TIMEOUT_MS = 60_000;

/** Updates pages whose access has ended and syncs one due plan. Returns true if there was work. */
async function syncDuePlans(context: Context): Promise<boolean> {
  const { db, mode } = context;
  const now = context.now();
  const endedCount = await announceEndedAccess(db, mode, now);
  const duePlan = await claimDuePlan(db, mode, now, new Date(now.getTime() + LEASE_MS));
  if (duePlan) await syncDuePlan(context, duePlan.sellerId);
  return endedCount > 0 || duePlan !== null;
}

async function syncDuePlan(context: Context, sellerId: string): Promise<void> {
  const { db, mode, log, now } = context;
  const job = { name: `plan ${sellerId}`, timeoutMs: SYNC_TIMEOUT_MS };
  try {
    if (await runGuarded(context, job, () => refreshPlan(context, sellerId))) return;
    await reschedulePlan(db, sellerId, mode, new Date(now().getTime() + RESCHEDULE_DELAY_MS));
  } catch (error) {
    log.warn({ err: error, sellerId }, 'plan_sync_failed');
  }
}

async function refreshPlan(context: Context, sellerId: string): Promise<void> {
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

type BillingTask = {
  run: (context: Context) => Promise<boolean>;
  isDue: (context: Context) => Promise<boolean>;
};

const TASKS: readonly BillingTask[] = [
  { run: syncDuePlans, isDue: ({ db, mode, now }) => isAnyPlanDue(db, mode, now()) },
  { run: runDueUpgrade, isDue: isUpgradeDue },
];

/** Opens the worker that syncs due plans and runs the upgrades that sales caused. */
export const openPlansWorker = (context: Context): Worker =>
  openWorker({
    name: 'plans',
    log: context.log,
    runOnce: async () => {
      let hasWorked = false;
      for (const { run: round } of TASKS) hasWorked = (await round(context)) || hasWorked;
      return hasWorked;
    },
    isDue: async () => {
      for (const { isDue } of TASKS) if (await isDue(context)) return true;
      return false;
    },
  });
