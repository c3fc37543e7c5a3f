import type { Page } from '@playwright/test';

import { createBuyer, payByCard, receiptLine } from './support/buyer.ts';
import { expect, test, testBehindTls } from './support/fixtures.ts';
import { createDomainPage } from './support/seller.ts';

/** Collects the origins of all requests of a page. */
function recordOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return origins;
}

test('a buyer with script pays at a custom domain, and every request goes to it', async ({ page, app }) => {
  const buyer = createBuyer(page);
  const { domainUrl } = await createDomainPage(app);
  const { origin } = new URL(domainUrl);
  const origins = recordOrigins(page);
  await page.goto(`${domainUrl}?utm_source=letter`);
  await buyer.applyCoupon('QUARTER');
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(page).toHaveURL(`${domainUrl}?utm_source=letter&coupon=QUARTER`);
  await buyer.removeCoupon();
  await expect(page).toHaveURL(`${domainUrl}?utm_source=letter`);
  await buyer.applyCoupon('FIVER');
  await expect(buyer.price).toHaveText('Was $40.00 USD$35.00 USD');
  await buyer.fillForm();
  expect([...origins]).toEqual([origin]);
  await buyer.pay.click();
  await payByCard(page);
  expect(new URL(page.url()).origin).toBe(origin);
  await expect(receiptLine(page, 'Paid')).toHaveText('$35.00 USD');
});

testBehindTls('a buyer pays at a custom domain behind a proxy that terminates TLS', async ({ page, app }) => {
  const buyer = createBuyer(page);
  const { domainUrl } = await createDomainPage({ ...app, url: app.internalUrl });
  await page.goto(`${domainUrl}?coupon=QUARTER`);
  await buyer.fillForm();
  await buyer.pay.click();
  await payByCard(page);
  await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
  expect(new URL(page.url()).origin).toBe(new URL(domainUrl).origin);
});
