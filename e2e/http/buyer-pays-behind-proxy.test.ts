import { expect, test } from 'vitest';

import { pageAtDomain } from '../domain.ts';
import { CheckoutVisitor, receiptLine } from './checkout-visitor.ts';
import { loopback } from './loopback.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const APP_URL = 'https://localhost:4443';
const app = sharedApp({ env: { APP_URL } });

/** A buyer who reaches the app by HTTPS, through a proxy that forwards plain HTTP. */
const secureBuyer = () =>
  new CheckoutVisitor(app(), { send: loopback(app().url, { 'x-forwarded-proto': 'https' }) });

test('the forms of a page work behind a proxy that terminates TLS', async () => {
  const buyer = secureBuyer();
  const page = await buyer.open(`${APP_URL}/c/demo`);
  expect(page.headers.get('strict-transport-security')).toContain('max-age=');
  const applied = await buyer.applyCoupon(page, 'EARLY20');
  expect(textOf(applied, '[data-part=saved]')).toContain('Coupon applied! You saved $17.80');
  const success = await buyer.payByCard(await buyer.pay(applied));
  expect([success.url.origin, receiptLine(success, 'Paid')]).toEqual([APP_URL, '$71.20 USD']);
});

test('a buyer pays at a custom domain behind a proxy that terminates TLS', async () => {
  const { domainUrl } = await pageAtDomain(app());
  expect(domainUrl).toMatch(/^https:/);
  const buyer = secureBuyer();
  const page = await buyer.open(`${domainUrl}?coupon=QUARTER`);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  const success = await buyer.payByCard(await buyer.pay(page));
  expect([success.url.origin, receiptLine(success, 'Paid')]).toEqual([
    new URL(domainUrl).origin,
    '$30.00 USD',
  ]);
});
