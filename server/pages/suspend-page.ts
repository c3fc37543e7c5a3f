import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { PlainEmail } from '#domain/email.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/client.ts';
import type { OperatorContext } from '#server/ops/operator-command.ts';
import { setPageSuspension, type ModeratedPage } from '#server/pages/queries/moderated-pages.ts';
import { closePageReports } from '#server/pages/queries/page-reports.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';
import { SWEEPS, makeCursorDue } from '#server/stripe/reconcile-cursors.ts';

/** The seller's own name for a page, or else its product's name. */
export const pageName = ({ name, schema, config }: Pick<ModeratedPage, 'name' | 'schema' | 'config'>): string =>
  name ?? parseStoredConfig(schema, config).productName;

/**
 * Suspends a page: buyers see a notice, open Stripe sessions are expired, and the seller is emailed the reason. Orders,
 * receipts and subscriptions stay. Returns false when the page is already suspended.
 */
export async function suspendPage(context: OperatorContext, page: ModeratedPage, reason: string): Promise<boolean> {
  const { db, mode } = context;
  const at = context.realNow();
  const done = await db.transaction(async (tx) => {
    if (!(await setPageSuspension(tx, page.id, { at, reason }, context.now()))) return false;
    await closePageReports(tx, page.id, 'suspended', at);
    await makeCursorDue(tx, mode, SWEEPS.closed, context.now());
    await queueModerationMail(context, tx, page, at, {
      kind: 'page_suspended',
      name: pageName(page),
      reason,
    });
    await recordAudit(context, tx, {
      actor: 'operator',
      sellerId: page.sellerId,
      action: 'page_suspended',
      subject: page.id,
      facts: { slug: page.slug, reason },
    });
    return true;
  });
  if (done) {
    context.wake('reconcile');
    context.wake('outbox');
  }
  return done;
}

/** Restores a page to its state before the suspension. Returns false when it is not suspended. */
export async function restorePage(context: OperatorContext, page: ModeratedPage): Promise<boolean> {
  const done = await context.db.transaction(async (tx) => {
    if (!(await setPageSuspension(tx, page.id, null, context.now()))) return false;
    const at = context.realNow();
    await queueModerationMail(context, tx, page, at, { kind: 'page_restored', name: pageName(page) });
    await recordAudit(context, tx, {
      actor: 'operator',
      sellerId: page.sellerId,
      action: 'page_restored',
      subject: page.id,
      facts: { slug: page.slug },
    });
    return true;
  });
  if (done) context.wake('outbox');
  return done;
}

type ModerationMail = Extract<PlainEmail, { kind: 'page_suspended' | 'page_restored' }>;

async function queueModerationMail(
  context: OperatorContext,
  tx: Db,
  page: ModeratedPage,
  at: Date,
  mail: ModerationMail,
): Promise<void> {
  const key = `${mail.kind}:${page.id}:${at.toISOString()}`;
  await queueSellerMail(tx, page.sellerId, { key, mail, now: context.now() });
}
