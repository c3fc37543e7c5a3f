import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { findPreviewElement, lastSavedConfig, openDraft } from '#app/testing/builder-fields.ts';
import { getPublishButton, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';

const SUBSCRIPTION: Partial<CheckoutPageConfig> = {
  paymentType: 'subscription',
  price: '29',
  enableCoupon: false,
  validCoupons: [],
};
const PLAN: Partial<CheckoutPageConfig> = { ...SUBSCRIPTION, paymentType: 'payment-plan', price: '105' };
const payments = () => page.getByLabelText('Number of payments');
const disclosure = () => page.getByText(/^Setup fee and free trial/);
const setupFee = () => page.getByLabelText('Setup fee', { exact: true });
const trialDays = () => page.getByLabelText('Free trial days');
const price = (number: number) => page.getByRole('group', { name: `Price ${number}`, exact: true });

test('turns a yearly subscription into a payment plan, and shows the sum of its payments', async () => {
  const { rpc } = await openDraft({ ...SUBSCRIPTION, billingFrequency: 'yearly' });
  await page.getByRole('radio', { name: 'Payment plan' }).click();
  await expect.element(page.getByLabelText('Each payment')).toHaveValue('29');
  await expect.element(payments()).toHaveValue('3');
  await expect.element(page.getByText('3 payments of $29.00, $87.00 in all.', { exact: true })).toBeVisible();
  await payments().fill('12');
  await expect.element(page.getByText('12 payments of $29.00, $348.00 in all.', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/^Under the price: “12 monthly payments of \$29\.00 USD, \$348\.00 USD in all\./))
    .toBeVisible();
  await expect
    .poll(() => findPreviewElement('.co-terms-text')?.textContent)
    .toContain('12 monthly payments of $29.00 USD');
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc))
    .toMatchObject({
      paymentType: 'payment-plan',
      billingFrequency: 'monthly',
      paymentTerms: { ...createPaymentTerms(), installments: 12 },
    });
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(payments()).toHaveValue('3');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('radio', { name: 'Subscription' })).toBeChecked();
});

test('compares a payment plan with a one-time price', async () => {
  const others = [
    { id: 'once', name: '', price: '300', paymentType: 'one-time', billingFrequency: 'monthly' } as const,
  ];
  await openDraft({ ...PLAN, priceOptions: { baseName: '', others } });
  await expect
    .element(page.getByText('3 payments of $105.00, $315.00 in all. That’s $15.00 more than paying in full.'))
    .toBeVisible();
});

test('opens setup fee and free trial on demand, and asks for a card', async () => {
  const { rpc } = await openDraft(SUBSCRIPTION);
  await expect.element(disclosure()).toBeVisible();
  await expect.element(setupFee()).not.toBeInTheDocument();
  await disclosure().click();
  await trialDays().fill('14');
  await expect.element(page.getByText(/^Under the price: “14 days free\. Then \$29\.00 USD\/month/)).toBeVisible();
  const card = page.getByLabelText('Ask for a card when the trial starts');
  await expect.element(card).toBeChecked();
  await card.click();
  await expect
    .element(card)
    .toHaveAccessibleDescription('The subscription ends with the trial, unless the buyer adds a card.');
  await expect.element(page.getByText(/^Under the price: “14 days free, without a card\./)).toBeVisible();
  await setupFee().fill('99');
  await expect
    .element(card)
    .toHaveAccessibleDescription('Buyers pay the setup fee by card. The same card is charged after the trial.');
  await expect.element(card).toHaveAttribute('aria-disabled', 'true');
  await expect.element(card).toBeChecked();
  await expect.element(page.getByText(/^Under the price: “14 days free\. Then \$29\.00 USD\/month/)).toBeVisible();
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.paymentTerms)
    .toEqual({ ...createPaymentTerms(), setupFee: '99', trialDays: 14, trialNeedsCard: false });
});

test('shows errors at their fields, and opens a collapsed field with one', async () => {
  await openDraft({ ...SUBSCRIPTION, paymentTerms: { ...createPaymentTerms(), trialDays: 900 } });
  await expect.element(trialDays()).toHaveValue('900');
  await disclosure().click();
  await expect.element(trialDays()).not.toBeInTheDocument();
  await getPublishButton().click();
  await expect.element(trialDays()).toHaveFocus();
  await expect.element(trialDays()).toHaveAccessibleDescription('A free trial can last 1 to 730 days');
});

test('has the same for each additional price', async () => {
  const others = [
    { id: 'club', name: 'Club', price: '9', paymentType: 'subscription', billingFrequency: 'monthly' } as const,
  ];
  const { rpc } = await openDraft({ ...SUBSCRIPTION, paymentType: 'one-time', priceOptions: { baseName: '', others } });
  const card = price(2);
  await card.getByLabelText('Billing').selectOptions('Payment plan, weekly');
  const count = card.getByLabelText('Number of payments');
  await count.fill('40');
  await getPublishButton().click();
  await expect.element(card.getByLabelText('Name')).toHaveFocus();
  await expect.element(count).toHaveAccessibleDescription('A payment plan must have 2 to 24 payments');
  await expect.element(count).toHaveAttribute('aria-invalid', 'true');
  await expect.element(card.getByLabelText('Name')).not.toHaveAttribute('aria-invalid');
  await count.fill('4');
  await expect.element(card).toMatchTextContent('Buyers see $9 USD/week for 4 weeks');
  await expect.element(card).toMatchTextContent('That’s $7.00 more than paying in full.');
  await saveByShortcut();
  await expect
    .poll(() => lastSavedConfig(rpc)?.priceOptions.others[0])
    .toMatchObject({
      paymentType: 'payment-plan',
      billingFrequency: 'weekly',
      paymentTerms: { ...createPaymentTerms(), installments: 4 },
    });
});

test('is not combined with quantities and Pay what you want', async () => {
  await openDraft(PLAN);
  await expect
    .element(page.getByLabelText('Let buyers choose the quantity'))
    .toHaveAccessibleDescription('Not available with a payment plan.');
  await expect
    .element(page.getByLabelText('Pay what you want'))
    .toHaveAccessibleDescription('Not available with a payment plan, setup fee, or free trial.');
});
