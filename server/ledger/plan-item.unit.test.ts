import { expect, test } from 'vitest';

import { planItem, type Books } from './plan-item.ts';
import { DESK, stripeSubscription, subscribedLeaf } from './testing-leaf.ts';

const stored = subscribedLeaf();
const subscription = stripeSubscription({
  status: 'past_due',
  metadata: { attempt_id: stored.attempt.id },
});

const plan = (isFresh: Books['isFresh']) =>
  planItem(
    {
      subject: { accountId: stored.attempt.accountId, kind: 'subscription', id: 'sub_1' },
      truths: [{ kind: 'subscription', subscription }],
    },
    { findLeaf: () => stored, findPaid: () => null, isFresh },
    DESK,
  );

test('refetches a subscription whose row was written after the snapshot was read', () => {
  expect(plan((rowId) => rowId !== stored.subscription?.id)).toEqual({ kind: 'again', needs: [] });
  expect(plan(() => true)).toMatchObject({
    kind: 'written',
    leaf: { subscription: { status: 'past_due' } },
  });
});
