import type Stripe from 'stripe';

import { buyerKeyOf } from '#domain/buyer-key.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { Context } from '#server/context.ts';
import { insertRestoredAttempt, listKnownAttempts } from '#server/db/attempts.ts';
import { findVersionAt } from '#server/db/page-versions.ts';
import { findAccount } from '#server/db/provider-accounts.ts';
import { updateEventsReceived } from '#server/db/provider-events.ts';

/** An event of an attempt may be dated slightly before it. */
const EARLIER_MS = 10 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Restores attempts that are missing after a database restore from Stripe's completed sessions. The page in the metadata
 * must belong to the seller of the account. The accepted terms text is lost. Returns true if any attempt was restored.
 */
export async function restoreAttempts(
  context: Context,
  accountId: string,
  events: readonly Stripe.Event[],
): Promise<boolean> {
  const named = new Map<string, string>();
  for (const { type, data } of events) {
    if (type !== 'checkout.session.completed') continue;
    const { id, metadata } = data.object;
    if (metadata?.attempt_id && UUID.test(metadata.attempt_id)) named.set(metadata.attempt_id, id);
  }
  const { db, mode, realNow } = context;
  const known = await listKnownAttempts(db, [...named.keys()]);
  const restored: Restored[] = [];
  for (const [attemptId, sessionId] of named) {
    const attempt = known.has(attemptId) ? null : await attemptOf(context, accountId, attemptId, sessionId);
    if (attempt) restored.push(attempt);
  }
  if (restored.length === 0) return false;
  const first = Math.min(...restored.map(({ createdAt }) => createdAt.getTime()));
  await db.transaction(async (tx) => {
    for (const attempt of restored) await insertRestoredAttempt(tx, attempt);
    // The inbox may have processed their events before the attempts were known, in this window or a later one.
    const since = new Date(first - EARLIER_MS);
    await updateEventsReceived(tx, { mode, accountId, since, now: realNow() });
  });
  return true;
}

type Restored = Parameters<typeof insertRestoredAttempt>[1] & { createdAt: Date };

/** Restores one attempt from its session; null if it is not ours. */
async function attemptOf(
  context: Context,
  accountId: string,
  attemptId: string,
  sessionId: string,
): Promise<Restored | null> {
  const { db, mode, log } = context;
  const session = await context.sellerStripe(accountId).sessions.retrieve(sessionId);
  const account = await findAccount(db, mode, accountId);
  const attempt = account && (await attemptFrom(context, session, account.sellerId));
  if (attempt?.id !== attemptId) {
    log.warn({ account: accountId, session: sessionId }, 'a session names an attempt that is not ours');
    return null;
  }
  log.warn({ attempt: attemptId, session: sessionId }, 'an attempt comes back from the provider');
  return { ...attempt, accountId };
}

/** Builds an attempt from a session; null if the session is not for a page of the seller. */
async function attemptFrom({ db, mode }: Context, session: Stripe.Checkout.Session, sellerId: string) {
  const {
    attempt_id: id = '',
    page_id: pageId = '',
    slug = '',
    coupon_code: couponCode = null,
    plan = null,
  } = session.metadata ?? {};
  const createdAt = new Date(session.created * 1000);
  const version = UUID.test(pageId) ? await findVersionAt(db, sellerId, pageId, createdAt) : null;
  const { amount_subtotal: original, amount_total: total, currency } = session;
  if (!version || original === null || total === null || !currency) return null;
  return {
    id,
    mode,
    sellerId,
    pageId,
    slug,
    couponCode,
    original,
    total,
    createdAt,
    versionId: version.id,
    token: crypto.randomUUID(),
    currency: currency.toUpperCase(),
    discount: original - total,
    plan,
    email: session.customer_email,
    buyerKey: session.customer_email === null ? null : buyerKeyOf(session.customer_email),
    agreement: agreementOf(version, createdAt),
    sessionId: session.id,
    expiresAt: new Date(session.expires_at * 1000),
  };
}

/** An attempt always had the required acceptance; the accepted text is unknown. */
function agreementOf(version: { schema: number; config: unknown }, at: Date) {
  const { requireTerms, termsUrl, privacyUrl } = configFromStored(version.schema, version.config);
  return { required: requireTerms, accepted: requireTerms, termsUrl, privacyUrl, at: at.toISOString() };
}
