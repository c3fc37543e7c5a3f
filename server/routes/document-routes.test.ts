import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

import type { RenderPages } from '../pages/seller-documents.ts';

const SCRIPT = 'document.documentElement.dataset.session = "in"';

/** Stands in for the built routes: records requests and answers like React Router. */
function createPagesEntry(respond?: RenderPages) {
  const requests: Request[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, services) => {
      requests.push(request);
      if (respond) return respond(request, services);
      const { pathname } = new URL(request.url);
      const pageResult = pathname.startsWith('/c/') ? await services.findPage(pathname.slice(3)) : null;
      const name = pageResult?.kind === 'page' ? pageResult.page.config.productName : pathname;
      const html = `<h1>${name}</h1><script>${SCRIPT}</script><script src="/assets/a.js"></script>`;
      const hash = createHash('sha256').update(SCRIPT).digest('base64');
      const headers = { 'content-type': 'text/html', 'x-script-sources': `'sha256-${hash}'` };
      return new Response(request.method === 'HEAD' ? null : html, { headers });
    },
  };
  return { requests, pagesEntry };
}

test('passes the public origin to routes, whatever the forwarding headers say', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry, env: { APP_URL: 'https://shop.example' } });
  const headers = {
    host: 'shop.example:3000',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    origin: 'https://shop.example',
  };
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'pay' }), headers };
  await app.fetch(new Request('http://127.0.0.1:3000/c/taller?x=1', form));
  const [request] = requests;
  expect(request?.url).toBe('https://shop.example/c/taller?x=1');
  expect(request?.method).toBe('POST');
  expect(await request?.text()).toBe('intent=pay');
  // React Router compares this before it accepts a form.
  expect(request?.headers.get('origin')).toBe(new URL(request?.url ?? '').origin);
});

test('ignores a client address that the request itself sends', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await app.request('/somewhere', { headers: { 'X-Client-Address': '203.0.113.7' } });
  expect(requests[0]?.headers.get('x-client-address')).toBe('unknown');
});

test('refuses a form of more than 512 kB before reading it', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const body = `email=${'x'.repeat(512 * 1024)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await app.request('/c/taller', { method: 'POST', body, headers })).status).toBe(413);
  const stream = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half', headers } as RequestInit;
  expect((await app.request('/c/taller', stream)).status).toBe(413);
  expect(requests).toEqual([]);
});

test('refuses a form from another site before a route sees it', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  for (const origin of ['https://evil.example', 'null', 'https://localhost:3000']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
    const answer = await app.request('/c/taller', { method: 'POST', body: 'intent=look', headers });
    expect([origin, answer.status]).toEqual([origin, 403]);
  }
  expect(requests).toEqual([]);
});

test('allows no inline script on a seller’s page; other documents allow theirs by hash', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const policy = async (path: string) => (await app.request(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/c/taller', '/c/taller?coupon=X', '/c/nowhere', '/success']) {
    expect(await policy(path)).toContain("script-src 'self';");
    expect(await policy(path)).not.toMatch(/sha256|script-src[^;]*unsafe/);
  }
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  for (const path of ['/', '/builder', '/pages?page=2']) {
    expect(await policy(path)).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(await policy(path)).not.toMatch(/script-src[^;]*unsafe/);
  }
  for (const path of ['/', '/c/taller']) expect(await policy(path)).toContain("frame-ancestors 'none'");
});

test('answers an unchanged document with 304, and a published page with its own ETag', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  for (const path of ['/', '/c/taller']) {
    const first = await app.request(path);
    const etag = first.headers.get('etag') ?? '';
    expect([path, etag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`]) {
      const revalidated = await app.request(path, { headers: { 'if-none-match': ifNoneMatch } });
      expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
      expect(revalidated.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    expect((await app.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  }
  expect(requests.filter(({ url }) => url.endsWith('/c/taller'))).toHaveLength(1);
});

test('renders a published page once, and again after the next publication', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  await seller.publishPage({ productName: 'First' }, 'taller');
  const fetchPage = async () => (await app.request('/c/taller?utm_source=mail')).text();
  for (let i = 0; i < 3; i++) expect(await fetchPage()).toContain('<h1>First</h1>');
  expect(requests).toHaveLength(1);
  await seller.publishPage({ productName: 'Second' }, 'taller');
  expect(await fetchPage()).toContain('<h1>Second</h1>');
  const answer = await app.request('/c/taller');
  expect(answer.headers.get('cache-control')).toBe(
    'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900',
  );
});

test('shows the new page at an address that moved to another page', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'First page' }, 'taller');
  const fetchPage = async () => (await app.request('/c/taller')).text();
  expect(await fetchPage()).toContain('First page');
  const moved = { config: sellableConfig({ productName: 'First page' }), slug: 'elsewhere', pageId };
  await seller.rpc('save-checkout-page', moved);
  await seller.publishPage({ productName: 'Second page' }, 'taller');
  expect(await fetchPage()).toContain('Second page');
});

test('does not cache an empty document after a HEAD request', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({ productName: 'Throwing Taller' }, 'taller');
  for (const path of ['/c/taller', '/']) {
    const head = await app.request(path, { method: 'HEAD' });
    const get = await app.request(path);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await get.text()).toContain('<h1>');
    for (const name of ['etag', 'content-security-policy', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
});

test('does not cache a page that failed to render', async () => {
  let isBroken = true;
  const { pagesEntry } = createPagesEntry(async () => new Response(isBroken ? 'Sorry' : 'Fine', htmlWith(isBroken)));
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  expect((await app.request('/c/taller')).status).toBe(500);
  isBroken = false;
  const answer = await app.request('/c/taller');
  expect([answer.status, await answer.text()]).toEqual([200, 'Fine']);
});

const htmlWith = (isBroken: boolean) => ({
  status: isBroken ? 500 : 200,
  headers: { 'content-type': 'text/html' },
});

test('renders a page with content parameters for each request and caches nothing', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  for (const query of ['coupon=SAVE20', 'canceled=true', 'notice=x', 'f.email=x']) {
    for (let i = 0; i < 2; i++) {
      const answer = await app.request(`/c/taller?${query}`);
      expect([query, answer.headers.get('cache-control')]).toEqual([query, 'no-store']);
    }
  }
  expect(requests).toHaveLength(8);
});

test('neither caches a page whose seller cannot accept payments nor serves its cached document', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await app.request('/c/taller');
  const { body } = await seller.rpc('get-connection', {});
  await app.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  await app.waitUntilIdle();
  for (let i = 0; i < 2; i++) {
    expect((await app.request('/c/taller')).headers.get('cache-control')).toBe('no-store');
  }
  expect(requests).toHaveLength(3);
});

test('refuses a POST that is not a form before a route sees it', async () => {
  const { requests, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    const init = { method: 'POST', body: '{"intent":"pay"}', headers: { 'content-type': type } };
    expect([type, (await app.request('/c/taller', init)).status]).toEqual([type, 415]);
  }
  expect(requests).toEqual([]);
});
