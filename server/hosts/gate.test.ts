import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { openShop } from '#server/testing.ts';
import { ECHO, prove, serve } from './testing-sites.ts';

const SHOP = 'shop.example';
const PAGE = 'pay.example.com';
/** Part of every crafted host; no response may contain it. */
const MARK = 'evil';

async function openServed() {
  const mails: string[] = [];
  const renderMail: PagesEntry['renderMail'] = (mail, appUrl) => {
    const text = `${appUrl} ${JSON.stringify(mail)}`;
    mails.push(text);
    return { subject: mail.kind, text, html: text };
  };
  const shop = await openShop({
    pagesEntry: { ...ECHO, renderMail },
    env: { APP_URL: `https://${SHOP}` },
  });
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ productName: 'Throwing Taller' }, 'taller');
  await prove(shop, PAGE, pageId);
  return { shop, mails, ...(await serve(shop)) };
}

const request = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
const host = (value: string) => request('/', `Host: ${value}`);
const beside = (name: string, value: string, own = SHOP) => request('/', `Host: ${own}`, `${name}: ${value}`);

/** Requests whose host is not ours, in every spelling. */
const STRANGERS: string[] = [
  ...[
    'evil.com', 'evil.com:80', 'EVIL.COM', 'evil.com.', 'evil.com:80@shop.example', 'shop.example:80@evil.com',
    'evil@shop.example', 'evil:evil@shop.example', 'shop.example@evil.com', 'shop.example.evil.com', 'evil.shop.example',
    'evilshop.example', 'shop.example-evil.com', 'evil.pay.example.com', 'pay.example.com.evil.com', 'evil.com/pay.example.com',
    'shop.example/evil', 'shop.example?evil', 'shop.example#evil', 'shop.example\\evil', 'evil.com shop.example',
    'shop.example evil.com', 'shop.example,evil.com', 'shop.example;evil.com', 'shop.example\tevil', 'shop.example:evil',
    'shop.example:443:evil', 'shop.example:99999999evil', '"evil.com"', "'evil.com'", '<script>evil</script>', '%65vil.evil',
    'shop%2Eexample.evil', 'shop.example%00evil', 'shop.example%0d%0aX-Evil: evil', 'evil\xe9.com', '\xc3\xa9vil.evil', 'xn--evil-.com',
    'http://evil.com', 'https://shop.example@evil.com', '//evil.com', '*.evil.com', 'evil_.shop.example', '-evil.com', 'evil-.com',
    '.evil.com', 'evil..com', '[::1]evil', '[evil]', '[::ffff:evil]', '0x7f.evil', '127.0.0.1.evil.com', 'localhost.evil.com',
    '${jndi:ldap://evil.com}', '{{evil}}', '../evil', `${'evil.'.repeat(60)}com`, `evil${'a'.repeat(4000)}`, 'evil.com\x7f',
  ].map(host),
  request('/', 'Host: evil.com', 'Host: shop.example'),
  request('/', 'Host: shop.example', 'Host: evil.com'),
  request('/', 'Host: shop.example', 'hOsT: pay.example.com', 'X-Evil: evil'),
  request('/evil'),
  request('/', 'Host:', 'X-Evil: evil'),
  request('/', 'Host : evil.com'),
  request('/', 'Host: shop.example\r\n evil.com'),
  request('/', 'Host: shop.example\x00evil'),
  request('/', 'Host: evil.com\nHost: shop.example'),
  request('http://evil.com/', 'Host: shop.example'),
  request('http://shop.example/', 'Host: evil.com'),
  request('http://evil@shop.example/', 'Host: shop.example'),
  request('http://pay.example.com/', 'Host: shop.example', 'X-Evil: evil'),
  request('//evil.com/', 'Host: evil.com'),
  request('evil.com:80', 'Host: shop.example'),
]; // prettier-ignore

/** Headers that proxies set and clients can forge. */
const TOLD = [
  'X-Forwarded-Host', 'X-Forwarded-Server', 'X-Host', 'X-Original-Host', 'X-HTTP-Host-Override', 'X-Forwarded-Proto',
  'X-Original-URL', 'X-Rewrite-URL', 'Forwarded',
]; // prettier-ignore

test('refuses every crafted host without repeating it', async () => {
  const { raw } = await openServed();
  expect(STRANGERS.length).toBeGreaterThan(60);
  for (const text of STRANGERS) {
    const answer = await raw(text);
    expect([text, answer.slice(0, 12)]).toEqual([text, expect.stringMatching(/^HTTP\/1\.1 4(21|00|31)$/)]);
    expect([text, answer.toLowerCase().includes(MARK)]).toEqual([text, false]);
    expect([text, /throwing|https?:|shop\.example/i.test(answer)]).toEqual([text, false]);
  }
});

test('refuses an unverified host on every path with the same text', async () => {
  const { get } = await openServed();
  const answers = new Set<string>();
  for (const path of [
    '/',
    '/c/taller',
    '/c/taller?coupon=X',
    '/robots.txt',
    '/sitemap.xml',
    '/success',
    '/pricing',
    '/auth/v1/user',
    '/functions/v1/list-pages',
    '/c/taller/now',
    '/c/taller/seen.gif',
    '/assets/x.js',
    '/media/x',
  ])
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await get('evil.com', path, method);
      expect([path, status, headers['location']]).toEqual([path, 421, undefined]);
      expect(headers['content-type']).toMatch(/^text\/plain/);
      expect([headers['cache-control'], headers['strict-transport-security']]).toEqual([
        'no-store',
        undefined,
      ]);
      answers.add(text);
    }
  expect([...answers]).toEqual(['Nothing answers under this name here.']);
});

test('ignores forwarded host headers on the main site and on a seller’s domain', async () => {
  const { raw, get } = await openServed();
  // Fills the page cache, so that cached responses are tested as well.
  for (const own of [SHOP, PAGE]) await get(own, own === SHOP ? '/c/taller' : '/');
  for (const own of [SHOP, PAGE])
    for (const name of TOLD)
      for (const path of [own === SHOP ? '/c/taller' : '/', '/robots.txt', '/sitemap.xml', '/nowhere/'])
        for (const value of ['evil.com', 'host=evil.com;proto=https']) {
          const answer = await raw(beside(name, value, own).replace('GET / ', `GET ${path} `));
          expect([name, path, answer.includes(MARK)]).toEqual([name, path, false]);
          expect(answer).toMatch(/^HTTP\/1\.1 (200|30[12]|404) /);
          if (path === '/robots.txt') expect(answer).toContain(`Sitemap: https://${own}/sitemap.xml`);
        }
});

test('names only the main site in mail requested under a crafted host', async () => {
  const { shop, raw, mails } = await openServed();
  const ask = (own: string, more: string) => {
    const body = JSON.stringify({ email: 'somebody@example.com' });
    return raw(
      [
        `POST /auth/v1/recover HTTP/1.1`,
        `Host: ${own}`,
        more,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
  await shop.seller('somebody@example.com');
  expect(await ask('evil.com', 'X: y')).toMatch(/^HTTP\/1\.1 421 /);
  expect(await ask(PAGE, 'X: y')).toMatch(/^HTTP\/1\.1 404 /);
  expect(await ask(SHOP, 'X-Forwarded-Host: evil.com')).toMatch(/^HTTP\/1\.1 200 /);
  await shop.settled();
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) expect(mail).not.toContain(MARK);
  expect(mails.at(-1)).toContain(`https://${SHOP}`);
});

test('accepts an absolute request target that names the requested host', async () => {
  const { raw } = await openServed();
  for (const own of [SHOP, PAGE]) {
    const answer = await raw(request(`http://${own}/robots.txt`, `Host: ${own}`));
    expect(answer).toContain(`Sitemap: https://${own}/sitemap.xml`);
  }
});

test('answers probes under every host, and internal routes only for direct requests', async () => {
  const { get } = await openServed();
  for (const name of ['10.0.0.7:3000', 'shop_backend:3000', SHOP]) {
    expect((await get(name, '/healthz')).status).toBe(200);
    expect((await get(name, '/readyz')).status).toBe(200);
    expect((await get(name, `/internal/tls-allowed?domain=${PAGE}`)).status).toBe(200);
  }
  expect((await get(PAGE, '/healthz')).status).toBe(404);
  expect((await get(PAGE, `/internal/tls-allowed?domain=${PAGE}`)).status).toBe(404);
});

test('caches a page at a seller’s domain under that domain only', async () => {
  const { get, asked } = await openServed();
  const first = await get(PAGE, '/');
  const past = asked.past;
  const second = await get(PAGE, '/');
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  expect(second.text).toContain(`"origin":"https://${PAGE}"`);
  expect(asked.past).toBe(past);
  expect((await get(PAGE, '/', 'GET', { 'if-none-match': String(second.headers.etag) })).status).toBe(304);
  const atShop = await get(SHOP, '/c/taller');
  expect(atShop.text).toContain(`"origin":"https://${SHOP}"`);
  expect((await get(SHOP, '/c/taller')).headers['strict-transport-security']).toContain('includeSubDomains');
  expect(second.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await get(PAGE, `https://${PAGE}/c/taller`)).status).not.toBe(200);
  expect((await get('evil.com', '/')).status).toBe(421);
  expect((await get(SHOP, '/')).text).not.toContain(PAGE);
});
