import { openPlansWorker } from './billing/plans-worker.ts';
import type { Context, WorkerName } from './context.ts';
import { openOutboxWorker, type RenderMail } from './mail/outbox-worker.ts';
import { openDomainsWorker } from './domains/domains-worker.ts';
import type { KeptDocuments } from './pages/kept-documents.ts';
import { openReconcileWorker } from './reconcile/reconcile-worker.ts';
import { openDeliveriesWorker } from './seller-webhooks/deliveries-worker.ts';
import { openInboxWorker } from './webhooks/inbox-worker.ts';
import { openViewsWorker } from './views/views-worker.ts';
import type { Worker } from './worker.ts';

type Workers = Record<WorkerName, Worker>;

/** `backgroundContext`: the context whose Stripe calls are rate-limited. */
export const openWorkers = (context: Context, calm: Context, renderMail: RenderMail | null): Workers => ({
  reconcile: openReconcileWorker(calm),
  inbox: openInboxWorker(context),
  plans: openPlansWorker(context),
  outbox: openOutboxWorker(context, renderMail),
  views: openViewsWorker(context),
  domains: openDomainsWorker(context),
  deliveries: openDeliveriesWorker(context),
});

/** Resolves when no sandbox event is in flight and no worker has due work. */
export async function settle(
  sandbox: { settled: () => Promise<void> } | null,
  { reconcile, inbox, plans, outbox, views, domains, deliveries }: Workers,
  kept: KeptDocuments,
): Promise<void> {
  // Work of one worker can call Stripe, whose events arrive again: repeat once.
  for (let turn = 0; turn < 2; turn++) {
    await sandbox?.settled();
    await reconcile.settled();
    await inbox.settled();
    await plans.settled();
  }
  await domains.settled();
  await deliveries.settled();
  await outbox.settled();
  await views.settled();
  await kept.caughtUp();
}
