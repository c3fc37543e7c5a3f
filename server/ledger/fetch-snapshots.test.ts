import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { fetchSnapshots } from './fetch-snapshots.ts';
import { subjectKey, type Subject } from './stripe-snapshot.ts';

type Kind = Subject['kind'];

async function createAppWithPages() {
  const transport = createFaultyStripe();
  const app = await createTestApp({
    wrapStripe: transport.wrapStripe,
    wrapEventDelivery: () => async () => ({ status: 200 }),
  });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  await seller.publishPage({ paymentType: 'subscription' }, 'monthly');
  return { app, transport };
}

/** Pays `count` times, alternating between both pages, and returns the account id. */
async function buy(app: TestApp, count: number, formFields: Record<string, string> = {}): Promise<string> {
  let sessionId = '';
  for (let index = 0; index < count; index++) {
    const { body } = await app.rpc('create-checkout-session', {
      slug: index % 2 === 0 ? 'once' : 'monthly',
    });
    await app.payAtStripe(body.url, formFields);
    sessionId = body.url.split('/').at(-1) ?? '';
  }
  const [row] = await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.sessionId, sessionId));
  return row?.accountId ?? '';
}

async function subjectsOn({ context }: TestApp, accountId: string): Promise<Subject[]> {
  const { sessions, charges, invoices, subscriptions } = context.sellerStripe(accountId);
  const lists = { session: sessions, charge: charges, invoice: invoices, subscription: subscriptions };
  const all = Object.entries(lists).map(async ([kind, { list }]) => {
    const { data } = await list({ limit: 100 });
    return data.map(({ id }) => ({ accountId, kind: kind as Kind, id }));
  });
  return (await Promise.all(all)).flat();
}

const singleRequests = (calls: readonly string[], kind: string) =>
  calls.filter((call) => new RegExp(`^GET /v1/${kind}/`).test(call));

test('returns the same snapshot from a list as from a single request', async () => {
  const { app, transport } = await createAppWithPages();
  const accountId = await buy(app, 22);
  await buy(app, 1, { number: '4000 0000 0000 0259' });
  const { charges, refunds } = app.context.sellerStripe(accountId);
  for (const { id } of (await charges.list({ limit: 6 })).data.slice(1, 4))
    for (const amount of [100, 200]) await refunds.create({ charge: id, amount }, `${id} ${amount}`);
  const { sandbox } = app;
  sandbox?.clock.moveTo(new Date(sandbox.now().getTime() + 2 * 3_600_000));
  const subjects = await subjectsOn(app, accountId);
  transport.calls.length = 0;
  const batch = await fetchSnapshots(app.context, subjects);
  expect(batch.size).toBe(subjects.length);
  expect(singleRequests(transport.calls, '(checkout/sessions|charges|invoices|subscriptions)')).toEqual([]);

  let [refunded, disputed] = [0, 0];
  for (const subject of subjects) {
    const single = (await fetchSnapshots(app.context, [subject])).get(subjectKey(subject));
    const listed = batch.get(subjectKey(subject));
    if (single instanceof Error || !single) throw single ?? new Error('No truth');
    // Only lists name the payment of an invoice: single requests cannot expand five levels deep.
    if (single.kind === 'invoice') {
      expect(listed).toMatchObject({
        kind: 'invoice',
        invoice: { id: subject.id, status: single.invoice.status },
      });
    } else expect(listed).toEqual(single);
    if (single.kind === 'charge') {
      refunded += single.refunds.length;
      disputed += single.disputes.length;
    }
  }
  expect([refunded, disputed]).toEqual([6, 1]);
});

test('requests a few subjects one by one and returns an error for one that Stripe does not have', async () => {
  const { app, transport } = await createAppWithPages();
  const accountId = await buy(app, 3);
  const subjects = (await subjectsOn(app, accountId)).filter(({ kind }) => kind === 'session');
  const missing: Subject = { accountId, kind: 'session', id: 'cs_test_missing' };
  transport.calls.length = 0;
  const snapshots = await fetchSnapshots(app.context, [...subjects, missing]);
  expect(snapshots.get(subjectKey(missing))).toBeInstanceOf(Error);
  for (const subject of subjects) expect(snapshots.get(subjectKey(subject))).toMatchObject({ kind: 'session' });
  expect(singleRequests(transport.calls, 'checkout/sessions')).toHaveLength(subjects.length + 1);
});

test('requests a subject by itself if it is not on the newest pages', async () => {
  const { app, transport } = await createAppWithPages();
  const accountId = await buy(app, 12);
  const subjects = (await subjectsOn(app, accountId)).filter(({ kind }) => kind === 'session');
  const unknownSubjects = Array.from({ length: 4 }, (_, index) => ({
    accountId,
    kind: 'session' as const,
    id: `cs_test_odd${index}`,
  }));
  transport.calls.length = 0;
  const snapshots = await fetchSnapshots(app.context, [...unknownSubjects, ...subjects]);
  expect(transport.calls.filter((call) => call === 'GET /v1/checkout/sessions')).toHaveLength(1);
  expect(singleRequests(transport.calls, 'checkout/sessions')).toHaveLength(unknownSubjects.length);
  for (const subject of unknownSubjects) expect(snapshots.get(subjectKey(subject))).toBeInstanceOf(Error);
  for (const subject of subjects) expect(snapshots.get(subjectKey(subject))).toMatchObject({ kind: 'session' });
});

test('stops asking an unreachable account after the first failure and does not delay other accounts', async () => {
  const { app, transport } = await createAppWithPages();
  const accountId = await buy(app, 2);
  const [reachable] = await subjectsOn(app, accountId);
  if (!reachable) throw new Error('No subject');
  const unreachable = Array.from({ length: 40 }, (_, index) => ({
    accountId: 'acct_gone',
    kind: 'charge' as const,
    id: `ch_${index}`,
  }));
  transport.calls.length = 0;
  const snapshots = await fetchSnapshots(app.context, [...unreachable, reachable]);
  expect(snapshots.get(subjectKey(reachable))).toMatchObject({ kind: reachable.kind });
  expect(unreachable.filter((subject) => snapshots.get(subjectKey(subject)) instanceof Error)).toHaveLength(40);
  expect(transport.calls.length).toBeLessThan(10);
});
