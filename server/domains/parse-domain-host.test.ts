import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { domains } from '#server/db/schema-domains.ts';
import { openDomainTestEnv, sellerWithDomains } from '#server/testing/domain-env.ts';

import { parseDomainHost } from './parse-domain-host.ts';

const ENV = { APP_URL: 'https://www.till-shop.co.uk', DOMAIN_TARGET: 'edge.hosting.example.com' };

/** Invalid inputs by the reason that the message contains. */
const HOSTILE: Record<string, string[]> = {
  'IP address': [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '１２７.0.0.1',
    'http://10.0.0.1/',
    '[::1]',
    'http://[::ffff:127.0.0.1]:80/',
    '::1',
    '169.254.169.254',
    '1.2.3.4.',
  ],
  'at least one dot': ['localhost', 'intranet', 'com', 'http://shop/'],
  'This is a domain ending that many sites share': [
    'co.uk',
    'github.io',
    'herokuapp.com',
    's3.amazonaws.com',
    'kobe.jp',
    'xn--55qx5d.cn',
    'foo.ck',
  ],
  'Names under .localhost only work': ['pay.shop.localhost', 'a.b.localhost'],
  'There are no public domains that end in': [
    'printer.local',
    'db.internal',
    'a.test',
    'x.invalid',
    'pay.example',
    'expyuzz4wqqyqhjn.onion',
    '1.0.0.127.in-addr.arpa',
    'home.arpa',
    'a.lan',
    'svc.cluster.local',
    'x.alt',
    'a.corp',
  ],
  'This domain belongs to this site': [
    'www.till-shop.co.uk',
    'pay.www.till-shop.co.uk',
    'edge.hosting.example.com',
    'x.edge.hosting.example.com',
    'WWW.Till-Shop.co.uk.',
  ],
  underscore: ['_tillwright.example.com', 'a_b.example.com', '_dmarc.example.com'],
  wildcards: ['*.example.com', '*', 'pay.*.com'],
  'email address': ['me@example.com', 'https://user:pass@pay.example.com/', 'http://www.till-shop.co.uk@evil.com/'],
  'too long': [
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
    'x'.repeat(3000),
    `${'abcdefghi.'.repeat(24)}co`,
  ],
  'extra dot': ['pay..example.com', '.example.com', 'example.com..'],
  hyphen: ['xn--.example.com', '-pay.example.com', 'pay-.example.com', 'example.-com'],
  'character that isn’t allowed': [
    'pay%2eexample.com',
    'pay!example.com',
    '<script>.example.com',
    'pay,example.com',
    "';drop-table-domains;--.com",
    'a\u200db.example.com',
    'ex\u00adample.com',
    'a\u202eb.example.com',
    'a\u0000b.example.com',
    'xn--a.example.com',
    'xn--ls8h.la',
    '💰.example.com',
    'javascript:alert(1)',
  ],
  spaces: ['pay example.com', 'pay.\texample.com', 'pay.example.com\r\nX-Evil: 1'],
  'different alphabets': ['pаypal.example.com', 'xn--pypal-4ve.example.com'],
  'looks too much like ours': ['ti11wright.com', 'tillvvright.example.com', 'tíllwright.com', 'ti11-sh0p.com'],
  'Enter your domain': ['', '   ', 'https://', '/', '?x=1'],
};

test('refuses invalid domains, each with its own reason', () => {
  const config = parseConfig({ ...ENV, AUTH_SECRET: 'x'.repeat(40) });
  const texts = Object.values(HOSTILE).flat();
  expect(texts.length).toBeGreaterThan(60);
  for (const [reason, input] of Object.entries(HOSTILE)) {
    for (const text of input) {
      const parse = () => parseDomainHost(config, text);
      expect(parse, JSON.stringify(text)).toThrow(new RegExp(reason, 'i'));
      expect(parse).toThrow(expect.objectContaining({ code: 'domain_invalid' }));
    }
  }
});

test('accepts domains, including those under shared suffixes', () => {
  const config = parseConfig({ ...ENV, AUTH_SECRET: 'x'.repeat(40) });
  for (const [input, host] of Object.entries({
    'x.github.io': 'x.github.io',
    'pay.vane.co.uk': 'pay.vane.co.uk',
    'till-shop.co.uk': 'till-shop.co.uk',
    'shop.hosting.example.com': 'shop.hosting.example.com',
    'vane.paris': 'vane.paris',
    'пример.рф': 'xn--e1afmkfd.xn--p1ai',
    'tillwright.vane.com': 'tillwright.vane.com',
    '1a.example.com': '1a.example.com',
    'a--b.example.com': 'a--b.example.com',
  }))
    expect([input, parseDomainHost(config, input)]).toEqual([input, host]);
});

test('refuses hostile names without a DNS query or a row', async () => {
  const testEnv = await openDomainTestEnv();
  const seller = await sellerWithDomains(testEnv);
  const { pageId } = await seller.publishPage({}, 'taller');
  for (const text of [
    '127.0.0.1',
    'co.uk',
    'db.internal',
    '_x.example.com',
    'pay%2eexample.com',
    'a\u0000b.example.com',
  ]) {
    const { status, body } = await seller.rpc('add-domain', { host: text, pageId });
    expect([text, status, body.error]).toMatchObject([
      text,
      422,
      { code: 'domain_invalid', title: 'Couldn’t add the domain' },
    ]);
  }
  for (const body of [
    {},
    { host: 1 },
    { host: 'x'.repeat(5000) },
    { host: 'pay.example.com', pageId: '1' },
    { host: 'a.example.com', sellerId: 'x' },
  ])
    expect((await seller.rpc('add-domain', body as never)).status).toBe(400);
  const foreignPage = await seller.rpc('add-domain', {
    host: 'pay.example.com',
    pageId: crypto.randomUUID(),
  });
  expect(foreignPage.status).toBe(404);
  expect(await testEnv.app.context.db.select().from(domains)).toEqual([]);
  expect(testEnv.nameServer.questions).toEqual([]);
});
