import type Stripe from 'stripe';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import { getInstallments, getTrialDays, listDeliveredPages, MAIN_LINE, type QuoteLine } from '#domain/quote.ts';
import { isUuid } from '#domain/text.ts';
import { configForOptionOrBase } from '#server/checkout/price-quote.ts';
import { getBundleItemName } from '#server/checkout/session-params.ts';
import type { Context } from '#server/core/context.ts';
import { insertRestoredAttempt, listExistingAttemptIds } from '#server/ledger/queries/checkout-attempts.ts';
import { findVersionAt } from '#server/pages/queries/page-versions.ts';
import { reprocessEvents } from '#server/payments/queries/stripe-events.ts';
import { findAccount } from '#server/stripe/queries.ts';

/** An event of an attempt may be dated slightly before it. */
const EVENT_LEAD_MS = 10 * 60_000;
/**
 * Restores attempts that are missing after a database restore from Stripe's completed sessions. The page in the metadata
 * must belong to the seller of the account. The accepted terms text is lost. Returns true if any attempt was restored.
 */
export async function restoreAttempts(
  context: Context,
  accountId: string,
  events: readonly Stripe.Event[],
): Promise<boolean> {
  const sessionByAttemptId = new Map<string, string>();
  for (const { type, data } of events) {
    if (type !== 'checkout.session.completed') continue;
    const { id, metadata } = data.object;
    if (metadata?.attempt_id && isUuid(metadata.attempt_id)) sessionByAttemptId.set(metadata.attempt_id, id);
  }
  const { db, mode, realNow } = context;
  const knownIds = await listExistingAttemptIds(db, [...sessionByAttemptId.keys()]);
  const restored: RestoredAttempt[] = [];
  for (const [attemptId, sessionId] of sessionByAttemptId) {
    const attempt = knownIds.has(attemptId) ? null : await restoreAttempt(context, accountId, attemptId, sessionId);
    if (attempt) restored.push(attempt);
  }
  if (restored.length === 0) return false;
  const earliestMs = Math.min(...restored.map(({ createdAt }) => createdAt.getTime()));
  await db.transaction(async (tx) => {
    for (const attempt of restored) await insertRestoredAttempt(tx, attempt);
    // The inbox may have processed their events before the attempts were known, in this window or a later one.
    const since = new Date(earliestMs - EVENT_LEAD_MS);
    await reprocessEvents(tx, { mode, accountId, since, now: realNow() });
  });
  return true;
}

type RestoredAttempt = Parameters<typeof insertRestoredAttempt>[1] & { createdAt: Date };

/** Restores one attempt from its session; null if it is not ours. */
async function restoreAttempt(
  context: Context,
  accountId: string,
  attemptId: string,
  sessionId: string,
): Promise<RestoredAttempt | null> {
  const { db, mode, log } = context;
  const session = await context.sellerStripe(accountId).sessions.retrieve(sessionId);
  const account = await findAccount(db, mode, accountId);
  const attempt = account && (await attemptFromSession(context, session, account.sellerId));
  if (attempt?.id !== attemptId) {
    log.warn({ account: accountId, session: sessionId }, 'foreign_attempt_in_session');
    return null;
  }
  log.warn({ attempt: attemptId, session: sessionId }, 'attempt_restored');
  return { ...attempt, accountId };
}

/** Builds an attempt from a session; null if the session is not for a page of the seller. */
async function attemptFromSession({ db, mode }: Context, session: Stripe.Checkout.Session, sellerId: string) {
  const {
    attempt_id: id = '',
    page_id: pageId = '',
    slug = '',
    coupon_code: couponCode = null,
    plan = null,
  } = session.metadata ?? {};
  const createdAt = new Date(session.created * 1000);
  const version = isUuid(pageId) ? await findVersionAt(db, sellerId, pageId, createdAt) : null;
  const { amount_subtotal: original, amount_total: total, currency } = session;
  if (!version || original === null || total === null || !currency) return null;
  const config = configForOptionOrBase(parseStoredConfig(version.schema, version.config), plan);
  const lines = restoredLines(session, config);
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
    lines,
    itemPageIds: listDeliveredPages(lines ?? []),
    quantity: lines?.find(({ key }) => key === MAIN_LINE)?.quantity ?? 1,
    trialDays: lines?.some(({ afterTrial }) => afterTrial) ? getTrialDays(config) : null,
    installments: getInstallments(config),
    buyerKey: session.customer_email === null ? null : normalizeBuyerEmail(session.customer_email),
    agreement: restoredAgreement(version, createdAt),
    sessionId: session.id,
    expiresAt: new Date(session.expires_at * 1000),
  };
}

/** The lines that we named in the metadata; null for a session of an earlier version. */
function restoredLines(
  { line_items: items }: Stripe.Checkout.Session,
  config: Pick<CheckoutPageConfig, 'productName'>,
): QuoteLine[] | null {
  const bundlePrefix = getBundleItemName(config, '');
  const lines = (items?.data ?? []).flatMap((item): QuoteLine[] => {
    const key = item.metadata?.line;
    const { amount_subtotal: due, amount_discount: discount, amount_total: total, price } = item;
    const quantity = item.quantity ?? 1;
    const kind = price?.recurring ? 'recurring' : 'one_time';
    const unit = price?.unit_amount ?? due / quantity;
    const fromBundle = restoredItem(item.metadata);
    const description = item.description ?? '';
    const name =
      fromBundle.item && description.startsWith(bundlePrefix) ? description.slice(bundlePrefix.length) : description;
    const line = { key: key ?? '', name, kind, unit, quantity, ...fromBundle } as const;
    const subtotal = unit * quantity;
    // Only in a free trial is less due than the price.
    const amounts =
      due < subtotal
        ? { subtotal, discount: 0, total: subtotal, afterTrial: true }
        : { subtotal: due, discount, total };
    return key ? [{ ...line, ...amounts }] : [];
  });
  return lines.length > 0 ? lines : null;
}

/** The product of a bundle that a line is of; nothing for other lines. */
function restoredItem(metadata: Stripe.Metadata | null): Pick<QuoteLine, 'item'> {
  const { item_page: pageId, item_option: optionId, already_paid: paid } = metadata ?? {};
  if (!pageId || !optionId) return {};
  return { item: { pageId, optionId, ...(paid === undefined ? {} : { alreadyPaid: Number(paid) }) } };
}

/** An attempt always had the required acceptance; the accepted text is unknown. */
function restoredAgreement(version: { schema: number; config: unknown }, at: Date) {
  const { requireTerms, termsUrl, privacyUrl } = parseStoredConfig(version.schema, version.config);
  return { required: requireTerms, accepted: requireTerms, termsUrl, privacyUrl, at: at.toISOString() };
}
