import { expect, test } from 'vitest';

import { onboard, pageOnSale, publish } from '../seller.ts';
import { CheckoutVisitor, countOf, linkOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();
const NO_TERMS = { requireTerms: false };
const NOINDEX = 'meta[name=robots][content=noindex]';

test('an unknown slug gets a 404 and redirects to the front page with a notice', async () => {
  const visitor = new CheckoutVisitor(app());
  const page = await visitor.open('/c/no-such-page');
  expect([page.status, countOf(page, NOINDEX)]).toEqual([404, 1]);
  const front = await visitor.followRefresh(page);
  expect(front.url.pathname + front.url.search).toBe('/?notice=page-not-found');
  expect(textOf(front, '.notice')).toBe("Page not found This checkout page doesn't exist");
  expect(linkOf(page, 'Go to the front page').href).toBe(front.url.href);
  expect(textOf(await visitor.open('/?notice=not-one-of-ours'), '.notice')).toBeNull();
});

test('an unpublished page takes no payments, and sells again after it is published', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await seller.call('unpublish-page', { pageId });
  const message = 'This page is not on sale at the moment. Nothing was charged. Please come back later.';
  for (const closed of [await buyer.applyCoupon(page, 'QUARTER'), await buyer.pay(page)])
    expect(textOf(closed, '.co-words p')).toBe(message);
  const closed = await buyer.open(url);
  await publish(seller, config, { pageId });
  const again = await buyer.follow(closed, 'Look again');
  expect(textOf(await buyer.pay(again), 'button')).toBe('Pay $40.00');
});

test('a deleted page leads to the front page with a notice', async () => {
  const { url, seller, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await seller.call('delete-page', { pageId });
  const front = await buyer.pay(page);
  expect(front.url.pathname).toBe('/');
  expect(textOf(front, '.notice')).toContain('This page is not on sale any more. Nothing was charged.');
});

test('a page of a disconnected Stripe account takes no payments until the account is connected again', async () => {
  const { url, seller } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  await fetch(`${app().sandboxUrl}/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  const message = 'This page is not accepting payments at the moment. Nothing was charged.';
  expect(textOf(await buyer.pay(page), '.co-words p')).toContain(message);

  const closed = await new CheckoutVisitor(app()).open(url);
  expect(textOf(closed, '.co-words p')).toContain(message);
  expect(countOf(closed, NOINDEX)).toBe(1);
  await onboard(seller);
  expect(textOf(await buyer.follow(closed, 'Look again'), 'button.co-pay')).toContain('$40 USD');
});
