import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

const BLOG = 'https://blog.example';
const OTHER_SITE = 'http://localhost:4000';
const embedding = { origins: [BLOG, OTHER_SITE] };

/** Stands in for the built routes: records the requested addresses. */
function createPagesEntry() {
  const requestedPaths: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, services) => {
      const { pathname, search } = new URL(request.url);
      requestedPaths.push(pathname + search);
      const pageResult = await services.findPage(pathname.split('/')[2] ?? '');
      const name = pageResult.kind === 'page' ? pageResult.page.config.productName : pageResult.kind;
      const status = pathname.endsWith('/refused') ? 403 : 200;
      return new Response(`<h1>${name}</h1>`, { status, headers: { 'content-type': 'text/html' } });
    },
  };
  return { requestedPaths, pagesEntry };
}

async function openPageOnSale(changes: object = {}) {
  const { requestedPaths, pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  const page = await seller.publishPage({ productName: 'Taller', embedding, ...changes }, 'taller');
  const request = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
  return { app, seller, page, requestedPaths, request };
}

const frameUrl = (slug: string, origin: string, extraQuery = '') =>
  `/e/${slug}?${new URLSearchParams({ origin })}${extraQuery}`;
const ancestorsOf = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];

test('embeds a page in the sites that its seller allows, and in no others', async () => {
  const { request } = await openPageOnSale();
  for (const origin of [BLOG, OTHER_SITE]) {
    const answer = await request(frameUrl('taller', origin), { 'sec-fetch-dest': 'iframe' });
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>Taller</h1>']);
    expect(ancestorsOf(answer)).toBe(`${BLOG} ${OTHER_SITE}`);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
  }
});

test.for(['https://evil.example', `${BLOG}.evil.example`, 'https://blog.example:8443', 'null', '*', ''])(
  'shows a notice instead of the page in %s, to every visitor',
  async (origin) => {
    const { request, requestedPaths } = await openPageOnSale();
    const answer = await request(frameUrl('taller', origin));
    expect(answer.status).toBe(403);
    expect(ancestorsOf(answer)).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(requestedPaths).toEqual([`/e/taller/refused?${new URLSearchParams({ origin })}`]);
  },
);

test('embeds neither a page without allowed sites nor a page that does not exist', async () => {
  const { request, requestedPaths } = await openPageOnSale({ embedding: { origins: [] } });
  expect((await request(frameUrl('taller', BLOG))).status).toBe(403);
  expect((await request(frameUrl('nowhere', BLOG))).status).toBe(403);
  expect((await request('/e/taller')).status).toBe(403);
  expect(requestedPaths.map((path) => path.split('?')[0])).toEqual([
    '/e/taller/refused',
    '/e/nowhere/refused',
    '/e/taller/refused',
  ]);
});

test('renders a frame once for each site, and again after the next publication', async () => {
  const { request, requestedPaths, seller, page } = await openPageOnSale();
  const config = sellableConfig({ embedding: { origins: [OTHER_SITE] } });
  for (let i = 0; i < 3; i++) await request(frameUrl('taller', BLOG, '&utm_source=x'));
  await request(frameUrl('taller', OTHER_SITE));
  expect(requestedPaths).toEqual([frameUrl('taller', BLOG), frameUrl('taller', OTHER_SITE)]);
  const first = await request(frameUrl('taller', BLOG));
  const etag = first.headers.get('etag') ?? '';
  expect((await request(frameUrl('taller', BLOG), { 'if-none-match': etag })).status).toBe(304);
  await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId: page.pageId });
  expect((await request(frameUrl('taller', BLOG))).status).toBe(403);
  const answer = await request(frameUrl('taller', OTHER_SITE));
  expect([answer.status, ancestorsOf(answer)]).toEqual([200, OTHER_SITE]);
});

test('renders a frame with content parameters for each request', async () => {
  const { request, requestedPaths } = await openPageOnSale();
  for (const extraQuery of ['&coupon=X', '&plan=b', '&priceOption=b', '&amount=7', '&quantity=5', '&f.size=M']) {
    const answer = await request(frameUrl('taller', BLOG, extraQuery));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(ancestorsOf(answer)).toBe(`${BLOG} ${OTHER_SITE}`);
    expect(requestedPaths.at(-1)).toBe(frameUrl('taller', BLOG, extraQuery));
  }
});

test('redirects a frame opened as a top-level document to its page or receipt', async () => {
  const { request } = await openPageOnSale();
  const redirectOf = async (path: string) => {
    const answer = await request(path, { 'sec-fetch-dest': 'document' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    return answer.headers.get('location');
  };
  expect(await redirectOf(frameUrl('taller', BLOG, '&coupon=X'))).toBe('/c/taller?coupon=X');
  expect(await redirectOf('/e/taller')).toBe('/c/taller');
  expect(await redirectOf(`/e/taller/done?t=abc&origin=${BLOG}`)).toBe('/success?t=abc');
});

test('shows the receipt frame in the same sites', async () => {
  const { request, requestedPaths } = await openPageOnSale();
  const receiptFrame = await request(`/e/taller/done?t=abc&origin=${BLOG}`);
  expect([receiptFrame.status, ancestorsOf(receiptFrame)]).toEqual([200, `${BLOG} ${OTHER_SITE}`]);
  expect((await request('/e/taller/done?t=abc&origin=https://evil.example')).status).toBe(403);
  expect(requestedPaths.at(-1)).toBe('/e/taller/refused?t=abc&origin=https://evil.example');
});

test('redirects a former address of a page to the frame at its current address', async () => {
  const { request, seller, page } = await openPageOnSale();
  const config = sellableConfig({ productName: 'Taller', embedding });
  await seller.rpc('save-checkout-page', { config, slug: 'smaller', pageId: page.pageId });
  const answer = await request(frameUrl('taller', BLOG, '&coupon=X'));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, frameUrl('smaller', BLOG, '&coupon=X')]);
  const receiptFrame = await request(`/e/taller/done?t=abc&origin=${BLOG}`);
  expect(receiptFrame.headers.get('location')).toBe(`/e/smaller/done?t=abc&origin=${BLOG}`);
});

test('forbids framing of every other document and rejects forms posted to a frame', async () => {
  const { app, request } = await openPageOnSale();
  for (const path of ['/', '/c/taller', '/c/taller?coupon=X', '/success', '/builder', '/orders', '/purchases', '/auth'])
    expect([path, ancestorsOf(await request(path))]).toEqual([path, "'none'"]);
  for (const path of ['/', '/c/taller', '/success', '/builder'])
    expect([path, (await request(path)).headers.get('x-frame-options')]).toEqual([path, 'DENY']);
  expect(ancestorsOf(await request('/e/taller/refused'))).toBe("'none'");
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'pay' }) };
  expect((await app.request(frameUrl('taller', BLOG), form)).status).toBe(405);
});
