import { expect, test } from 'vitest';

import { CheckoutVisitor } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage } from '../support/seller.ts';
import { Visitor } from '../support/visitor.ts';

const app = createSharedApp();

test('a checkout link fills in the page, and the receipt leads back to the site that created it', async () => {
  const { seller, pageId } = await createPublishedPage(app(), { requireTerms: false });
  const [successUrl, cancelUrl] = ['https://course.example/welcome', 'https://course.example/pricing'];
  const values = { email: 'ana@example.com', couponCode: 'QUARTER' };
  const checkout = await seller.call('create-checkout', { pageId, ...values, successUrl, cancelUrl });
  expect(checkout).toMatchObject({ state: 'open', amount: 3000 });
  const page = await new Visitor(app().url).open(checkout.url);
  expect(page.document.querySelector('#email')?.getAttribute('value')).toBe('ana@example.com');
  expect(page.document.querySelector('input[name=coupon]')?.getAttribute('value')).toBe('QUARTER');
  expect(page.document.querySelector('.co-back a')?.getAttribute('href')).toBe(cancelUrl);
  const buyer = new CheckoutVisitor(app());
  const receipt = await buyer.payByCard(await buyer.openAndPay(checkout.url));
  expect(receipt.document.querySelector(`a[href="${successUrl}"]`)).not.toBeNull();
  expect(await seller.call('get-checkout', { checkoutId: checkout.id })).toMatchObject({ state: 'completed' });
  const later = await new Visitor(app().url).open(checkout.url);
  expect(later.document.querySelector('main')?.textContent).toContain('has expired or was already used');
  expect(later.document.querySelector('input[name=checkout]')).toBeNull();
});
