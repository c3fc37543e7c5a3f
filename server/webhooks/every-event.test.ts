import { expect, test } from 'vitest';

import type { OrderDetail } from '#domain/order-detail.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import { toApiOrder } from '#server/ledger/order-views.ts';
import { listRefundableCharges } from '#server/testing/sold-orders.ts';

import { createEventValidator } from '../testing/webhook-event-validator.ts';
import { createScenario, type Scenario } from '../testing/webhook-scenario.ts';

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
  const findSubscriptionId = async () => {
    const { data } = await app.context.sellerStripe(scenario.account).subscriptions.list({ limit: 1 });
    return data[0]?.id ?? '';
  };
  await scenario.wait(32 * 24);
  await scenario.submitForm(`subscriptions/${await findSubscriptionId()}`, { act: 'fail' });
  await scenario.wait(30 * 24);
  await scenario.submitForm(`subscriptions/${await findSubscriptionId()}`, { act: 'succeed' });
  await scenario.wait(8 * 24);
  const subscriptionId = (await fetchOrder(scenario, orderId)).subscription?.id ?? '';
  await seller.rpc('cancel-buyer-subscription', { subscriptionId, now: false });
  await seller.rpc('resume-buyer-subscription', { subscriptionId });
  await seller.rpc('cancel-buyer-subscription', { subscriptionId, now: true });
  await app.waitUntilIdle();
  return orderId;
}

const listEventTypes = (scenario: Scenario, orderId: string): string[] =>
  scenario
    .listEvents()
    .filter(({ data }) => data.order?.id === orderId)
    .map(({ type }) => type);

test('emits every event from a real cause, verifiable with the Standard Webhooks library and valid by its schema', async () => {
  const scenario = await createScenario();
  const paidOrderId = await scenario.buy('taller');
  await refund(scenario, paidOrderId, 500);
  const failedRefundOrderId = await scenario.buy('taller', REFUND_FAILS);
  await refund(scenario, failedRefundOrderId, 2900);
  const wonOrderId = await dispute(scenario, ['answer', 'win']);
  const lostOrderId = await dispute(scenario, ['lose']);
  const debitOrderId = await scenario.debit('taller', true);
  const failedDebitOrderId = await scenario.debit('taller', false);
  const subscriptionOrderId = await subscribe(scenario);
  const { pages } = (await scenario.seller.rpc('list-pages', {})).body;
  await scenario.seller.rpc('unpublish-page', { pageId: pages[0]?.id ?? '' });
  await scenario.seller.rpc('send-test-webhook', { endpointId: scenario.endpointId });
  await scenario.app.waitUntilIdle();

  expect(listEventTypes(scenario, paidOrderId)).toEqual(['order.paid', 'refund.requested', 'refund.completed']);
  expect(listEventTypes(scenario, failedRefundOrderId)).toEqual([
    'order.paid',
    'refund.requested',
    'refund.completed',
    'refund.failed',
  ]);
  expect(listEventTypes(scenario, wonOrderId)).toEqual([
    'order.paid',
    'dispute.opened',
    'dispute.answered',
    'dispute.won',
  ]);
  expect(listEventTypes(scenario, lostOrderId)).toEqual(['order.paid', 'dispute.opened', 'dispute.lost']);
  expect(listEventTypes(scenario, debitOrderId)).toEqual(['order.pending', 'order.paid']);
  expect(listEventTypes(scenario, failedDebitOrderId)).toEqual(['order.pending', 'order.payment_failed']);
  expect(listEventTypes(scenario, subscriptionOrderId)).toEqual([
    'order.paid',
    'subscription.renewed',
    'subscription.renewal_failed',
    'subscription.renewed',
    'subscription.renewal_recovered',
    'subscription.cancellation_set',
    'subscription.cancellation_undone',
    'subscription.ended',
  ]);

  const events = scenario.listEvents();
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set([...WEBHOOK_EVENT_TYPES, 'webhook.test']));
  const validateEvent = createEventValidator();
  for (const event of events) expect([event, validateEvent(event)]).toEqual([event, []]);
  for (const orderId of [
    paidOrderId,
    failedRefundOrderId,
    wonOrderId,
    lostOrderId,
    debitOrderId,
    failedDebitOrderId,
    subscriptionOrderId,
  ]) {
    const lastEvent = events.findLast(({ data }) => data.order?.id === orderId);
    expect(lastEvent?.data.order).toEqual(toApiOrder(await fetchOrder(scenario, orderId)));
  }
  expect(new Set(scenario.receiver.received.map(({ id }) => id)).size).toBe(events.length);
});
