import { expect, test } from 'vitest';

import { CheckoutVisitor, countElements, getLink } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { completeOnboarding, createPublishedPage, publishPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
const NO_TERMS = { requireTerms: false };
const NOINDEX = 'meta[name=robots][content=noindex]';

test('an unknown slug gets a 404 and redirects to the front page with a notice', async () => {
  const visitor = new CheckoutVisitor(app());
  const page = await visitor.open('/c/no-such-page');
  expect([page.status, countElements(page, NOINDEX)]).toEqual([404, 1]);
  const front = await visitor.followRefresh(page);
  expect(front.url.pathname + front.url.search).toBe('/?notice=page-not-found');
  expect(getText(front, '.notice')).toBe("Page not found This checkout page doesn't exist");
  expect(getLink(page, 'Go to the home page').href).toBe(front.url.href);
  expect(getText(await visitor.open('/?notice=not-one-of-ours'), '.notice')).toBeNull();
});

test('an unpublished page takes no payments, and sells again after it is published', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await seller.call('unpublish-page', { pageId });
  const message = 'This page isn’t available right now. You haven’t been charged. Please come back later.';
  for (const closed of [await buyer.applyCoupon(page, 'QUARTER'), await buyer.pay(page)])
    expect(getText(closed, '.co-words p')).toBe(message);
  const closed = await buyer.open(url);
  await publishPage(seller, config, { pageId });
  const reopened = await buyer.follow(closed, 'Check again');
  expect(getText(await buyer.pay(reopened), 'button')).toBe('Pay $40.00');
});

test('a deleted page leads to the front page with a notice', async () => {
  const { url, seller, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await seller.call('delete-page', { pageId });
  const front = await buyer.pay(page);
  expect(front.url.pathname).toBe('/');
  expect(getText(front, '.notice')).toContain('This page is no longer available. You haven’t been charged.');
});

test('a page of a disconnected Stripe account takes no payments until the account is connected again', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  await fetch(`${app().sandboxUrl}/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  const message = 'This page is not accepting payments right now. You haven’t been charged.';
  expect(getText(await buyer.pay(page), '.co-words p')).toContain(message);

  const closed = await new CheckoutVisitor(app()).open(url);
  expect(getText(closed, '.co-words p')).toContain(message);
  expect(countElements(closed, NOINDEX)).toBe(1);
  await completeOnboarding(seller);
  expect(getText(await buyer.follow(closed, 'Check again'), 'button.co-pay')).toContain('$40 USD');
});
