import { BlockList } from 'node:net';

import { expect, test } from 'vitest';

import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { addressFrom } from './rate-limits.ts';

const trusted = new BlockList();
trusted.addSubnet('127.0.0.0', 8, 'ipv4');
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addSubnet('2001:db8:ffff::', 48, 'ipv6');

const addressOf = (peer: string, forwarded?: string): string => addressFrom(peer, forwarded, trusted);

test('finds the client behind a chain of trusted proxies', () => {
  expect(addressOf('10.0.0.1', '203.0.113.7')).toBe('203.0.113.7');
  expect(addressOf('10.0.0.1', '203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
  expect(addressOf('10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.3, 10.0.0.2')).toBe('203.0.113.7');
  expect(addressOf('2001:db8:ffff::1', '2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressOf('127.0.0.1', '10.9.9.9, 10.0.0.2')).toBe('10.9.9.9');
});

test('reads entries with a port, and stops at an unreadable entry', () => {
  expect(addressOf('10.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7');
  expect(addressOf('10.0.0.1', '[2001:db8:1:2::9]:443')).toBe('2001:db8:1:2::/64');
  expect(addressOf('10.0.0.1', '203.0.113.7, unknown')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, _hidden, 10.0.0.2')).toBe('10.0.0.2');
  expect(addressOf('10.0.0.1', '')).toBe('10.0.0.1');
});

const ADDRESSES = ['127.0.0.1', '::1', '10.0.0.1', '203.0.113.99', '8.8.8.8, 127.0.0.1', 'localhost', '', '%00'];
const NAMES = ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-address'];
const FORGED: Record<string, string>[] = [
  ...NAMES.flatMap((name) => ADDRESSES.map((address) => ({ [name]: address }))),
  { forwarded: 'for=127.0.0.1' },
  { forwarded: 'for="[::1]:80";proto=https;by=10.0.0.1' },
  {
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'x-forwarded-host': 'localhost',
    via: '1.1 us',
  },
];

test('ignores address headers of an untrusted client in rate limits and metrics', async () => {
  expect(FORGED.length).toBeGreaterThan(40);
  const app = await createTestApp({
    env: { RATE_LIMITS: 'live', TRUSTED_PROXIES: '10.0.0.0/8' },
    freezeClock: true,
  });
  const untrustedEnv = nodeEnvFrom('198.51.100.7');
  for (const headers of FORGED) {
    const metrics = await app.fetch(new Request('http://localhost:3000/metrics', { headers }), untrustedEnv);
    expect([headers, metrics.status]).toEqual([headers, 404]);
  }
  const jsonHeaders = { 'content-type': 'application/json' };
  const statuses: number[] = [];
  for (const headers of FORGED) {
    const body = JSON.stringify({
      email: `nobody-${statuses.length}@example.com`,
      password: 'brass-till-27',
    });
    const init = { method: 'POST', headers: { ...jsonHeaders, ...headers }, body };
    const response = await app.fetch(new Request('http://localhost:3000/auth/v1/signup', init), untrustedEnv);
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(new Set(statuses.slice(5))).toEqual(new Set([429]));
});

test('gives each client behind a trusted proxy its own limits', async () => {
  const app = await createTestApp({
    env: { RATE_LIMITS: 'live', TRUSTED_PROXIES: '10.0.0.0/8' },
    freezeClock: true,
  });
  const signUp = async (client: string, count: number) => {
    const body = JSON.stringify({ email: `${count}-${client}@example.com`, password: 'brass-till-27' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${client}` };
    const request = new Request('http://localhost:3000/auth/v1/signup', { method: 'POST', headers, body });
    return (await app.fetch(request, nodeEnvFrom('10.0.0.1'))).status;
  };
  for (const client of ['203.0.113.7', '203.0.113.8'])
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((count) => signUp(client, count)))).toEqual(
      expect.arrayContaining([200, 200, 200, 200, 200, 429]),
    );
});
