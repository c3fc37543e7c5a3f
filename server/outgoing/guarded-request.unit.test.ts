import { createServer } from 'node:http';
import { isIP } from 'node:net';

import { expect, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { listening } from '#server/testing-listening.ts';
import { openNameServer } from '#server/testing-name-server.ts';

import { openDns } from './dns.ts';
import { guardedRequest, type GuardedRequest } from './guarded-request.ts';
import { OutgoingFault, RefusedAddress } from './outgoing-fault.ts';
import { INNER_ADDRESSES } from './testing-inner-addresses.ts';

const INNER_IPS = INNER_ADDRESSES.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')).filter(
  (host) => isIP(host) !== 0,
);
/** Public but unallocated address block. */
const NOBODYS = '2d00::1';

async function openGuard() {
  const names = await openNameServer();
  const server = createServer((_, answer) => answer.end('inside'));
  const canary = await listening(server);
  const context = {
    config: configFrom({ APP_URL: 'https://shop.example.com', DOMAIN_ADDRESSES: '8.8.4.4' }),
    dns: openDns([names.address]),
  };
  const ask = (url: string, more: Partial<GuardedRequest> = {}) => {
    const { port } = canary;
    const at = new URL(url);
    at.port = String(port);
    const usual = { method: 'POST', headers: [], body: 'hello', timeoutMs: 5000, maxBytes: 1000 };
    return guardedRequest(context, { ...usual, url: at.href, ports: [port], ...more });
  };
  return { names, canary, ask, context };
}

const faultOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it was answered',
    (error: unknown) => error,
  );

test('connects to no internal address in any notation', async () => {
  const { ask, canary, names } = await openGuard();
  expect(INNER_ADDRESSES.length).toBeGreaterThan(60);
  for (const url of INNER_ADDRESSES) expect(await faultOf(ask(url)), url).toBeInstanceOf(RefusedAddress);
  expect(canary.connections()).toBe(0);
  expect(names.asked).toEqual([]);
});

test('refuses a name with an internal address, whatever other addresses it has', async () => {
  const { ask, canary, names } = await openGuard();
  for (const [at, address] of INNER_IPS.entries()) {
    const kind = isIP(address) === 4 ? 'A' : 'AAAA';
    const [alone, beside, behind] = [
      `alone${at}.example.com`,
      `beside${at}.example.com`,
      `behind${at}.example.com`,
    ];
    names.set(alone, { [kind]: [address] });
    names.set(beside, {
      A: ['8.8.8.8'],
      AAAA: [NOBODYS],
      [kind]: [kind === 'A' ? '8.8.8.8' : NOBODYS, address],
    });
    names.set(behind, { CNAME: [alone] });
    for (const name of [alone, beside, behind]) {
      const fault = await faultOf(ask(`https://${name}/`));
      expect(fault, `${name} ${address}`).toBeInstanceOf(RefusedAddress);
      expect((fault as RefusedAddress).words).toMatch(
        / leads to .+, which does not belong to the open internet/,
      );
    }
  }
  expect(canary.connections()).toBe(0);
});

test('resolves a name once and connects to the checked address', async () => {
  const { ask, canary, names } = await openGuard();
  names.set('flip.example.com', { AAAA: [NOBODYS] }, { AAAA: [NOBODYS] }, { A: ['127.0.0.1'] });
  const fault = await faultOf(ask('https://flip.example.com/', { timeoutMs: 3000 }));
  expect(fault).toMatchObject({ name: 'OutgoingFault', address: NOBODYS });
  expect(names.asked.toSorted()).toEqual(['flip.example.com A', 'flip.example.com AAAA']);
  expect(await faultOf(ask('https://flip.example.com/'))).toBeInstanceOf(RefusedAddress);
  expect(canary.connections()).toBe(0);
});

test('refuses a name that resolves to the app itself', async () => {
  const { ask, names } = await openGuard();
  names.set('mine.example.com', { A: ['8.8.4.4'] });
  expect(await faultOf(ask('https://mine.example.com/'))).toMatchObject({
    words: 'mine.example.com leads to 8.8.4.4, which is the shop itself.',
  });
});

test('describes missing names and failing name servers', async () => {
  const { ask, names } = await openGuard();
  names.set('mute.example.com', { A: ['8.8.8.8'] });
  names.trouble('mute.example.com', 'silent');
  names.set('ill.example.com', { A: ['8.8.8.8'] });
  names.trouble('ill.example.com', 'servfail');
  expect(await faultOf(ask('https://none.example.com/'))).toMatchObject({
    code: 'ENOTFOUND',
    address: null,
    words: 'The name none.example.com has no address.',
  });
  expect(await faultOf(ask('https://mute.example.com/', { timeoutMs: 200 }))).toMatchObject({
    code: 'ETIMEDOUT',
    words: 'The address of mute.example.com could not be found within 0.2 seconds.',
  });
  const ill = await faultOf(ask('https://ill.example.com/'));
  expect(ill).toBeInstanceOf(OutgoingFault);
  expect(ill).toMatchObject({ words: 'The name servers gave no answer about ill.example.com.' });
});

test('returns a redirect without following it', async () => {
  const { canary, context } = await openGuard();
  const config = configFrom({});
  const redirecting = await listening(
    createServer((_, answer) => {
      answer.writeHead(307, { Location: `http://127.0.0.1:${canary.port}/inside` }).end('moved');
    }),
  );
  const url = `http://127.0.0.1:${redirecting.port}/`;
  const asked = { url, method: 'POST', headers: [], body: '', timeoutMs: 5000, maxBytes: 100 };
  const answer = await guardedRequest({ ...context, config }, asked);
  expect(answer).toMatchObject({ status: 307, cut: false, address: '127.0.0.1' });
  expect(Buffer.from(answer.body).toString()).toBe('moved');
  expect(canary.connections()).toBe(0);
});
