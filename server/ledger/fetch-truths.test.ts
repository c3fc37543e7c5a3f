import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';

import { fetchTruths } from './fetch-truths.ts';
import { subjectKey, type Subject } from './subject.ts';

type Kind = Subject['kind'];

async function openBusyShop() {
  const road = openRoad();
  const shop = await openShop({
    aroundProvider: road.aroundProvider,
    aroundEvents: () => async () => ({ status: 200 }),
  });
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  await seller.publish({ paymentType: 'subscription' }, 'monthly');
  return { shop, road };
}

/** Pays `count` times, alternating between both pages, and returns the account id. */
async function buy(shop: TestShop, count: number, typed: Record<string, string> = {}): Promise<string> {
  let sessionId = '';
  for (let turn = 0; turn < count; turn++) {
    const { body } = await shop.call('create-checkout-session', {
      slug: turn % 2 === 0 ? 'once' : 'monthly',
    });
    await shop.pay(body.url, typed);
    sessionId = body.url.split('/').at(-1) ?? '';
  }
  const [row] = await shop.context.db.select().from(attempts).where(eq(attempts.sessionId, sessionId));
  return row?.accountId ?? '';
}

async function subjectsOn({ context }: TestShop, accountId: string): Promise<Subject[]> {
  const { sessions, charges, invoices, subscriptions } = context.sellerStripe(accountId);
  const lists = { session: sessions, charge: charges, invoice: invoices, subscription: subscriptions };
  const all = Object.entries(lists).map(async ([kind, { list }]) => {
    const { data } = await list({ limit: 100 });
    return data.map(({ id }) => ({ accountId, kind: kind as Kind, id }));
  });
  return (await Promise.all(all)).flat();
}

const singles = (calls: readonly string[], kind: string) =>
  calls.filter((call) => new RegExp(`^GET /v1/${kind}/`).test(call));

test('returns the same snapshot from a list as from a single request', async () => {
  const { shop, road } = await openBusyShop();
  const accountId = await buy(shop, 22);
  await buy(shop, 1, { number: '4000 0000 0000 0259' });
  const { charges, refunds } = shop.context.sellerStripe(accountId);
  for (const { id } of (await charges.list({ limit: 6 })).data.slice(1, 4))
    for (const amount of [100, 200]) await refunds.create({ charge: id, amount }, `${id} ${amount}`);
  const { sandbox } = shop;
  sandbox?.clock.moveTo(new Date(sandbox.now().getTime() + 2 * 3_600_000));
  const subjects = await subjectsOn(shop, accountId);
  road.calls.length = 0;
  const together = await fetchTruths(shop.context, subjects);
  expect(together.size).toBe(subjects.length);
  expect(singles(road.calls, '(checkout/sessions|charges|invoices|subscriptions)')).toEqual([]);

  let [refunded, disputed] = [0, 0];
  for (const subject of subjects) {
    const alone = (await fetchTruths(shop.context, [subject])).get(subjectKey(subject));
    const listed = together.get(subjectKey(subject));
    if (alone instanceof Error || !alone) throw alone ?? new Error('No truth');
    // Only lists name the payment of an invoice: single requests cannot expand five levels deep.
    if (alone.kind === 'invoice') {
      expect(listed).toMatchObject({
        kind: 'invoice',
        invoice: { id: subject.id, status: alone.invoice.status },
      });
    } else expect(listed).toEqual(alone);
    if (alone.kind === 'charge') {
      refunded += alone.refunds.length;
      disputed += alone.disputes.length;
    }
  }
  expect([refunded, disputed]).toEqual([6, 1]);
});

test('requests a few subjects one by one and returns an error for one that Stripe does not have', async () => {
  const { shop, road } = await openBusyShop();
  const accountId = await buy(shop, 3);
  const subjects = (await subjectsOn(shop, accountId)).filter(({ kind }) => kind === 'session');
  const missing: Subject = { accountId, kind: 'session', id: 'cs_test_missing' };
  road.calls.length = 0;
  const truths = await fetchTruths(shop.context, [...subjects, missing]);
  expect(truths.get(subjectKey(missing))).toBeInstanceOf(Error);
  for (const subject of subjects) expect(truths.get(subjectKey(subject))).toMatchObject({ kind: 'session' });
  expect(singles(road.calls, 'checkout/sessions')).toHaveLength(subjects.length + 1);
});

test('requests a subject by itself if it is not on the newest pages', async () => {
  const { shop, road } = await openBusyShop();
  const accountId = await buy(shop, 12);
  const subjects = (await subjectsOn(shop, accountId)).filter(({ kind }) => kind === 'session');
  const odd = Array.from({ length: 4 }, (_, index) => ({
    accountId,
    kind: 'session' as const,
    id: `cs_test_odd${index}`,
  }));
  road.calls.length = 0;
  const truths = await fetchTruths(shop.context, [...odd, ...subjects]);
  expect(road.calls.filter((call) => call === 'GET /v1/checkout/sessions')).toHaveLength(1);
  expect(singles(road.calls, 'checkout/sessions')).toHaveLength(odd.length);
  for (const subject of odd) expect(truths.get(subjectKey(subject))).toBeInstanceOf(Error);
  for (const subject of subjects) expect(truths.get(subjectKey(subject))).toMatchObject({ kind: 'session' });
});

test('stops asking an unreachable account after the first failure and does not delay other accounts', async () => {
  const { shop, road } = await openBusyShop();
  const accountId = await buy(shop, 2);
  const [there] = await subjectsOn(shop, accountId);
  if (!there) throw new Error('No subject');
  const gone = Array.from({ length: 40 }, (_, index) => ({
    accountId: 'acct_gone',
    kind: 'charge' as const,
    id: `ch_${index}`,
  }));
  road.calls.length = 0;
  const truths = await fetchTruths(shop.context, [...gone, there]);
  expect(truths.get(subjectKey(there))).toMatchObject({ kind: there.kind });
  expect(gone.filter((subject) => truths.get(subjectKey(subject)) instanceof Error)).toHaveLength(40);
  expect(road.calls.length).toBeLessThan(10);
});
