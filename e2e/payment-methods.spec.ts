import type { Page } from '@playwright/test';

import { createBuyer } from './support/buyer.ts';
import { expect, testWithRemoteSandbox as test } from './support/fixtures.ts';
import { createPublishedPage, type Seller } from './support/seller.ts';

const EVERYTHING = { methods: 'stripe' as const, excluded: [] as string[], instantOnly: false };
const PAGE = { currency: 'EUR', payment: EVERYTHING, requireTerms: false, language: 'nl' as const };

/** Turns payment methods on in the seller's dashboard at the provider, and lets the app read them again. */
async function turnOn(sandboxUrl: string, seller: Seller, methods: readonly string[]): Promise<void> {
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  for (const method of methods)
    await fetch(`${sandboxUrl}/sandbox/dashboard/${account}/settings`, {
      method: 'POST',
      body: new URLSearchParams({ act: `${method}_on` }),
      redirect: 'manual',
    });
  await seller.call('get-connection', { refresh: true });
}

async function payBy(page: Page, method: string): Promise<void> {
  await page.waitForURL(/\/sandbox\/pay\/cs_/);
  await page.getByText(`Pay with ${method}`, { exact: true }).click();
  const form = page.locator('details[open]');
  await form.getByLabel('Name').fill('Bo Buyer');
  await form.getByRole('button', { name: /^Pay / }).click();
}

for (const script of [true, false])
  test(
    `${script ? 'with' : 'without'} script, a payment that fails at the bank leaves no order, and the next one is paid`,
    { tag: script ? '@core' : [] },
    async ({ openContextPage, app }) => {
      const { url, seller } = await createPublishedPage(app, PAGE);
      await turnOn(app.sandboxUrl, seller, ['ideal']);
      const page = await openContextPage({ javaScriptEnabled: script });
      const buyer = createBuyer(page);
      await page.goto(url);
      await expect(page.getByText('Card, iDEAL, Apple Pay, Google Pay, and more on Stripe’s page')).toBeVisible();
      await buyer.fillForm();
      await buyer.pay.click();
      await payBy(page, 'Test iDEAL');
      await page.getByRole('button', { name: 'Fail payment' }).click();
      await expect(page.getByText('The payment failed.')).toBeVisible();
      expect((await seller.call('list-orders', {})).orders).toEqual([]);

      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page.getByText('Your payment wasn’t completed. You haven’t been charged.')).toBeVisible();
      if (script) await expect(buyer.email).toHaveValue(buyer.emailAddress);
      await buyer.fillForm();
      await buyer.pay.click();
      await payBy(page, 'Test iDEAL');
      await page.getByRole('button', { name: 'Approve payment' }).click();
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      expect((await seller.call('list-orders', {})).orders).toMatchObject([
        { state: 'paid', paymentMethod: { type: 'ideal' } },
      ]);
    },
  );

for (const script of [true, false])
  test(`${script ? 'with' : 'without'} script, a buyer with a voucher sees how long it is valid`, async ({
    openContextPage,
    app,
  }) => {
    const { url, seller } = await createPublishedPage(app, PAGE);
    await turnOn(app.sandboxUrl, seller, ['multibanco']);
    const page = await openContextPage({ javaScriptEnabled: script });
    await createBuyer(page).startCheckout(url);
    await payBy(page, 'Test voucher');
    await page.waitForURL(/\/sandbox\/voucher\/pi_/);
    await page.getByRole('link', { name: 'Return to the seller' }).click();
    await expect(page.getByRole('heading', { name: 'Your payment is processing' })).toBeVisible();
    await expect(page.getByText(/^Pay the voucher by/)).toBeVisible();
    await page.getByRole('link', { name: 'Show voucher' }).click();
    await page.getByRole('button', { name: 'Pay voucher' }).click();
    await page.getByRole('link', { name: 'Return to the seller' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 1000 });
    }).toPass();
  });
