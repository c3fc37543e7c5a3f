import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, createSeller } from './support/seller.ts';

const LINKS = ['Features', 'Pricing', 'Blog', 'Help', 'About'];

test('the drawer of a narrow screen traps the focus, and Escape returns it', { tag: '@core' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  for (let index = 0; index < 8; index++) {
    await page.keyboard.press(index < 6 ? 'Tab' : 'Shift+Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await drawer.getByRole('link', { name: 'Get started' }).click();
  await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
});

test('the drawer of a signed-in seller has the dashboard links and the sign-out', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const links = drawer.getByRole('link').filter({ visible: true });
  expect(await links.allInnerTexts()).toEqual([...LINKS, 'Subscription', 'Dashboard']);
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await expect(getToast(page, 'Signed out')).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
});

test('without script, the drawer opens, navigates and closes', async ({ openContextPage, app }) => {
  const page = await openContextPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.locator('dialog.drawer');
  await expect(drawer.getByRole('link', { name: 'Get started' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await drawer.getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL(`${app.url}/help`);
});

test('text typed before hydration is kept', async ({ page }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/auth?tab=sign-up', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('early@example.com');
  await page.getByLabel('Password', { exact: true }).fill('brass-till-27');
  release();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('brass-till-27');
});
