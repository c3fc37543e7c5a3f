import type { Page } from '@playwright/test';

import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, test, toastOf, type Guest } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { orderComesTo } from './provider-desk.ts';
import { enter, pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

type Sale = { seller: Seller; buyer: Buyer; orderId: string };

/** Sells a page of $40 and opens the order as its seller. */
async function sold(page: Page, guest: Guest, shop: Shop): Promise<Sale> {
  const { seller, url } = await pageOnSale(shop, { requireTerms: false });
  const buyer = buyerOn(await guest());
  await buyer.order(url);
  await payByCard(buyer.page);
  const orderId = await orderComesTo(seller, { state: 'paid', received: 4000 });
  await enter(page, seller);
  await page.goto(`/orders/${orderId}`);
  return { seller, buyer, orderId };
}

const refundKey = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Refund', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const act = (page: Page) => dialog(page).getByRole('button', { name: /^Refund/ });

test(
  'a seller refunds an order in two parts, and the buyer gets an email about each',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
    const { seller, buyer } = await sold(page, guest, shop);
    await refundKey(page).click();
    await dialog(page).getByLabel('A part of it').check();
    await dialog(page).getByLabel('Amount', { exact: true }).fill('12.50');
    await dialog(page).getByLabel('Reason').selectOption({ label: 'Paid twice by mistake' });
    await act(page).click();
    await expect(toastOf(page, 'Refund made')).toContainText('$12.50 USD goes back to Bo Buyer');
    await expect(page.getByRole('main')).toContainText('Partly refunded');
    expect((await mailOf(shop, buyer.address, /12\.50/)).text).toContain('on its way back');

    await refundKey(page).click();
    await expect(act(page)).toHaveText('Refund $27.50 USD');
    await act(page).click();
    await expect(page.getByRole('main').getByText('Refunded', { exact: true }).first()).toBeVisible();
    await expect(refundKey(page)).toHaveCount(0);
    await mailOf(shop, buyer.address, /27\.50/);
    await orderComesTo(seller, {
      state: 'refunded',
      refunded: 4000,
      refunds: [
        { amount: 1250, state: 'succeeded', reason: 'duplicate' },
        { amount: 2750, state: 'succeeded', reason: 'requested_by_customer' },
      ],
    });
  },
);
