import { expect, test } from 'vitest';

import { connectedSeller, publish, samplePage } from '../seller.ts';
import { CARD, CheckoutVisitor, valueOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp({ env: { RATE_LIMITS: 'live' } });
const FREE_PRESSES = 20;
const PAUSED = 'This page is taking a short break from payments.';

test('a checkout request that needs a proof-of-work challenge returns the form with its values', async () => {
  const { url, slug } = await publish(await connectedSeller(app()), samplePage());
  for (let press = 0; press < FREE_PRESSES; press++)
    await fetch(`${app().url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug, appliedCoupon: 'NOPE' }),
    });
  const buyer = new CheckoutVisitor(app());
  const refused = await buyer.openAndPay(url);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(textOf(refused, '.co-alert')).toMatch(
    /^Checkout failedThat was very often in a short time\. Please try again in/,
  );
  expect(valueOf(refused, 'email')).toBe(buyer.email);
});

test('ten declined cards in a row pause payments on a page until its seller resumes them', async () => {
  const seller = await connectedSeller(app());
  const { url, pageId } = await publish(seller, samplePage({ requireTerms: false }));
  const buyer = new CheckoutVisitor(app());
  const payPage = await buyer.openAndPay(url);
  for (let card = 0; card < 10; card++) {
    const declined = await buyer.submit(
      payPage,
      'form',
      { ...CARD, number: '4000 0000 0000 0002' },
      'action',
    );
    expect(textOf(declined, '[role=alert]')).toBe('Your card was declined.');
  }
  await app().settled();
  const late = new CheckoutVisitor(app());
  const paused = await late.open(url);
  expect(textOf(paused, '.co-words')).toContain(PAUSED);
  await seller.call('resume-page', { pageId });
  const open = await late.follow(paused, 'Look again');
  expect(textOf(await late.pay(open), 'button')).toBe('Pay $40.00');
});
