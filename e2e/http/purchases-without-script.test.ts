import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { CARD, CheckoutVisitor, getFocusedField, getLink, getFieldValue } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listEmails, findPurchasesLink } from '../support/sandbox-email.ts';
import { uniqueEmail, createPublishedPage } from '../support/seller.ts';
import { getText, Visitor, type Page } from '../support/visitor.ts';

const app = createSharedApp();
const SENT = 'If there are purchases with this email address, we’ve emailed you a link.';
const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;

async function buy(change: Partial<CheckoutPageConfig> = {}, query = ''): Promise<CheckoutVisitor> {
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay((await createPublishedPage(app(), change)).url + query));
  return buyer;
}

const requestLink = async (visitor: Visitor, email: string): Promise<Page> =>
  visitor.submit(await visitor.open('/purchases'), 'form.sign-in-link-form', { email }, 'Email me a link');

/** Requests a link and opens the purchases with it. */
async function openPurchases(buyer: CheckoutVisitor): Promise<Page> {
  await requestLink(buyer, buyer.email);
  return buyer.submit(await buyer.open(await findPurchasesLink(app(), buyer.email)), 'form.sign-in-link-form');
}

const getBodyText = (page: Page): string => page.document.body.textContent ?? '';
const listRows = (page: Page): string[] =>
  [...page.document.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent).join(' '));

test('the link form reports an invalid address, and never reveals whether purchases exist', async () => {
  const buyer = await buy();
  const wrong = await requestLink(buyer, 'bo@nowhere');
  expect(getText(wrong, '[role=alert]')).toBe('Please check the email address.');
  expect([getFieldValue(wrong, 'email'), getFocusedField(wrong)]).toEqual(['bo@nowhere', 'email']);
  const strangerEmail = uniqueEmail('stranger');
  for (const email of [strangerEmail, buyer.email]) {
    const sent = await requestLink(buyer, email);
    expect(sent.url.href).toBe(`${app().url}/purchases?notice=sent`);
    expect(getText(sent, '[role=status]')).toContain(SENT);
    expect(sent.document.querySelector('form')).toBeNull();
    expect(getLink(sent, 'Use a different email address').href).toBe(`${app().url}/purchases`);
  }
  expect(await listEmails(app(), strangerEmail)).toEqual([]);
});

test("the link in the email shows only its buyer's receipts, and works once", async () => {
  const buyer = await buy({}, '?coupon=QUARTER');
  await requestLink(buyer, buyer.email);
  const link = await findPurchasesLink(app(), buyer.email);
  await buyer.open(link);
  const list = await buyer.submit(await buyer.open(link), 'form.sign-in-link-form');
  expect(list.url.href).toBe(`${app().url}/purchases`);
  expect(getBodyText(list)).toContain(`Signed in as ${buyer.email}`);
  expect(getText(list, '.buyer-portal__card h2')).toBe('Marlow Prints');
  expect(getText(list, '.purchase-item h3')).toBe('Linocut for Beginners');
  expect(getText(list, '.purchase-item .purchase-item__amount')).toBe('$30.00 USD');

  const receipt = await buyer.follow(list, 'Receipt');
  expect(getText(receipt, 'h1')).toBe('Receipt 1');
  const lines = ['Coupon QUARTER −$10.00 USD', 'Total $30.00 USD'];
  expect(listRows(receipt)).toEqual(expect.arrayContaining(lines));
  expect(getBodyText(receipt)).toContain('https://www.example.com/terms');

  const stranger = new Visitor(app().url);
  expect((await stranger.open(receipt.url)).url.href).toBe(`${app().url}/purchases`);
  const used = await stranger.open(link);
  expect([used.status, getText(used, '[role=alert]')]).toEqual([
    410,
    'This link has already been used or has expired. Request a new one.',
  ]);

  const signedOut = await buyer.submit(list, 'form', {}, 'Sign out');
  expect(getText(signedOut, '[role=status]')).toBe('You’re signed out.');
  expect((await buyer.open(receipt.url)).url.href).toBe(`${app().url}/purchases`);
});

test('a buyer cancels a subscription, resumes it and changes its card', async () => {
  const buyer = await buy(MONTHLY);
  const list = await openPurchases(buyer);
  const renewalText = '$40.00 USD every month. Next payment on';
  expect(getText(list, '.purchase-item')).toContain(renewalText);

  const cancelPage = await buyer.follow(list, 'Cancel subscription Linocut for Beginners');
  expect(getBodyText(cancelPage)).toMatch(/stays active until \w+ \d+, \d{4}\./);
  expect(getText(await buyer.follow(cancelPage, 'Keep subscription'), '.purchase-item')).toContain(renewalText);
  const canceled = await buyer.submit(cancelPage, 'form.buyer-portal__actions', {}, 'Cancel subscription');
  expect(getText(canceled, '[role=status]')).toBe('Your subscription is canceled. You won’t be charged again.');
  expect(getText(canceled, '.purchase-item')).toContain('Canceled. Active until');
  expect(getText(canceled, '.purchase-item')).not.toContain('Change card');

  const resumed = await buyer.submit(canceled, '.purchase-item form', {}, 'Resume');
  expect(getText(resumed, '[role=status]')).toBe('Your subscription has resumed.');
  expect(getText(resumed, '.purchase-item')).toContain(renewalText);

  const portal = await buyer.follow(resumed, 'Change card');
  expect(portal.url.pathname).toMatch(/^\/sandbox\/portal\//);
  const card = { ...CARD, number: '5555 5555 5555 4444' };
  const saved = await buyer.submit(portal, 'form.sheet', card, 'Save card');
  expect(saved.url.href).toBe(`${app().url}/purchases?notice=card`);
  expect(getText(saved, '[role=status]')).toBe('Your new card will be used for the next payment.');
  // The return URL of earlier versions.
  const savedEarlier = await buyer.open(`${getLink(saved, 'Change card').href}?kept`);
  expect(savedEarlier.url.href).toBe(`${app().url}/purchases?notice=card`);
});

test('a payment plan goes on, whatever its buyer sends to the address that cancels subscriptions', async () => {
  const buyer = await buy({ paymentType: 'payment-plan', price: '105' });
  const list = await openPurchases(buyer);
  const text = getText(list, '.purchase-subscription');
  const url = getLink(list, 'Change card').pathname.replace(/\/card$/, '');
  expect((await buyer.open(url)).url.pathname).toBe('/purchases');
  for (const intent of ['cancel', 'resume']) {
    const headers = { origin: list.url.origin, 'sec-fetch-site': 'same-origin' };
    const forged = await buyer.request(url, { method: 'POST', body: new URLSearchParams({ intent }), headers });
    expect(forged.headers.get('location') ?? '').not.toContain('notice=');
    expect(getText(await buyer.open('/purchases'), '.purchase-subscription')).toBe(text);
  }
});

test('a buyer downloads their stored data', async () => {
  const buyer = await buy();
  const link = getLink(await openPurchases(buyer), 'Download my data');
  const response = await buyer.request(link);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="my-purchases.json"',
    'content-security-policy':
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await response.json()).toMatchObject({
    email: buyer.email,
    purchases: [{ productName: 'Linocut for Beginners', total: 4000 }],
  });
});

test('the purchases pages are small, run no script, are not cached, and reject cross-site forms', async () => {
  const buyer = await buy();
  const list = await openPurchases(buyer);
  expect(list.document.querySelectorAll('script')).toHaveLength(0);
  const styleLinks = [...list.document.querySelectorAll('link[rel=stylesheet]')];
  const styles = await Promise.all(
    styleLinks.map(async (styleLink) => (await buyer.request(styleLink.getAttribute('href') ?? '')).text()),
  );
  expect(styleLinks.length).toBeGreaterThan(0);
  expect([list.html, ...styles].join('').length).toBeLessThan(15 * 1024);
  expect(list.headers.get('cache-control')).toBe('no-store');
  expect(list.headers.get('x-robots-tag')).toContain('noindex');
  expect(list.headers.get('referrer-policy')).toBe('same-origin');
  const foreign = await buyer.request('/purchases', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'sign-out' }),
    headers: { origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(403);
  expect(getBodyText(await buyer.open('/purchases'))).toContain(`Signed in as ${buyer.email}`);
  const missing = await buyer.open(`/purchases/receipts/${crypto.randomUUID()}`);
  expect(getText(missing, 'h1')).toBe('Purchase not found');
});
