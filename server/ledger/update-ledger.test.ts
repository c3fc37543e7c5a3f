import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { disputes, refunds } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { refundCharge } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { subjectKey, type Subject } from './stripe-snapshot.ts';
import { updateLedger } from './update-ledger.ts';

/** Creates an app that receives no events, in which some buyers have paid. */
async function createAppWithBuyers(buyers: number, options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({
    wrapEventDelivery: () => () => Promise.resolve({ status: 200 }),
    ...options,
  });
  await app.workers.reconcile.close();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  for (let count = 0; count < buyers; count++) {
    const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
    await app.payAtStripe(body.url);
  }
  return { app, seller, sessions: await sessionsOf(app) };
}

async function sessionsOf({ context: { db } }: TestApp): Promise<Subject[]> {
  const rows = await db.select().from(checkoutAttempts);
  return rows.map(({ accountId, sessionId }) => ({ accountId, kind: 'session', id: sessionId ?? '' }));
}

async function chargesOf({ context }: TestApp, accountId: string): Promise<Subject[]> {
  const { data } = await context.sellerStripe(accountId).charges.list({ limit: 100 });
  return data.map(({ id }) => ({ accountId, kind: 'charge', id }));
}

const dispute = (app: TestApp, { accountId, id }: Subject) =>
  app.request(`/sandbox/dashboard/${accountId}/charges/${id}/dispute`, {
    method: 'POST',
    body: new URLSearchParams({ reason: 'fraudulent' }),
  });

test('writes many subjects at once and runs markDone in the same transaction', async () => {
  const { app, sessions } = await createAppWithBuyers(5);
  const unknownSubject: Subject = { accountId: 'acct_stranger', kind: 'charge', id: 'ch_1' };
  const markedKeys: string[] = [];
  const orderCounts: number[] = [];
  const outcomes = await updateLedger(app.context, [...sessions, ...sessions, unknownSubject], {
    markDone: async (tx, subjects) => {
      markedKeys.push(...subjects.map(subjectKey));
      orderCounts.push((await tx.select().from(orders)).length);
    },
  });
  expect(new Set([...outcomes.values()].map(({ kind }) => kind))).toEqual(new Set(['written', 'nothing']));
  expect(outcomes.get(subjectKey(unknownSubject))?.kind).toBe('nothing');
  expect(markedKeys.toSorted()).toEqual([...sessions, unknownSubject].map(subjectKey).toSorted());
  expect(orderCounts).toEqual([5]);
});

test('writes nothing if markDone fails', async () => {
  const { app, sessions } = await createAppWithBuyers(2);
  const markDone = () => Promise.reject(new Error('No mark'));
  const outcomes = await updateLedger(app.context, sessions, { markDone });
  expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['error', 'error']);
  expect(await app.context.db.select().from(orders)).toEqual([]);
  expect(await app.context.db.select().from(outbox).where(eq(outbox.kind, 'receipt'))).toEqual([]);
});

test('writes all other subjects if the database rejects one of them', async () => {
  const oversizedAmount = 3_000_000_000;
  const { app, sessions } = await createAppWithBuyers(7, {
    wrapStripe: (next) => async (input, init) => {
      const response = await next(input, init);
      const request = new Request(input, init);
      if (request.method !== 'GET' || !request.url.includes('/v1/disputes')) return response;
      const list = (await response.json()) as { data: object[] };
      return Response.json({
        ...list,
        data: list.data.map((item) => ({ ...item, amount: oversizedAmount })),
      });
    },
  });
  const [poisonCharge, ...healthyCharges] = await chargesOf(app, sessions[0]?.accountId ?? '');
  if (!poisonCharge) throw new Error('No charge');
  expect((await dispute(app, poisonCharge)).status).toBe(303);
  const markedKeys: string[] = [];
  const markDone = async (_: unknown, subjects: readonly Subject[]) =>
    void markedKeys.push(...subjects.map(subjectKey));
  const outcomes = await updateLedger(app.context, [...healthyCharges, poisonCharge], { markDone });
  const failed = [...outcomes].filter(([, { kind }]) => kind === 'error').map(([key]) => key);
  expect(failed).toEqual([subjectKey(poisonCharge)]);
  expect(new Set(markedKeys)).toEqual(new Set(healthyCharges.map(subjectKey)));
  const { db } = app.context;
  expect((await db.select().from(sales)).length).toBe(6);
  expect(await db.select().from(disputes)).toEqual([]);
  await expect(updateLedger(app.context, [poisonCharge])).rejects.toThrow();
});

test('writes each subject once under concurrent updates in any order, without deadlock', async () => {
  const { app, sessions } = await createAppWithBuyers(12);
  const otherSeller = await app.signUpSeller();
  await otherSeller.publishPage({ price: '10' }, 'other');
  const { body } = await app.rpc('create-checkout-session', { slug: 'other' });
  await app.payAtStripe(body.url);
  const all = [...(await sessionsOf(app)), ...(await chargesOf(app, sessions[0]?.accountId ?? ''))];
  const runs = Array.from({ length: 8 }, (_, index) => {
    const offset = (index * 5) % all.length;
    const rotated = [...all.slice(offset), ...all.slice(0, offset)];
    return updateLedger(app.context, index % 2 ? rotated : rotated.toReversed());
  });
  await Promise.all(runs);
  const { db } = app.context;
  const orderRows = await db.select().from(orders);
  expect(orderRows.map(({ total, number }) => `${total} ${number}`).toSorted()).toEqual(
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
  const { app, sessions } = await createAppWithBuyers(2);
  const missing: Subject = { accountId: sessions[0]?.accountId ?? '', kind: 'session', id: 'cs_missing' };
  await expect(updateLedger(app.context, [missing, ...sessions])).rejects.toThrow(/cs_missing/);
  expect((await app.context.db.select().from(orders)).length).toBe(2);
});

test('ignores a snapshot that is older than what was written meanwhile', async () => {
  const transport = createFaultyStripe();
  const { app, sessions } = await createAppWithBuyers(0, { wrapStripe: transport.wrapStripe });
  expect(sessions).toEqual([]);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url, { number: '4000 0000 0000 7726' });
  const [session] = await sessionsOf(app);
  const [charge] = await chargesOf(app, session?.accountId ?? '');
  if (!session || !charge) throw new Error('Nothing was bought');
  await updateLedger(app.context, [session]);
  await refundCharge(app, charge.accountId, charge.id);
  await updateLedger(app.context, [charge]);
  // The first response still has the refund as pending; meanwhile the refund succeeds and is written.
  transport.delayOnce(/^GET \/v1\/charges\//, async () => {
    app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + 2 * 3_600_000));
    await app.sandbox?.waitForDeliveries();
    await updateLedger(app.context, [charge]);
  });
  await updateLedger(app.context, [charge]);
  const { db } = app.context;
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'succeeded', amount: 2900 }]);
  expect((await db.select().from(outbox).where(eq(outbox.kind, 'refund_made'))).length).toBe(1);
});
