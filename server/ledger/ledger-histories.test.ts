import { randomInt } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-money.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { shortOrFull } from '#server/testing-scale.ts';

import type { Facts } from './testing-ledger-facts.ts';
import { keptOf, newModel, tellAll, type Model } from './testing-ledger-model.ts';
import { deliver, openPlay, type Play } from './testing-ledger-play.ts';
import { compareTold } from './testing-ledger-told.ts';
import { allFacts, histories, perform, type Step } from './testing-ledger-steps.ts';

// `SEED=… HISTORIES=…` runs other histories or repeats one.
const HISTORIES = Number(process.env.HISTORIES ?? shortOrFull(1, 3));
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

async function deliverAndCompare(play: Play, model: Model, { lost, seed }: { lost: number; seed: number }) {
  // The model is updated before the delivery: nothing happens in between.
  await play.shop.sandbox?.settled();
  tellAll(model, await allFacts(play), play.shop.context.config.rates.perUsd, play.now() / 1000);
  let state = seed | 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  await deliver(play, random, lost);
  await compare(play, model);
}

async function compare(play: Play, model: Model): Promise<void> {
  const { db } = play.shop.context;
  const facts = await allFacts(play);
  const events = await db.select().from(providerEvents);
  expect(events.filter(({ status }) => status !== 'done' && status !== 'ignored')).toEqual([]);
  await compareOrders(play, model);
  const payments = facts.flatMap((one) => one.payments);
  const soldRows = await db.select().from(sales);
  expect(
    new Map(
      soldRows.map((row) => [row.source, [row.currency, row.amount, row.refunded, row.lost, row.renewal]]),
    ),
  ).toEqual(
    new Map(
      payments.map((one) => [
        one.source,
        [one.currency, Number(one.amount), Number(keptOf(one).given), Number(keptOf(one).lost), one.renewal],
      ]),
    ),
  );
  const givenRows = await db.select().from(refunds);
  expect(new Map(givenRows.map((row) => [row.refundId, [row.amount, row.state]]))).toEqual(
    new Map(payments.flatMap((one) => one.refunds.map(({ id, amount, status }) => [id, [amount, status]]))),
  );
  const disputeRows = await db.select().from(disputes);
  expect(new Map(disputeRows.map((row) => [row.disputeId, [row.amount, row.status]]))).toEqual(
    new Map(payments.flatMap((one) => one.disputes.map(({ id, amount, status }) => [id, [amount, status]]))),
  );
  await compareSubscriptions(play, facts);
  await compareMonthsAndMails(play, model);
  await compareTold(play);
}

async function compareOrders(play: Play, model: Model): Promise<void> {
  const { db } = play.shop.context;
  const rows = await db.select().from(orders);
  const bought = play.bought.map(
    ({ account, currency, total, billing }) => `${account} ${currency} ${total} ${billing}`,
  );
  expect(
    rows
      .map(({ accountId, currency, total, billing }) => `${accountId} ${currency} ${total} ${billing}`)
      .toSorted(),
  ).toEqual(bought.toSorted());
  for (const { account } of play.sellers) {
    const numbers = rows.filter(({ accountId }) => accountId === account).map(({ number }) => number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1));
  }
  for (const row of rows) {
    const told = model.purchases.get(row.subscriptionId ?? row.sessionId);
    const { state, dispute, received, refunded, lost } = row;
    expect({ state, dispute, received, refunded, lost }, row.sessionId).toEqual({
      state: told?.state ?? 'paid',
      dispute: told?.dispute ?? null,
      received: Number(told?.received ?? 0n),
      refunded: Number(told?.refunded ?? 0n),
      lost: Number(told?.lost ?? 0n),
    });
  }
}

async function compareSubscriptions({ shop }: Play, facts: readonly Facts[]): Promise<void> {
  const rows = await shop.context.db.select().from(buyerSubscriptions);
  const seconds = (date: Date | null) => date && date.getTime() / 1000;
  const ours = rows.map((row) => [
    row.subscriptionId,
    [row.status, seconds(row.cancelAt), seconds(row.endedAt), seconds(row.periodEnd), row.failedInvoiceId],
  ]);
  const theirs = facts.flatMap(({ subscriptions, owed }) =>
    subscriptions.map(({ id, status, cancel_at: cancelAt, ended_at: endedAt, items }) => [
      id,
      [
        status,
        endedAt === null ? cancelAt : null,
        endedAt,
        items.data[0]?.current_period_end,
        endedAt === null ? (owed.find(({ subscription }) => subscription === id)?.invoice ?? null) : null,
      ],
    ]),
  );
  expect(new Map(ours as [string, unknown][])).toEqual(new Map(theirs as [string, unknown][]));
}

async function compareMonthsAndMails({ shop }: Play, model: Model): Promise<void> {
  const { db } = shop.context;
  const accounts = new Map(
    (await db.select().from(providerAccounts)).map((row) => [row.sellerId, row.accountId]),
  );
  const months = await db.select().from(monthlySales);
  expect(
    new Map(
      months.map(({ sellerId, month, usdCents, transactions }) => [
        `${accounts.get(sellerId)} ${month}`,
        { cents: BigInt(usdCents), payments: transactions },
      ]),
    ),
  ).toEqual(model.months);
  const mails = new Map<string, number>();
  let [toBuyers, toSellers] = [0, 0];
  for (const { kind, dedupKey } of await db.select().from(outbox)) {
    if (kind === 'renewal_failed') toBuyers++;
    else if (kind === 'renewal_failed_notice') toSellers++;
    const account = /acct_\w+/.exec(dedupKey)?.[0];
    if (!account || kind.startsWith('renewal_failed')) continue;
    mails.set(`${account} ${kind}`, (mails.get(`${account} ${kind}`) ?? 0) + 1);
  }
  expect(mails).toEqual(model.mails);
  expect(toSellers).toBe(toBuyers);
  expect(toBuyers).toBeGreaterThanOrEqual(model.failures.least);
  expect(toBuyers).toBeLessThanOrEqual(model.failures.most);
}

/** Runs a history. On failure the error lists every step that was performed. */
async function playThrough(steps: readonly Step[]): Promise<void> {
  const play = await openPlay();
  const model = newModel();
  const done: string[] = [];
  try {
    for (const one of [...steps, { act: 'deliver', lost: 0.5, seed: 1 } as const]) {
      done.push(`${new Date(play.now()).toISOString()} ${JSON.stringify(one)}`);
      await (one.act === 'deliver' ? deliverAndCompare(play, model, one) : perform(play, one));
    }
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${why}\nafter\n${done.join('\n')}`, { cause: error });
  } finally {
    await play.shop.close();
  }
}

test(
  `whatever happens and however it is told, the books are what the provider knows (seed ${SEED})`,
  { timeout: HISTORIES * 60_000 },
  async () => {
    await fc.assert(fc.asyncProperty(histories, playThrough), {
      seed: SEED,
      numRuns: HISTORIES,
      endOnFailure: true,
    });
  },
);
