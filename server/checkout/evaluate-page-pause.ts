import { PAGE_PAUSE_MS, PAGE_DECLINES_LIMIT, decidePause, type DeclineTimes } from '#domain/card-testing-limits.ts';
import { findLastPaymentTime, listDeclinedTimes } from '#server/checkout/queries/card-testing.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findPageForUpdate, updatePage, type PageRow } from '#server/pages/queries/pages.ts';

import { pausePayments, wakeAfterPause } from './pause-payments.ts';

type PageRef = { pageId: string; sellerId: string; accountId: string };

/**
 * Pauses payments on a page after too many declined cards. Before that, it asks Stripe for a successful payment in between,
 * whose event may be delayed. Safe to call repeatedly; each pause starts a new count.
 */
export async function evaluatePagePause(context: Context, { accountId, ...pageRef }: PageRef): Promise<void> {
  const declinesSince = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, pageRef.sellerId, pageRef.pageId);
    if (!page) return null;
    if (isPaused(context, page)) {
      // Declines on sessions that are still open belong to the same wave.
      await updatePage(tx, pageRef.sellerId, pageRef.pageId, { failuresCountedFrom: context.now() });
      return null;
    }
    const { declinedAt: declinedTimes, paidAt } = await loadDeclineTimes(context, tx, page);
    return decidePause({ declinedAt: declinedTimes, paidAt }) && Math.max(Math.min(...declinedTimes), paidAt ?? 0);
  });
  if (declinesSince === null) return;
  const paidAtStripe = await findLastPaymentAtStripe(context, accountId, pageRef.pageId, declinesSince);
  const isPausedNow = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, pageRef.sellerId, pageRef.pageId);
    if (!page || isPaused(context, page)) return false;
    const { declinedAt: declinedTimes, paidAt } = await loadDeclineTimes(context, tx, page);
    const pause = decidePause({
      declinedAt: declinedTimes,
      paidAt: Math.max(paidAt ?? 0, paidAtStripe ?? 0) || null,
    });
    if (!pause) return false;
    const until = new Date(context.realNow().getTime() + PAGE_PAUSE_MS);
    await pausePayments(context, tx, page, { until, actor: 'shop', declineCount: pause.count });
    return true;
  });
  if (isPausedNow) wakeAfterPause(context);
}

const isPaused = ({ realNow }: Context, { pausedUntil }: PageRow): boolean =>
  pausedUntil !== null && pausedUntil > realNow();

async function loadDeclineTimes(
  { mode, now }: Context,
  tx: Db,
  { id: pageId, sellerId, failuresCountedFrom: refusalsFrom }: PageRow,
): Promise<DeclineTimes> {
  const after = new Date(
    Math.max(now().getTime() - PAGE_DECLINES_LIMIT.consecutiveWithinMs, refusalsFrom?.getTime() ?? 0),
  );
  const declinedTimes = await listDeclinedTimes(tx, mode, pageId, after);
  const paidAt = await findLastPaymentTime(tx, mode, { sellerId, pageId }, after);
  return { declinedAt: declinedTimes.map((at) => at.getTime()), paidAt: paidAt?.getTime() ?? null };
}

const PAGE_SIZE = 100;
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
  let lastId: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = { created, limit: PAGE_SIZE, ...(lastId ? { starting_after: lastId } : {}) };
    const page = await context.stripeLimiter.schedule(accountId, false, () => charges.list(params));
    const payment = page.data.find(({ status, metadata }) => status === 'succeeded' && metadata['page_id'] === pageId);
    lastId = page.data.at(-1)?.id;
    if (payment) return payment.created * 1000;
    if (!page.has_more || !lastId) break;
  }
  return null;
}
