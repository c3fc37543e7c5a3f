import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const NO_CARD = { number: '', expiry: '', cvc: '' };

type Terms = Partial<CheckoutPageConfig['paymentTerms']>;

/** A seller with one buyer for each trial, who all start at the same time. */
async function startTrials(trials: Record<string, Terms>) {
  const app = await createTestApp({ sandboxTime: () => NOON.getTime() });
  const seller = await app.signUpSeller();
  for (const [slug, terms] of Object.entries(trials)) {
    const paymentTerms = { ...createPaymentTerms(), ...terms };
    await seller.publishPage({ paymentType: 'subscription', price: '29', paymentTerms }, slug);
    const { body } = await app.rpc('create-checkout-session', { slug, email: `${slug}@example.com` });
    await app.payAtStripe(body.url, paymentTerms.trialNeedsCard ? {} : NO_CARD);
  }
  let hours = 0;
  return {
    seller,
    /** Everyone who was reminded in the first hours of the trials. */
    listRemindedAfter: async (hoursSinceStart: number) => {
      await moveClock(app, hoursSinceStart - hours);
      hours = hoursSinceStart;
      const mails = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'free_trial_ends'));
      return mails.map(({ recipient }) => recipient.replace('@example.com', '')).toSorted();
    },
  };
}

test('reminds each buyer once: a week before the first payment, or a day before it after a short trial', async () => {
  const { seller, listRemindedAfter } = await startTrials({
    'two-days': { trialDays: 2 },
    'seven-days': { trialDays: 7 },
    'eight-days': { trialDays: 8 },
    'with-card': { trialDays: 14 },
    'without-card': { trialDays: 14, trialNeedsCard: false },
    canceled: { trialDays: 14 },
  });
  const { subscriptions } = (await seller.rpc('list-buyer-subscriptions', { search: 'canceled' })).body;
  await seller.rpc('cancel-buyer-subscription', { subscriptionId: subscriptions[0]?.id ?? '', now: false });
  expect(await listRemindedAfter(23)).toEqual([]);
  expect(await listRemindedAfter(25)).toEqual(['eight-days', 'two-days']);
  expect(await listRemindedAfter(6 * 24 - 1)).toEqual(['eight-days', 'two-days']);
  expect(await listRemindedAfter(6 * 24 + 1)).toEqual(['eight-days', 'seven-days', 'two-days']);
  expect(await listRemindedAfter(7 * 24 - 1)).toEqual(['eight-days', 'seven-days', 'two-days']);
  const everyone = ['eight-days', 'seven-days', 'two-days', 'with-card', 'without-card'];
  expect(await listRemindedAfter(7 * 24 + 1)).toEqual(everyone);
  expect(await listRemindedAfter(15 * 24)).toEqual(everyone);
});
