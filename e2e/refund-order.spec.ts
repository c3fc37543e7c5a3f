import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { createBuyer, payByCard, type Buyer } from './support/buyer.ts';
import { expect, test, getToast, type OpenContextPage } from './support/fixtures.ts';
import { waitForOrder } from './support/provider-dashboard.ts';
import { signIn, createPublishedPage, type Seller } from './support/seller.ts';
import { waitForEmail } from './support/wait-for-email.ts';

type Sale = { seller: Seller; buyer: Buyer; orderId: string };

/** Sells a page of $40 and opens the order as its seller. */
async function createSale(page: Page, openContextPage: OpenContextPage, app: RunningApp): Promise<Sale> {
  const { seller, url } = await createPublishedPage(app, { requireTerms: false });
  const buyer = createBuyer(await openContextPage());
  await buyer.startCheckout(url);
  await payByCard(buyer.page);
  const orderId = await waitForOrder(seller, { state: 'paid', received: 4000 });
  await signIn(page, seller);
  await page.goto(`/orders/${orderId}`);
  return { seller, buyer, orderId };
}

const refundButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Refund', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const confirmButton = (page: Page) => dialog(page).getByRole('button', { name: /^Refund/ });

test(
  'a seller refunds an order in two parts, and the buyer gets an email about each',
  { tag: '@core' },
  async ({ page, openContextPage, app }) => {
    const { seller, buyer } = await createSale(page, openContextPage, app);
    await refundButton(page).click();
    await dialog(page).getByLabel('Partial refund').check();
    await dialog(page).getByLabel('Amount', { exact: true }).fill('12.50');
    await dialog(page).getByLabel('Reason').selectOption({ label: 'Duplicate payment' });
    await confirmButton(page).click();
    await expect(getToast(page, 'Refund sent')).toContainText('$12.50 USD will reach Bo Buyer');
    await expect(page.getByRole('main')).toContainText('Partly refunded');
    expect((await waitForEmail(app, buyer.emailAddress, /12\.50/)).text).toContain('on its way');

    await refundButton(page).click();
    await expect(confirmButton(page)).toHaveText('Refund $27.50 USD');
    await confirmButton(page).click();
    await expect(page.getByRole('main').getByText('Refunded', { exact: true }).first()).toBeVisible();
    await expect(refundButton(page)).toHaveCount(0);
    await waitForEmail(app, buyer.emailAddress, /27\.50/);
    await waitForOrder(seller, {
      state: 'refunded',
      refunded: 4000,
      refunds: [
        { amount: 1250, state: 'succeeded', reason: 'duplicate' },
        { amount: 2750, state: 'succeeded', reason: 'requested_by_customer' },
      ],
    });
  },
);
