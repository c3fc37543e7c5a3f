import { PAGE_PAUSE_MS, PAGE_REFUSED, pauseFor, type RefusedTimes } from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findPageForUpdate, updatePage, type PageRow } from '#server/db/pages.ts';
import { findLastPaid, listRefusedTimes } from '#server/db/payment-failures.ts';

import { pauseUnder, ringAfterPause } from './pause-page.ts';

type OfPage = { pageId: string; sellerId: string; accountId: string };

/**
 * Pauses payments on a page after too many declined cards. Before that, it asks Stripe for a successful payment in between,
 * whose event may be delayed. Safe to call repeatedly; each pause starts a new count.
 */
export async function judgePage(context: Context, { accountId, ...of }: OfPage): Promise<void> {
  const begin = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, of.sellerId, of.pageId);
    if (!page) return null;
    if (isPaused(context, page)) {
      // Declines on sessions that are still open belong to the same wave.
      await updatePage(tx, of.sellerId, of.pageId, { refusalsFrom: context.now() });
      return null;
    }
    const { refused, paidAt } = await timesOf(context, tx, page);
    return pauseFor({ refused, paidAt }) && Math.max(Math.min(...refused), paidAt ?? 0);
  });
  if (begin === null) return;
  const paidAtProvider = await lastPaidAtProvider(context, accountId, of.pageId, begin);
  const paused = await context.db.transaction(async (tx) => {
    const page = await findPageForUpdate(tx, of.sellerId, of.pageId);
    if (!page || isPaused(context, page)) return false;
    const { refused, paidAt } = await timesOf(context, tx, page);
    const pause = pauseFor({ refused, paidAt: Math.max(paidAt ?? 0, paidAtProvider ?? 0) || null });
    if (!pause) return false;
    const until = new Date(context.realNow().getTime() + PAGE_PAUSE_MS);
    await pauseUnder(context, tx, page, { until, actor: 'shop', refused: pause.count });
    return true;
  });
  if (paused) ringAfterPause(context);
}

const isPaused = ({ realNow }: Context, { pausedUntil }: PageRow): boolean =>
  pausedUntil !== null && pausedUntil > realNow();

async function timesOf(
  { mode, now }: Context,
  tx: Db,
  { id: pageId, sellerId, refusalsFrom }: PageRow,
): Promise<RefusedTimes> {
  const after = new Date(
    Math.max(now().getTime() - PAGE_REFUSED.inARowWithinMs, refusalsFrom?.getTime() ?? 0),
  );
  const refused = await listRefusedTimes(tx, mode, pageId, after);
  const paidAt = await findLastPaid(tx, mode, { sellerId, pageId }, after);
  return { refused: refused.map((at) => at.getTime()), paidAt: paidAt?.getTime() ?? null };
}

const PAGE = 100;
const MOST_PAGES = 10;

/** Finds the latest payment of a page after a time in the account's charges. Subscription charges do not name a page. */
async function lastPaidAtProvider(
  context: Context,
  accountId: string,
  pageId: string,
  after: number,
): Promise<number | null> {
  const { charges } = context.sellerStripe(accountId);
  const created = { gte: Math.floor(after / 1000) };
  let last: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const asked = { created, limit: PAGE, ...(last ? { starting_after: last } : {}) };
    const page = await context.stripeLimiter.ask(accountId, false, () => charges.list(asked));
    const paid = page.data.find(
      ({ status, metadata }) => status === 'succeeded' && metadata['page_id'] === pageId,
    );
    last = page.data.at(-1)?.id;
    if (paid) return paid.created * 1000;
    if (!page.has_more || !last) break;
  }
  return null;
}
