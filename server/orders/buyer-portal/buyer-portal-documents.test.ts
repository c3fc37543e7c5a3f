import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

test('accepts forms from our own pages only', async () => {
  const requests: string[] = [];
  const render = async (request: Request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response('<p>Document</p>', { headers: { 'content-type': 'text/html' } });
  };
  const app = await createTestApp({ pagesEntry: { render } });
  const post = async (path: string, headers: Record<string, string>) =>
    (await app.request(path, { method: 'POST', body: new URLSearchParams({ a: '1' }), headers })).status;
  const subscription = `/purchases/subscriptions/${crypto.randomUUID()}`;
  for (const path of ['/purchases', '/purchases/open', subscription]) {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', 'https://localhost:3000', ''])
      expect([path, origin, await post(path, { origin })]).toEqual([path, origin, 403]);
    expect(await post(path, {})).toBe(403);
    expect(await post(path, { origin: 'http://localhost:3000' })).toBe(200);
  }
  for (const path of ['/purchases/data', '/purchases/receipts/x', `${subscription}/card`, '/purchases.data'])
    expect([path, await post(path, { origin: 'http://localhost:3000' })]).toEqual([path, 405]);
  expect(requests).toEqual(['/purchases', '/purchases/open', subscription].map((path) => `POST ${path}`));
});

test('the documents are not cached or indexed, run no scripts and send no referrer to other sites', async () => {
  const render = async () =>
    new Response('<p>Document</p><script>1</script>', {
      headers: { 'content-type': 'text/html', 'cache-control': 'public' },
    });
  const app = await createTestApp({ pagesEntry: { render } });
  const paths = ['/purchases', '/purchases?page=2', '/purchases/open?token=x', '/purchases/receipts/x'];
  for (const path of paths) {
    const { headers } = await app.request(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('etag')).toBeNull();
  }
});

test('no document is cached for the next visitor', async () => {
  const cookies: (string | null)[] = [];
  const render = async (request: Request) => {
    cookies.push(request.headers.get('cookie'));
    return new Response(`<p>${request.headers.get('cookie')}</p>`, {
      headers: { 'content-type': 'text/html' },
    });
  };
  const app = await createTestApp({ pagesEntry: { render } });
  const fetchPage = async (cookie: string) =>
    (await app.request('/purchases', { headers: { cookie, 'if-none-match': '*' } })).text();
  expect(await fetchPage('purchases=bo')).toBe('<p>purchases=bo</p>');
  expect(await fetchPage('purchases=al')).toBe('<p>purchases=al</p>');
  expect(cookies).toEqual(['purchases=bo', 'purchases=al']);
});
