import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { insertFactor } from '#server/auth/queries/factors.ts';
import { sessions, users } from '#server/db/schema-users.ts';
import {
  linkProvider,
  createEmail,
  signUpBrowser,
  signInWithProvider,
  type Browser,
} from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Adds a verified second factor to the user. */
async function passSecondFactor({ context }: TestApp, userId: string): Promise<void> {
  const now = context.realNow();
  await insertFactor(context.db, {
    id: randomUUID(),
    userId,
    type: 'totp',
    friendlyName: 'My phone',
    status: 'verified',
    sealedSecret: null,
    lastPeriod: null,
    phone: null,
    webauthn: null,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: now,
  });
}

const getAuthLevel = async (browser: Browser) => {
  const { data } = await browser.mfa.getAuthenticatorAssuranceLevel();
  return `${data?.currentLevel} of ${data?.nextLevel}`;
};

const fetchPagesStatus = async (app: TestApp, browser: Browser): Promise<number> => {
  const token = (await browser.getSession()).data.session?.access_token;
  const response = await app.request('/functions/v1/list-pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  return response.status;
};

test('a provider counts as one factor: users with a second factor must verify it, too', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const { user } = await signInWithProvider(app, 'google', { email });
  await passSecondFactor(app, user?.id ?? '');
  const { browser } = await signInWithProvider(app, 'google', { email });
  expect(await getAuthLevel(browser)).toBe('aal1 of aal2');
  expect(await fetchPagesStatus(app, browser)).toBe(403);
  expect((await linkProvider(app, browser, 'github')).error).toBe('insufficient_aal');
});

test('linking a provider keeps the session at aal2', async () => {
  const app = await createTestApp();
  const email = createEmail();
  const browser = await signUpBrowser(app, email);
  const userId = (await browser.getUser()).data.user?.id ?? '';
  await passSecondFactor(app, userId);
  const timestamp = Math.floor(Date.now() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await app.context.db.update(sessions).set({ aal: 'aal2', amr });
  await app.context.db.update(users).set({ emailConfirmedAt: new Date() });
  await browser.refreshSession();
  expect(await getAuthLevel(browser)).toBe('aal2 of aal2');
  expect((await linkProvider(app, browser, 'github')).error).toBeNull();
  expect(await getAuthLevel(browser)).toBe('aal2 of aal2');
  expect(await fetchPagesStatus(app, browser)).toBe(200);
});
