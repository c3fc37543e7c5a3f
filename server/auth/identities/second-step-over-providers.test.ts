import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { insertFactor } from '#server/db/factors.ts';
import { sessions, users } from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { linkOver, newAddress, signedUpBrowser, signInOver, type Browser } from './testing-journey.ts';

/** Adds a verified second factor to the user. */
async function takeFactor({ context }: TestShop, userId: string): Promise<void> {
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

const levelOf = async (browser: Browser) => {
  const { data } = await browser.mfa.getAuthenticatorAssuranceLevel();
  return `${data?.currentLevel} of ${data?.nextLevel}`;
};

const pagesOf = async (shop: TestShop, browser: Browser): Promise<number> => {
  const token = (await browser.getSession()).data.session?.access_token;
  const answer = await shop.request('/functions/v1/list-pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  return answer.status;
};

test('a provider counts as one factor: users with a second factor must verify it, too', async () => {
  const shop = await openShop();
  const email = newAddress();
  const { user } = await signInOver(shop, 'google', { email });
  await takeFactor(shop, user?.id ?? '');
  const { browser } = await signInOver(shop, 'google', { email });
  expect(await levelOf(browser)).toBe('aal1 of aal2');
  expect(await pagesOf(shop, browser)).toBe(403);
  expect((await linkOver(shop, browser, 'github')).error).toBe('insufficient_aal');
});

test('linking a provider keeps the session at aal2', async () => {
  const shop = await openShop();
  const email = newAddress();
  const browser = await signedUpBrowser(shop, email);
  const userId = (await browser.getUser()).data.user?.id ?? '';
  await takeFactor(shop, userId);
  const timestamp = Math.floor(Date.now() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await shop.context.db.update(sessions).set({ aal: 'aal2', amr });
  await shop.context.db.update(users).set({ emailConfirmedAt: new Date() });
  await browser.refreshSession();
  expect(await levelOf(browser)).toBe('aal2 of aal2');
  expect((await linkOver(shop, browser, 'github')).error).toBeNull();
  expect(await levelOf(browser)).toBe('aal2 of aal2');
  expect(await pagesOf(shop, browser)).toBe(200);
});
