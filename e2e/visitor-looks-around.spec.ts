import type { Page } from '@playwright/test';

import { expect, test, toastOf } from './journey.ts';
import { enter, newSeller } from './seller.ts';

/** Delays the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve();
}

/** Records at every frame which state of the header is visible. */
const noteBarStates = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { barStates: seen });
    const isSeen = (selector: string) =>
      [...document.querySelectorAll(`.bar-end > ${selector}`)].some((part) => part.checkVisibility());
    const look = () => {
      if (document.querySelector('.bar-end'))
        seen.add(`${isSeen('.when-in') ? 'in' : ''} ${isSeen('.when-out') ? 'out' : ''}`.trim());
      requestAnimationFrame(look);
    };
    look();
  });

const barStates = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { barStates: Set<string> }).barStates]);

/** Clicks until the enhancement script responds. Clicks before it has loaded have no effect. */
async function smoothed(page: Page): Promise<void> {
  await expect(async () => {
    for (const layout of ['Modern', 'Minimal']) await page.getByText(layout, { exact: true }).first().click();
    await expect(page.locator('.machine')).toHaveAttribute('data-fed', 'true', { timeout: 1000 });
  }).toPass();
}

test('the header shows the signed-out state from the first paint', async ({ page }) => {
  await noteBarStates(page);
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-signed', 'out');
  await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  letGo();
  await smoothed(page);
  expect(await barStates(page)).toEqual(['out']);
});

test(
  'the header shows the signed-in state from the first paint until the sign-out',
  { tag: '@core' },
  async ({ page, shop }) => {
    await enter(page, await newSeller(shop));
    await noteBarStates(page);
    const letGo = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-signed', 'in');
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    letGo();
    await smoothed(page);
    expect(await barStates(page)).toEqual(['in']);

    const other = await page.context().newPage();
    await other.goto('/');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(toastOf(page, 'Signed out')).toContainText('You have been signed out successfully.');
    await expect(page).toHaveURL(`${shop.url}/`);
    for (const tab of [page, other]) {
      await expect(tab.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
      await expect(tab.getByRole('link', { name: 'Dashboard' }).first()).toBeHidden();
    }
  },
);

test('a failed sign-out shows an error and keeps the session', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  await page.goto('/');
  await page.route('**/assets/session-*.js', (route) => route.fulfill({ status: 404 }));
  const key = page.getByRole('button', { name: 'Sign out' }).first();
  await key.click();
  await expect(toastOf(page, 'Error')).toContainText('You are still signed in');
  await expect(key).toBeVisible();
  await toastOf(page, 'Error').getByRole('button', { name: 'Close: Error' }).click();
  await expect(toastOf(page, 'Error')).toHaveCount(0);
});

test('signing out on an app screen leads to a working front page', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  await page.goto('/orders');
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/`);
  await smoothed(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(toastOf(page, 'Signed out')).toHaveCount(0);
});

test("the demo seller's sign-in link works once", async ({ page, guest, shop }) => {
  const [, link = ''] = /Sign in once\s+(\S+)/.exec(shop.output()) ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/builder$/);
  await page.goto('/pages');
  await expect(page.getByRole('link', { name: 'Throwing Taller' })).toBeVisible();

  const late = await guest();
  await late.goto(link);
  await late.getByRole('button', { name: 'Sign in' }).click();
  await expect(late.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
});

test('every public screen responds to clicks', async ({ page }) => {
  await page.goto('/auth');
  const signUp = page.getByRole('tab', { name: 'Sign Up' });
  await signUp.click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await expect(signUp).toBeFocused();
  await expect(signUp).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveCSS('outline-style', 'solid');
  await page.goto('/auth/confirm?token_hash=made-up');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
  await page.goto('/builder');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/auth\?next=%2Forders$/);
  await page.goto('/pages');
  await expect(page).toHaveURL(/\/auth\?next=%2Fpages$/);
});

test('every screen of a seller responds to clicks', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  await page.goto('/orders');
  await page.getByRole('button', { name: /account of/ }).click();
  await expect(page.getByText('Signed in as')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
  await page.getByRole('link', { name: 'Empty page' }).click();
  await expect(page).toHaveURL(/\/builder$/);
  await page.getByRole('tab', { name: 'Design' }).click();
  await expect(page.getByRole('group', { name: 'Layout' })).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/builder$/);
});
