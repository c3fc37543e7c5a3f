import { expect, test } from 'vitest';

import {
  BUYER_SUBSCRIPTION_STATUSES,
  toBuyerSubscriptionState,
  type BuyerSubscriptionState,
} from './buyer-subscription.ts';

const END = new Date('2026-12-20T00:00:00Z');

test('maps each Stripe status to one of five states and applies a scheduled end only while active', () => {
  const expected: Record<string, [BuyerSubscriptionState, BuyerSubscriptionState]> = {
    active: ['active', 'ending'],
    trialing: ['trialing', 'ending'],
    paused: ['active', 'ending'],
    incomplete: ['overdue', 'overdue'],
    past_due: ['overdue', 'overdue'],
    unpaid: ['overdue', 'overdue'],
    canceled: ['ended', 'ended'],
    incomplete_expired: ['ended', 'ended'],
  };
  for (const status of BUYER_SUBSCRIPTION_STATUSES)
    expect([toBuyerSubscriptionState(status, null), toBuyerSubscriptionState(status, END)], status).toEqual(
      expected[status],
    );
});
