import type { Page } from '@playwright/test';

import { buyerOn } from './buyer.ts';
import { expect } from './journey.ts';
import { mailCount, mailOf } from './mail-of.ts';
import { comesToSay, moveOn, test } from './plan.ts';
import { openDesk, orderComesTo, orderLine, pressAtDesk } from './provider-desk.ts';
import { enter, pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** A seller who takes debits, and a buyer on the way to pay by one; without script, as it must work too. */
async function debitSale(page: Page, buyerPage: Page, shop: Shop, account: RegExp) {
  const { url, seller } = await pageOnSale(shop, { requireTerms: false });
  await openDesk(page, seller);
  await pressAtDesk(page, 'Switch on: bank debits');
  const buyer = buyerOn(buyerPage);
  await buyer.order(url);
  await buyerPage.waitForURL(/\/sandbox\/pay\/cs_/);
  await buyerPage.getByText('Pay by bank debit').click();
  await buyerPage.getByLabel('Name on account').fill('Bo Buyer');
  await buyerPage.getByLabel(account).check();
  await buyerPage.getByRole('button', { name: 'Pay $40.00 by debit' }).click();
  await buyerPage.waitForURL(/\/success/);
  await orderComesTo(seller, { state: 'pending', total: 4000, received: 0 });
  await enter(page, seller);
  await page.goto('/orders');
  return { seller, buyer };
}

test('an order paid by debit is pending until its money comes, and only then receipted', async ({
  page,
  guest,
  shop,
}) => {
  const buyerPage = await guest({ javaScriptEnabled: false });
  const { seller, buyer } = await debitSale(page, buyerPage, shop, /Pays after three days/);
  await expect(buyerPage.getByRole('main')).toContainText('$40.00');
  await comesToSay(page, 'Pending', orderLine(page, buyer.address));
  expect(await mailCount(shop, buyer.address)).toBe(0);
  await moveOn(shop, 3);
  await orderComesTo(seller, { state: 'paid', received: 4000, payments: [{ amount: 4000 }] });
  await comesToSay(page, 'Paid', orderLine(page, buyer.address));
  await mailOf(shop, buyer.address, /receipt/i);
  await mailOf(shop, seller.email, /You have made a sale/i);
  await buyerPage.reload();
  await expect(buyerPage.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('an order whose debit comes back has failed, and nothing was received', async ({
  page,
  guest,
  shop,
}) => {
  const buyerPage = await guest({ javaScriptEnabled: false });
  const { seller, buyer } = await debitSale(page, buyerPage, shop, /Has too little money/);
  await moveOn(shop, 4);
  await orderComesTo(seller, { state: 'failed', received: 0, payments: [] });
  await comesToSay(page, 'Failed', orderLine(page, buyer.address));
  expect(await mailCount(shop, buyer.address)).toBe(0);
  await buyerPage.reload();
  await expect(buyerPage.getByRole('heading', { name: 'Payment Successful!' })).toHaveCount(0);
});
