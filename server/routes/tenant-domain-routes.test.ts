import { expect, test } from 'vitest';

import { BROWSER } from '#server/testing/page-view-requests.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { requestAt, changeDomain, changePlan, ECHO, addVerifiedDomain } from '../testing/sites.ts';

const HOST = 'pay.example.com';

async function openDomain() {
  const app = await createTestApp({ pagesEntry: ECHO, env: { APP_URL: 'https://shop.example' } });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Throwing Taller' }, 'taller');
  await seller.publishPage({ productName: 'Another' }, 'another');
  await addVerifiedDomain(app, HOST, pageId);
  return { app, seller, pageId, visit: requestAt(app, HOST) };
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const parseEcho = async (answer: Response): Promise<Record<string, unknown>> =>
  JSON.parse(/<code>(.*)<\/code>/.exec(await answer.text())?.[1] ?? '{}') as Record<string, unknown>;

test('serves the page at the root, with the origin of its domain', async () => {
  const { visit } = await openDomain();
  for (const path of ['/', '/?utm_source=mail', '/?coupon=SAVE20']) {
    const answer = await visit(path);
    expect(answer.status).toBe(200);
    expect(await parseEcho(answer)).toEqual({
      origin: `https://${HOST}`,
      pathname: '/c/taller',
      method: 'GET',
      rootPath: '/',
      domainUrl: `https://${HOST}`,
    });
  }
  const headResponse = await visit('/', { method: 'HEAD' });
  expect([headResponse.status, await headResponse.text()]).toEqual([200, '']);
  const postResponse = await visit('/', form({ intent: 'refresh' }));
  expect(await parseEcho(postResponse)).toMatchObject({ origin: `https://${HOST}`, method: 'POST' });
});

test('accepts capital letters, a trailing dot and a port in the host', async () => {
  const { app } = await openDomain();
  for (const host of ['PAY.Example.com', 'pay.example.com.', 'pay.example.com:8443'])
    expect(await (await requestAt(app, host)('/')).text()).toContain('Throwing Taller');
});

test('serves no routes of the main site at a seller’s domain', async () => {
  const { visit } = await openDomain();
  const paths = [
    '/builder', '/pages', '/orders', '/analytics', '/account', '/domains', '/integrations', '/auth', '/auth/v1/user',
    '/auth/v1/.well-known/jwks.json', '/functions/v1/list-pages', '/functions/v1/sitemap', '/api/v1/pages', '/api',
    '/sandbox', '/sandbox/mail', '/webhooks/stripe/connect', '/internal/tls-allowed?domain=x',
    '/healthz', '/readyz', '/metrics', '/c/another', '/c/another/now', '/c/another/seen.gif', '/c/nowhere', '/c/taller/other',
    '/e/taller?origin=https://site.example', '/e/taller', '/pricing', '/blog', '/rss.xml', '/help', '/checkout/1',
    '/purchases/open', '/purchases/data', '/site.webmanifest', '/.well-known/security.txt', '/favicon.ico',
    '/icons/icon-192.png', '/embed/v1.js', '/sitemap-1.xml', '//', '/success/', '/index.html',
  ]; // prettier-ignore
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await visit(path, { method });
      expect([path, method, answer.status]).toEqual([path, method, 404]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const text = await answer.text();
      expect(text).toContain('Page not found');
      expect(text).not.toMatch(/shop\.example|tillwright|taller/i);
    }
});

test('serves the resources that the page needs, for this page only', async () => {
  const { visit } = await openDomain();
  expect((await visit('/c/taller/now')).status).toBe(200);
  const call = async (name: string, body: object, origin: string | null = `https://${HOST}`) =>
    visit(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin === null ? {} : { origin }) },
      body: JSON.stringify(body),
    });
  const paid = await call('create-checkout-session', { slug: 'taller' });
  expect(paid.status).toBe(200);
  expect((await call('apply-coupon', { slug: 'taller', code: 'NOPE' })).status).toBe(422);
  for (const [name, body] of [
    ['create-checkout-session', { slug: 'another' }],
    ['apply-coupon', { slug: 'another', code: 'SAVE20' }],
  ] as const) {
    const foreign = await call(name, body);
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toMatchObject({ error: { code: 'page_not_found' } });
  }
  for (const origin of ['https://shop.example', 'https://evil.example', 'null'])
    expect((await call('create-checkout-session', { slug: 'taller' }, origin)).status).toBe(403);
  expect((await call('create-checkout-session', { slug: 'taller' }, null)).status).toBe(200);
});

test('counts page views at the domain when they come from its own page', async () => {
  const { app, visit } = await openDomain();
  const sendPageView = (slug: string, origin: string) =>
    visit(`/c/${slug}/seen`, {
      method: 'POST',
      body: JSON.stringify({ v: 1, referrer: `https://${HOST}/` }),
      headers: { origin, 'content-type': 'text/plain', 'user-agent': BROWSER },
    });
  expect((await sendPageView('taller', `https://${HOST}`)).status).toBe(204);
  expect(app.context.pageViewBuffer.takeOldest(5)).toMatchObject([
    { slug: 'taller', origin: { source: 'direct', referrer: '' } },
  ]);
  expect((await sendPageView('taller', 'https://shop.example')).status).toBe(403);
  expect((await sendPageView('another', `https://${HOST}`)).status).toBe(404);
  const pixel = (referer: string) => visit('/c/taller/seen.gif?v=1', { headers: { referer, 'user-agent': BROWSER } });
  expect((await pixel(`https://${HOST}/`)).status).toBe(200);
  expect((await pixel('https://shop.example/c/taller')).status).toBe(403);
  expect(app.context.pageViewBuffer.count).toBe(1);
});

test('redirects current and former addresses of the page to the root, with the query', async () => {
  const { seller, pageId, visit } = await openDomain();
  await seller.rpc('save-checkout-page', {
    config: (await seller.rpc('get-page', { pageId })).body.config,
    slug: 'tallest',
    pageId,
  });
  for (const slug of ['taller', 'tallest']) {
    const answer = await visit(`/c/${slug}?coupon=SAVE20`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/?coupon=SAVE20']);
    expect((await visit(`/c/${slug}/now`)).status).toBe(200);
  }
  expect(await parseEcho(await visit('/'))).toMatchObject({ pathname: '/c/tallest', rootPath: '/' });
});

test('names the domain in robots.txt and in a sitemap of one page', async () => {
  const { app, seller, pageId, visit } = await openDomain();
  expect(await (await visit('/robots.txt')).text()).toContain(`Sitemap: https://${HOST}/sitemap.xml`);
  const sitemap = await (await visit('/sitemap.xml')).text();
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([`https://${HOST}/`]);
  const mainSitemap = async () => (await requestAt(app, 'shop.example')('/sitemap.xml')).text();
  expect(await mainSitemap()).toContain('<loc>https://shop.example/c/another</loc>');
  expect(await mainSitemap()).not.toContain('/c/taller');
  await seller.rpc('unpublish-page', { pageId });
  expect((await visit('/sitemap.xml')).status).toBe(404);
});

test('redirects to the main site without the plan, keeps forms working, and returns with the plan', async () => {
  const { app, visit } = await openDomain();
  await visit('/');
  await changePlan(app, 'starter');
  const redirect = await visit('/?coupon=SAVE20');
  expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('cache-control')]).toEqual([
    302,
    'https://shop.example/c/taller?coupon=SAVE20',
    'no-store',
  ]);
  expect((await visit('/', form({ intent: 'refresh' }))).status).toBe(200);
  expect(await parseEcho(await requestAt(app, 'shop.example')('/c/taller'))).toMatchObject({
    domainUrl: null,
  });
  expect(await (await requestAt(app, 'shop.example')('/sitemap.xml')).text()).toContain('/c/taller');
  await changePlan(app, 'growth');
  expect(await parseEcho(await visit('/'))).toMatchObject({ domainUrl: `https://${HOST}` });
});

test('shows that nothing is on sale at a domain without a page', async () => {
  const { app, seller, pageId, visit } = await openDomain();
  const expectNothing = async () => {
    const answer = await visit('/');
    const text = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(text).toContain('There’s nothing here yet');
    expect(text).not.toMatch(/shop\.example|tillwright|taller|pay\.example/i);
    expect((await visit('/sitemap.xml')).status).toBe(404);
    expect((await visit('/c/taller')).status).toBe(404);
  };
  await changeDomain(app, HOST, { pageId: null });
  await expectNothing();
  await changeDomain(app, HOST, { pageId });
  expect((await visit('/')).status).toBe(200);
  await seller.rpc('delete-page', { pageId });
  const deleted = await visit('/');
  expect([deleted.status, (await deleted.text()).includes('There’s nothing here yet')]).toEqual([404, true]);
});

test('shows another assigned page at once, and stops answering for a removed domain', async () => {
  const { app, seller, visit } = await openDomain();
  expect(await (await visit('/')).text()).toContain('Throwing Taller');
  const { body } = await seller.rpc('list-pages', {});
  const another = body.pages.find(({ slug }) => slug === 'another');
  await changeDomain(app, HOST, { pageId: another?.id ?? null });
  expect(await (await visit('/')).text()).toContain('Another');
  await changeDomain(app, HOST, { verifiedAt: null });
  expect((await visit('/')).status).toBe(421);
});

test('sends HSTS for the domain alone and forbids framing', async () => {
  const { visit } = await openDomain();
  for (const path of ['/', '/robots.txt', '/builder', '/c/taller/now']) {
    const { headers } = await visit(path);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});

test('returns the domain of pages and drafts while the plan includes domains', async () => {
  const { app, seller, pageId } = await openDomain();
  const readDomainUrls = async () => ({
    listed: (await seller.rpc('list-pages', {})).body.pages.map(({ slug, url, domainUrl }) => ({
      slug,
      url,
      domainUrl,
    })),
    draft: (await seller.rpc('get-page', { pageId })).body.domainUrl,
  });
  const url = `https://${HOST}`;
  expect(await readDomainUrls()).toEqual({
    listed: expect.arrayContaining([
      { slug: 'taller', url: 'https://shop.example/c/taller', domainUrl: url },
      { slug: 'another', url: 'https://shop.example/c/another', domainUrl: null },
    ]) as unknown,
    draft: url,
  });
  await changePlan(app, 'starter');
  expect((await readDomainUrls()).draft).toBeNull();
});
