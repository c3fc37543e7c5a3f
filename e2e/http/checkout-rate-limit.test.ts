import { expect, test } from 'vitest';

import { CARD, CheckoutVisitor, getFieldValue } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createConnectedSeller, publishPage, createPageConfig } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp({ env: { RATE_LIMITS: 'live' } });
const FREE_REQUESTS = 20;
const PAUSED_MESSAGE = 'Payments on this page are paused.';

test('a checkout request that needs a proof-of-work challenge returns the form with its values', async () => {
  const { url, slug } = await publishPage(await createConnectedSeller(app()), createPageConfig());
  for (let count = 0; count < FREE_REQUESTS; count++)
    await fetch(`${app().url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug, appliedCoupon: 'NOPE' }),
    });
  const buyer = new CheckoutVisitor(app());
  const rejected = await buyer.openAndPay(url);
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe('60');
  expect(getText(rejected, '.co-alert')).toMatch(/^Checkout failedToo many attempts\. Try again in/);
  expect(getFieldValue(rejected, 'email')).toBe(buyer.email);
});

test('ten declined cards in a row pause payments on a page until its seller resumes them', async () => {
  const seller = await createConnectedSeller(app());
  const { url, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false }));
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(url);
  for (let card = 0; card < 10; card++) {
    const declined = await buyer.submit(payPage, 'form', { ...CARD, number: '4000 0000 0000 0002' }, 'action');
    expect(getText(declined, '[role=alert]')).toBe('Your card was declined.');
  }
  await app().waitUntilIdle();
  const lateBuyer = new CheckoutVisitor(app());
  const paused = await lateBuyer.open(url);
  expect(getText(paused, '.co-words')).toContain(PAUSED_MESSAGE);
  await seller.call('resume-page', { pageId });
  const open = await lateBuyer.follow(paused, 'Check again');
  expect(getText(await lateBuyer.pay(open), 'button')).toBe('Pay $40.00');
});
