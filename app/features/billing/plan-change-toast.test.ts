import { expect, test } from 'vitest';

import type { PlanChange } from '#domain/subscription.ts';

import { createPlanChangeToast } from './use-plan-actions.ts';

const GROWTH: PlanChange = {
  change: 'upgraded',
  plan: 'growth',
  at: null,
  url: null,
  charged: 1334,
  message: null,
};

test('shows the charge of an upgrade', () => {
  expect(createPlanChangeToast(GROWTH)).toEqual({
    title: 'Plan Updated!',
    message: 'You’re now on Growth. We charged $13.34.',
  });
});

test('shows when a downgrade starts', () => {
  const change = { ...GROWTH, change: 'scheduled', plan: 'starter', at: '2026-12-14T23:59:59.000Z' } as const;
  expect(createPlanChangeToast(change).message).toBe('Starter starts on December 14, 2026.');
});

test('links a change that waits for payment to its invoice and does not claim success', () => {
  const url = 'https://invoice.example/';
  const planToast = createPlanChangeToast({ ...GROWTH, change: 'payment_needed', url });
  expect(planToast.link).toEqual({ label: 'Pay invoice', href: url });
  expect(planToast.title).not.toBe('Plan Updated!');
  const why = 'Your card was declined.';
  expect(createPlanChangeToast({ ...GROWTH, change: 'payment_needed', url, message: why }).message).toBe(why);
});
