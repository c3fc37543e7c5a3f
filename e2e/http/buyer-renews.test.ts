import { expect, test } from 'vitest';

import { pageOnSale } from '../seller.ts';
import { CARD, CheckoutVisitor } from './checkout-visitor.ts';
import { mailsTo, mailTo, purchasesLink } from './sandbox-mail.ts';
import { moveClock, onlyOrderOf, pressAtDashboard } from './provider-dashboard.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();
/** Days after which a monthly renewal is due and its invoice is final. */
const A_MONTH = 32;
const OTHER_CARD = { ...CARD, number: '5555 5555 5555 4444' };

async function monthlySale() {
  const { url, seller } = await pageOnSale(app(), {
    requireTerms: false,
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  });
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(url));
  expect(await onlyOrderOf(seller)).toMatchObject({ state: 'paid', received: 4000 });
  return { seller, buyer };
}

test('a subscription renews with a receipt and a payment of its order', async () => {
  const { seller, buyer } = await monthlySale();
  const before = await mailsTo(app(), buyer.email);
  await moveClock(app(), A_MONTH);
  expect(await onlyOrderOf(seller)).toMatchObject({
    state: 'paid',
    received: 8000,
    payments: [{ renewal: false }, { renewal: true, amount: 4000 }],
    subscription: { state: 'active', payments: 2, failed: null },
  });
  expect(await mailsTo(app(), buyer.email)).toHaveLength(before.length + 1);
  await mailTo(app(), seller.email, /A subscription was renewed/i);
});

test('a failed renewal sends an invoice by email, and another card pays it', async () => {
  const { seller, buyer } = await monthlySale();
  await pressAtDashboard(app(), seller, 'Let its card fail');
  await moveClock(app(), A_MONTH);
  expect(await onlyOrderOf(seller)).toMatchObject({ received: 4000, subscription: { state: 'overdue' } });
  await mailTo(app(), seller.email, /A renewal did not go through/i);
  const mail = await mailTo(app(), buyer.email, /Your payment did not go through/i);
  expect(mail).toContain('$40.00');

  const invoice = await buyer.open(/https?:\/\/\S+\/sandbox\/invoice\/\w+/.exec(mail)?.[0] ?? '');
  const paid = await buyer.submit(invoice, 'form[novalidate]', OTHER_CARD, 'Pay $40.00');
  expect(textOf(paid, 'main, body')).toContain('Paid');
  await app().settled();
  const order = await onlyOrderOf(seller);
  expect(order).toMatchObject({
    received: 8000,
    subscription: { state: 'active', payments: 2, failed: null },
  });
  const kinds = order.events.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['renewal_failed', 'renewal_recovered']));
});

test('a subscription set to end with its period ends then, and its buyer gets one email', async () => {
  const { seller, buyer } = await monthlySale();
  await pressAtDashboard(app(), seller, 'End with period');
  expect(await onlyOrderOf(seller)).toMatchObject({ subscription: { state: 'ending' } });
  await mailTo(app(), buyer.email, /Your subscription will end/i);
  const before = await mailsTo(app(), buyer.email);
  await moveClock(app(), A_MONTH);
  expect(await onlyOrderOf(seller)).toMatchObject({ received: 4000, subscription: { state: 'ended' } });
  expect(await mailsTo(app(), buyer.email)).toHaveLength(before.length);
});

test('a subscription that its seller cancels ends at once, and its buyer gets an email', async () => {
  const { seller, buyer } = await monthlySale();
  await pressAtDashboard(app(), seller, 'Cancel now');
  expect(await onlyOrderOf(seller)).toMatchObject({
    state: 'paid',
    received: 4000,
    subscription: { state: 'ended' },
  });
  await mailTo(app(), buyer.email, /Your subscription has ended/i);
});

test('a buyer changes the card after a failed renewal, and later renewals succeed', async () => {
  const { seller, buyer } = await monthlySale();
  await pressAtDashboard(app(), seller, 'Let its card fail');
  await moveClock(app(), A_MONTH);
  await buyer.submit(await buyer.open('/purchases'), 'form.pu-ask', { email: buyer.email }, 'Send me a link');
  const open = await buyer.open(await purchasesLink(app(), buyer.email));
  const list = await buyer.submit(open, 'form.pu-ask');
  expect(textOf(list, '.pu-item')).toContain('Pay it now');
  await buyer.submit(await buyer.follow(list, 'Change card'), 'form.sheet', OTHER_CARD, 'Save card');
  await app().settled();
  expect(await onlyOrderOf(seller)).toMatchObject({
    received: 8000,
    subscription: { state: 'active', failed: null },
  });
  await moveClock(app(), A_MONTH);
  expect(await onlyOrderOf(seller)).toMatchObject({
    received: 12_000,
    subscription: { state: 'active', payments: 3 },
  });
});
