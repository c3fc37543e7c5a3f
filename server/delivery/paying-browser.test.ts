import { expect, test } from 'vitest';

import {
  loadAttempt,
  createDeliveringPage,
  toCookies,
  type DeliveringPage,
} from '#server/testing/delivered-purchases.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { addVerifiedDomain, requestAt } from '#server/testing/sites.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const COOKIE = /^tillwright-paid=[\w-]{43}; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax$/;

type StartOptions = { attempt?: string; cookie?: string | null; returnTo?: string; address?: string; slug?: string };

/** Starts a checkout as the page's script does. */
async function startCheckout({ app }: Pick<DeliveringPage, 'app'>, options: StartOptions = {}) {
  const { cookie = null, address = '203.0.113.7', slug = 'taller', ...body } = options;
  const request = new Request('http://localhost:3000/functions/v1/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === null ? {} : { cookie }) },
    body: JSON.stringify({ slug, email: 'jane@example.com', ...body }),
  });
  const response = await app.fetch(request, nodeEnvFrom(address));
  const { url } = (await response.json()) as { url: string };
  const setCookie = response.headers.get('set-cookie');
  return { url, setCookie, cookie: toCookies(setCookie) };
}

/** The attempt of an idempotency key. */
const findAttempt = async ({ services, app }: DeliveringPage, attempt: string) => {
  const started = await services.startCheckout({ slug: 'taller', email: 'jane@example.com', attempt }, '203.0.113.9');
  if ('error' in started) throw new Error(started.error.message);
  return loadAttempt(app, started.attemptId);
};

test('starting a payment sets a cookie that no script can read, only on pages that deliver something', async () => {
  const page = await createDeliveringPage();
  await page.seller.publishPage({ productName: 'Only a thank you' }, 'plain');
  expect((await startCheckout(page)).setCookie).toMatch(COOKIE);
  expect((await startCheckout(page, { slug: 'plain' })).setCookie).toBeNull();
});

test('over TLS, the cookie has a prefix that no other host can set', async () => {
  const app = await createTestApp({ env: { APP_URL: 'https://till.example' } });
  const seller = await app.signUpSeller();
  const delivery = {
    items: [],
    afterPayment: 'redirect' as const,
    redirectUrl: 'https://a.example/',
    signRedirect: false,
  };
  await seller.publishPage({ delivery }, 'taller');
  const visit = requestAt(app, 'till.example');
  const response = await visit('/functions/v1/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slug: 'taller' }),
  });
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-tillwright-paid=[\w-]{43}; Path=\/; .*SameSite=Lax; Secure$/,
  );
});

test('a browser keeps its cookie, which its attempts share', async () => {
  const page = await createDeliveringPage();
  const keys = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const first = await startCheckout(page, { attempt: keys[0] });
  const second = await startCheckout(page, { attempt: keys[1], cookie: first.cookie });
  expect(second.cookie).toBe(first.cookie);
  const [one, other] = [await findAttempt(page, keys[0]), await findAttempt(page, keys[1])];
  expect(one.id).not.toBe(other.id);
  expect(one.browserHash).toBe(other.browserHash);
  expect(first.cookie).not.toContain(one.browserHash);
});

test('only the client that started an attempt can continue it in another browser', async () => {
  const page = await createDeliveringPage();
  const attempt = crypto.randomUUID();
  await startCheckout(page, { attempt });
  // No response arrived, so the browser repeats its request without a cookie.
  const repeated = await startCheckout(page, { attempt });
  expect(repeated.setCookie).toMatch(COOKIE);
  const { browserHash } = await findAttempt(page, attempt);
  const stranger = await startCheckout(page, { attempt, address: '198.51.100.4' });
  expect(stranger.setCookie).toBeNull();
  expect((await findAttempt(page, attempt)).browserHash).toBe(browserHash);
  const moved = await startCheckout(page, { attempt, address: '198.51.100.4', cookie: repeated.cookie });
  expect(moved.cookie).toBe(repeated.cookie);
});

test('a paid attempt belongs to its browser for good', async () => {
  const page = await createDeliveringPage();
  const attempt = crypto.randomUUID();
  const { url } = await startCheckout(page, { attempt });
  const { browserHash } = await findAttempt(page, attempt);
  await page.app.payAtStripe(url);
  const later = await startCheckout(page, { attempt });
  expect(later.url).toContain('/success?t=');
  expect(later.setCookie).toBeNull();
  expect((await findAttempt(page, attempt)).browserHash).toBe(browserHash);
});

test('an embedded page leads through a page of ours, whose token sets the cookie once', async () => {
  const site = 'https://blog.example';
  const page = await createDeliveringPage({ embedding: { origins: [site] } });
  const framed = await startCheckout(page, { returnTo: `${site}/shop`, cookie: 'tillwright-paid=another' });
  expect(framed.setCookie).toBeNull();
  const { origin, pathname, searchParams } = new URL(framed.url);
  const [, attemptId = ''] = /^\/c\/taller\/pay\/([\w-]+)$/.exec(pathname) ?? [];
  const token = searchParams.get('browser') ?? '';
  expect([origin, token.length]).toEqual(['http://localhost:3000', 43]);
  const { services } = page;
  expect(await services.redeemBrowserToken(attemptId, `${token.slice(0, -1)}_`, null)).toBeNull();
  const redeemed = await services.redeemBrowserToken(attemptId, token, null);
  expect(redeemed?.setCookie).toMatch(COOKIE);
  expect(redeemed?.setCookie).not.toContain(token);
  expect(await services.redeemBrowserToken(attemptId, token, null)).toBeNull();
  // The token itself is no cookie.
  await page.app.payAtStripe((await services.findCheckoutUrl('taller', attemptId)) ?? '');
  const seenWith = async (cookies: string | null) => (await services.findPaidOrder(attemptId, cookies))?.delivery?.kind;
  expect(await seenWith(`tillwright-paid=${token}`)).toBe('emailed');
  expect(await seenWith(toCookies(redeemed?.setCookie ?? null))).toBe('here');
});

test('a browser that has the cookie keeps it when an embedded page sends it here, and a paid attempt is not given away', async () => {
  const site = 'https://blog.example';
  const page = await createDeliveringPage({ embedding: { origins: [site] } });
  const { cookie } = await startCheckout(page);
  const open = async () => {
    const { pathname, searchParams } = new URL((await startCheckout(page, { returnTo: `${site}/shop` })).url);
    return { attemptId: pathname.split('/').at(-1) ?? '', token: searchParams.get('browser') ?? '' };
  };
  const first = await open();
  const redeemed = await page.services.redeemBrowserToken(first.attemptId, first.token, cookie);
  expect(toCookies(redeemed?.setCookie ?? null)).toBe(cookie);
  const second = await open();
  await page.app.payAtStripe((await page.services.findCheckoutUrl('taller', second.attemptId)) ?? '');
  expect(await page.services.redeemBrowserToken(second.attemptId, second.token, cookie)).toBeNull();
});

test('on a custom domain, the cookie belongs to that domain', async () => {
  const page = await createDeliveringPage();
  await addVerifiedDomain(page.app, 'pay.localhost', page.pageId);
  const visit = requestAt(page.app, 'pay.localhost:3000');
  const body = JSON.stringify({ slug: 'taller', email: 'jane@example.com' });
  const headers = { 'content-type': 'application/json' };
  const response = await visit('/functions/v1/create-checkout-session', { method: 'POST', headers, body });
  const cookie = toCookies(response.headers.get('set-cookie')) ?? '';
  const { url } = (await response.json()) as { url: string };
  const paid = await page.app.payAtStripe(url);
  const success = new URL(paid.headers.get('location') ?? '');
  expect(success.host).toBe('pay.localhost:3000');
  const open = (kind: string) =>
    visit(`/success/l/${page.ids['Kiln forum']}${success.search}`, { headers: kind === 'payer' ? { cookie } : {} });
  expect((await open('payer')).headers.get('location')).toMatch(/^https:\/\/forum\.example\//);
  expect((await open('another')).status).toBe(404);
});
