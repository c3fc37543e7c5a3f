import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { EVENT_SEQUENCES } from '#content/webhook-docs.ts';
import { createPaymentTerms } from '#domain/checkout-page.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#domain/webhook-event.ts';
import { orders } from '#server/db/schema-orders.ts';
import { checkDomain } from '#server/domains/check-domain.ts';
import { findDomain } from '#server/domains/queries.ts';
import { runPagesCommand } from '#server/ops/pages-command.ts';
import { createApiClient, type TestApiClient } from '#server/testing/api-client.ts';
import { sellLicense } from '#server/testing/delivering-page.ts';
import { verifiedDomain } from '#server/testing/domain-env.ts';
import { createProgram, insertKeyDeliverable, insertLicense } from '#server/testing/licenses.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { listRefundableCharges } from '#server/testing/sold-orders.ts';

import { listFieldPaths, normalizeExample } from '../testing/record-examples.ts';
import { createEventValidator } from '../testing/webhook-event-validator.ts';
import { createScenario, type Scenario } from '../testing/webhook-scenario.ts';
import type { EventBody } from './event-schemas.ts';

const REFUND_FAILS = { number: '4000 0000 0000 5126' };

const fetchOrder = async ({ seller }: Scenario, orderId: string): Promise<OrderDetail> =>
  (await seller.rpc('get-order', { orderId })).body;

async function refund(scenario: Scenario, orderId: string, amount: number): Promise<void> {
  const { payments } = await fetchOrder(scenario, orderId);
  await scenario.seller.rpc('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    amount,
    reason: 'duplicate',
    request: crypto.randomUUID(),
  });
  await scenario.app.waitUntilIdle();
}

async function dispute(scenario: Scenario, actions: readonly string[]): Promise<string> {
  const orderId = await scenario.buy('taller');
  const [charge] = await listRefundableCharges(scenario.app, scenario.account);
  await scenario.submitForm(`charges/${charge}/dispute`, { reason: 'fraudulent' });
  const { data } = await scenario.app.context.sellerStripe(scenario.account).disputes.list({ limit: 1 });
  for (const act of actions) await scenario.submitForm(`disputes/${data[0]?.id}`, { act });
  return orderId;
}

/** Buys a subscription that renews, fails, recovers, is set to end, is resumed, and ends. */
async function subscribe(scenario: Scenario): Promise<string> {
  const { seller, app } = scenario;
  const orderId = await scenario.buy('club');
  const findSubscription = async () =>
    (await app.context.sellerStripe(scenario.account).subscriptions.list({ limit: 1 })).data[0];
  const submit = async (act: string) => scenario.submitForm(`subscriptions/${(await findSubscription())?.id}`, { act });
  // Months differ in length. A day after the renewal, Stripe has not yet retried a failed payment.
  const waitForRenewal = async () => {
    const renewsAtS = (await findSubscription())?.items.data[0]?.current_period_end ?? 0;
    await scenario.wait((renewsAtS * 1000 - app.context.now().getTime()) / HOUR_MS + 24);
  };
  await waitForRenewal();
  await submit('fail');
  await waitForRenewal();
  await submit('succeed');
  await scenario.wait(8 * 24);
  const subscriptionId = (await fetchOrder(scenario, orderId)).subscription?.id ?? '';
  await seller.rpc('cancel-buyer-subscription', { subscriptionId, now: false });
  await seller.rpc('resume-buyer-subscription', { subscriptionId });
  await seller.rpc('cancel-buyer-subscription', { subscriptionId, now: true });
  await app.waitUntilIdle();
  return orderId;
}

/** Buys a subscription after a free trial, and ends it. */
async function subscribeAfterTrial({ app, seller, wait }: Scenario): Promise<string> {
  const paymentTerms = { ...createPaymentTerms(), trialDays: 14 };
  await seller.publishPage({ paymentType: 'subscription', price: '9', paymentTerms }, 'taster');
  const { body } = await app.rpc('create-checkout-session', { slug: 'taster', email: 'trial@example.com' });
  await app.payAtStripe(body.url);
  const [order] = (await seller.rpc('list-orders', {})).body.orders;
  const orderId = order?.id ?? '';
  await wait(15 * 24);
  const { body: detail } = await seller.rpc('get-order', { orderId });
  await seller.rpc('cancel-buyer-subscription', { subscriptionId: detail.subscription?.id ?? '', now: true });
  await app.waitUntilIdle();
  return orderId;
}

/** Buys with two payments and makes both. */
async function payInInstallments({ seller, buy, wait }: Scenario): Promise<string> {
  const paymentTerms = { ...createPaymentTerms(), installments: 2 };
  await seller.publishPage({ paymentType: 'payment-plan', price: '105', paymentTerms }, 'plan');
  const orderId = await buy('plan');
  for (const hours of [1, 32 * 24, 1]) await wait(hours);
  return orderId;
}

/** Sells a license key that the seller replaces, wins a dispute about the payment, and revokes the key. */
async function deliverLicense({ app, seller, account, submitForm }: Scenario): Promise<string> {
  const { id: orderId, entitlements } = await sellLicense(app, seller, 'licensed');
  const [entitlement] = entitlements;
  await seller.rpc('replace-license-key', { licenseId: entitlement?.licenses[0]?.id ?? '' });
  const [charge] = await listRefundableCharges(app, account);
  await submitForm(`charges/${charge}/dispute`, { reason: 'fraudulent' });
  const { data } = await app.context.sellerStripe(account).disputes.list({ limit: 1 });
  await submitForm(`disputes/${data[0]?.id}`, { act: 'win' });
  await seller.rpc('revoke-entitlement', { entitlementId: entitlement?.id ?? '' });
  await app.waitUntilIdle();
  return orderId;
}

/** Publishes a page that the operator pauses and that its seller resumes and deletes. */
async function pauseAndDeletePage({ app, seller }: Scenario): Promise<string> {
  const { pageId } = await seller.publishPage({}, 'glazes');
  await runPagesCommand(app.context, ['pause', 'glazes']);
  await seller.rpc('resume-page', { pageId });
  await seller.rpc('delete-page', { pageId });
  await app.waitUntilIdle();
  return pageId;
}

/** Activates the license key of an order on a device, and deactivates it. */
async function useLicense({ app, seller }: Scenario, orderId: string): Promise<void> {
  const [order] = await app.context.db.select().from(orders).where(eq(orders.id, orderId));
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId: order?.pageId ?? '' });
  const { key } = await insertLicense(app, { orderId, deliverableId });
  const send = createProgram(app, deliverableId, key);
  await send('activate', { fingerprint: 'laptop', label: 'Studio laptop' });
  await send('deactivate', { fingerprint: 'laptop' });
  await app.waitUntilIdle();
}

/** Verifies a domain and removes its records before the next scheduled check. */
async function breakDomain({ app, seller, nameServer }: Scenario): Promise<void> {
  const domain = await verifiedDomain({ app, nameServer }, seller, 'pay.till.example.com');
  for (const { name } of domain.records) nameServer.remove(name);
  const row = await findDomain(app.context.db, await sellerIdOf(app, seller), domain.id);
  if (row) await checkDomain(app.context, row, 'schedule');
  await app.waitUntilIdle();
}

const listEventTypes = (scenario: Scenario, orderId: string): WebhookEventType[] =>
  scenario
    .listEvents()
    .filter(({ data, test }) => data.order?.id === orderId && !test)
    .map(({ type }) => type);

/** Months of subscriptions and days of payments pass. */
const SCENARIO_TIMEOUT_MS = 180_000;

test(
  'emits every event from a real cause, verifiable with the Standard Webhooks library and valid by its schema',
  { timeout: SCENARIO_TIMEOUT_MS },
  async () => {
    const scenario = await createScenario();
    const paidOrderId = await buyThroughCheckout(scenario);
    await refund(scenario, paidOrderId, 500);
    await useLicense(scenario, paidOrderId);
    const failedRefundOrderId = await scenario.buy('taller', REFUND_FAILS);
    await refund(scenario, failedRefundOrderId, 2900);
    const wonOrderId = await dispute(scenario, ['answer', 'win']);
    const lostOrderId = await dispute(scenario, ['lose']);
    const debitOrderId = await scenario.debit('taller', true);
    const failedDebitOrderId = await scenario.debit('taller', false);
    const subscriptionOrderId = await subscribe(scenario);
    const trialOrderId = await subscribeAfterTrial(scenario);
    const planOrderId = await payInInstallments(scenario);
    const deliveredOrderId = await deliverLicense(scenario);
    const pageId = await pauseAndDeletePage(scenario);
    await breakDomain(scenario);

    const sequences: [orderId: string, sequence: readonly WebhookEventType[]][] = [
      [paidOrderId, EVENT_SEQUENCES.refund],
      [failedRefundOrderId, EVENT_SEQUENCES.failedRefund],
      [wonOrderId, EVENT_SEQUENCES.disputeWon],
      [lostOrderId, EVENT_SEQUENCES.disputeLost],
      [debitOrderId, EVENT_SEQUENCES.delayedPaid],
      [failedDebitOrderId, EVENT_SEQUENCES.delayedFailed],
      [subscriptionOrderId, EVENT_SEQUENCES.subscription],
      [trialOrderId, EVENT_SEQUENCES.trial],
      [planOrderId, EVENT_SEQUENCES.paymentPlan],
      [deliveredOrderId, EVENT_SEQUENCES.delivery],
    ];
    for (const [orderId, sequence] of sequences) expect(listEventTypes(scenario, orderId)).toEqual(sequence);
    const pageEvents = scenario.listEvents().filter(({ data }) => data.page?.id === pageId);
    expect(pageEvents.map(({ type }) => type)).toEqual(EVENT_SEQUENCES.page);

    const events = scenario.listEvents();
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(WEBHOOK_EVENT_TYPES));
    const validateEvent = createEventValidator();
    for (const event of events) expect([event, validateEvent(event)]).toEqual([event, []]);
    expect(new Set(scenario.receiver.received.map(({ id }) => id)).size).toBe(events.length);
    expect(scenario.receiver.received.map(({ id }) => id)).toEqual(events.map(({ id }) => id));

    const { send } = await createApiClient(scenario.app, scenario.seller);
    for (const [orderId] of sequences) {
      const lastEvent = events.findLast(({ data }) => data.order?.id === orderId);
      const { body } = await send('GET', `/orders/${orderId}?expand=payments,refunds,disputes,subscription`);
      expect(lastEvent?.data.order).toEqual(body);
    }
    const ended = events.find(({ type }) => type === 'subscription.ended')?.data.subscription;
    expect((await send('GET', `/subscriptions/${ended?.id}`)).body).toEqual(ended);
    expect(sumPayments(events, subscriptionOrderId)).toBe(
      events.findLast(({ data }) => data.order?.id === subscriptionOrderId)?.data.order?.amounts.received,
    );
    const listData = (orderId: string) =>
      events.map(({ data }) => data).filter(({ order, subscription }) => order?.id === orderId && subscription);
    expect(listData(trialOrderId)[0]?.subscription).toMatchObject({
      state: 'trialing',
      trialEndsAt: expect.any(String) as string,
    });
    expect(listData(planOrderId).map(({ order }) => order?.paymentPlan)).toEqual([
      { count: 2, paid: 1, state: 'running', nextAt: expect.any(String) as string },
      { count: 2, paid: 2, state: 'complete', nextAt: null },
      { count: 2, paid: 2, state: 'complete', nextAt: null },
    ]);
    expect(await listLog(send)).toEqual(events.map(({ id }) => id).toSorted());

    const examples = toExamples(events, scenario.app.context.config.appUrl);
    if (process.env.RECORD_EXAMPLES) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 1)}\n`);
    // Values differ from run to run, so only the fields are compared.
    expect(listFieldPaths(JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')))).toEqual(listFieldPaths(examples));
  },
);

const EXAMPLES_FILE = path.join(import.meta.dirname, 'recorded-events.json');

/** The data of the first event of each type, without what differs from run to run. */
const toExamples = (events: readonly EventBody[], appUrl: string): Record<string, unknown> =>
  Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => {
      const response = events.find((event) => event.type === type)?.data;
      return [type, normalizeExample({ response }, appUrl).response];
    }),
  );

/** Buys through a checkout of the seller's program, which has data of its own. */
async function buyThroughCheckout({ app, seller }: Scenario): Promise<string> {
  const { send } = await createApiClient(app, seller);
  const [page] = (await send<{ data: { id: string; slug: string }[] }>('GET', '/pages')).body.data.filter(
    ({ slug }) => slug === 'taller',
  );
  const body = { pageId: page?.id, metadata: { userId: '42' }, externalId: 'cart-7' };
  const { id: checkout } = (await send<{ id: string }>('POST', '/checkouts', { body })).body;
  const session = await app.rpc('create-checkout-session', { slug: 'taller', checkout });
  await app.payAtStripe(session.body.url, { email: 'celeste@example.com', name: 'Celeste Aumont' });
  return (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
}

/** Adds up the payments of an order's events, as the documentation says. */
const sumPayments = (events: readonly EventBody[], orderId: string): number =>
  events
    .filter(({ data }) => data.order?.id === orderId)
    .reduce((sum, { data }) => sum + (data.payment?.amount ?? 0), 0);

/** IDs of the whole event log, without the publications before the endpoint existed. */
async function listLog(send: TestApiClient['send']): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/events?limit=10${cursor && `&cursor=${cursor}`}`;
    const { body }: { body: { data: EventBody[]; next: string | null } } = await send('GET', path);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.next;
  }
  return ids.toSorted();
}
