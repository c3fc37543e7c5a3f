import { CARDS_REFUSED } from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';
import { findAttempt, findOpenAttemptOver, type Attempt } from '#server/db/attempts.ts';
import type { Db } from '#server/db/client.ts';
import { lockPage } from '#server/db/holds.ts';
import { upsertPayBlocks } from '#server/db/pay-blocks.ts';
import {
  countRefusedCards,
  insertPaymentFailures,
  type PaymentFailure,
  type Who,
} from '#server/db/payment-failures.ts';
import { limitFactor } from '#server/http/rate-limits.ts';

import type { Refusal } from './fetch-refusals.ts';
import { judgePage } from './judge-page.ts';
import { buyerHashOf, cardKeyOf } from './who.ts';

/** The limit is wider in a sandbox, where one person plays all buyers. It applies even if request limits are off. */
const mostCards = (context: Context): number => CARDS_REFUSED.most * (limitFactor(context) ?? 1);

/** Stores declined cards of our pages, blocks visitors and buyers, and pauses pages. Known declines change nothing. */
export async function recordRefusals(
  context: Context,
  accountId: string,
  refusals: readonly Refusal[],
): Promise<void> {
  const rows: { attempt: Attempt; failure: PaymentFailure }[] = [];
  for (const refusal of refusals) {
    const attempt = await attemptOf(context, accountId, refusal);
    if (attempt) rows.push({ attempt, failure: failureOf(context, attempt, refusal) });
  }
  for (const [pageId, ofPage] of Map.groupBy(rows, ({ attempt }) => attempt.pageId)) {
    await context.db.transaction(async (tx) => {
      await lockPage(tx, pageId);
      const failures = ofPage.map(({ failure }) => failure);
      await blockThoseOf(context, tx, await insertPaymentFailures(tx, failures));
    });
    const [first] = ofPage;
    // Runs even if all declines are known: the process that stored them may have been killed before this.
    if (first) await judgePage(context, { pageId, sellerId: first.attempt.sellerId, accountId });
  }
}

/** Finds the attempt of a decline. A subscription's first payment carries no attempt id: buyer and price identify it. */
async function attemptOf(
  { db, mode }: Context,
  accountId: string,
  { attemptId, email, amount, currency }: Refusal,
): Promise<Attempt | null> {
  if (attemptId === null) {
    const over = { accountId, email: email ?? '', total: amount, currency: currency.toUpperCase() };
    return email === null ? null : findOpenAttemptOver(db, mode, over);
  }
  const attempt = UUID.test(attemptId) ? await findAttempt(db, mode, attemptId) : null;
  return attempt?.accountId === accountId ? attempt : null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const failureOf = (context: Context, attempt: Attempt, refusal: Refusal): PaymentFailure => ({
  mode: context.mode,
  accountId: attempt.accountId,
  chargeId: refusal.id,
  pageId: attempt.pageId,
  attemptId: attempt.id,
  cardKey: refusal.fingerprint === null ? null : cardKeyOf(context, refusal.fingerprint),
  visitorKey: attempt.visitorKey,
  buyerKey: attempt.buyerKey === null ? null : buyerHashOf(context, attempt.buyerKey),
  code: refusal.code.slice(0, 100),
  createdAt: refusal.at,
});

/** Blocks visitors and buyers whose new declines add up to too many different cards. */
async function blockThoseOf(context: Context, tx: Db, failures: readonly PaymentFailure[]): Promise<void> {
  const after = new Date(context.now().getTime() - CARDS_REFUSED.withinMs);
  const people = new Map<string, Who>(
    failures.flatMap(({ visitorKey, buyerKey }) => [
      ...(visitorKey === null ? [] : [[visitorKey, { visitorKey }] as const]),
      ...(buyerKey === null ? [] : [[buyerKey, { buyerKey }] as const]),
    ]),
  );
  const subjects: string[] = [];
  for (const [subject, who] of people)
    if ((await countRefusedCards(tx, context.mode, who, after)) >= mostCards(context)) subjects.push(subject);
  const now = context.realNow();
  await upsertPayBlocks(tx, subjects, { until: new Date(now.getTime() + CARDS_REFUSED.blockMs), now });
}
