import type { Context } from '#server/core/context.ts';

import { findCheckoutLink, findOrderIdOfLink, type CheckoutLink } from './queries/checkout-links.ts';

/** The link with which a buyer opened a page; null if it is for another page, expired, or used for an order. */
export async function findUsableLink(context: Context, pageId: string, id: string): Promise<CheckoutLink | null> {
  const link = await findCheckoutLink(context.db, context.mode, id);
  if (link?.pageId !== pageId || link.expiresAt <= context.now()) return null;
  return (await findOrderIdOfLink(context.db, id)) ? null : link;
}
