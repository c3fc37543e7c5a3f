import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { ECHO, addVerifiedDomain, serveApp } from '../testing/sites.ts';

const MAIN_HOST = 'shop.example';
const DOMAIN = 'pay.example.com';
/** Part of every crafted host; no response may contain it. */
const MARKER = 'evil';

async function openServed() {
  const mails: string[] = [];
  const renderMail: PagesEntry['renderMail'] = (mail, appUrl) => {
    const text = `${appUrl} ${JSON.stringify(mail)}`;
    mails.push(text);
    return { subject: mail.kind, text, html: text };
  };
  const app = await createTestApp({
    pagesEntry: { ...ECHO, renderMail },
    env: { APP_URL: `https://${MAIN_HOST}` },
  });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Throwing Taller' }, 'taller');
  await addVerifiedDomain(app, DOMAIN, pageId);
  return { app, mails, ...(await serveApp(app)) };
}

const request = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
const host = (value: string) => request('/', `Host: ${value}`);
const withHeader = (name: string, value: string, hostName = MAIN_HOST) =>
  request('/', `Host: ${hostName}`, `${name}: ${value}`);

/** Requests whose host is not ours, in every spelling. */
const CRAFTED_REQUESTS: string[] = [
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
const FORWARDED_HEADERS = [
  'X-Forwarded-Host', 'X-Forwarded-Server', 'X-Host', 'X-Original-Host', 'X-HTTP-Host-Override', 'X-Forwarded-Proto',
  'X-Original-URL', 'X-Rewrite-URL', 'Forwarded',
]; // prettier-ignore

test('refuses every crafted host without repeating it', async () => {
  const { raw } = await openServed();
  expect(CRAFTED_REQUESTS.length).toBeGreaterThan(60);
  for (const text of CRAFTED_REQUESTS) {
    const answer = await raw(text);
    expect([text, answer.slice(0, 12)]).toEqual([text, expect.stringMatching(/^HTTP\/1\.1 4(21|00|31)$/)]);
    expect([text, answer.toLowerCase().includes(MARKER)]).toEqual([text, false]);
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
      expect([headers['cache-control'], headers['strict-transport-security']]).toEqual(['no-store', undefined]);
      answers.add(text);
    }
  expect([...answers]).toEqual(['No site uses this host name.']);
});

test('ignores forwarded host headers on the main site and on a seller’s domain', async () => {
  const { raw, get } = await openServed();
  // Fills the page cache, so that cached responses are tested as well.
  for (const hostName of [MAIN_HOST, DOMAIN]) await get(hostName, hostName === MAIN_HOST ? '/c/taller' : '/');
  for (const hostName of [MAIN_HOST, DOMAIN])
    for (const name of FORWARDED_HEADERS)
      for (const path of [hostName === MAIN_HOST ? '/c/taller' : '/', '/robots.txt', '/sitemap.xml', '/nowhere/'])
        for (const value of ['evil.com', 'host=evil.com;proto=https']) {
          const answer = await raw(withHeader(name, value, hostName).replace('GET / ', `GET ${path} `));
          expect([name, path, answer.includes(MARKER)]).toEqual([name, path, false]);
          expect(answer).toMatch(/^HTTP\/1\.1 (200|30[12]|404) /);
          if (path === '/robots.txt') expect(answer).toContain(`Sitemap: https://${hostName}/sitemap.xml`);
        }
});

test('names only the main site in mail requested under a crafted host', async () => {
  const { app, raw, mails } = await openServed();
  const requestReset = (hostName: string, more: string) => {
    const body = JSON.stringify({ email: 'somebody@example.com' });
    return raw(
      [
        `POST /auth/v1/recover HTTP/1.1`,
        `Host: ${hostName}`,
        more,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
  await app.signUpSeller('somebody@example.com');
  expect(await requestReset('evil.com', 'X: y')).toMatch(/^HTTP\/1\.1 421 /);
  expect(await requestReset(DOMAIN, 'X: y')).toMatch(/^HTTP\/1\.1 404 /);
  expect(await requestReset(MAIN_HOST, 'X-Forwarded-Host: evil.com')).toMatch(/^HTTP\/1\.1 200 /);
  await app.waitUntilIdle();
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) expect(mail).not.toContain(MARKER);
  expect(mails.at(-1)).toContain(`https://${MAIN_HOST}`);
});

test('accepts an absolute request target that names the requested host', async () => {
  const { raw } = await openServed();
  for (const hostName of [MAIN_HOST, DOMAIN]) {
    const answer = await raw(request(`http://${hostName}/robots.txt`, `Host: ${hostName}`));
    expect(answer).toContain(`Sitemap: https://${hostName}/sitemap.xml`);
  }
});

test('answers probes under every host, and internal routes only for direct requests', async () => {
  const { get } = await openServed();
  for (const name of ['10.0.0.7:3000', 'shop_backend:3000', MAIN_HOST]) {
    expect((await get(name, '/healthz')).status).toBe(200);
    expect((await get(name, '/readyz')).status).toBe(200);
    expect((await get(name, `/internal/tls-allowed?domain=${DOMAIN}`)).status).toBe(200);
  }
  expect((await get(DOMAIN, '/healthz')).status).toBe(404);
  expect((await get(DOMAIN, `/internal/tls-allowed?domain=${DOMAIN}`)).status).toBe(404);
});

test('caches a page at a seller’s domain under that domain only', async () => {
  const { get, counters } = await openServed();
  const first = await get(DOMAIN, '/');
  const passedBefore = counters.passedOn;
  const second = await get(DOMAIN, '/');
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  expect(second.text).toContain(`"origin":"https://${DOMAIN}"`);
  expect(counters.passedOn).toBe(passedBefore);
  expect((await get(DOMAIN, '/', 'GET', { 'if-none-match': String(second.headers.etag) })).status).toBe(304);
  const onMainSite = await get(MAIN_HOST, '/c/taller');
  expect(onMainSite.text).toContain(`"origin":"https://${MAIN_HOST}"`);
  expect((await get(MAIN_HOST, '/c/taller')).headers['strict-transport-security']).toContain('includeSubDomains');
  expect(second.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await get(DOMAIN, `https://${DOMAIN}/c/taller`)).status).not.toBe(200);
  expect((await get('evil.com', '/')).status).toBe(421);
  expect((await get(MAIN_HOST, '/')).text).not.toContain(DOMAIN);
});
