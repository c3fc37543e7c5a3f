import type { Page } from '@playwright/test';

import { bothWays, buyerOn, fillCard, payByCard, receiptLine, wayOf } from './buyer.ts';
import { pageAtDomain } from './domain.ts';
import { expect, test, testBehindTls } from './journey.ts';

/** Everything that a document asks for comes from its own origin. */
function watchOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return origins;
}

bothWays('a buyer pays at the seller’s own name and comes back to it', async ({ buyer, shop }) => {
  const { page, pay, price } = buyer;
  const { url, domainUrl, seller } = await pageAtDomain(shop);
  const { origin } = new URL(domainUrl);
  const origins = watchOrigins(page);
  await page.goto(`${domainUrl}?utm_source=letter`);
  await expect(page.getByRole('heading', { name: 'Linocut for Beginners' })).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', domainUrl);

  await buyer.apply('NOPE');
  await expect(page.locator('#coupon-problem')).toHaveText('Invalid coupon. This coupon code is not valid');
  await buyer.apply('QUARTER');
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(page).toHaveURL(`${domainUrl}?utm_source=letter&coupon=QUARTER`);
  await buyer.remove();
  await expect(price).toHaveText('$40 USD');
  await expect(page).toHaveURL(`${domainUrl}?utm_source=letter`);

  await buyer.apply('FIVER');
  await expect(price).toHaveText('Was $40.00 USD$35.00 USD');
  await buyer.fillIn();
  expect([...origins]).toEqual([origin]);
  await pay.click();
  await page.getByRole('link', { name: 'Leave' }).click();
  await expect(buyer.said('You came back before paying. Nothing was charged.')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(origin);
  expect(new URL(page.url()).pathname).toBe('/');
  await expect(price).toHaveText('Was $40.00 USD$35.00 USD');

  await buyer.fillIn();
  await pay.click();
  await payByCard(page);
  expect(new URL(page.url()).origin).toBe(origin);
  await expect(page.getByText('Your first lesson is in your inbox.')).toBeVisible();
  await expect(receiptLine(page, 'Paid')).toHaveText('$35.00 USD');
  await expect(receiptLine(page, 'Email')).toHaveText('b•••@example.com');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([
    { email: buyer.address, total: 3500, couponCode: 'FIVER', state: 'paid' },
  ]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(domainUrl);

  // The old address lives on, and names the new one.
  await page.goto(url);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', domainUrl);
  await page.goto(`${origin}${new URL(url).pathname}`);
  await expect(page).toHaveURL(domainUrl);
});

bothWays(
  'what is refused at the seller’s own name is said there, and the rest stays',
  async ({ buyer, shop }) => {
    const { page, email, terms, pay } = buyer;
    const { domainUrl } = await pageAtDomain(shop);
    await page.goto(domainUrl);
    // What browsers without script check by themselves is taken away, as if by an old one.
    await email.evaluate((input) => input.removeAttribute('required'));
    await email.evaluate((input) => input.setAttribute('type', 'text'));
    await email.fill('nobody@nowhere');
    await terms.check();
    await pay.click();
    await expect(page.locator('#email-problem')).toHaveText('Please check the email address.');
    await expect(page).toHaveURL(domainUrl);
    await expect(email).toHaveValue('nobody@nowhere');
    await expect(terms).toBeChecked();
  },
);

bothWays('a page that is taken off sale says so at its own name', async ({ buyer, shop }) => {
  const { page } = buyer;
  const { domainUrl, seller, pageId } = await pageAtDomain(shop);
  await seller.call('unpublish-page', { pageId });
  await page.goto(domainUrl);
  await expect(buyer.told('This page is not on sale at the moment.')).toBeVisible();
  await page.getByRole('link', { name: 'Look again' }).click();
  await expect(page).toHaveURL(domainUrl);
  await page.getByRole('link', { name: 'Your purchases' }).click();
  await expect(page).toHaveURL(`${shop.url}/purchases`);
});

test('a name that goes while somebody pays does not lose them', async ({ page, shop }) => {
  const { domainUrl, domainId, seller } = await pageAtDomain(shop);
  await page.goto(domainUrl);
  await page.getByLabel('Email').fill('buyer@example.com');
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
  await fillCard(page);
  await seller.call('remove-domain', { domainId });
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(shop.url);
  await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
  const gone = await page.goto(domainUrl);
  expect(gone?.status()).toBe(421);
});

test('a name without a page says kindly that nothing is on sale', async ({ page, shop }) => {
  const { domainUrl, domainId, seller } = await pageAtDomain(shop);
  await seller.call('set-domain-page', { domainId, pageId: null });
  expect((await page.goto(domainUrl))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Nothing is on sale here yet' })).toBeVisible();
  expect((await page.goto(`${domainUrl}builder`))?.status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page).toHaveURL(domainUrl);
});

for (const script of [true, false])
  testBehindTls(
    `a buyer pays at a name behind a proxy that ends TLS, ${wayOf(script)}`,
    async ({ guest, shop }) => {
      const buyer = buyerOn(await guest({ javaScriptEnabled: script, ignoreHTTPSErrors: true }));
      const { page } = buyer;
      const { domainUrl } = await pageAtDomain({ ...shop, url: shop.behindUrl });
      expect(domainUrl).toMatch(/^https:/);
      const answer = await page.goto(`${domainUrl}?coupon=QUARTER`);
      expect(answer?.headers()['strict-transport-security']).toBe('max-age=31536000');
      await buyer.fillIn();
      await buyer.pay.click();
      await payByCard(page);
      await expect(receiptLine(page, 'Paid')).toHaveText('$30.00 USD');
      expect(new URL(page.url()).origin).toBe(new URL(domainUrl).origin);
    },
  );
