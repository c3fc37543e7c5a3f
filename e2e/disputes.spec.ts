import type { Page } from '@playwright/test';

import type { RunningApp } from './support/app-process.ts';
import { createBuyer, payByCard } from './support/buyer.ts';
import { expect } from './support/fixtures.ts';
import { openProviderDashboard, waitForOrder, orderRow, clickDashboardButton } from './support/provider-dashboard.ts';
import { signIn, createPublishedPage } from './support/seller.ts';
import { expectEventually, advanceClock, test } from './support/subscription-plan.ts';
import { waitForEmail } from './support/wait-for-email.ts';

const HOUR_IN_DAYS = 1 / 24;
const CARD = { dispute: '4000 0000 0000 0259', inquiry: '4000 0000 0000 1976' };

/** Sells to a buyer whose bank disputes the payment, or inquires about it, an hour later. */
async function createDisputedSale(page: Page, buyerPage: Page, app: RunningApp, card: string) {
  const { url, seller } = await createPublishedPage(app, { requireTerms: false });
  const buyer = createBuyer(buyerPage);
  await buyer.startCheckout(url);
  await payByCard(buyerPage, card);
  await waitForOrder(seller, { state: 'paid', dispute: null, received: 4000 });
  await advanceClock(app, HOUR_IN_DAYS);
  const id = await waitForOrder(seller, { dispute: 'open' });
  await signIn(page, seller);
  await page.goto('/orders');
  return { seller, buyer, id };
}

const findDashboardLink = (text: string): string => /https?:\/\/\S+\/sandbox\/dashboard\/\S+/.exec(text)?.[0] ?? '';

test('a disputed payment shows its deadline, and is lost when the seller does not respond', async ({
  page,
  openContextPage,
  app,
}) => {
  const { seller, buyer, id } = await createDisputedSale(page, await openContextPage(), app, CARD.dispute);
  const notice = await waitForEmail(app, seller.email, /A payment is disputed/i);
  expect(notice.text).toContain('$40.00');
  expect(notice.text).toContain(`/orders/${id}`);
  await expectEventually(page, 'Disputed', orderRow(page, buyer.emailAddress));
  await orderRow(page, buyer.emailAddress).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
  const dispute = page.locator('.order-dispute');
  await expect(dispute).toContainText('Dispute for $40.00');
  await expect(dispute).toContainText('Needs your response');
  await expect(dispute).toContainText('The cardholder says they didn’t make this payment');
  await advanceClock(app, 11);
  await waitForOrder(seller, { dispute: 'lost', received: 4000, lost: 4000, refunded: 0 });
  expect((await waitForEmail(app, seller.email, /You lost a dispute/i)).text).toContain('$40.00');
  await expectEventually(page, 'Lost: the money was returned to the buyer', dispute);
  await expect(page.getByRole('listitem').filter({ hasText: 'Dispute for $40.00 USD lost' })).toBeVisible();
  await page.goto('/orders');
  await expect(orderRow(page, buyer.emailAddress)).toContainText('Dispute lost');
  await expect(orderRow(page, buyer.emailAddress)).toContainText('$0.00 USD net');
});

test('a seller responds to a dispute at the provider, wins it, and can refund the payment afterwards', async ({
  page,
  openContextPage,
  app,
}) => {
  const { seller, buyer, id } = await createDisputedSale(page, await openContextPage(), app, CARD.dispute);
  const notice = await waitForEmail(app, seller.email, /A payment is disputed/i);
  expect(findDashboardLink(notice.text)).toContain('/sandbox/dashboard/acct_');
  await page.goto(`/orders/${id}`);
  const pagePromise = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Respond in Stripe' }).click();
  const dashboard = await pagePromise;
  await clickDashboardButton(dashboard, /^Submit evidence: dispute of \$40\.00/);
  await waitForOrder(seller, { disputes: [{ status: 'under_review' }] });
  const refund = seller.call('refund-order', {
    orderId: id,
    paymentId: (await seller.call('get-order', { orderId: id })).payments[0]?.id ?? '',
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  await expect(refund).rejects.toThrow('payment_disputed');
  await clickDashboardButton(dashboard, /^Win: dispute of \$40\.00/);
  await waitForOrder(seller, { dispute: 'won', lost: 0, state: 'paid', payments: [{ refundable: 4000 }] });
  expect((await waitForEmail(app, seller.email, /You won a dispute/i)).text).toContain('$40.00');
  await expectEventually(page, 'Won: the money was returned to you', page.locator('.order-dispute'));
  await page.goto('/orders');
  await expect(orderRow(page, buyer.emailAddress)).toContainText('Dispute won');
});

test('an inquiry moves no money and closes with a refund', async ({ page, openContextPage, app }) => {
  const { seller, id } = await createDisputedSale(page, await openContextPage(), app, CARD.inquiry);
  await waitForOrder(seller, { disputes: [{ status: 'warning_needs_response' }], lost: 0 });
  const notice = await waitForEmail(app, seller.email, /A bank is asking about a payment/i);
  expect(notice.text).toContain('hasn’t withdrawn any money');
  await page.goto(`/orders/${id}`);
  await expectEventually(
    page,
    'The bank needs your response; no money has been withdrawn',
    page.locator('.order-dispute'),
  );
  const paymentId = (await seller.call('get-order', { orderId: id })).payments[0]?.id ?? '';
  const reason = 'requested_by_customer';
  await seller.call('refund-order', { orderId: id, paymentId, reason, request: crypto.randomUUID() });
  await waitForOrder(seller, { state: 'refunded', dispute: 'won', refunded: 4000, lost: 0 });
  await waitForEmail(app, seller.email, /A bank inquiry is closed/i);
});

test('an inquiry that becomes a dispute notifies the seller again', async ({ page, openContextPage, app }) => {
  const { seller } = await createDisputedSale(page, await openContextPage(), app, CARD.inquiry);
  await waitForEmail(app, seller.email, /A bank is asking about a payment/i);
  const dashboard = await openContextPage();
  await openProviderDashboard(dashboard, seller);
  await clickDashboardButton(dashboard, /^Escalate: dispute of \$40\.00/);
  await waitForOrder(seller, { disputes: [{ status: 'needs_response' }], payments: [{ refundable: 0 }] });
  await waitForEmail(app, seller.email, /A payment is disputed/i);
});
