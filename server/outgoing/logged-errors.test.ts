import { createServer } from 'node:https';

import { expect, test } from 'vitest';

import { captureLog } from '#server/testing/captured-log.ts';
import { listen } from '#server/testing/listening-server.ts';
import { GOOGLE_ENV } from '#server/testing/mock-network.ts';
import { createBrowser, startFlow } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { createWebhookTestEnv, createAppWithFixedClock } from '#server/testing/webhook-test-env.ts';

import { createCertificate } from '../testing/certificate.ts';

/** A server whose certificate is not signed by an authority. */
const startUntrustedServer = async () => {
  const { port } = await listen(createServer(createCertificate('hooks.example.com')));
  return `https://127.0.0.1:${port}/hooks?key=secret`;
};

test('logs why the certificate of a receiver is refused, without its URL', async () => {
  const { log, lines, text } = captureLog();
  const app = await createAppWithFixedClock({ log });
  const hooks = await createWebhookTestEnv(app);
  const { id } = await hooks.createEndpoint(await startUntrustedServer());
  await hooks.emit({ subject: 'a', label: 'one' });
  await app.waitUntilIdle();
  const [delivery] = await hooks.listDeliveries(id);
  expect(lines('webhook_delivery_failed')).toMatchObject([
    { delivery: delivery?.id, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ]);
  expect(text()).not.toContain('key=secret');
});

test('logs why an identity provider cannot be reached or trusted', async () => {
  const { log, lines } = captureLog();
  const untrusted = await startUntrustedServer();
  // A real connection fails here, so that the error code is genuine.
  const externalFetch: typeof fetch = (_, init) => fetch(untrusted, init);
  const app = await createTestApp({ log, env: { ...GOOGLE_ENV }, externalFetch });
  const page = await startFlow(app, createBrowser(app), 'google');
  const callbackParams = {
    state: page.searchParams.get('state') ?? '',
    iss: 'https://accounts.google.com',
    code: '4/0A',
  };
  await app.request(`/auth/v1/callback?${new URLSearchParams(callbackParams)}`);
  expect(lines('provider_response_invalid')).toMatchObject([
    { provider: 'google', reason: expect.stringMatching(/fetch failed \(\w*CERT\w*\)/) as string },
  ]);
  expect(lines('sign_in').at(-1)).toMatchObject({
    outcome: 'failed',
    method: 'oauth',
    code: 'bad_oauth_callback',
  });
});
