import type { Page } from '@playwright/test';

import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, createSeller } from './support/seller.ts';

/** Delays the page's scripts until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}

/** Records at every frame which state of the header is visible. */
const recordHeaderStates = (page: Page) =>
  page.addInitScript(() => {
    const states = new Set<string>();
    Object.assign(window, { barStates: states });
    const isVisible = (selector: string) =>
      [...document.querySelectorAll(`.bar-end > ${selector}`)].some((element) => element.checkVisibility());
    const recordState = () => {
      if (document.querySelector('.bar-end'))
        states.add(`${isVisible('.when-in') ? 'in' : ''} ${isVisible('.when-out') ? 'out' : ''}`.trim());
      requestAnimationFrame(recordState);
    };
    recordState();
  });

const readHeaderStates = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { barStates: Set<string> }).barStates]);

/** Clicks until the enhancement script responds. Clicks before it has loaded have no effect. */
async function waitForEnhancement(page: Page): Promise<void> {
  await expect(async () => {
    for (const layout of ['Modern', 'Minimal']) await page.getByText(layout, { exact: true }).first().click();
    await expect(page.locator('.machine')).toHaveAttribute('data-fed', 'true', { timeout: 1000 });
  }).toPass();
}

test('the header shows the signed-out state from the first paint', async ({ page }) => {
  await recordHeaderStates(page);
  const releaseScripts = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-signed', 'out');
  await expect(page.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
  releaseScripts();
  await waitForEnhancement(page);
  expect(await readHeaderStates(page)).toEqual(['out']);
});

test(
  'the header shows the signed-in state from the first paint until the sign-out',
  { tag: '@core' },
  async ({ page, app }) => {
    await signIn(page, await createSeller(app));
    await recordHeaderStates(page);
    const releaseScripts = await delayScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-signed', 'in');
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    releaseScripts();
    await waitForEnhancement(page);
    expect(await readHeaderStates(page)).toEqual(['in']);

    const otherTab = await page.context().newPage();
    await otherTab.goto('/');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(getToast(page, 'Signed out')).toContainText('You have been signed out successfully.');
    await expect(page).toHaveURL(`${app.url}/`);
    for (const tab of [page, otherTab]) {
      await expect(tab.getByRole('link', { name: 'Get started' }).first()).toBeVisible();
      await expect(tab.getByRole('link', { name: 'Dashboard' }).first()).toBeHidden();
    }
  },
);

test('a failed sign-out shows an error and keeps the session', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.goto('/');
  await page.route('**/assets/session-*.js', (route) => route.fulfill({ status: 404 }));
  const signOutButton = page.getByRole('button', { name: 'Sign out' }).first();
  await signOutButton.click();
  await expect(getToast(page, 'Error')).toContainText('You’re still signed in');
  await expect(signOutButton).toBeVisible();
  await getToast(page, 'Error').getByRole('button', { name: 'Close: Error' }).click();
  await expect(getToast(page, 'Error')).toHaveCount(0);
});

test('signing out on an app screen leads to a working front page', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.goto('/orders');
  await page.getByRole('button', { name: /account menu for/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(getToast(page, 'Signed out')).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
  await waitForEnhancement(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(getToast(page, 'Signed out')).toHaveCount(0);
});

test("the demo seller's sign-in link works once", async ({ page, openContextPage, app }) => {
  const [, link = ''] = /Sign-in link\s+(\S+)/.exec(app.output()) ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(getToast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL(/\/builder$/);
  await page.goto('/pages');
  await expect(page.getByRole('link', { name: 'Throwing Taller' })).toBeVisible();

  const latePage = await openContextPage();
  await latePage.goto(link);
  await latePage.getByRole('button', { name: 'Sign in' }).click();
  await expect(latePage.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
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
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto('/builder');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/auth\?next=%2Forders$/);
  await page.goto('/pages');
  await expect(page).toHaveURL(/\/auth\?next=%2Fpages$/);
});

test('every screen of a seller responds to clicks', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.goto('/orders');
  await page.getByRole('button', { name: /account menu for/ }).click();
  await expect(page.getByText('Signed in as')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
  await page.getByRole('link', { name: 'Blank page' }).click();
  await expect(page).toHaveURL(/\/builder$/);
  await page.getByRole('tab', { name: 'Design' }).click();
  await expect(page.getByRole('group', { name: 'Layout' })).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/builder$/);
});
