import type { Page } from '@playwright/test';

import type { OrderDetail } from '#domain/order-detail.ts';

import { buyerOn, payByCard, type Buyer } from './buyer.ts';
import { expect, test, toastOf, type Guest } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { orderComesTo } from './provider-desk.ts';
import { enter, pageOnSale, type Seller } from './seller.ts';
import type { Shop } from './shop-process.ts';

type Sale = { seller: Seller; buyer: Buyer; orderId: string };

/** A page of $40 that somebody has bought from, and its seller in front of the order. */
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

test('a seller gives a part back, then the rest, and the buyer is told of both', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, buyer } = await sold(page, guest, shop);
  await refundKey(page).click();
  await expect(dialog(page)).toContainText('Refund $40.00 USD to Bo Buyer?');
  await expect(dialog(page)).toContainText('5 to 10 business days');
  await dialog(page).getByLabel('A part of it').check();
  const amount = dialog(page).getByLabel('Amount', { exact: true });
  await amount.fill('40.01');
  await act(page).click();
  await expect(dialog(page)).toContainText('No more than $40.00 USD is left of this payment');
  await expect(amount).toHaveValue('40.01');
  await amount.fill('12.50');
  await dialog(page).getByLabel('Reason').selectOption({ label: 'Paid twice by mistake' });
  await expect(act(page)).toHaveText('Refund $12.50 USD');
  await act(page).click();
  await expect(toastOf(page, 'Refund made')).toContainText('$12.50 USD goes back to Bo Buyer');
  await expect(dialog(page)).toHaveCount(0);
  await expect(refundKey(page)).toBeFocused();
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
});

test('two presses are one refund, and what another tab has given back is not given twice', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, orderId } = await sold(page, guest, shop);
  const { payments } = await seller.call('get-order', { orderId });
  await refundKey(page).click();
  // Somebody else gives a part back meanwhile.
  const wish = { orderId, paymentId: payments[0]?.id ?? '', amount: 3000, reason: 'duplicate' as const };
  await seller.call('refund-order', { ...wish, request: crypto.randomUUID() });
  await act(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('more than is left');
  await expect(act(page)).toHaveText('Refund $10.00 USD');
  await act(page).dblclick();
  await expect(toastOf(page, 'Refund made')).toContainText('$10.00 USD');
  await orderComesTo(seller, { state: 'refunded', refunds: [{ amount: 3000 }, { amount: 1000 }] });
});

test('an answer that is lost leaves what was typed, and the same press is told again', async ({
  page,
  guest,
  shop,
}) => {
  const { seller } = await sold(page, guest, shop);
  await refundKey(page).click();
  await dialog(page).getByLabel('A part of it').check();
  await dialog(page).getByLabel('Amount', { exact: true }).fill('5');
  await page.route(
    '**/functions/v1/refund-order',
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await act(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('did not answer');
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue('5');
  await act(page).click();
  await expect(toastOf(page, 'Refund made')).toContainText('$5.00 USD');
  await orderComesTo(seller, { state: 'partly_refunded', refunded: 500, refunds: [{ amount: 500 }] });
});

test('by keyboard and on a phone the sale is kept by the first key', async ({ page, guest, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { seller } = await sold(page, guest, shop);
  await refundKey(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Keep the sale' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(refundKey(page)).toBeFocused();
  await orderComesTo(seller, { state: 'paid', refunds: [] });

  await page.keyboard.press('Enter');
  const part = dialog(page).getByLabel('A part of it');
  await part.focus();
  await page.keyboard.press('Space');
  await page.keyboard.type('7');
  const box = await dialog(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Refund made')).toContainText('$7.00 USD');
});

test('a receipt is sent again', async ({ page, guest, shop }) => {
  const { buyer } = await sold(page, guest, shop);
  await mailOf(shop, buyer.address, /receipt/i);
  await expect(page.getByRole('main').getByText('Receipt sent')).toHaveCount(1);
  const looked = Promise.withResolvers<void>();
  // The first look after the press finds it on its way still.
  await page.route(
    '**/functions/v1/get-order',
    async (route) => {
      const answer = await route.fetch();
      const order = (await answer.json()) as OrderDetail;
      const mails = order.mails.map((mail) => ({ ...mail, state: 'waiting', reason: null }));
      await route.fulfill({ response: answer, json: { ...order, mails } });
      looked.resolve();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Send receipt again' }).click();
  await expect(toastOf(page, 'Receipt on its way')).toContainText(buyer.address);
  await looked.promise;
  await expect(page.getByRole('main').getByText('Receipt sent')).toHaveCount(2);
});
