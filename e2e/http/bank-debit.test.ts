import { expect, test } from 'vitest';

import { CheckoutVisitor } from '../support/checkout-visitor.ts';
import { advanceClock, getOnlyOrder, clickDashboardButton } from '../support/http-seller-actions.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { findEmail } from '../support/sandbox-email.ts';
import { createPublishedPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();

/** Places an order by bank debit from the test account whose description contains `account`. */
async function createDebitSale(account: string) {
  const { url, seller } = await createPublishedPage(app(), { requireTerms: false });
  await clickDashboardButton(app(), seller, 'Always offer');
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(url);
  const choices = [...payPage.document.querySelectorAll('label.choice')];
  const bank = choices
    .find((label) => label.textContent?.includes(account))
    ?.querySelector('input')
    ?.getAttribute('value');
  const success = await buyer.submit(payPage, 'form[action$="/debit"]', {
    name: 'Bo Buyer',
    bank: bank ?? '',
  });
  await app().waitUntilIdle();
  expect(success.url.pathname).toBe('/success');
  expect(await getOnlyOrder(seller)).toMatchObject({ state: 'pending', total: 4000, received: 0 });
  await findEmail(app(), buyer.email, /We received your order/);
  return { seller, buyer, success: await buyer.open(success.url) };
}

test('an order by debit stays pending and gets its receipt when the money arrives', async () => {
  const { seller, buyer, success } = await createDebitSale('Succeeds after three days');
  expect(getText(success, 'h1')).toBe('Your payment is processing');
  expect(getText(success, '.co-lines')).toContain('$40.00');
  expect(success.document.body.textContent).toContain('Bank debits usually take');
  expect(success.document.querySelector('noscript')?.innerHTML).toContain('20;url=/success?');
  await advanceClock(app(), 3);
  expect(await getOnlyOrder(seller)).toMatchObject({
    state: 'paid',
    received: 4000,
    payments: [{ amount: 4000 }],
  });
  await findEmail(app(), buyer.email, /receipt/i);
  await findEmail(app(), seller.email, /You made a sale/i);
  expect(getText(await buyer.open(success.url), 'h1')).toBe('Payment Successful!');
});

test('an order fails when its debit is returned, and receives no money', async () => {
  const { seller, buyer, success } = await createDebitSale('insufficient funds');
  await advanceClock(app(), 4);
  expect(await getOnlyOrder(seller)).toMatchObject({ state: 'failed', received: 0, payments: [] });
  await findEmail(app(), buyer.email, /didn’t arrive/);
  await findEmail(app(), seller.email, /didn’t arrive/);
  expect(getText(await buyer.open(success.url), 'h1')).not.toBe('Payment Successful!');
});
