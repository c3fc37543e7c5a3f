import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { disputes, refunds } from '#server/db/schema-ledger.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';
import { refund } from '#server/testing-refunds.ts';

import { subjectKey, type Subject } from './subject.ts';
import { updateLedger } from './update-ledger.ts';

/** Creates an app that receives no events, in which some buyers have paid. */
async function openDeafShop(buyers: number, parts: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ aroundEvents: () => () => Promise.resolve({ status: 200 }), ...parts });
  await shop.workers.reconcile.close();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  for (let count = 0; count < buyers; count++) {
    const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
    await shop.pay(body.url);
  }
  return { shop, seller, sessions: await sessionsOf(shop) };
}

async function sessionsOf({ context: { db } }: TestShop): Promise<Subject[]> {
  const rows = await db.select().from(attempts);
  return rows.map(({ accountId, sessionId }) => ({ accountId, kind: 'session', id: sessionId ?? '' }));
}

async function chargesOf({ context }: TestShop, accountId: string): Promise<Subject[]> {
  const { data } = await context.sellerStripe(accountId).charges.list({ limit: 100 });
  return data.map(({ id }) => ({ accountId, kind: 'charge', id }));
}

const dispute = (shop: TestShop, { accountId, id }: Subject) =>
  shop.request(`/sandbox/dashboard/${accountId}/charges/${id}/dispute`, {
    method: 'POST',
    body: new URLSearchParams({ reason: 'fraudulent' }),
  });

test('writes many subjects at once and runs markDone in the same transaction', async () => {
  const { shop, sessions } = await openDeafShop(5);
  const stranger: Subject = { accountId: 'acct_stranger', kind: 'charge', id: 'ch_1' };
  const marked: string[] = [];
  const seen: number[] = [];
  const outcomes = await updateLedger(shop.context, [...sessions, ...sessions, stranger], {
    mark: async (tx, subjects) => {
      marked.push(...subjects.map(subjectKey));
      seen.push((await tx.select().from(orders)).length);
    },
  });
  expect(new Set([...outcomes.values()].map(({ kind }) => kind))).toEqual(new Set(['written', 'nothing']));
  expect(outcomes.get(subjectKey(stranger))?.kind).toBe('nothing');
  expect(marked.toSorted()).toEqual([...sessions, stranger].map(subjectKey).toSorted());
  expect(seen).toEqual([5]);
});

test('writes nothing if markDone fails', async () => {
  const { shop, sessions } = await openDeafShop(2);
  const mark = () => Promise.reject(new Error('No mark'));
  const outcomes = await updateLedger(shop.context, sessions, { mark });
  expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['error', 'error']);
  expect(await shop.context.db.select().from(orders)).toEqual([]);
  expect(await shop.context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))).toEqual([]);
});

test('writes all other subjects if the database rejects one of them', async () => {
  const tooMuch = 3_000_000_000;
  const { shop, sessions } = await openDeafShop(7, {
    aroundProvider: (next) => async (input, init) => {
      const answer = await next(input, init);
      const request = new Request(input, init);
      if (request.method !== 'GET' || !request.url.includes('/v1/disputes')) return answer;
      const list = (await answer.json()) as { data: object[] };
      return Response.json({ ...list, data: list.data.map((one) => ({ ...one, amount: tooMuch })) });
    },
  });
  const [poison, ...others] = await chargesOf(shop, sessions[0]?.accountId ?? '');
  if (!poison) throw new Error('No charge');
  expect((await dispute(shop, poison)).status).toBe(303);
  const marked: string[] = [];
  const mark = async (_: unknown, subjects: readonly Subject[]) =>
    void marked.push(...subjects.map(subjectKey));
  const outcomes = await updateLedger(shop.context, [...others, poison], { mark });
  const failed = [...outcomes].filter(([, { kind }]) => kind === 'error').map(([key]) => key);
  expect(failed).toEqual([subjectKey(poison)]);
  expect(new Set(marked)).toEqual(new Set(others.map(subjectKey)));
  const { db } = shop.context;
  expect((await db.select().from(sales)).length).toBe(6);
  expect(await db.select().from(disputes)).toEqual([]);
  await expect(updateLedger(shop.context, [poison])).rejects.toThrow();
});

test('writes each subject once under concurrent updates in any order, without deadlock', async () => {
  const { shop, sessions } = await openDeafShop(12);
  const other = await shop.seller();
  await other.publish({ price: '10' }, 'other');
  const { body } = await shop.call('create-checkout-session', { slug: 'other' });
  await shop.pay(body.url);
  const all = [...(await sessionsOf(shop)), ...(await chargesOf(shop, sessions[0]?.accountId ?? ''))];
  const turns = Array.from({ length: 8 }, (_, turn) => {
    const from = (turn * 5) % all.length;
    const turned = [...all.slice(from), ...all.slice(0, from)];
    return updateLedger(shop.context, turn % 2 ? turned : turned.toReversed());
  });
  await Promise.all(turns);
  const { db } = shop.context;
  const made = await db.select().from(orders);
  expect(made.map(({ total, number }) => `${total} ${number}`).toSorted()).toEqual(
    ['1000 1', ...Array.from({ length: 12 }, (_, at) => `2900 ${at + 1}`)].toSorted(),
  );
  expect((await db.select().from(sales)).length).toBe(13);
  const months = await db.select().from(monthlySales);
  expect(months.map(({ usdCents, transactions }) => `${usdCents} ${transactions}`).toSorted()).toEqual([
    '1000 1',
    '34800 12',
  ]);
  expect((await db.select().from(outbox).where(eq(outbox.kind, 'receipt'))).length).toBe(13);
});

test('writes the other subjects if Stripe fails for one of them', async () => {
  const { shop, sessions } = await openDeafShop(2);
  const missing: Subject = { accountId: sessions[0]?.accountId ?? '', kind: 'session', id: 'cs_missing' };
  await expect(updateLedger(shop.context, [missing, ...sessions])).rejects.toThrow(/cs_missing/);
  expect((await shop.context.db.select().from(orders)).length).toBe(2);
});

test('ignores a snapshot that is older than what was written meanwhile', async () => {
  const road = openRoad();
  const { shop, sessions } = await openDeafShop(0, { aroundProvider: road.aroundProvider });
  expect(sessions).toEqual([]);
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url, { number: '4000 0000 0000 7726' });
  const [session] = await sessionsOf(shop);
  const [charge] = await chargesOf(shop, session?.accountId ?? '');
  if (!session || !charge) throw new Error('Nothing was bought');
  await updateLedger(shop.context, [session]);
  await refund(shop, charge.accountId, charge.id);
  await updateLedger(shop.context, [charge]);
    // The first response still has the refund as pending; meanwhile the refund succeeds and is written.
  road.hold(/^GET \/v1\/charges\//, async () => {
    shop.sandbox?.clock.moveTo(new Date(shop.context.now().getTime() + 2 * 3_600_000));
    await shop.sandbox?.settled();
    await updateLedger(shop.context, [charge]);
  });
  await updateLedger(shop.context, [charge]);
  const { db } = shop.context;
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'succeeded', amount: 2900 }]);
  expect((await db.select().from(outbox).where(eq(outbox.kind, 'refund_made'))).length).toBe(1);
});
