import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { publishDecision, type Publishing } from './publish-decision.ts';

const page: CheckoutPageConfig = { ...emptyConfig(), productName: 'Throwing Taller', price: '49' };
const decide = (change: Partial<Publishing>) =>
  publishDecision({
    state: 'changed',
    version: 2,
    published: page,
    draft: page,
    liveSlug: 'taller',
    ...change,
  });

test('a first publication asks nothing', () => {
  expect(decide({ version: 0, published: null, state: 'draft' })).toEqual({ kind: 'publish' });
});

test('a page that is published as it is has nothing to publish', () => {
  expect(decide({ state: 'published' })).toEqual({ kind: 'nothing' });
  expect(decide({ draft: { ...page, productName: ' Throwing Taller ' } })).toEqual({ kind: 'nothing' });
});

test('a later publication asks once, with what changes', () => {
  const decision = decide({ draft: { ...page, price: '59' } });
  expect(decision).toMatchObject({ kind: 'ask', title: 'Publish this change?' });
  if (decision.kind !== 'ask') throw new Error(decision.kind);
  expect(decision.changes).toHaveLength(1);
  expect(decision.changes[0]).toMatch(/49.*59/);
  expect(decision.consequences).toEqual(['Buyers who are paying now keep what they saw.']);
});

test('a new price says what it means for those who pay already', () => {
  const subscription: CheckoutPageConfig = { ...page, paymentType: 'subscription' };
  const decision = decide({ published: subscription, draft: { ...subscription, price: '59' } });
  expect(decision).toMatchObject({
    consequences: expect.arrayContaining(['Subscribers of today keep their price.']),
  });
});

test('a new address says where the old one leads', () => {
  const decision = decide({ draft: { ...page, customSlug: 'pots' } });
  expect(decision).toMatchObject({
    consequences: expect.arrayContaining(['The old address /c/taller leads to the new one.']),
  });
});

test('a page that was taken down is published again after a question, also unchanged', () => {
  expect(decide({ state: 'unpublished' })).toMatchObject({
    kind: 'ask',
    title: 'Publish this page again?',
    consequences: ['Buyers can open the page again.'],
  });
});

test('what somebody published in between is replaced only after a question', () => {
  expect(decide({ published: null })).toMatchObject({
    kind: 'ask',
    title: 'Publish over the other version?',
  });
});
