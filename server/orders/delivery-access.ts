import { AppError } from '#domain/errors.ts';
import { isUuid } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { Site } from '#server/core/site.ts';
import { findRow } from '#server/db/rows.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { findAccessLink, needsConfirmation } from '#server/delivery/access-links.ts';
import { assertReady, findBestEntitlement } from '#server/delivery/delivered.ts';
import { listBuyerEntitlements, type BuyerEntitlement } from '#server/delivery/entitlement-access.ts';
import { isPayingBrowser } from '#server/delivery/paying-browser.ts';
import { serveFile } from '#server/delivery/serve-file.ts';
import { findAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { signUrl } from '#server/sellers/signing-secret.ts';

import { findSessionByToken, readSessionToken } from './buyer-portal/buyer-session.ts';
import { isVisibleAt } from './paid-order.ts';

// What an order delivers opens for a link from an email, for the browser that paid, and for the buyer's session.

async function findDeliverable(
  { db, now }: Context,
  attemptId: string,
  deliverableId: string,
): Promise<BuyerEntitlement | null> {
  const rows = await listBuyerEntitlements(db, [attemptId]);
  return findBestEntitlement(
    rows.filter(({ deliverable }) => deliverable.id === deliverableId),
    now(),
  );
}

/** Null for an unknown token, and for a deliverable of another order. */
export async function findByAccessLink(
  context: Context,
  token: string,
  deliverableId: string,
): Promise<BuyerEntitlement | 'confirm' | null> {
  const link = await findAccessLink(context, token);
  if (!link) return null;
  return needsConfirmation(context, link) ? 'confirm' : findDeliverable(context, link.attemptId, deliverableId);
}

type BrowserRequest = { attemptId: string; deliverableId: string; site: Site; cookies: string | null };

export async function findByPayingBrowser(
  context: Context,
  { attemptId, deliverableId, site, cookies }: BrowserRequest,
): Promise<BuyerEntitlement | null> {
  const attempt = isUuid(attemptId) ? await findAttempt(context.db, context.mode, attemptId) : null;
  const isAllowed = attempt && isVisibleAt(attempt, site) && isPayingBrowser(context, attempt, site.origin, cookies);
  return isAllowed ? findDeliverable(context, attemptId, deliverableId) : null;
}

export async function findByBuyerSession(
  context: Context,
  entitlementId: string,
  cookies: string | null,
): Promise<BuyerEntitlement | null> {
  const { db, mode, config } = context;
  const token = readSessionToken(config.appUrl, cookies);
  const session = token && (await findSessionByToken(context, token));
  const entitlement = session && isUuid(entitlementId) ? await findRow(db, entitlements, { id: entitlementId }) : null;
  const order = entitlement && (await findRow(db, orders, { mode, attemptId: entitlement.attemptId }));
  if (!session || !order || order.email?.toLowerCase() !== session.email) return null;
  const rows = await listBuyerEntitlements(db, [order.attemptId]);
  return rows.find(({ entitlement: { id } }) => id === entitlementId) ?? null;
}

/** Serves a file, or redirects to a private link, which is signed where the seller wants it. Throws AppError. */
export async function openDelivery(
  context: Context,
  request: Request,
  kind: 'file' | 'link',
  row: BuyerEntitlement,
): Promise<Response> {
  const { entitlement, deliverable } = row;
  const { settings, sellerId } = deliverable;
  if (settings.kind !== kind) throw new AppError('not_found');
  assertReady(row, context.now());
  if (settings.kind !== 'link') return serveFile(context, request, row);
  const location = settings.signed ? await signForOrder(context, sellerId, settings.url, entitlement) : settings.url;
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

async function signForOrder(
  context: Context,
  sellerId: string,
  url: string,
  { mode, attemptId }: BuyerEntitlement['entitlement'],
): Promise<string> {
  const order = await findRow(context.db, orders, { mode, attemptId });
  if (!order) throw new AppError('delivery_not_ready');
  return signUrl(context, { sellerId, url, orderId: order.id });
}
