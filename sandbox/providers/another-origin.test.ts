import { expect, test } from 'vitest';

import { signInWithProvider } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { openSandbox } from '../index.ts';

test('signs users in through a sandbox on another origin', async () => {
  const origin = 'http://localhost:3010';
  const sandbox = openSandbox({ file: null, origin, endpoints: [] });
  const requestedPaths: string[] = [];
  const app = await createTestApp({
    env: {
      SANDBOX_URL: origin,
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    },
    externalFetch: async (input, init) => {
      const request = new Request(input, init);
      requestedPaths.push(new URL(request.url).pathname);
      return sandbox.identity(request);
    },
  });
  const browser = {
    ...app,
    request: async (path: string, init?: RequestInit) =>
      path.startsWith('/sandbox/') ? sandbox.identity(origin + path, init) : app.request(path, init),
  };
  for (const provider of ['google', 'github', 'apple'] as const) {
    const { user, error } = await signInWithProvider(browser, provider);
    expect([error, user?.app_metadata.provider]).toEqual([null, provider]);
  }
  expect(requestedPaths).toContain('/sandbox/identity/google/keys');
  expect(requestedPaths).toContain('/sandbox/identity/github/user/emails');
  await sandbox.close();
});
