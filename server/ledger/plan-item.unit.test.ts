import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { planItem, type Books } from './plan-item.ts';
import { DESK, SECONDS, subscribedLeaf } from './testing-leaf.ts';

const stored = subscribedLeaf();
const subscription = {
  id: 'sub_1',
  status: 'past_due',
  customer: 'cus_1',
  currency: 'eur',
  created: SECONDS,
  metadata: { attempt_id: stored.attempt.id },
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  items: {
    data: [
      {
        quantity: 1,
        current_period_end: SECONDS,
        price: { unit_amount: 1000, recurring: { interval: 'month' } },
      },
    ],
  },
} as unknown as Stripe.Subscription;

const plan = (isFresh: Books['isFresh']) =>
  planItem(
    {
      subject: { accountId: stored.attempt.accountId, kind: 'subscription', id: 'sub_1' },
      truths: [{ kind: 'subscription', subscription }],
    },
    { findLeaf: () => stored, findPaid: () => null, isFresh },
    DESK,
  );

test('a subscription that was read before its row was last written is read again', () => {
  expect(plan((rowId) => rowId !== stored.subscription?.id)).toEqual({ kind: 'again', needs: [] });
  expect(plan(() => true)).toMatchObject({
    kind: 'written',
    leaf: { subscription: { status: 'past_due' } },
  });
});
