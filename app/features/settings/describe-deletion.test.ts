import { expect, test } from 'vitest';

import type { AccountDeletionSummary } from '#domain/account.ts';

import { describeDeletion } from './delete-account-section.tsx';

const emptyPreview: AccountDeletionSummary = {
  pages: { total: 0, onSale: 0 },
  orders: 0,
  buyersSubscriptions: 0,
  subscription: null,
  connected: false,
};

test('describes only the account when there is nothing else', () => {
  expect(describeDeletion(emptyPreview)).toEqual([
    'Every browser is signed out, and nobody can bring the account back.',
  ]);
});

test('describes each affected item in the right number', () => {
  const sentences = describeDeletion({
    pages: { total: 3, onSale: 2 },
    orders: 41,
    buyersSubscriptions: 1,
    subscription: { plan: 'growth', status: 'active' },
    connected: true,
  });
  expect(sentences.slice(0, -1)).toEqual([
    '3 pages are deleted. 2 of them are on sale now, and stop selling at once.',
    'The record of 41 orders is kept for the books, without your name and address.',
    'One subscription of a buyer goes on at your Stripe account until you end it there.',
    'Your Growth plan ends at once, and nothing more is charged.',
    'Your Stripe account stays yours, with its money and customers. It is only disconnected.',
  ]);
});

test('uses singular and plural forms', () => {
  const sentences = describeDeletion({
    ...emptyPreview,
    pages: { total: 1, onSale: 1 },
    orders: 1,
    buyersSubscriptions: 4,
  });
  expect(sentences).toContain('Your page is deleted. It is on sale now, and stops selling at once.');
  expect(sentences).toContain('The record of one order is kept for the books, without your name and address.');
  expect(sentences).toContain('4 subscriptions of buyers go on at your Stripe account until you end them there.');
});

test('describes an unknown plan without its name', () => {
  const [sentence] = describeDeletion({ ...emptyPreview, subscription: { plan: 'old', status: 'active' } });
  expect(sentence).toBe('Your plan ends at once, and nothing more is charged.');
});
