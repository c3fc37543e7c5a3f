import { maskEmail } from '#domain/mask-email.ts';
import type { EmailOptOutPage } from '#domain/purchase.ts';
import type { Context } from '#server/core/context.ts';
import { readEmailOptOutToken } from '#server/delivery/email-opt-out-token.ts';
import { deleteOptOut, findOptOut, insertOptOut } from '#server/delivery/queries/email-opt-outs.ts';

import { toPurchaseSeller } from './buyer-portal/purchase-views.ts';
import { findPurchaseOfAttempt } from './buyer-portal/queries/purchases.ts';

async function findBuyer(context: Context, token: string) {
  const attemptId = readEmailOptOutToken(context, token);
  const purchase = attemptId === null ? null : await findPurchaseOfAttempt(context.db, context.mode, attemptId);
  if (!purchase?.order.email) return null;
  const { email, sellerId } = purchase.order;
  return { purchase, buyer: { mode: context.mode, sellerId, email } };
}

/** Which emails the buyer behind a link gets; null for every token that is not valid, and for deleted personal data. */
export async function loadEmailOptOut(context: Context, token: string): Promise<EmailOptOutPage | null> {
  const found = await findBuyer(context, token);
  if (!found) return null;
  return {
    seller: toPurchaseSeller(found.purchase),
    email: maskEmail(found.buyer.email),
    isOptedOut: (await findOptOut(context.db, found.buyer)) !== null,
  };
}

/** Stops or resumes a seller's emails about new versions to the buyer behind a link. Does nothing for other tokens. */
export async function setEmailOptOut(context: Context, token: string, isOptedOut: boolean): Promise<void> {
  const found = await findBuyer(context, token);
  if (!found) return;
  if (isOptedOut) await insertOptOut(context.db, found.buyer, context.now());
  else await deleteOptOut(context.db, found.buyer);
}
