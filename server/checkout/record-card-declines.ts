import { DECLINED_CARDS_LIMIT, DECLINE_RETENTION_MS } from '#domain/card-testing-limits.ts';
import {
  upsertCardTestingBlocks,
  countDeclinedCards,
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
import { lockPage } from '#server/pages/queries/reservations.ts';

import { hashBuyer, hashCard } from './card-testing-guard.ts';
import { evaluatePagePause } from './evaluate-page-pause.ts';
import type { CardDecline } from './fetch-card-declines.ts';

/** Deletes old declines and expired blocks. */
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
  const attempt = UUID.test(attemptId) ? await findAttempt(db, mode, attemptId) : null;
  return attempt?.accountId === accountId ? attempt : null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const toPaymentFailure = (context: Context, attempt: CheckoutAttempt, decline: CardDecline): PaymentFailure => ({
  mode: context.mode,
  accountId: attempt.accountId,
  chargeId: decline.id,
  pageId: attempt.pageId,
  attemptId: attempt.id,
  cardKey: decline.fingerprint === null ? null : hashCard(context, decline.fingerprint),
  visitorKey: attempt.visitorKey,
  buyerKey: attempt.buyerKey === null ? null : hashBuyer(context, attempt.buyerKey),
  code: decline.code.slice(0, 100),
  createdAt: decline.at,
});

/** Blocks visitors and buyers whose new declines add up to too many different cards. */
async function blockVisitorsAndBuyers(context: Context, tx: Db, failures: readonly PaymentFailure[]): Promise<void> {
  const since = new Date(context.now().getTime() - DECLINED_CARDS_LIMIT.withinMs);
  const filters = new Map<string, PayerKey>(
    failures.flatMap(({ visitorKey, buyerKey }) => [
      ...(visitorKey === null ? [] : [[visitorKey, { visitorKey }] as const]),
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
