import type { Locator, Page } from '@playwright/test';

import { payByCard } from './buyer.ts';
import { expect, toastOf } from './journey.ts';
import {
  banner,
  CARD,
  comesToSay,
  moveOn,
  payingSeller,
  planCard,
  replaceCard,
  test,
  typeCard,
  typeCardFields,
} from './plan.ts';
import { freshEmail, onboard, publish, samplePage } from './seller.ts';

/** Pays what is due on the provider's page of the invoice. */
async function payInvoice(page: Page, link: Locator): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await link.click();
  const invoice = await opening;
  await invoice.waitForURL(/\/sandbox\/invoice\//);
  await typeCardFields(invoice, CARD.good);
  await invoice.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(invoice.getByText('Paid').first()).toBeVisible();
  await invoice.close();
}

test('a larger plan is paid for at once, a smaller one comes later and can be called off', async ({
  page,
  shop,
}) => {
  await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  await planCard(page, 'Growth').getByRole('button', { name: 'Move to Growth' }).click();
  const up = page.getByRole('dialog', { name: 'Move to Growth for $29 a month?' });
  await expect(up).toContainText('charged to your Visa ending 4242 now');
  await up.getByRole('button', { name: 'Move to Growth' }).click();
  await expect(toastOf(page, 'Plan Updated!')).toContainText(
    /You are on Growth now\. \$\d+\.\d\d was charged\./,
  );
  await expect(page.locator('.plan-title')).toContainText('Growth');

  await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
  const down = page.getByRole('dialog', { name: /^Move to Starter from / });
  await down.getByRole('button', { name: 'Move to Starter' }).click();
  await expect(planCard(page, 'Starter').getByRole('button', { name: /^From / })).toBeDisabled();
  await page.locator('.plan-note').getByRole('button', { name: 'Keep Growth' }).click();
  await expect(page.locator('.plan-note')).toHaveCount(0);

  await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
  await down.getByRole('button', { name: 'Move to Starter' }).click();
  await expect(page.locator('.plan-note')).toContainText('Starter for $9.00 a month begins on');
  await moveOn(shop, 31);
  await comesToSay(page, 'Starter', page.locator('.plan-title'));
});

test('a payment that fails is said everywhere, with the way to put it right', async ({ page, shop }) => {
  await payingSeller(page, shop, CARD.failsLater);
  await comesToSay(page, 'Payment failed - Please update your payment method');
  await page.goto('/builder');
  await expect(banner(page)).toContainText('Payment failed - Please update your payment method');
  await banner(page).getByRole('link', { name: 'Update Payment' }).click();
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(page.locator('.plan-note')).toContainText('$9.00 is due.');
  const opening = page.context().waitForEvent('page');
  await banner(page).getByRole('button', { name: 'Update Payment' }).click();
  const portal = await opening;
  await portal.waitForURL(/\/sandbox\/portal\//);
  await typeCard(portal, CARD.good);
  await portal.close();
  await comesToSay(page, 'Active', page.locator('.plan-title'));
});

test('a larger plan whose payment fails waits for it, and comes when it is paid', async ({ page, shop }) => {
  await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  await replaceCard(page, CARD.failsLater);
  await planCard(page, 'Growth').getByRole('button', { name: 'Move to Growth' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to Growth' }).click();
  const toast = toastOf(page, 'Payment needed');
  await expect(toast.getByRole('link', { name: 'Pay the invoice' })).toBeVisible();
  await expect(page.locator('.plan-title')).toContainText('Starter');
  await expect(page.locator('.plan-note')).toContainText('for Growth is due.');
  await payInvoice(page, toast.getByRole('link'));
  await comesToSay(page, 'Growth', page.locator('.plan-title'));
  await expect(page.locator('.plan-note')).toHaveCount(0);
});

test('a limit that is passed with a card that fails leads to the invoice', async ({ page, shop, guest }) => {
  const seller = await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  await replaceCard(page, CARD.failsLater);
  await onboard(seller);
  const { slug } = await publish(seller, samplePage({ price: '3200', requireTerms: false }));
  const buyer = await guest();
  await buyer.goto(`/c/${slug}`);
  await buyer.getByLabel('Email').fill(freshEmail('buyer'));
  await buyer.locator('button.co-pay').click();
  await payByCard(buyer);
  await comesToSay(page, "You've exceeded your limit! We're upgrading you to Growth plan");
  await payInvoice(page, banner(page).getByRole('link', { name: 'See the invoice' }));
  await comesToSay(page, 'Growth', page.locator('.plan-title'));
});

test('sales near the limit are warned of, and beyond it the plan grows', async ({ page, shop, guest }) => {
  const seller = await payingSeller(page, shop);
  await onboard(seller);
  const { slug } = await publish(seller, samplePage({ price: '1300', requireTerms: false }));
  const buy = async () => {
    const buyer = await guest();
    await buyer.goto(`/c/${slug}`);
    await buyer.getByLabel('Email').fill(freshEmail('buyer'));
    await buyer.locator('button.co-pay').click();
    await payByCard(buyer);
  };
  await buy();
  await buy();
  await comesToSay(page, 'The roll is running out. 86 % of Starter is used.');
  await expect(banner(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '86');
  await expect(page.getByText('$400', { exact: true })).toBeVisible();
  await page.goto('/builder');
  await expect(banner(page)).toContainText('$2,600 of $3,000');
  await banner(page).getByRole('link', { name: 'See Growth' }).click();
  await expect(page).toHaveURL(/\/subscription#plan-growth$/);
  await buy();
  await comesToSay(page, 'Growth', page.locator('.plan-title'));
  await expect(planCard(page, 'Starter')).toContainText('Your sales this month are above $3,000.');
});
