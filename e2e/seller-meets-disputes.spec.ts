import { buyerOn, payByCard } from './buyer.ts';
import { expect } from './journey.ts';
import { mailOf } from './mail-of.ts';
import { comesToSay, moveOn, test } from './plan.ts';
import { openDesk, orderComesTo, orderLine, pressAtDesk } from './provider-desk.ts';
import { enter, pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

import type { Page } from '@playwright/test';

const AN_HOUR = 1 / 24;
const CARD = { disputes: '4000 0000 0000 0259', asks: '4000 0000 0000 1976' };

/** Sells to a buyer whose bank disputes the payment, or inquires about it, an hour later. */
async function disputedSale(page: Page, buyerPage: Page, shop: Shop, card: string) {
  const { url, seller } = await pageOnSale(shop, { requireTerms: false });
  const buyer = buyerOn(buyerPage);
  await buyer.order(url);
  await payByCard(buyerPage, card);
  await orderComesTo(seller, { state: 'paid', dispute: null, received: 4000 });
  await moveOn(shop, AN_HOUR);
  const id = await orderComesTo(seller, { dispute: 'open' });
  await enter(page, seller);
  await page.goto('/orders');
  return { seller, buyer, id };
}

const answerLink = (text: string): string => /https?:\/\/\S+\/sandbox\/dashboard\/\S+/.exec(text)?.[0] ?? '';

test(
  'a disputed payment shows its deadline, and is lost when the seller does not respond',
  { tag: '@core' },
  async ({ page, guest, shop }) => {
    const { seller, buyer, id } = await disputedSale(page, await guest(), shop, CARD.disputes);
    const notice = await mailOf(shop, seller.email, /A payment is disputed/i);
    expect(notice.text).toContain('$40.00');
    expect(notice.text).toContain(`/orders/${id}`);
    await comesToSay(page, 'Disputed', orderLine(page, buyer.address));
    await orderLine(page, buyer.address).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
    const dispute = page.locator('.order-dispute');
    await expect(dispute).toContainText('Dispute of $40.00');
    await expect(dispute).toContainText('Waiting for your answer');
    await expect(dispute).toContainText('The cardholder says they did not pay');
    await moveOn(shop, 11);
    await orderComesTo(seller, { dispute: 'lost', received: 4000, lost: 4000, refunded: 0 });
    expect((await mailOf(shop, seller.email, /You lost a dispute/i)).text).toContain('$40.00');
    await comesToSay(page, 'Lost: the money went back to the buyer', dispute);
    await expect(page.getByRole('listitem').filter({ hasText: 'Dispute lost $40.00' })).toBeVisible();
    await page.goto('/orders');
    await expect(orderLine(page, buyer.address)).toContainText('Dispute lost');
    await expect(orderLine(page, buyer.address)).toContainText('−$40.00');
  },
);

test('a seller responds to a dispute at the provider, wins it, and can refund the payment afterwards', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, buyer, id } = await disputedSale(page, await guest(), shop, CARD.disputes);
  const notice = await mailOf(shop, seller.email, /A payment is disputed/i);
  expect(answerLink(notice.text)).toContain('/sandbox/dashboard/acct_');
  await page.goto(`/orders/${id}`);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Answer in Stripe' }).click();
  const desk = await opening;
  await pressAtDesk(desk, /^Answer: dispute of \$40\.00/);
  await orderComesTo(seller, { disputes: [{ status: 'under_review' }] });
  const refused = seller.call('refund-order', {
    orderId: id,
    paymentId: (await seller.call('get-order', { orderId: id })).payments[0]?.id ?? '',
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  await expect(refused).rejects.toThrow('payment_disputed');
  await pressAtDesk(desk, /^Win: dispute of \$40\.00/);
  await orderComesTo(seller, { dispute: 'won', lost: 0, state: 'paid', payments: [{ refundable: 4000 }] });
  expect((await mailOf(shop, seller.email, /You won a dispute/i)).text).toContain('$40.00');
  await comesToSay(page, 'Won: the money is back', page.locator('.order-dispute'));
  await page.goto('/orders');
  await expect(orderLine(page, buyer.address)).toContainText('Dispute won');
});

test('an inquiry moves no money and closes with a refund', async ({
  page,
  guest,
  shop,
}) => {
  const { seller, id } = await disputedSale(page, await guest(), shop, CARD.asks);
  await orderComesTo(seller, { disputes: [{ status: 'warning_needs_response' }], lost: 0 });
  const notice = await mailOf(shop, seller.email, /A bank asks about a payment/i);
  expect(notice.text).toContain('has taken nothing');
  await page.goto(`/orders/${id}`);
  await comesToSay(page, 'The bank asks about it, no money was taken', page.locator('.order-dispute'));
  const paymentId = (await seller.call('get-order', { orderId: id })).payments[0]?.id ?? '';
  const reason = 'requested_by_customer';
  await seller.call('refund-order', { orderId: id, paymentId, reason, request: crypto.randomUUID() });
  await orderComesTo(seller, { state: 'refunded', dispute: 'won', refunded: 4000, lost: 0 });
  await mailOf(shop, seller.email, /A bank’s question is closed/i);
});

test('an inquiry that becomes a dispute notifies the seller again', async ({
  page,
  guest,
  shop,
}) => {
  const { seller } = await disputedSale(page, await guest(), shop, CARD.asks);
  await mailOf(shop, seller.email, /A bank asks about a payment/i);
  const desk = await guest();
  await openDesk(desk, seller);
  await pressAtDesk(desk, /^Escalate: dispute of \$40\.00/);
  await orderComesTo(seller, { disputes: [{ status: 'needs_response' }], payments: [{ refundable: 0 }] });
  await mailOf(shop, seller.email, /A payment is disputed/i);
});
