import { expect, test } from 'vitest';

import {
  PLANNING_CONTEXT,
  createStripeSubscription,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { planSubject, type LedgerReader } from './plan-subject.ts';

const stored = createSubscribedAggregate();
const subscription = createStripeSubscription({
  status: 'past_due',
  metadata: { attempt_id: stored.attempt.id },
});

const plan = (isUnchanged: LedgerReader['isUnchanged']) =>
  planSubject(
    {
      subject: { accountId: stored.attempt.accountId, kind: 'subscription', id: 'sub_1' },
      snapshots: [{ kind: 'subscription', subscription }],
    },
    { findAggregate: () => stored, findAttemptIdOfPayment: () => null, isUnchanged },
    PLANNING_CONTEXT,
  );

test('refetches a subscription whose row was written after the snapshot was read', () => {
  expect(plan((rowId) => rowId !== stored.subscription?.id)).toEqual({ kind: 'again', dependencies: [] });
  expect(plan(() => true)).toMatchObject({
    kind: 'written',
    aggregate: { subscription: { status: 'past_due' } },
  });
});
