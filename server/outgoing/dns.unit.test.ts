import { expect, test } from 'vitest';

import { openNameServer } from '#server/testing/dns-server.ts';

import { createDns } from './dns.ts';

test('queries DNS each time without caching', async () => {
  const zone = await openNameServer();
  const dns = createDns([zone.address]);
  zone.set('pay.example.com', { A: ['203.0.113.7'], AAAA: ['2001:db8::7'], TXT: ['x'.repeat(300)] });
  expect(await dns.addresses('pay.example.com')).toEqual(['203.0.113.7', '2001:db8::7']);
  expect(await dns.txt('pay.example.com')).toEqual(['x'.repeat(300)]);
  expect(await dns.cname('pay.example.com')).toEqual([]);
  zone.set('pay.example.com', { CNAME: ['Shops.Example.NET'] }, { A: ['203.0.113.9'] });
  zone.set('shops.example.net', { A: ['203.0.113.8'] });
  expect(await dns.cname('pay.example.com')).toEqual(['shops.example.net']);
  expect(await dns.addresses('pay.example.com')).toEqual(['203.0.113.9']);
  zone.set('pay.example.com', { CNAME: ['shops.example.net'] });
  expect(await dns.addresses('pay.example.com')).toEqual(['203.0.113.8']);
  zone.remove('pay.example.com');
  expect(await dns.addresses('pay.example.com')).toEqual([]);
});

test('throws for a failing name server instead of returning an empty answer', async () => {
  const zone = await openNameServer();
  const dns = createDns([zone.address]);
  zone.set('pay.example.com', { TXT: ['there'] });
  for (const trouble of ['servfail', 'refused', 'truncated', 'silent'] as const) {
    zone.setFailure('pay.example.com', trouble);
    await expect(dns.txt('pay.example.com')).rejects.toMatchObject({ name: 'DnsError' });
  }
  zone.setFailure('pay.example.com', null);
  expect(await dns.txt('pay.example.com')).toEqual(['there']);
});
