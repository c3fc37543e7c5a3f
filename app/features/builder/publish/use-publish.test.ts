import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { decidePublish, type PublishInput } from './use-publish.ts';

const page: CheckoutPageConfig = { ...createEmptyConfig(), productName: 'Throwing Taller', price: '49' };
const decide = (change: Partial<PublishInput>) =>
  decidePublish({
    state: 'changed',
    version: 2,
    published: page,
    draft: page,
    liveSlug: 'taller',
    ...change,
  });

test('publishes a page for the first time without confirmation', () => {
  expect(decide({ version: 0, published: null, state: 'draft' })).toEqual({ kind: 'publish' });
});

test('has nothing to publish if the published page equals the draft', () => {
  expect(decide({ state: 'published' })).toEqual({ kind: 'nothing' });
  expect(decide({ draft: { ...page, productName: ' Throwing Taller ' } })).toEqual({ kind: 'nothing' });
});

test('asks for confirmation of a later publication and lists the changes', () => {
  const decision = decide({ draft: { ...page, price: '59' } });
  expect(decision).toMatchObject({ kind: 'ask', title: 'Publish this change?' });
  if (decision.kind !== 'ask') throw new Error(decision.kind);
  expect(decision.changes).toHaveLength(1);
  expect(decision.changes[0]).toMatch(/49.*59/);
  expect(decision.consequences).toEqual(['Buyers who are already checking out keep the previous version.']);
});

test('mentions what a new price means for current subscribers', () => {
  const subscription: CheckoutPageConfig = { ...page, paymentType: 'subscription' };
  const decision = decide({ published: subscription, draft: { ...subscription, price: '59' } });
  expect(decision).toMatchObject({
    consequences: expect.arrayContaining(['Existing subscribers keep their current price.']),
  });
});

test('mentions what other payments mean for buyers with a payment plan', () => {
  const plan: CheckoutPageConfig = { ...page, paymentType: 'payment-plan' };
  const longer = { ...plan, paymentTerms: { ...plan.paymentTerms, installments: 6 } };
  expect(decide({ published: plan, draft: longer })).toMatchObject({
    changes: [expect.stringMatching(/3.*6/)],
    consequences: expect.arrayContaining(['Buyers already on a payment plan keep their current payments.']),
  });
});

test('mentions where the old URL redirects after a new slug', () => {
  const decision = decide({ draft: { ...page, customSlug: 'pots' } });
  expect(decision).toMatchObject({
    consequences: expect.arrayContaining(['The old URL /c/taller redirects to the new one.']),
  });
});

test('asks before an unpublished page is published again, even if unchanged', () => {
  expect(decide({ state: 'unpublished' })).toMatchObject({
    kind: 'ask',
    title: 'Publish this page again?',
    consequences: ['The page goes live again, and buyers can pay on it.'],
  });
});

test('asks before it replaces a version published elsewhere', () => {
  expect(decide({ published: null })).toMatchObject({
    kind: 'ask',
    title: 'Replace the newer version?',
  });
});
