import { AppError } from '#domain/errors.ts';
import { maskEmail } from '#domain/mask-email.ts';
import type { AccessLinkPage } from '#domain/purchase.ts';
import type { Context } from '#server/core/context.ts';
import { accessLinkPath, findAccessLink, needsConfirmation } from '#server/delivery/access-links.ts';
import { listDelivered } from '#server/delivery/delivered.ts';

import { requestPurchasesLink } from './buyer-portal/buyer-session.ts';
import { toPurchaseSeller } from './buyer-portal/purchase-views.ts';
import { findPurchaseOfAttempt } from './buyer-portal/queries/purchases.ts';

/** The order behind a link from an email, with what it delivers; null for every token that is not valid. */
export async function loadAccessLinkPage(context: Context, token: string): Promise<AccessLinkPage | null> {
  const link = await findAccessLink(context, token);
  const purchase = link && (await findPurchaseOfAttempt(context.db, context.mode, link.attemptId));
  if (!link || !purchase) return null;
  const { order, productName } = purchase;
  const facts = {
    seller: toPurchaseSeller(purchase),
    productName,
    number: order.number,
    createdAt: order.createdAt.toISOString(),
  };
  if (needsConfirmation(context, link))
    return { ...facts, kind: 'confirm', email: order.email && maskEmail(order.email) };
  const delivered = await listDelivered(
    context,
    [link.attemptId],
    (kind, { deliverable }) => `${accessLinkPath(token)}/${kind === 'file' ? 'f' : 'l'}/${deliverable.id}`,
  );
  return { ...facts, kind: 'open', items: delivered.get(link.attemptId) ?? [] };
}

/** Emails a sign-in link to the buyer, who shows with it that the inbox is theirs. Throws AppError. */
export async function confirmAccessLink(context: Context, token: string, clientAddress: string): Promise<void> {
  const link = await findAccessLink(context, token);
  const purchase = link && (await findPurchaseOfAttempt(context.db, context.mode, link.attemptId));
  if (!purchase?.order.email) throw new AppError('not_found');
  await requestPurchasesLink(context, purchase.order.email, clientAddress);
}
