import { expect, test } from 'vitest';

import { CheckoutVisitor, getReceiptLine } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createLoopbackFetch } from '../support/loopback-fetch.ts';
import { createDomainPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const APP_URL = 'https://localhost:4443';
const app = createSharedApp({ env: { APP_URL } });

/** A buyer who reaches the app by HTTPS, through a proxy that forwards plain HTTP. */
const createHttpsBuyer = () =>
  new CheckoutVisitor(app(), { send: createLoopbackFetch(app().url, { 'x-forwarded-proto': 'https' }) });

test('the forms of a page work behind a proxy that terminates TLS', async () => {
  const buyer = createHttpsBuyer();
  const page = await buyer.open(`${APP_URL}/c/demo`);
  expect(page.headers.get('strict-transport-security')).toContain('max-age=');
  const applied = await buyer.applyCoupon(page, 'EARLY20');
  expect(getText(applied, '[data-part=saved]')).toContain('Coupon applied! You saved $17.80');
  const success = await buyer.payByCard(await buyer.pay(applied));
  expect([success.url.origin, getReceiptLine(success, 'Paid')]).toEqual([APP_URL, '$71.20 USD']);
});

test('a buyer pays at a custom domain behind a proxy that terminates TLS', async () => {
  const { domainUrl } = await createDomainPage(app());
  expect(domainUrl).toMatch(/^https:/);
  const buyer = createHttpsBuyer();
  const page = await buyer.open(`${domainUrl}?coupon=QUARTER`);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  const success = await buyer.payByCard(await buyer.pay(page));
  expect([success.url.origin, getReceiptLine(success, 'Paid')]).toEqual([new URL(domainUrl).origin, '$30.00 USD']);
});
