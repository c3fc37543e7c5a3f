import { randomInt } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { limitPaymentPlans } from '#server/orders/limit-payment-plans.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';

import { listBrokenLedgerInvariants } from '../testing/dropped-events.ts';
import { getCancelAt, type StripeFacts } from '../testing/ledger-facts.ts';
import { refundedAndLost, newModel, applyFacts, type Model } from '../testing/ledger-model.ts';
import {
  compareEntitlements,
  createRandom,
  deliver,
  createSimulation,
  type LedgerSimulation,
  compareWebhookMessages,
} from '../testing/ledger-simulation.ts';
import { collectAllFacts, histories, performStep, type Step } from '../testing/ledger-steps.ts';

// `SEED=… HISTORIES=…` runs other histories or repeats one.
const HISTORY_COUNT = Number(process.env.HISTORIES ?? shortOrFull(1, 3));
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

/** Two processes let the payment plans end at once, which changes nothing in the ledger. */
async function endPlansAndCheck({ app }: LedgerSimulation): Promise<void> {
  await Promise.all([limitPaymentPlans(app.context), limitPaymentPlans(app.context)]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
}

async function deliverAndCompare(
  play: LedgerSimulation,
  model: Model,
  { lossRate, seed }: { lossRate: number; seed: number },
) {
  // The model is updated before the delivery: nothing happens in between.
  await play.app.sandbox?.waitForDeliveries();
  applyFacts(model, await collectAllFacts(play), play.app.context.config.exchangeRates.perUsd, play.now() / 1000);
  await deliver(play, createRandom(seed), lossRate);
  await compare(play, model);
  await endPlansAndCheck(play);
}

async function compare(play: LedgerSimulation, model: Model): Promise<void> {
  const { db } = play.app.context;
  const facts = await collectAllFacts(play);
  const events = await db.select().from(stripeEvents);
  expect(events.filter(({ status }) => status !== 'done' && status !== 'ignored')).toEqual([]);
  await compareOrders(play, model);
  const payments = facts.flatMap((accountFacts) => accountFacts.payments);
  const saleRows = await db.select().from(sales);
  expect(
    new Map(saleRows.map((row) => [row.source, [row.currency, row.amount, row.refunded, row.lost, row.renewal]])),
  ).toEqual(
    new Map(
      payments.map((payment) => [
        payment.source,
        [
          payment.currency,
          Number(payment.amount),
          Number(refundedAndLost(payment).refundedAmount),
          Number(refundedAndLost(payment).lost),
          payment.renewal,
        ],
      ]),
    ),
  );
  const refundRows = await db.select().from(refunds);
  expect(new Map(refundRows.map((row) => [row.refundId, [row.amount, row.state]]))).toEqual(
    new Map(payments.flatMap((payment) => payment.refunds.map(({ id, amount, status }) => [id, [amount, status]]))),
  );
  const disputeRows = await db.select().from(disputes);
  expect(new Map(disputeRows.map((row) => [row.disputeId, [row.amount, row.status]]))).toEqual(
    new Map(payments.flatMap((payment) => payment.disputes.map(({ id, amount, status }) => [id, [amount, status]]))),
  );
  await compareSubscriptions(play, facts);
  await compareMonthsAndEmails(play, model);
  await compareWebhookMessages(play);
  await compareEntitlements(play);
}

async function compareOrders(play: LedgerSimulation, model: Model): Promise<void> {
  const { db } = play.app.context;
  const rows = await db.select().from(orders);
  const expectedOrders = play.purchases.map(
    ({ account, currency, total, billing }) => `${account} ${currency} ${total} ${billing}`,
  );
  expect(
    rows.map(({ accountId, currency, total, billing }) => `${accountId} ${currency} ${total} ${billing}`).toSorted(),
  ).toEqual(expectedOrders.toSorted());
  for (const { account } of play.sellers) {
    const numbers = rows.filter(({ accountId }) => accountId === account).map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
  }
  for (const row of rows) {
    const expected = model.purchases.get(row.subscriptionId ?? row.sessionId);
    const { state, dispute, received, refunded, lost } = row;
    expect({ state, dispute, received, refunded, lost }, row.sessionId).toEqual({
      state: expected?.state ?? 'paid',
      dispute: expected?.dispute ?? null,
      received: Number(expected?.received ?? 0n),
      refunded: Number(expected?.refunded ?? 0n),
      lost: Number(expected?.lost ?? 0n),
    });
  }
}

async function compareSubscriptions({ app }: LedgerSimulation, facts: readonly StripeFacts[]): Promise<void> {
  const rows = await app.context.db.select().from(buyerSubscriptions);
  const seconds = (date: Date | null) => date && date.getTime() / 1000;
  const actualRows = rows.map((row) => [
    row.subscriptionId,
    [row.status, seconds(row.cancelAt), seconds(row.endedAt), seconds(row.periodEnd), row.failedInvoiceId],
  ]);
  const expectedRows = facts.flatMap(({ subscriptions, openRenewals }) =>
    subscriptions.map((subscription) => {
      const { id, status, ended_at: endedAt, items } = subscription;
      const periodEnd = items.data[0]?.current_period_end;
      if (endedAt !== null) return [id, [status, null, endedAt, periodEnd, null]];
      const failedInvoice = openRenewals.find((renewal) => renewal.subscription === id)?.invoice ?? null;
      return [id, [status, getCancelAt(subscription), null, periodEnd, failedInvoice]];
    }),
  );
  expect(new Map(actualRows as [string, unknown][])).toEqual(new Map(expectedRows as [string, unknown][]));
}

async function compareMonthsAndEmails({ app }: LedgerSimulation, model: Model): Promise<void> {
  const { db } = app.context;
  const accounts = new Map((await db.select().from(providerAccounts)).map((row) => [row.sellerId, row.accountId]));
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
  expect(toBuyers).toBeGreaterThanOrEqual(model.failures.min);
  expect(toBuyers).toBeLessThanOrEqual(model.failures.max);
}

/** Runs a history. On failure the error lists every step that was performed. */
async function runHistory(steps: readonly Step[]): Promise<void> {
  const play = await createSimulation();
  const model = newModel();
  const performedSteps: string[] = [];
  try {
    for (const step of [...steps, { act: 'deliver', lossRate: 0.5, seed: 1 } as const]) {
      performedSteps.push(`${new Date(play.now()).toISOString()} ${JSON.stringify(step)}`);
      await (step.act === 'deliver' ? deliverAndCompare(play, model, step) : performStep(play, step));
    }
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${reason}\nafter\n${performedSteps.join('\n')}`, { cause: error });
  } finally {
    await play.app.close();
  }
}

test(
  `whatever happens and however it is told, the books are what the provider knows (seed ${SEED})`,
  { timeout: HISTORY_COUNT * 60_000 },
  async () => {
    await fc.assert(fc.asyncProperty(histories, runHistory), {
      seed: SEED,
      numRuns: HISTORY_COUNT,
      endOnFailure: true,
    });
  },
);
