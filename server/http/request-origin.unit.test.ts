import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { isLocalRequest } from './request-origin.ts';

type Headers = Record<string, string>;
const routes = new Hono().get('/', (call) => call.text(String(isLocalRequest(call))));

async function isAccepted(peer: string | undefined, origin: string, headers: Headers = {}): Promise<boolean> {
  const socket = { remoteAddress: peer };
  return (await (await routes.request(`${origin}/`, { headers }, { incoming: { socket } })).text()) === 'true';
}

const LOCAL_ORIGIN = 'http://localhost:3000';

test('accepts a browser on this machine under every loopback name', async () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    for (const origin of [LOCAL_ORIGIN, 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost'])
      expect([peer, origin, await isAccepted(peer, origin)]).toEqual([peer, origin, true]);
});

test('accepts a call inside the process', async () => {
  expect(await (await routes.request(`${LOCAL_ORIGIN}/`)).text()).toBe('true');
});

test('rejects another machine and a closed socket', async () => {
  for (const peer of ['192.168.1.7', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1', undefined])
    expect([peer, await isAccepted(peer, LOCAL_ORIGIN)]).toEqual([peer, false]);
});

test('rejects a client that a local proxy names as remote', async () => {
  const remoteHeaders: Headers[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7, 127.0.0.1' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-real-ip': '203.0.113.7' },
    { 'x-forwarded-host': 'shop.example' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
    { 'cf-connecting-ip': '203.0.113.7' },
  ];
  for (const headers of remoteHeaders)
    expect([headers, await isAccepted('127.0.0.1', LOCAL_ORIGIN, headers)]).toEqual([headers, false]);
  expect(await isAccepted('127.0.0.1', LOCAL_ORIGIN, { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '::1' })).toBe(
    true,
  );
});

test('rejects a host name that resolves to this machine (DNS rebinding)', async () => {
  for (const origin of [
    'http://evil.example:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.nip.io',
    'http://10.0.0.1',
    'https://shop.example',
  ])
    expect([origin, await isAccepted('127.0.0.1', origin)]).toEqual([origin, false]);
});
