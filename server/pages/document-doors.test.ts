import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

import type { RenderPages } from './seller-pages.ts';

const SCRIPT = 'document.documentElement.dataset.session = "in"';

/** Stands in for the built routes: records requests and answers like React Router. */
function openPages(answer?: RenderPages) {
  const asked: Request[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, shop) => {
      asked.push(request);
      if (answer) return answer(request, shop);
      const { pathname } = new URL(request.url);
      const found = pathname.startsWith('/c/') ? await shop.findPage(pathname.slice(3)) : null;
      const name = found?.kind === 'page' ? found.page.config.productName : pathname;
      const html = `<h1>${name}</h1><script>${SCRIPT}</script><script src="/assets/a.js"></script>`;
      const hash = createHash('sha256').update(SCRIPT).digest('base64');
      const headers = { 'content-type': 'text/html', 'x-script-sources': `'sha256-${hash}'` };
      return new Response(request.method === 'HEAD' ? null : html, { headers });
    },
  };
  return { asked, pagesEntry };
}

test('passes the public origin to routes, whatever the forwarding headers say', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry, env: { APP_URL: 'https://shop.example' } });
  const headers = {
    host: 'shop.example:3000',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    origin: 'https://shop.example',
  };
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'pay' }), headers };
  await shop.fetch(new Request('http://127.0.0.1:3000/c/taller?x=1', form));
  const [seen] = asked;
  expect(seen?.url).toBe('https://shop.example/c/taller?x=1');
  expect(seen?.method).toBe('POST');
  expect(await seen?.text()).toBe('intent=pay');
  // React Router compares this before it accepts a form.
  expect(seen?.headers.get('origin')).toBe(new URL(seen?.url ?? '').origin);
});

test('ignores a client address that the request itself sends', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await shop.request('/somewhere', { headers: { 'X-Client-Address': '203.0.113.7' } });
  expect(asked[0]?.headers.get('x-client-address')).toBe('unknown');
});

test('refuses a form of more than 512 kB before reading it', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const body = `email=${'x'.repeat(512 * 1024)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await shop.request('/c/taller', { method: 'POST', body, headers })).status).toBe(413);
  const stream = { method: 'POST', body: new Blob([body]).stream(), duplex: 'half', headers } as RequestInit;
  expect((await shop.request('/c/taller', stream)).status).toBe(413);
  expect(asked).toEqual([]);
});

test('refuses a form from another site before a route sees it', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  for (const origin of ['https://evil.example', 'null', 'https://localhost:3000']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
    const answer = await shop.request('/c/taller', { method: 'POST', body: 'intent=look', headers });
    expect([origin, answer.status]).toEqual([origin, 403]);
  }
  expect(asked).toEqual([]);
});

test('allows no inline script on a seller’s page; other documents allow theirs by hash', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  const policy = async (path: string) =>
    (await shop.request(path)).headers.get('content-security-policy') ?? '';
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
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  for (const path of ['/', '/c/taller']) {
    const first = await shop.request(path);
    const etag = first.headers.get('etag') ?? '';
    expect([path, etag]).toEqual([path, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await shop.request(path, { headers: { 'if-none-match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    expect((await shop.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  }
  expect(asked.filter(({ url }) => url.endsWith('/c/taller'))).toHaveLength(1);
});

test('renders a published page once, and again after the next publication', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  await seller.publish({ productName: 'First' }, 'taller');
  const look = async () => (await shop.request('/c/taller?utm_source=mail')).text();
  for (let times = 0; times < 3; times++) expect(await look()).toContain('<h1>First</h1>');
  expect(asked).toHaveLength(1);
  await seller.publish({ productName: 'Second' }, 'taller');
  expect(await look()).toContain('<h1>Second</h1>');
  const answer = await shop.request('/c/taller');
  expect(answer.headers.get('cache-control')).toBe(
    'public, max-age=0, must-revalidate, s-maxage=5, stale-if-error=900',
  );
});

test('shows the new page at an address that moved to another page', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'First page' }, 'taller');
  const look = async () => (await shop.request('/c/taller')).text();
  expect(await look()).toContain('First page');
  const moved = { config: sellableConfig({ productName: 'First page' }), slug: 'elsewhere', pageId };
  await seller.call('save-checkout-page', moved);
  await seller.publish({ productName: 'Second page' }, 'taller');
  expect(await look()).toContain('Second page');
});

test('does not cache an empty document after a HEAD request', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({ productName: 'Throwing Taller' }, 'taller');
  for (const path of ['/c/taller', '/']) {
    const head = await shop.request(path, { method: 'HEAD' });
    const get = await shop.request(path);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await get.text()).toContain('<h1>');
    for (const name of ['etag', 'content-security-policy', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
});

test('does not cache a page that failed to render', async () => {
  let broken = true;
  const { pagesEntry } = openPages(async () => new Response(broken ? 'Sorry' : 'Fine', htmlWith(broken)));
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  expect((await shop.request('/c/taller')).status).toBe(500);
  broken = false;
  const answer = await shop.request('/c/taller');
  expect([answer.status, await answer.text()]).toEqual([200, 'Fine']);
});

const htmlWith = (broken: boolean) => ({
  status: broken ? 500 : 200,
  headers: { 'content-type': 'text/html' },
});

test('renders a page with content parameters for each request and caches nothing', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  for (const query of ['coupon=SAVE20', 'canceled=true', 'notice=x', 'f.email=x']) {
    for (let times = 0; times < 2; times++) {
      const answer = await shop.request(`/c/taller?${query}`);
      expect([query, answer.headers.get('cache-control')]).toEqual([query, 'no-store']);
    }
  }
  expect(asked).toHaveLength(8);
});

test('neither caches a page whose seller cannot accept payments nor serves its cached document', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await shop.request('/c/taller');
  const { body } = await seller.call('get-connection', {});
  await shop.request(`/sandbox/dashboard/${body.stripe_account_id}/disconnect`, { method: 'POST' });
  await shop.settled();
  for (let times = 0; times < 2; times++) {
    expect((await shop.request('/c/taller')).headers.get('cache-control')).toBe('no-store');
  }
  expect(asked).toHaveLength(3);
});

test('refuses a POST that is not a form before a route sees it', async () => {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    const init = { method: 'POST', body: '{"intent":"pay"}', headers: { 'content-type': type } };
    expect([type, (await shop.request('/c/taller', init)).status]).toEqual([type, 415]);
  }
  expect(asked).toEqual([]);
});
