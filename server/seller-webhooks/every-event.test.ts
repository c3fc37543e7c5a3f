import { expect, test } from 'vitest';

import type { OrderDetail } from '#domain/order-detail.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { apiOrderOf } from '#server/api/answers/order.ts';
import { chargesOf } from '#server/testing-refunds.ts';

import { openEventSchemas } from './testing-events.ts';
import { openStory, type Story } from './testing-story.ts';

const REFUND_FAILS = { number: '4000 0000 0000 5126' };

const detailOf = async ({ seller }: Story, orderId: string): Promise<OrderDetail> =>
  (await seller.call('get-order', { orderId })).body;

async function refund(story: Story, orderId: string, amount: number): Promise<void> {
  const { payments } = await detailOf(story, orderId);
  await story.seller.call('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    amount,
    reason: 'duplicate',
    request: crypto.randomUUID(),
  });
  await story.shop.settled();
}

async function dispute(story: Story, acts: readonly string[]): Promise<string> {
  const orderId = await story.buy('taller');
  const [charge] = await chargesOf(story.shop, story.account);
  await story.act(`charges/${charge}/dispute`, { reason: 'fraudulent' });
  const { data } = await story.shop.context.sellerStripe(story.account).disputes.list({ limit: 1 });
  for (const act of acts) await story.act(`disputes/${data[0]?.id}`, { act });
  return orderId;
}

/** Buys a subscription that renews, fails, recovers, is set to end, is resumed, and ends. */
async function subscribe(story: Story): Promise<string> {
  const { seller, shop } = story;
  const orderId = await story.buy('club');
  const own = async () => {
    const { data } = await shop.context.sellerStripe(story.account).subscriptions.list({ limit: 1 });
    return data[0]?.id ?? '';
  };
  await story.wait(32 * 24);
  await story.act(`subscriptions/${await own()}`, { act: 'fail' });
  await story.wait(30 * 24);
  await story.act(`subscriptions/${await own()}`, { act: 'succeed' });
  await story.wait(8 * 24);
  const subscriptionId = (await detailOf(story, orderId)).subscription?.id ?? '';
  await seller.call('cancel-buyer-subscription', { subscriptionId, now: false });
  await seller.call('resume-buyer-subscription', { subscriptionId });
  await seller.call('cancel-buyer-subscription', { subscriptionId, now: true });
  await shop.settled();
  return orderId;
}

const typesOf = (story: Story, orderId: string): string[] =>
  story
    .told()
    .filter(({ data }) => data.order?.id === orderId)
    .map(({ type }) => type);

test('emits every event from a real cause, verifiable with the Standard Webhooks library and valid by its schema', async () => {
  const story = await openStory();
  const sold = await story.buy('taller');
  await refund(story, sold, 500);
  const refused = await story.buy('taller', REFUND_FAILS);
  await refund(story, refused, 2900);
  const won = await dispute(story, ['answer', 'win']);
  const lost = await dispute(story, ['lose']);
  const comes = await story.debit('taller', true);
  const bounces = await story.debit('taller', false);
  const club = await subscribe(story);
  const { pages } = (await story.seller.call('list-pages', {})).body;
  await story.seller.call('unpublish-page', { pageId: pages[0]?.id ?? '' });
  await story.seller.call('send-test-webhook', { endpointId: story.endpointId });
  await story.shop.settled();

  expect(typesOf(story, sold)).toEqual(['order.paid', 'refund.requested', 'refund.completed']);
  expect(typesOf(story, refused)).toEqual([
    'order.paid',
    'refund.requested',
    'refund.completed',
    'refund.failed',
  ]);
  expect(typesOf(story, won)).toEqual(['order.paid', 'dispute.opened', 'dispute.answered', 'dispute.won']);
  expect(typesOf(story, lost)).toEqual(['order.paid', 'dispute.opened', 'dispute.lost']);
  expect(typesOf(story, comes)).toEqual(['order.pending', 'order.paid']);
  expect(typesOf(story, bounces)).toEqual(['order.pending', 'order.payment_failed']);
  expect(typesOf(story, club)).toEqual([
    'order.paid',
    'subscription.renewed',
    'subscription.renewal_failed',
    'subscription.renewed',
    'subscription.renewal_recovered',
    'subscription.cancellation_set',
    'subscription.cancellation_undone',
    'subscription.ended',
  ]);

  const told = story.told();
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set([...WEBHOOK_EVENT_TYPES, 'webhook.test']));
  const problemsOf = openEventSchemas();
  for (const event of told) expect([event, problemsOf(event)]).toEqual([event, []]);
  for (const orderId of [sold, refused, won, lost, comes, bounces, club]) {
    const last = told.findLast(({ data }) => data.order?.id === orderId);
    expect(last?.data.order).toEqual(apiOrderOf(await detailOf(story, orderId)));
  }
  expect(new Set(story.receiver.heard.map(({ id }) => id)).size).toBe(told.length);
});
