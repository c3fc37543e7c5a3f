import { expect, test } from 'vitest';

import { pageOnSale } from '../seller.ts';
import { CheckoutVisitor } from './checkout-visitor.ts';
import { mailsTo, mailTo } from './sandbox-mail.ts';
import { moveClock, onlyOrderOf, pressAtDashboard } from './provider-dashboard.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();

/** Places an order by bank debit from the test account whose description contains `account`. */
async function debitSale(account: string) {
  const { url, seller } = await pageOnSale(app(), { requireTerms: false });
  await pressAtDashboard(app(), seller, 'Always');
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
  await app().settled();
  expect(success.url.pathname).toBe('/success');
  expect(await onlyOrderOf(seller)).toMatchObject({ state: 'pending', total: 4000, received: 0 });
  expect(await mailsTo(app(), buyer.email)).toEqual([]);
  return { seller, buyer, success: await buyer.open(success.url) };
}

test('an order by debit stays pending and gets its receipt when the money arrives', async () => {
  const { seller, buyer, success } = await debitSale('Pays after three days');
  expect(textOf(success, 'h1')).toBe('Your payment is on its way');
  expect(textOf(success, '.co-lines')).toContain('$40.00');
  await moveClock(app(), 3);
  expect(await onlyOrderOf(seller)).toMatchObject({
    state: 'paid',
    received: 4000,
    payments: [{ amount: 4000 }],
  });
  await mailTo(app(), buyer.email, /receipt/i);
  await mailTo(app(), seller.email, /You have made a sale/i);
  expect(textOf(await buyer.open(success.url), 'h1')).toBe('Payment Successful!');
});

test('an order fails when its debit is returned, and receives no money', async () => {
  const { seller, buyer, success } = await debitSale('Has too little money');
  await moveClock(app(), 4);
  expect(await onlyOrderOf(seller)).toMatchObject({ state: 'failed', received: 0, payments: [] });
  expect(await mailsTo(app(), buyer.email)).toEqual([]);
  expect(textOf(await buyer.open(success.url), 'h1')).not.toBe('Payment Successful!');
});
