import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { openShop, sellableConfig } from '#server/testing.ts';

const BLOG = 'https://blog.example';
const OTHER = 'http://localhost:4000';
const embedding = { origins: [BLOG, OTHER] };

/** Stands in for the built routes: records the requested addresses. */
function openPages() {
  const asked: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, shop) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      const found = await shop.findPage(pathname.split('/')[2] ?? '');
      const name = found.kind === 'page' ? found.page.config.productName : found.kind;
      const status = pathname.endsWith('/refused') ? 403 : 200;
      return new Response(`<h1>${name}</h1>`, { status, headers: { 'content-type': 'text/html' } });
    },
  };
  return { asked, pagesEntry };
}

async function openSelling(changes: object = {}) {
  const { asked, pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const seller = await shop.seller();
  const page = await seller.publish({ productName: 'Taller', embedding, ...changes }, 'taller');
  const look = (path: string, headers: Record<string, string> = {}) => shop.request(path, { headers });
  return { shop, seller, page, asked, look };
}

const inside = (slug: string, origin: string, more = '') =>
  `/e/${slug}?${new URLSearchParams({ origin })}${more}`;
const ancestorsOf = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];

test('embeds a page in the sites that its seller allows, and in no others', async () => {
  const { look } = await openSelling();
  for (const origin of [BLOG, OTHER]) {
    const answer = await look(inside('taller', origin), { 'sec-fetch-dest': 'iframe' });
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>Taller</h1>']);
    expect(ancestorsOf(answer)).toBe(`${BLOG} ${OTHER}`);
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
    const { look, asked } = await openSelling();
    const answer = await look(inside('taller', origin));
    expect(answer.status).toBe(403);
    expect(ancestorsOf(answer)).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(asked).toEqual([`/e/taller/refused?${new URLSearchParams({ origin })}`]);
  },
);

test('embeds neither a page without allowed sites nor a page that does not exist', async () => {
  const { look, asked } = await openSelling({ embedding: { origins: [] } });
  expect((await look(inside('taller', BLOG))).status).toBe(403);
  expect((await look(inside('nowhere', BLOG))).status).toBe(403);
  expect((await look('/e/taller')).status).toBe(403);
  expect(asked.map((path) => path.split('?')[0])).toEqual([
    '/e/taller/refused',
    '/e/nowhere/refused',
    '/e/taller/refused',
  ]);
});

test('renders a frame once for each site, and again after the next publication', async () => {
  const { look, asked, seller, page } = await openSelling();
  const config = sellableConfig({ embedding: { origins: [OTHER] } });
  for (let times = 0; times < 3; times++) await look(inside('taller', BLOG, '&utm_source=x'));
  await look(inside('taller', OTHER));
  expect(asked).toEqual([inside('taller', BLOG), inside('taller', OTHER)]);
  const first = await look(inside('taller', BLOG));
  const etag = first.headers.get('etag') ?? '';
  expect((await look(inside('taller', BLOG), { 'if-none-match': etag })).status).toBe(304);
  await seller.call('save-checkout-page', { config, slug: 'taller', pageId: page.pageId });
  expect((await look(inside('taller', BLOG))).status).toBe(403);
  const answer = await look(inside('taller', OTHER));
  expect([answer.status, ancestorsOf(answer)]).toEqual([200, OTHER]);
});

test('renders a frame with content parameters for each request', async () => {
  const { look, asked } = await openSelling();
  for (const more of ['&coupon=X', '&plan=b', '&amount=7', '&f.size=M']) {
    const answer = await look(inside('taller', BLOG, more));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(ancestorsOf(answer)).toBe(`${BLOG} ${OTHER}`);
    expect(asked.at(-1)).toBe(inside('taller', BLOG, more));
  }
});

test('redirects a frame opened as a top-level document to its page or receipt', async () => {
  const { look } = await openSelling();
  const led = async (path: string) => {
    const answer = await look(path, { 'sec-fetch-dest': 'document' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
    return answer.headers.get('location');
  };
  expect(await led(inside('taller', BLOG, '&coupon=X'))).toBe('/c/taller?coupon=X');
  expect(await led('/e/taller')).toBe('/c/taller');
  expect(await led(`/e/taller/done?t=abc&origin=${BLOG}`)).toBe('/success?t=abc');
});

test('shows the receipt frame in the same sites', async () => {
  const { look, asked } = await openSelling();
  const done = await look(`/e/taller/done?t=abc&origin=${BLOG}`);
  expect([done.status, ancestorsOf(done)]).toEqual([200, `${BLOG} ${OTHER}`]);
  expect((await look('/e/taller/done?t=abc&origin=https://evil.example')).status).toBe(403);
  expect(asked.at(-1)).toBe('/e/taller/refused?t=abc&origin=https://evil.example');
});

test('redirects a former address of a page to the frame at its current address', async () => {
  const { look, seller, page } = await openSelling();
  const config = sellableConfig({ productName: 'Taller', embedding });
  await seller.call('save-checkout-page', { config, slug: 'smaller', pageId: page.pageId });
  const answer = await look(inside('taller', BLOG, '&coupon=X'));
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    inside('smaller', BLOG, '&coupon=X'),
  ]);
  const done = await look(`/e/taller/done?t=abc&origin=${BLOG}`);
  expect(done.headers.get('location')).toBe(`/e/smaller/done?t=abc&origin=${BLOG}`);
});

test('forbids framing of every other document and rejects forms posted to a frame', async () => {
  const { shop, look } = await openSelling();
  for (const path of [
    '/',
    '/c/taller',
    '/c/taller?coupon=X',
    '/success',
    '/builder',
    '/orders',
    '/purchases',
    '/auth',
  ])
    expect([path, ancestorsOf(await look(path))]).toEqual([path, "'none'"]);
  for (const path of ['/', '/c/taller', '/success', '/builder'])
    expect([path, (await look(path)).headers.get('x-frame-options')]).toEqual([path, 'DENY']);
  expect(ancestorsOf(await look('/e/taller/refused'))).toBe("'none'");
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'pay' }) };
  expect((await shop.request(inside('taller', BLOG), form)).status).toBe(405);
});
