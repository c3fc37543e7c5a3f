import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { getPreview, openTab } from '#app/testing/builder-screen.ts';
import { CONNECTED, createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';

const EVERYTHING = { methods: 'stripe' as const, excluded: [] as string[], instantOnly: false };
const ACCOUNT = { on: ['card', 'apple_pay', 'google_pay', 'link', 'ideal', 'sepa_debit'], off: ['paypal', 'twint'] };

/** Opens a draft whose Stripe account has these methods. */
async function openPayment(change: Partial<CheckoutPageConfig> = {}, paymentMethods = ACCOUNT) {
  const draft = createDraft(createSamplePage({ currency: 'EUR', payment: EVERYTHING, ...change }));
  const opened = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(draft),
    'get-connection': () => ({ ...CONNECTED, paymentMethods }),
  });
  await openTab('Settings');
  return opened;
}

const method = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Offered on this page' }).getByLabelText(name);

test('lists what the account has turned on, leaves methods out, and names the rest in the preview', async () => {
  await openPayment();
  await expect.element(method('iDEAL (Netherlands)')).toBeChecked();
  await expect.element(method(/SEPA Direct Debit · Takes days to arrive/)).toBeChecked();
  await expect.element(page.getByText('Turned off in Stripe: PayPal and TWINT.')).toBeVisible();
  await expect
    .element(getPreview().getByText('Card, Apple Pay, Google Pay, Link, and more on Stripe’s page'))
    .toBeVisible();
  await method('iDEAL (Netherlands)').click();
  await method(/SEPA Direct Debit/).click();
  await expect.element(getPreview().getByText('Card, Apple Pay, Google Pay, and Link on Stripe’s page')).toBeVisible();
});

test('locks the switch for delayed payments where the page has a stock, and says why', async () => {
  await openPayment({ availability: { ...createAddedFields().availability, stock: 20 } });
  const lock = page.getByRole('switch', { name: 'Only payments that arrive right away' });
  await expect.element(lock).toBeChecked();
  await expect.element(lock).toBeDisabled();
  await expect
    .element(lock)
    .toHaveAccessibleDescription(
      'This page has limited stock (20), so it only accepts payments that arrive right away.',
    );
  await expect.element(method(/SEPA Direct Debit/)).toBeDisabled();
  await expect.element(method(/SEPA Direct Debit/)).not.toBeChecked();
});

test('a page on cards says what else the account accepts', async () => {
  await openPayment({ payment: createAddedFields().payment });
  await expect
    .element(page.getByText('Your Stripe account also accepts iDEAL and SEPA Direct Debit.', { exact: false }))
    .toBeVisible();
  await page.getByRole('radio', { name: 'Everything turned on in Stripe' }).click();
  await expect.element(method('iDEAL (Netherlands)')).toBeChecked();
});

test('says that only cards are turned on, and reads the list again', async () => {
  const { rpc } = await openPayment({}, { on: ['card', 'apple_pay'], off: [] });
  await expect.element(page.getByText('Only cards are turned on in Stripe.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Refresh list' }).click();
  await expect.poll(() => rpc.bodiesOf('get-connection')).toContainEqual({ refresh: true });
});
