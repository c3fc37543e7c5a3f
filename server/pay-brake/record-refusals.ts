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

/** A sandbox's buyers are one person at one machine: theirs are wider there. Without limits of presses they count all the same. */
const mostCards = (context: Context): number => CARDS_REFUSED.most * (limitFactor(context) ?? 1);

/** Writes down cards that were refused for our pages, and draws the consequences. What is known already changes nothing. */
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
    // Also when all of it was known: who wrote it may have been killed before this.
    if (first) await judgePage(context, { pageId, sellerId: first.attempt.sellerId, accountId });
  }
}

/** The press of pay that a card was tried for; a subscription's first payment does not name it, but its buyer and price. */
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

/** Visitors and buyers of new refusals who have tried too many different cards. */
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
