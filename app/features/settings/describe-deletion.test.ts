import { expect, test } from 'vitest';

import type { AccountDeletionSummary } from '#domain/account.ts';

import { describeDeletion } from './delete-account-section.tsx';

const emptyPreview: AccountDeletionSummary = {
  pages: { total: 0, onSale: 0 },
  orders: 0,
  buyersSubscriptions: 0,
  hasDeliveries: false,
  subscription: null,
  connected: false,
};

test('describes only the account when there is nothing else', () => {
  expect(describeDeletion(emptyPreview)).toEqual([
    'You’ll be signed out everywhere. Deleting your account can’t be undone.',
  ]);
});

test('describes each affected item in the right number', () => {
  const sentences = describeDeletion({
    pages: { total: 3, onSale: 2 },
    orders: 41,
    buyersSubscriptions: 1,
    hasDeliveries: true,
    subscription: { plan: 'growth', status: 'active' },
    connected: true,
  });
  expect(sentences.slice(0, -1)).toEqual([
    'Your 3 pages are deleted. 2 are published and stop selling immediately.',
    'Your 41 orders are kept for accounting, without your name and address.',
    'One buyer’s subscription continues in your Stripe account until you cancel it there.',
    'Buyers keep access to what you delivered for 30 days, and we’ll email them. Then your files, links, and license keys are deleted.',
    'Your Growth plan ends immediately. You won’t be charged again.',
    'Your Stripe account is disconnected. It stays yours, including its balance and customers.',
  ]);
});

test('uses singular and plural forms', () => {
  const sentences = describeDeletion({
    ...emptyPreview,
    pages: { total: 1, onSale: 1 },
    orders: 1,
    buyersSubscriptions: 4,
  });
  expect(sentences).toContain('Your page is deleted and stops selling immediately.');
  expect(sentences).toContain('Your order is kept for accounting, without your name and address.');
  expect(sentences).toContain('4 buyers’ subscriptions continue in your Stripe account until you cancel them there.');
});

test('describes an unknown plan without its name', () => {
  const [sentence] = describeDeletion({ ...emptyPreview, subscription: { plan: 'old', status: 'active' } });
  expect(sentence).toBe('Your plan ends immediately. You won’t be charged again.');
});
