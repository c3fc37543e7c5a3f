import type { Page } from '@playwright/test';

import { openDraft, saved } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import {
  accountKey,
  changeKept,
  endToken,
  expectSignedOut,
  isRefresh,
  keepText,
  keptSession,
  keptText,
  signInHere,
} from './kept-session.ts';
import { enter, newSeller, PASSWORD, samplePage } from './seller.ts';

test('what is stored and is no session is removed without a word', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  const { access_token, refresh_token, expires_at, user } = await keptSession(page);
  const session = { access_token, refresh_token, expires_at, user };
  const stored = [
    { ...session, expires_at: undefined },
    { ...session, refresh_token: null },
    { ...session, access_token: 'let-me-in' },
    { currentSession: session, expiresAt: expires_at },
    [session],
    'x'.repeat(300_000),
  ].map((value) => JSON.stringify(value));
  for (const text of [...stored, `{"__proto__":${JSON.stringify(session)}}`, '{"access_token":']) {
    await page.goto('/healthz');
    await keepText(page, text);
    await page.goto('/pages');
    await expect(page).toHaveURL(/\/auth(\?|$)/);
    await expectSignedOut(page);
  }
});

test('browser storage holds tokens and nothing of the user; whoever is written there is not believed', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  await page.goto('/auth');
  await signInHere(page, seller.email, PASSWORD);
  await expect(page.getByLabel('Product name')).toBeVisible();
  expect(await keptSession(page)).not.toHaveProperty('user');
  for (const user of [
    null,
    { id: 7 },
    { id: 'x', email: 'somebody@else.example' },
    { id: 'x', factors: 'all' },
  ]) {
    await page.goto('/healthz');
    await changeKept(page, { user });
    await page.goto('/orders');
    await expect(accountKey(page)).toHaveAccessibleName(new RegExp(seller.email));
    expect(await keptSession(page)).not.toHaveProperty('user');
  }
});

test('a token that the doors do not know is replaced, and what was asked is answered', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  await seller.call('save-draft', { config: samplePage() });
  await enter(page, seller);
  const { access_token } = await keptSession(page);
  await changeKept(page, { access_token: `${access_token.slice(0, -8)}AAAAAAAA` });
  let refreshes = 0;
  page.on('request', (request) => (refreshes += Number(isRefresh(request))));
  await page.goto('/pages');
  await expect(page.getByText('Linocut for Beginners').first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test('a session that was ended elsewhere ends here at the next save, and what was typed stays', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  await openDraft(page, seller, samplePage());
  // Every question of the screen would end it as well: the next one is to be the save.
  await page.waitForLoadState('networkidle');
  await fetch(`${shop.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${seller.session.access_token}` },
  });
  await page.getByLabel('Product name').fill('Typed too late');
  await expectSignedOut(page);
  await signInHere(page, seller.email, PASSWORD);
  await expect(page.getByLabel('Product name')).toBeVisible();
  const back = page.getByRole('button', { name: 'Bring them back' });
  await expect(back).toBeVisible();
  await back.click();
  await expect(page.getByLabel('Product name')).toHaveValue('Typed too late');
});

test('a session that ends with the last key press leaves what was typed in this browser', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  await openDraft(page, seller, samplePage());
  // Nothing of it reaches the server, however long the next step takes.
  await page.route('**/functions/v1/save-draft', () => undefined);
  await page.getByLabel('Product name').fill('Typed last');
  // Another tab signs out before anything had a moment to be written.
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await expectSignedOut(page);
  await page.unroute('**/functions/v1/save-draft');
  await signInHere(page, seller.email, PASSWORD);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect(page.getByLabel('Product name')).toHaveValue('Typed last');
});

test('an account whose session is over is told by its user as well', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/orders');
  await fetch(`${shop.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${seller.session.access_token}` },
  });
  await changeKept(page, { user: null });
  await page.reload();
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expectSignedOut(page);
});

/** The browser keeps nothing: every use of its storage throws. */
const forbidStorage = (page: Page) =>
  page.addInitScript(() => {
    const refuse = (key = 'this document') => {
      throw new DOMException(`Access is denied for ${key}`, 'SecurityError');
    };
    const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };
    Object.defineProperty(window, 'localStorage', { get: () => refuse() });
    Object.defineProperty(window, 'sessionStorage', { get: () => forbidden });
    Object.defineProperty(window, 'indexedDB', { get: () => refuse() });
  });

/** The router's own script, which loses nothing but how far one had scrolled. */
const isOfScrolling = (fault: string) => fault.includes('denied for react-router-scroll-positions');

test('where storage is forbidden one is signed in on this page, and is told so', async ({
  page,
  shop,
  faults,
}) => {
  const seller = await newSeller(shop);
  await forbidStorage(page);
  for (const address of ['/', '/pricing']) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  }
  await page.goto('/auth?plan=growth');
  await signInHere(page, seller.email, PASSWORD);
  await expect(toastOf(page, 'Signed in on this page only')).toBeVisible();
  await page.getByLabel('Product name').fill('Made without a memory');
  await expect(saved(page)).toBeVisible();
  await page.goto('/pages');
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expect(page.getByLabel('Email')).toBeVisible();
  faults.splice(0, faults.length, ...faults.filter((fault) => !isOfScrolling(fault)));
});

test('a storage that is full loses no session that is open', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/orders');
  await expect(accountKey(page)).toBeVisible();
  await endToken(page);
  await page.evaluate(() => {
    const block = (size: number) => localStorage.setItem(`block-${localStorage.length}`, 'x'.repeat(size));
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) block(size);
      } catch {
        // As full as it gets with blocks of this size.
      }
    }
  });
  const [refresh] = await Promise.all([
    page.waitForResponse((answer) => isRefresh(answer.request())),
    page.reload(),
  ]);
  expect(refresh.status()).toBe(200);
  await expect(accountKey(page)).toBeVisible();
  const { refresh_token } = (await refresh.json()) as { refresh_token: string };
  const kept = await keptText(page);
  expect(kept === null || kept.includes(refresh_token)).toBe(true);
});

test('an address that brings tokens, or a code that nobody asked for, signs nobody in or out', async ({
  page,
  shop,
}) => {
  const [victim, stranger] = [await newSeller(shop), await newSeller(shop)];
  const { access_token, refresh_token } = stranger.session;
  const tokens = { access_token, refresh_token, expires_in: '600', token_type: 'bearer', type: 'signup' };
  const addresses = [`/orders#${new URLSearchParams(tokens).toString()}`, '/orders?code=nobody-asked'];
  for (const address of addresses) {
    await page.goto('/healthz');
    await page.goto(address);
    await expect(page).toHaveURL(/\/auth(\?|$)/);
    await expectSignedOut(page);
  }
  await enter(page, victim);
  for (const address of addresses) {
    await page.goto('/healthz');
    await page.goto(address);
    await expect(accountKey(page)).toHaveAccessibleName(new RegExp(victim.email));
  }
});
