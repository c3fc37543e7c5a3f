import type Stripe from 'stripe';

import {
  DECLINED_CARDS_LIMIT,
  DECLINE_RETENTION_MS,
  PAGE_DECLINES_LIMIT,
  PAGE_PAUSE_MS,
  decidePause,
  type DeclineTimes,
} from '#domain/card-testing-limits.ts';
import { isUuid } from '#domain/text.ts';
import {
  upsertCardTestingBlocks,
  countDeclinedCards,
  findLastPaymentTime,
  listDeclinedTimes,
  insertPaymentFailures,
  type PaymentFailure,
  type PayerKey,
  deleteCardTestingBlocksBefore,
  deleteFailuresBefore,
} from '#server/checkout/queries/card-testing.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { limitFactor } from '#server/http/rate-limits.ts';
import { findAttempt, findOpenAttemptFor, type CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { lockPage } from '#server/ledger/queries/reservations.ts';
import { findPageForUpdate, updatePage, type PageRow } from '#server/pages/queries/pages.ts';
import { fetchPages } from '#server/stripe/stripe-values.ts';

import { hashBuyer, hashCard } from './card-testing-guard.ts';
import type { CardDecline } from './fetch-card-declines.ts';
import { pausePayments, wakeAfterPause } from './pause-payments.ts';

export async function deleteOldDeclines({ db, now, realNow }: Context): Promise<void> {
  await deleteFailuresBefore(db, new Date(now().getTime() - DECLINE_RETENTION_MS));
  await deleteCardTestingBlocksBefore(db, realNow());
}

/** The limit is wider in a sandbox, where one person plays all buyers. It applies even if request limits are off. */
const maxDeclinedCards = (context: Context): number => DECLINED_CARDS_LIMIT.max * (limitFactor(context) ?? 1);

/** Stores declined cards of our pages, blocks visitors and buyers, and pauses pages. Known declines change nothing. */
export async function recordDeclines(
  context: Context,
  accountId: string,
  declines: readonly CardDecline[],
): Promise<void> {
  const rows: { attempt: CheckoutAttempt; failure: PaymentFailure }[] = [];
  for (const decline of declines) {
    const attempt = await findDeclinedAttempt(context, accountId, decline);
    if (attempt) rows.push({ attempt, failure: toPaymentFailure(context, attempt, decline) });
  }
  for (const [pageId, pageRows] of Map.groupBy(rows, ({ attempt }) => attempt.pageId)) {
    await context.db.transaction(async (tx) => {
      await lockPage(tx, pageId);
      const failures = pageRows.map(({ failure }) => failure);
      await blockVisitorsAndBuyers(context, tx, await insertPaymentFailures(tx, failures));
    });
    const [first] = pageRows;
    // Runs even if all declines are known: the process that stored them may have been killed before this.
    if (first) await evaluatePagePause(context, { pageId, sellerId: first.attempt.sellerId, accountId });
  }
}

/** Finds the attempt of a decline. A subscription's first payment carries no attempt id: buyer and price identify it. */
async function findDeclinedAttempt(
  { db, mode }: Context,
  accountId: string,
  { attemptId, email, amount, currency }: CardDecline,
): Promise<CheckoutAttempt | null> {
  if (attemptId === null) {
    const criteria = { accountId, email: email ?? '', total: amount, currency: currency.toUpperCase() };
    return email === null ? null : findOpenAttemptFor(db, mode, criteria);
  }
  const attempt = isUuid(attemptId) ? await findAttempt(db, mode, attemptId) : null;
  return attempt?.accountId === accountId ? attempt : null;
}

const toPaymentFailure = (context: Context, attempt: CheckoutAttempt, decline: CardDecline): PaymentFailure => ({
  mode: context.mode,
  accountId: attempt.accountId,
  chargeId: decline.id,
  pageId: attempt.pageId,
  attemptId: attempt.id,
  cardKey: decline.fingerprint === null ? null : hashCard(context, decline.fingerprint),
  addressKey: attempt.addressKey,
  buyerKey: attempt.buyerKey === null ? null : hashBuyer(context, attempt.buyerKey),
  code: decline.code.slice(0, 100),
  createdAt: decline.at,
});

/** Blocks visitors and buyers whose new declines add up to too many different cards. */
async function blockVisitorsAndBuyers(context: Context, tx: Db, failures: readonly PaymentFailure[]): Promise<void> {
  const since = new Date(context.now().getTime() - DECLINED_CARDS_LIMIT.withinMs);
  const filters = new Map<string, PayerKey>(
    failures.flatMap(({ addressKey, buyerKey }) => [
      ...(addressKey === null ? [] : [[addressKey, { addressKey }] as const]),
      ...(buyerKey === null ? [] : [[buyerKey, { buyerKey }] as const]),
    ]),
  );
  const subjects: string[] = [];
  for (const [subject, filter] of filters)
    if ((await countDeclinedCards(tx, context.mode, filter, since)) >= maxDeclinedCards(context))
      subjects.push(subject);
  const now = context.realNow();
  await upsertCardTestingBlocks(tx, subjects, {
    until: new Date(now.getTime() + DECLINED_CARDS_LIMIT.blockMs),
    now,
  });
}

type PageRef = { pageId: string; sellerId: string; accountId: string };

/**
 * Pauses payments on a page after too many declined cards. Before that, it asks Stripe for a successful payment in between,
 * whose event may be delayed. Safe to call repeatedly; each pause starts a new count.
 */
async function evaluatePagePause(context: Context, { accountId, ...pageRef }: PageRef): Promise<void> {
  const declinesSince = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, pageRef.sellerId, pageRef.pageId);
    if (!page) return null;
    if (isPaused(context, page)) {
      // Declines on sessions that are still open belong to the same wave.
      await updatePage(tx, pageRef.sellerId, pageRef.pageId, { failuresCountedFrom: context.now() });
      return null;
    }
    const times = await loadDeclineTimes(context, tx, page);
    return decidePause(times) && Math.max(Math.min(...times.declinedAt), times.paidAt ?? 0);
  });
  if (declinesSince === null) return;
  const paidAtStripe = await findLastPaymentAtStripe(context, accountId, pageRef.pageId, declinesSince);
  const isPausedNow = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, pageRef.sellerId, pageRef.pageId);
    if (!page || isPaused(context, page)) return false;
    const { declinedAt, paidAt } = await loadDeclineTimes(context, tx, page);
    const pause = decidePause({ declinedAt, paidAt: Math.max(paidAt ?? 0, paidAtStripe ?? 0) || null });
    if (!pause) return false;
    const until = new Date(context.realNow().getTime() + PAGE_PAUSE_MS);
    await pausePayments(context, tx, page, { until, actor: 'system', declineCount: pause.count });
    return true;
  });
  if (isPausedNow) wakeAfterPause(context);
}

const isPaused = ({ realNow }: Context, { pausedUntil }: PageRow): boolean =>
  pausedUntil !== null && pausedUntil > realNow();

async function loadDeclineTimes(
  { mode, now }: Context,
  tx: Db,
  { id: pageId, sellerId, failuresCountedFrom }: PageRow,
): Promise<DeclineTimes> {
  const after = new Date(
    Math.max(now().getTime() - PAGE_DECLINES_LIMIT.consecutiveWithinMs, failuresCountedFrom?.getTime() ?? 0),
  );
  const declinedTimes = await listDeclinedTimes(tx, mode, pageId, after);
  const paidAt = await findLastPaymentTime(tx, mode, { sellerId, pageId }, after);
  return { declinedAt: declinedTimes.map((at) => at.getTime()), paidAt: paidAt?.getTime() ?? null };
}

const MAX_PAGES = 10;

/** Finds the latest payment of a page after a time in the account's charges. Subscription charges do not name a page. */
async function findLastPaymentAtStripe(
  context: Context,
  accountId: string,
  pageId: string,
  after: number,
): Promise<number | null> {
  const { charges } = context.sellerStripe(accountId);
  const created = { gte: Math.floor(after / 1000) };
  const pages = fetchPages<Stripe.Charge>(
    (cursor) => context.stripeLimiter.schedule(accountId, false, () => charges.list({ created, ...cursor })),
    MAX_PAGES,
  );
  for await (const { data } of pages) {
    const payment = data.find(({ status, metadata }) => status === 'succeeded' && metadata['page_id'] === pageId);
    if (payment) return payment.created * 1000;
  }
  return null;
}
