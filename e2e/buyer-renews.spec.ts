import type { Page } from '@playwright/test';

import { buyerOn, payByCard } from './buyer.ts';
import { expect } from './journey.ts';
import { mailCount, mailOf } from './mail-of.ts';
import { comesToSay, moveOn, test, typeCardFields } from './plan.ts';
import { openDesk, orderComesTo, orderLine, pressAtDesk } from './provider-desk.ts';
import { enter, pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

/** A month, and the hour in which its invoice may still be changed. */
const A_MONTH = 32;
const GOOD_CARD = '5555 5555 5555 4444';

async function monthlySale(buyerPage: Page, shop: Shop) {
  const sale = await pageOnSale(shop, {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = buyerOn(buyerPage);
  await buyer.order(sale.url);
  await payByCard(buyerPage);
  const id = await orderComesTo(sale.seller, { state: 'paid', received: 4000 });
  return { ...sale, buyer, id };
}

test('a subscription renews by itself: a receipt for its buyer, and a payment on its order', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, buyer, id } = await monthlySale(await guest(), shop);
  await mailOf(shop, buyer.address, /receipt/i);
  const before = await mailCount(shop, buyer.address);
  await moveOn(shop, A_MONTH);
  await orderComesTo(seller, {
    state: 'paid',
    received: 8000,
    payments: [{ renewal: false }, { renewal: true, amount: 4000 }],
    subscription: { state: 'active', payments: 2, failed: null },
  });
  await expect.poll(() => mailCount(shop, buyer.address), { timeout: 10_000 }).toBe(before + 1);
  await mailOf(shop, seller.email, /A subscription was renewed/i);
  await enter(page, seller);
  await page.goto(`/orders/${id}`);
  await comesToSay(page, 'Renewed, paid $40.00', page.getByRole('main'));
  await expect(page.getByRole('main')).toContainText('2 payments, $80.00 USD net');
  await page.goto('/orders');
  await expect(orderLine(page, buyer.address)).toContainText('$80.00');
});

test('a renewal that fails is mailed with its way to pay; another card settles it, and all is well', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, buyer, id } = await monthlySale(await guest(), shop);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /^Let its card fail: /);
  await moveOn(shop, A_MONTH);
  await orderComesTo(seller, { received: 4000, subscription: { state: 'overdue' } });
  await mailOf(shop, seller.email, /A renewal did not go through/i);
  const letter = await mailOf(shop, buyer.address, /Your payment did not go through/i);
  expect(letter.text).toContain('$40.00');
  await enter(page, seller);
  await page.goto(`/orders/${id}`);
  await comesToSay(page, 'Overdue', page.getByRole('main'));
  await expect(page.getByRole('main')).toContainText('Renewal failed $40.00');

  await buyer.page.goto(/https?:\/\/\S+\/sandbox\/invoice\/\w+/.exec(letter.text)?.[0] ?? '');
  await typeCardFields(buyer.page, GOOD_CARD);
  await buyer.page.getByRole('button', { name: 'Pay $40.00', exact: true }).click();
  await expect(buyer.page.getByText('Paid').first()).toBeVisible();
  await orderComesTo(seller, {
    received: 8000,
    subscription: { state: 'active', payments: 2, failed: null },
  });
  const { events } = await seller.call('get-order', { orderId: id });
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('renew'));
  expect(kinds).toEqual(expect.arrayContaining(['renewal_failed', 'renewal_recovered']));
  await comesToSay(page, 'Overdue renewal paid', page.getByRole('main'));
  await expect(page.getByRole('main')).toContainText('2 payments, $80.00 USD net');
});

test('a subscription that its seller lets end at the provider ends here too; its buyer is told once', async ({
  guest,
  shop,
}) => {
  const { seller, buyer } = await monthlySale(await guest(), shop);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /^End with period: /);
  await orderComesTo(seller, { subscription: { state: 'ending' } });
  await mailOf(shop, buyer.address, /Your subscription will end/i);
  const told = await mailCount(shop, buyer.address);
  await moveOn(shop, A_MONTH);
  await orderComesTo(seller, { received: 4000, subscription: { state: 'ended' } });
  expect(await mailCount(shop, buyer.address)).toBe(told);
});

test('a subscription that its seller cancels at the provider is over at once, and its buyer is told', async ({
  guest,
  shop,
}) => {
  const { seller, buyer } = await monthlySale(await guest(), shop);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /^Cancel now: /);
  await orderComesTo(seller, { state: 'paid', received: 4000, subscription: { state: 'ended' } });
  await mailOf(shop, buyer.address, /Your subscription has ended/i);
});

test('a buyer whose renewal failed changes the card at the seller’s provider, by their own page', async ({
  guest,
  shop,
}) => {
  const { seller, buyer } = await monthlySale(await guest({ javaScriptEnabled: false }), shop);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /^Let its card fail: /);
  await moveOn(shop, A_MONTH);
  await orderComesTo(seller, { subscription: { state: 'overdue' } });

  const { page, address } = buyer;
  await page.goto('/purchases');
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  const { text } = await mailOf(shop, address, /\/purchases\/open\?token=/);
  await page.goto(/https?:\/\/\S+\/purchases\/open\?token=[\w-]+/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'See my purchases' }).click();
  await page.getByRole('link', { name: /^Change card/ }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
  await typeCardFields(page, GOOD_CARD);
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.waitForURL(/\/purchases/);
  await orderComesTo(seller, { received: 8000, subscription: { state: 'active', failed: null } });
  await moveOn(shop, A_MONTH);
  await orderComesTo(seller, { received: 12_000, subscription: { state: 'active', payments: 3 } });
});
