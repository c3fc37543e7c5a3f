import { sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Db } from '#server/db/client.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { FILE, GENERATED_KEYS, publishDelivery } from '#server/testing/delivering-page.ts';
import { listBrokenInvariants, buyPage, advanceBusinessClock } from '#server/testing/dropped-events.ts';
import { getStripeAccountId, refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { checkInvariants, INVARIANTS, checkAndReportInvariants } from './check-invariants.ts';

/** Renders no pages, but emails, so that they are sent. */
const PAGES = {
  render: () => Promise.resolve(new Response('')),
  renderMail: () => ({ subject: 'A mail', html: '<p>A mail</p>', text: 'A mail' }),
};

/** An app with data for every invariant. */
async function openBusyApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({ env, pagesEntry: PAGES });
  const seller = await app.signUpSeller();
  await seller.rpc('create-subscription', { planId: 'starter' });
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body: image } = await seller.rpc('upload-image', { image: pixel, use: 'product' });
  await seller.publishPage({ productImage: image.url }, 'once');
  await seller.publishPage({ paymentType: 'subscription', price: '9' }, 'monthly');
  for (const slug of ['once', 'monthly', 'once']) await buyPage(app, slug);
  await refundNewest(app, seller, '10');
  const account = await getStripeAccountId(seller);
  const { data } = await app.context.sellerStripe(account).charges.list({ limit: 3 });
  const lostCharge = data.at(-1)?.id ?? '';
  const post = (path: string, form: Record<string, string>) =>
    app.request(`/sandbox/dashboard/${account}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  await post(`charges/${lostCharge}/dispute`, { reason: 'fraudulent' });
  const [dispute] = (await app.context.sellerStripe(account).disputes.list({ limit: 1 })).data;
  await post(`disputes/${dispute?.id}`, { act: 'lose' });
  await publishDelivery(app, seller, [{ settings: GENERATED_KEYS }, { settings: FILE }], 'licensed');
  await buyPage(app, 'licensed');
  await app.rpc('create-checkout-session', { slug: 'once' });
  await app.waitUntilIdle();
  return app;
}

const LONG_AGO = sql`now() - interval '100 days'`;

/** Changes that violate each invariant; several for an invariant with several conditions. */
const VIOLATIONS: Readonly<Record<string, readonly SQL[]>> = {
  'completed-attempt-has-order': [
    sql`update checkout_attempts set state = 'open' where state = 'completed'`,
    sql`update checkout_attempts set state = 'completed' where state = 'open'`,
  ],
  'reserved-while-payable': [
    sql`update checkout_attempts set has_reservation = false where state = 'completed'`,
    sql`update checkout_attempts set has_reservation = false where state = 'open'`,
    sql`update checkout_attempts set state = 'expired' where state = 'open'`,
  ],
  'order-as-attempt': [
    sql`update orders set total = total + 1`,
    sql`update orders set currency = 'EUR' where number = 1`,
    sql`update orders set coupon_code = 'FREE' where number = 1`,
  ],
  'order-days-sum': [sql`update order_days set orders = orders + 1`, sql`delete from order_days`],
  'revenue-days-sum': [
    sql`update revenue_days set started = started + 1`,
    sql`update revenue_days set order_total = order_total + 1`,
    sql`delete from revenue_days`,
  ],
  'order-lines-sum': [sql`update order_lines set total = total + 1`],
  'lines-as-quoted': [sql`update order_lines set key = 'bump:other'`],
  'refund-lines-sum': [
    sql`insert into refund_lines select r.id, l.id, r.amount + 1
      from refunds r join order_lines l on l.attempt_id = r.attempt_id`,
    sql`with other as (update order_lines set total = 1, subtotal = 1)
      insert into refund_lines select r.id, l.id, r.amount
      from refunds r join order_lines l on l.attempt_id = r.attempt_id`,
    sql`insert into refund_lines select r.id, l.id, r.amount, l.quantity + 1
      from refunds r join order_lines l on l.attempt_id = r.attempt_id`,
  ],
  'reserved-items': [sql`update checkout_attempts set item_page_ids = array[page_id]`],
  'reserved-quantity': [sql`update checkout_attempts set quantity = 2`],
  'order-sums': [
    sql`update orders set received = received - 1`,
    sql`update sales set refunded = refunded + 1`,
    sql`update sales set lost = 0 where lost > 0`,
    sql`update sales set currency = 'EUR'`,
  ],
  'order-state': [
    sql`update orders set state = 'paid' where state = 'partly_refunded'`,
    sql`update orders set state = 'refunded' where state = 'partly_refunded'`,
    sql`update orders set state = 'pending' where state = 'paid'`,
  ],
  'paid-once': [
    sql`update orders set received = received + 1`,
    sql`update orders set state = 'failed' where state = 'paid'`,
  ],
  'dispute-flag': [
    sql`update orders set dispute = null where dispute = 'lost'`,
    sql`update orders set dispute = 'won' where dispute is null`,
    sql`update disputes set status = 'needs_response'`,
  ],
  'order-numbers': [
    sql`update orders set number = 17 where number = 1`,
    sql`update order_counters set last_order_number = last_order_number + 1`,
  ],
  'sale-has-order': [
    sql`update sales set created_at = created_at - interval '2 hours', attempt_id =
      (select id from checkout_attempts where state = 'open' limit 1)`,
  ],
  'one-mode': [
    sql`update sales set mode = 'test'`,
    sql`update refunds set mode = 'live'`,
    sql`update disputes set account_id = 'acct_other'`,
  ],
  'sale-within-amount': [
    sql`update sales set refunded = amount + 1`,
    sql`update sales set usd_refunded = usd_cents + 1`,
  ],
  'plan-never-overcharges': [sql`update checkout_attempts set installments = 0`],
  'plan-has-end': [
    sql`with plan as (update checkout_attempts set installments = 3) update buyer_subscriptions set created_at = ${LONG_AGO}`,
  ],
  'sale-refunded': [
    sql`update refunds set amount = amount + 1`,
    sql`update refunds set state = 'failed'`,
    sql`update sales set refunded = 1 where refunded = 0`,
  ],
  'sale-lost': [sql`update sales set lost = lost - 1 where lost > 0`, sql`update disputes set status = 'won'`],
  'month-sums': [
    sql`update monthly_sales set usd_cents = usd_cents + 1`,
    sql`update monthly_sales set transactions = transactions + 1`,
    sql`delete from monthly_sales`,
    sql`update sales set usd_refunded = usd_refunded + 1`,
  ],
  'refunds-answered': [sql`update refunds set state = 'asked', created_at = ${LONG_AGO}`],
  'subscription-rows': [
    sql`update orders set subscription_id = 'sub_other' where subscription_id is not null`,
    sql`with gone as (delete from buyer_subscriptions) update orders set created_at = ${LONG_AGO}`,
  ],
  'subscription-ends': [
    sql`update buyer_subscriptions set status = 'canceled'`,
    sql`update buyer_subscriptions set ended_at = now()`,
  ],
  'delivered-as-sold': [
    sql`delete from entitlements e where not exists (select from licenses l where l.entitlement_id = e.id)`,
    sql`update entitlements set quantity = 2`,
  ],
  'access-as-paid': [
    sql`update entitlements set state = 'waiting', reason = 'payment_pending'`,
    sql`update entitlements set decision = 'revoked'`,
    sql`update entitlements set reason = 'disputed'`,
    sql`update orders set paid_at = null`,
    sql`update orders set state = 'refunded'`,
    sql`update entitlements set attempt_id = (select id from checkout_attempts where state = 'open' limit 1)
      where not exists (select from licenses l where l.entitlement_id = entitlements.id)`,
  ],
  'keys-of-entitlements': [
    sql`update entitlements set missing_keys = 1`,
    sql`update licenses set state = 'paused'`,
    sql`update licenses set entitlement_id = null`,
  ],
  'entitlements-rechecked': [sql`update entitlements set recheck_at = ${LONG_AGO}`],
  'events-worked-off': [
    sql`update stripe_events set status = 'received', received_at = ${LONG_AGO}, next_at = ${LONG_AGO}`,
  ],
  'attempts-answered': [sql`update checkout_attempts set state = 'new', created_at = ${LONG_AGO} where state = 'open'`],
  'mail-goes-out': [
    sql`update outbox set status = 'waiting', tries = 0, created_at = ${LONG_AGO}`,
    sql`update outbox set status = 'waiting', tries = 1, next_at = ${LONG_AGO}`,
  ],
  'slug-has-page': [
    sql`update pages set live_version = 17`,
    sql`update slugs set seller_id = (select id from sellers where id <> slugs.seller_id limit 1)`,
  ],
  'page-has-slug': [sql`update slugs set released_at = now()`],
  'images-are-there': [
    sql`update page_versions set config = replace(config::text, '/media/', '/media/${sql.raw('f'.repeat(64))}')::jsonb`,
  ],
  'one-trial': [sql`update plan_subscriptions set generation = 2, status = 'trialing'`],
  'plans-are-fresh': [sql`update plan_subscriptions set status = 'active', synced_at = ${LONG_AGO}`],
  'sessions-end': [sql`update sessions set created_at = ${LONG_AGO}`],
};

/** Names of the invariants that a change violates; the change is rolled back. */
async function violatedBy(app: TestApp, change: SQL): Promise<string[]> {
  let violated: string[] = [];
  const rollback = new Error('undone');
  const runCheck = async (tx: Db) => {
    await tx.execute(change);
    const findings = await checkInvariants(tx, app.context, { all: true });
    violated = findings.filter(({ count, examples }) => count > 0 && examples.length > 0).map(({ name }) => name);
    throw rollback;
  };
  await app.context.db.transaction(runCheck).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return violated;
}

test('holds all invariants in an app with data for each', async () => {
  expect(await listBrokenInvariants(await openBusyApp())).toEqual([]);
});

test('detects each violated invariant', async () => {
  const app = await openBusyApp();
  await app.signUpSeller();
  await (await app.signUpSeller()).publishPage({}, 'another');
  expect(Object.keys(VIOLATIONS).toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
  for (const [name, changes] of Object.entries(VIOLATIONS))
    for (const [index, change] of changes.entries())
      expect({ name, index, violated: await violatedBy(app, change) }).toEqual({
        name,
        index,
        violated: expect.arrayContaining([name]) as string[],
      });
});

test('checks old rows only with all', async () => {
  const app = await openBusyApp();
  const { db } = app.context;
  await db.execute(sql`update checkout_attempts set created_at = created_at - interval '60 days'`);
  await db.execute(sql`update orders set received = received + 1`);
  const count = async (all: boolean) =>
    (await checkInvariants(db, app.context, { all })).find(({ name }) => name === 'order-sums')?.count;
  expect([await count(false), await count(true)]).toEqual([0, 4]);
});

test('emails the operator about a violation once a day', async () => {
  const app = await openBusyApp({ OPERATOR_EMAIL: 'operator@example.com' });
  const { db } = app.context;
  const alerts = async () => (await db.select().from(outbox)).filter(({ kind }) => kind === 'operator_alert');
  // A large move of the clock makes jobs late; wait some minutes before checking alerts.
  const advance = async (ms: number) => {
    await advanceBusinessClock(app, ms);
    for (const minutes of [8, 8]) await advanceBusinessClock(app, minutes * MINUTE_MS);
  };
  await advance(2 * HOUR_MS);
  expect(await alerts()).toEqual([]);
  await db.execute(sql`update order_counters set last_order_number = last_order_number + 1`);
  await advance(HOUR_MS);
  await checkAndReportInvariants(app.context);
  expect(await alerts()).toMatchObject([
    { recipient: 'operator@example.com', props: { what: expect.stringContaining('numbered') as string } },
  ]);
  await advance(DAY_MS);
  expect(await alerts()).toHaveLength(2);
});
