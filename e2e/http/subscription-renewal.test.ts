import { expect, test } from 'vitest';

import { CARD, CheckoutVisitor } from '../support/checkout-visitor.ts';
import { advanceClock, getOnlyOrder, clickDashboardButton } from '../support/http-seller-actions.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listEmails, findEmail, findPurchasesLink } from '../support/sandbox-email.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
/** Days after which a monthly renewal is due and its invoice is final. */
const DAYS_UNTIL_RENEWAL = 32;
const OTHER_CARD = { ...CARD, number: '5555 5555 5555 4444' };

async function createMonthlySale() {
  const { url, seller } = await createPublishedPage(app(), {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(url));
  expect(await getOnlyOrder(seller)).toMatchObject({ state: 'paid', received: 4000 });
  return { seller, buyer };
}

test('a subscription renews with a receipt and a payment of its order', async () => {
  const { seller, buyer } = await createMonthlySale();
  const before = await listEmails(app(), buyer.email);
  await advanceClock(app(), DAYS_UNTIL_RENEWAL);
  expect(await getOnlyOrder(seller)).toMatchObject({
    state: 'paid',
    received: 8000,
    payments: [{ renewal: false }, { renewal: true, amount: 4000 }],
    subscription: { state: 'active', payments: 2, failed: null },
  });
  expect(await listEmails(app(), buyer.email)).toHaveLength(before.length + 1);
  await findEmail(app(), seller.email, /A subscription was renewed/i);
});

test('a failed renewal sends an invoice by email, and another card pays it', async () => {
  const { seller, buyer } = await createMonthlySale();
  await clickDashboardButton(app(), seller, 'Use a failing card');
  await advanceClock(app(), DAYS_UNTIL_RENEWAL);
  expect(await getOnlyOrder(seller)).toMatchObject({ received: 4000, subscription: { state: 'overdue' } });
  await findEmail(app(), seller.email, /A renewal failed/i);
  const mail = await findEmail(app(), buyer.email, /Your payment failed/i);
  expect(mail).toContain('$40.00');

  const invoice = await buyer.open(/https?:\/\/\S+\/sandbox\/invoice\/\w+/.exec(mail)?.[0] ?? '');
  const paid = await buyer.submit(invoice, 'form[novalidate]', OTHER_CARD, 'Pay $40.00');
  expect(getText(paid, 'main, body')).toContain('Paid');
  await app().waitUntilIdle();
  const order = await getOnlyOrder(seller);
  expect(order).toMatchObject({
    received: 8000,
    subscription: { state: 'active', payments: 2, failed: null },
  });
  const kinds = order.events.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['renewal_failed', 'renewal_recovered']));
});

test('a subscription set to end with its period ends then, and its buyer gets one email', async () => {
  const { seller, buyer } = await createMonthlySale();
  await clickDashboardButton(app(), seller, 'Cancel at period end');
  expect(await getOnlyOrder(seller)).toMatchObject({ subscription: { state: 'ending' } });
  await findEmail(app(), buyer.email, /Your subscription will end/i);
  const before = await listEmails(app(), buyer.email);
  await advanceClock(app(), DAYS_UNTIL_RENEWAL);
  expect(await getOnlyOrder(seller)).toMatchObject({ received: 4000, subscription: { state: 'ended' } });
  expect(await listEmails(app(), buyer.email)).toHaveLength(before.length);
});

test('a subscription that its seller cancels ends at once, and its buyer gets an email', async () => {
  const { seller, buyer } = await createMonthlySale();
  await clickDashboardButton(app(), seller, 'Cancel immediately');
  expect(await getOnlyOrder(seller)).toMatchObject({
    state: 'paid',
    received: 4000,
    subscription: { state: 'ended' },
  });
  await findEmail(app(), buyer.email, /Your subscription has ended/i);
});

test('a buyer changes the card after a failed renewal, and later renewals succeed', async () => {
  const { seller, buyer } = await createMonthlySale();
  await clickDashboardButton(app(), seller, 'Use a failing card');
  await advanceClock(app(), DAYS_UNTIL_RENEWAL);
  await buyer.submit(
    await buyer.open('/purchases'),
    'form.sign-in-link-form',
    { email: buyer.email },
    'Email me a link',
  );
  const open = await buyer.open(await findPurchasesLink(app(), buyer.email));
  const list = await buyer.submit(open, 'form.sign-in-link-form');
  expect(getText(list, '.purchase-item')).toContain('Pay now');
  await buyer.submit(await buyer.follow(list, 'Change card'), 'form.sheet', OTHER_CARD, 'Save card');
  await app().waitUntilIdle();
  expect(await getOnlyOrder(seller)).toMatchObject({
    received: 8000,
    subscription: { state: 'active', failed: null },
  });
  await advanceClock(app(), DAYS_UNTIL_RENEWAL);
  expect(await getOnlyOrder(seller)).toMatchObject({
    received: 12_000,
    subscription: { state: 'active', payments: 3 },
  });
});
