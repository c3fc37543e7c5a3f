import type { Context } from '#server/context.ts';
import { PUT_OFF_MS, runCounted } from '#server/counted-job.ts';
import {
  claimDuePlan,
  isAnyPlanDue,
  updateEndedAccess,
  updatePlanDueAt,
} from '#server/db/plan-subscriptions.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { isUpgradeDue, upgradeRound } from './auto-upgrade.ts';
import { followCatalogPrice } from './change-plan-price.ts';
import { syncPlan } from './sync-plan.ts';

/** In business time: a plan that could not be fetched is retried after this. */
const LEASE_MS = 300_000;

/** In business time: a failed price change is retried after this. */
const PRICE_RETRY_MS = 3_600_000;

/** Timeout of all calls for one plan together. */
const PATIENCE_MS = 60_000;

/** Updates pages whose access has ended and syncs one due plan. Returns true if there was work. */
async function sweep(context: Context): Promise<boolean> {
  const { db, mode } = context;
  const now = context.now();
  const ended = await updateEndedAccess(db, mode, now);
  const due = await claimDuePlan(db, mode, now, new Date(now.getTime() + LEASE_MS));
  if (due) await look(context, due.sellerId);
  return ended > 0 || due !== null;
}

async function look(context: Context, sellerId: string): Promise<void> {
  const { db, mode, log, now } = context;
  const job = { name: `plan ${sellerId}`, patienceMs: PATIENCE_MS };
  try {
    if (await runCounted(context, job, () => refreshPlan(context, sellerId))) return;
    await updatePlanDueAt(db, sellerId, mode, new Date(now().getTime() + PUT_OFF_MS));
  } catch (error) {
    log.warn({ err: error, sellerId }, 'a plan could not be read; it is tried again');
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
    await updatePlanDueAt(db, sellerId, mode, new Date(now().getTime() + PRICE_RETRY_MS));
  }
}

type Work = { round: (context: Context) => Promise<boolean>; isDue: (context: Context) => Promise<boolean> };

const WORKS: readonly Work[] = [
  { round: sweep, isDue: ({ db, mode, now }) => isAnyPlanDue(db, mode, now()) },
  { round: upgradeRound, isDue: isUpgradeDue },
];

/** Opens the worker that syncs due plans and runs the upgrades that sales caused. */
export const openPlansWorker = (context: Context): Worker =>
  openWorker({
    name: 'plans',
    log: context.log,
    round: async () => {
      let worked = false;
      for (const { round } of WORKS) worked = (await round(context)) || worked;
      return worked;
    },
    isDue: async () => {
      for (const { isDue } of WORKS) if (await isDue(context)) return true;
      return false;
    },
  });
