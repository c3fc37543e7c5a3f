import { randomInt } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import { orders, sales } from '#server/db/schema-money.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { monthlySales } from '#server/db/schema-plans.ts';

import { factsOf, type Facts } from './testing-ledger-facts.ts';
import { keptOf, newModel, tellAll, type Model } from './testing-ledger-model.ts';
import { act, buy, deliver, openPlay, PAGES, wait, type Play } from './testing-ledger-play.ts';

// `SEED=… HISTORIES=…` plays others, or the same again.
const HISTORIES = Number(process.env.HISTORIES ?? 3);
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

const purchase = fc.record({
  act: fc.constant('buy' as const),
  seller: fc.nat(1),
  page: fc.nat(PAGES.length - 1),
  coupon: fc.constantFrom(null, null, null, 'HALF' as const, 'FREE' as const),
  card: fc.constantFrom('good', 'good', 'good', 'refundFails', 'refundWaits', 'disputed', 'inquiry'),
});
const onPayment = fc.record({
  act: fc.constant('charge' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('refund', 'refund', 'refund', 'dispute', 'inquiry'),
  share: fc.constantFrom(1, 10, 33, 50, 99, 100, 100),
});
const onDispute = fc.record({
  act: fc.constant('dispute' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('answer', 'win', 'lose', 'lose', 'escalate', 'close'),
});
const onSubscription = fc.record({
  act: fc.constant('subscription' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('cancel', 'cancel_at_end', 'go_on', 'fail', 'fail', 'succeed', 'pay'),
});
const waiting = fc.record({
  act: fc.constant('wait' as const),
  hours: fc.constantFrom(2, 2, 30, 60, 24 * 5, 24 * 20, 24 * 31),
});
const delivery = fc.record({
  act: fc.constant('deliver' as const),
  lost: fc.constantFrom(0, 0.1, 0.5),
  seed: fc.nat(),
});

const step = fc.oneof(
  { weight: 5, arbitrary: purchase },
  { weight: 4, arbitrary: onPayment },
  { weight: 3, arbitrary: onDispute },
  { weight: 3, arbitrary: onSubscription },
  { weight: 3, arbitrary: waiting },
  { weight: 2, arbitrary: delivery },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const history = fc
  .tuple(fc.array(purchase, { minLength: 2, maxLength: 4 }), fc.array(step, { minLength: 12, maxLength: 24 }))
  .map(([first, rest]): Step[] => [...first, ...rest]);

/** One of a list, if there is any. */
const pick = <T>(list: readonly T[], which: number): T | null =>
  list[which % Math.max(1, list.length)] ?? null;

const allFacts = (play: Play): Promise<Facts[]> =>
  Promise.all(play.sellers.map(({ account }) => factsOf(play.shop.context, account)));

async function onCharge(play: Play, { which, how, share }: Extract<Step, { act: 'charge' }>) {
  const found = pick(
    await Promise.all(
      play.sellers.map(async ({ account }) => {
        const { data } = await play.shop.context.sellerStripe(account).charges.list({ limit: 100 });
        return data.filter(({ status }) => status === 'succeeded').map((charge) => ({ account, charge }));
      }),
    ).then((lists) => lists.flat()),
    which,
  );
  if (!found) return;
  const { account, charge } = found;
  const path = `charges/${charge.id}`;
  if (how !== 'refund')
    return act(play, account, `${path}/dispute`, { reason: how === 'inquiry' ? how : 'fraudulent' });
  const amount = Math.floor(((charge.amount - charge.amount_refunded) * share) / 100);
  // As it is typed at the dashboard: in whole units, of a thousandth the last digit is never used.
  const { currency } = charge;
  const text = { jpy: String(amount), kwd: (Math.floor(amount / 10) / 100).toFixed(2) }[currency];
  await act(play, account, `${path}/refund`, {
    amount: share === 100 ? '' : (text ?? (amount / 100).toFixed(2)),
  });
}

async function perform(play: Play, model: Model, done: Step): Promise<void> {
  switch (done.act) {
    case 'buy':
      return buy(play, done);
    case 'charge':
      return onCharge(play, done);
    case 'dispute': {
      const all = (await allFacts(play)).flatMap(({ account, payments }) =>
        payments.flatMap((payment) => payment.disputes.map(({ id }) => ({ account, id }))),
      );
      const found = pick(all, done.which);
      return found ? act(play, found.account, `disputes/${found.id}`, { act: done.how }) : undefined;
    }
    case 'subscription':
      return onSubscriptionOf(play, done);
    case 'wait':
      return wait(play, done.hours);
    default:
      return deliverAndCompare(play, model, done);
  }
}

async function onSubscriptionOf(play: Play, { which, how }: Extract<Step, { act: 'subscription' }>) {
  const all = (await allFacts(play)).flatMap(({ account, subscriptions, owed }) =>
    subscriptions.map(({ id }) => ({
      account,
      id,
      owed: owed.find(({ subscription }) => subscription === id),
    })),
  );
  const found = pick(all, which);
  if (!found) return;
  if (how !== 'pay') return act(play, found.account, `subscriptions/${found.id}`, { act: how });
  if (!found.owed) return;
  await act(play, found.account, `subscriptions/${found.id}`, { act: 'succeed' });
  await play.shop.sandbox?.api(
    new Request(`http://provider.test/v1/invoices/${found.owed.invoice}/pay`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_play', 'Stripe-Account': found.account },
    }),
  );
}

async function deliverAndCompare(play: Play, model: Model, { lost, seed }: { lost: number; seed: number }) {
  // Told before it is delivered: nothing happens between.
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

/** Tells, with what went wrong, everything that was done before. */
async function playThrough(steps: readonly Step[]): Promise<void> {
  const play = await openPlay();
  const model = newModel();
  const done: string[] = [];
  try {
    for (const one of [...steps, { act: 'deliver', lost: 0.5, seed: 1 } as const]) {
      done.push(`${new Date(play.now()).toISOString()} ${JSON.stringify(one)}`);
      await perform(play, model, one);
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
    await fc.assert(fc.asyncProperty(history, playThrough), {
      seed: SEED,
      numRuns: HISTORIES,
      endOnFailure: true,
    });
  },
);
