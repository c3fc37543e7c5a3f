import { openPlansWorker } from './billing/plans-worker.ts';
import type { Context, WorkerName } from './context.ts';
import { openOutboxWorker, type RenderEmail } from './mail/outbox-worker.ts';
import { openDomainsWorker } from './domains/domains-worker.ts';
import type { PageCache } from './pages/kept-documents.ts';
import { openReconcileWorker } from './reconcile/reconcile-worker.ts';
import { createDeliveriesWorker } from './seller-webhooks/deliveries-worker.ts';
import { openInboxWorker } from './webhooks/inbox-worker.ts';
import { openViewsWorker } from './views/views-worker.ts';
import type { Worker } from './worker.ts';

type Workers = Record<WorkerName, Worker>;

/** `backgroundContext`: the context whose Stripe calls are rate-limited. */
export const openWorkers = (context: Context, backgroundContext: Context, renderMail: RenderEmail | null): Workers => ({
  reconcile: openReconcileWorker(backgroundContext),
  inbox: openInboxWorker(context),
  plans: openPlansWorker(context),
  outbox: openOutboxWorker(context, renderMail),
  views: openViewsWorker(context),
  domains: openDomainsWorker(context),
  deliveries: createDeliveriesWorker(context),
});

/** Resolves when no sandbox event is in flight and no worker has due work. */
export async function waitForWorkers(
  sandbox: { waitForDeliveries: () => Promise<void> } | null,
  { reconcile, inbox, plans, outbox, views, domains, deliveries }: Workers,
  pageCache: PageCache,
): Promise<void> {
  // Work of one worker can call Stripe, whose events arrive again: repeat once.
  for (let pass = 0; pass < 2; pass++) {
    await sandbox?.waitForDeliveries();
    await reconcile.waitUntilIdle();
    await inbox.waitUntilIdle();
    await plans.waitUntilIdle();
  }
  await domains.waitUntilIdle();
  await deliveries.waitUntilIdle();
  await outbox.waitUntilIdle();
  await views.waitUntilIdle();
  await pageCache.waitForReplication();
}
