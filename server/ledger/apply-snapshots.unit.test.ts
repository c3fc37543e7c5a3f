import { expect, test } from 'vitest';

import {
  APPLY_CONTEXT,
  createStripeSubscription,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { applySnapshots, type LedgerReader } from './apply-snapshots.ts';

const stored = createSubscribedAggregate();
const subscription = createStripeSubscription({
  status: 'past_due',
  metadata: { attempt_id: stored.attempt.id },
});

const applySubscription = (isUnchanged: LedgerReader['isUnchanged']) =>
  applySnapshots(
    {
      subject: { accountId: stored.attempt.accountId, kind: 'subscription', id: 'sub_1' },
      snapshots: [{ kind: 'subscription', subscription }],
    },
    { findAggregate: () => stored, findAttemptIdOfPayment: () => null, isUnchanged },
    APPLY_CONTEXT,
  );

test('refetches a subscription whose row was written after the snapshot was read', () => {
  expect(applySubscription((rowId) => rowId !== stored.subscription?.id)).toEqual({
    kind: 'refetch',
    dependencies: [],
  });
  expect(applySubscription(() => true)).toMatchObject({
    kind: 'written',
    aggregate: { subscription: { status: 'past_due' } },
  });
});
