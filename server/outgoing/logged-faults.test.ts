import { createServer } from 'node:https';

import { expect, test } from 'vitest';

import { browserOf, leave } from '#server/auth/identities/testing-journey.ts';
import { GOOGLE_ENV } from '#server/auth/identities/testing-outside.ts';
import { openHooks, openStillShop } from '#server/seller-webhooks/testing-hooks.ts';
import { listening } from '#server/testing-listening.ts';
import { openLines } from '#server/testing-log.ts';
import { openShop } from '#server/testing.ts';

import { certificateFor } from './testing-certificate.ts';

/** A server whose certificate is not signed by an authority. */
const openUntrusted = async () => {
  const { port } = await listening(createServer(certificateFor('hooks.example.com')));
  return `https://127.0.0.1:${port}/hooks?key=secret`;
};

test('logs why the certificate of a receiver is refused, without its URL', async () => {
  const { log, lines, text } = openLines();
  const shop = await openStillShop({ log });
  const hooks = await openHooks(shop);
  const { id } = await hooks.endpoint(await openUntrusted());
  await hooks.tell({ subject: 'a', say: 'one' });
  await shop.settled();
  const [delivery] = await hooks.deliveries(id);
  expect(lines('a webhook did not arrive')).toMatchObject([
    { delivery: delivery?.id, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ]);
  expect(text()).not.toContain('key=secret');
});

test('logs why an identity provider cannot be reached or trusted', async () => {
  const { log, lines } = openLines();
  const untrusted = await openUntrusted();
  // A real connection fails here, so that the error code is genuine.
  const outside: typeof fetch = (_, init) => fetch(untrusted, init);
  const shop = await openShop({ log, env: { ...GOOGLE_ENV }, outside });
  const page = await leave(shop, browserOf(shop), 'google');
  const back = {
    state: page.searchParams.get('state') ?? '',
    iss: 'https://accounts.google.com',
    code: '4/0A',
  };
  await shop.request(`/auth/v1/callback?${new URLSearchParams(back)}`);
  expect(lines('an identity provider did not answer as it should')).toMatchObject([
    { provider: 'google', reason: expect.stringMatching(/fetch failed \(\w*CERT\w*\)/) as string },
  ]);
  expect(lines('sign-in').at(-1)).toMatchObject({
    outcome: 'failed',
    method: 'oauth',
    code: 'bad_oauth_callback',
  });
});
