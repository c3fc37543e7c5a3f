import { expect, test } from 'vitest';

import { CheckoutVisitor } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { findEmail } from '../support/sandbox-email.ts';
import { createPublishedPage } from '../support/seller.ts';

const app = createSharedApp();

test('the receipt names the seller, the line items, the terms and the purchases page', async () => {
  const { url, config } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(`${url}?coupon=QUARTER`));
  const receipt = await findEmail(app(), buyer.email, /Thank you for your purchase/);
  for (const line of [
    'Marlow Prints\nNo. 1\n',
    'Linocut for Beginners: $40.00',
    'Coupon QUARTER: −$10.00',
    'Total paid: $30.00 USD',
    'Your first lesson is in your inbox.',
    config.termsUrl,
    config.privacyUrl,
    `${app().url}/purchases`,
    `${app().url}/c/${config.customSlug}`,
  ])
    expect(receipt).toContain(line);
});

test('the seller gets an email about the sale, with special characters intact', async () => {
  const productName = 'Wood & “Type” 2.0';
  const { url, seller } = await createPublishedPage(app(), { requireTerms: false, productName });
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(url));
  const notice = await findEmail(app(), seller.email, /You made a sale/);
  expect(notice).toContain('Paid: $40.00 USD');
  expect(notice).toContain(`Product: ${productName}`);
  const [order] = (await seller.call('list-orders', {})).orders;
  expect(notice).toContain(`${app().url}/orders/${order?.id}`);
});
