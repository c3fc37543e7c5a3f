import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, createSeller, PASSWORD } from './support/seller.ts';
import {
  accountButton,
  expireAccessToken,
  expectSignedOut,
  isRefresh,
  readStoredSession,
  submitSignInForm,
  signOut,
} from './support/stored-session.ts';

test('five tabs that refresh at once stay signed in with one session', { tag: '@core' }, async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  const before = await readStoredSession(page);
  const pages = [page, ...(await Promise.all(Array.from({ length: 4 }, () => page.context().newPage())))];
  const statuses: number[] = [];
  page.context().on('response', (response) => {
    if (isRefresh(response.request())) statuses.push(response.status());
  });
  await expireAccessToken(page);
  await Promise.all(pages.map((tab) => tab.goto('/orders')));
  for (const tab of pages) await expect(accountButton(tab)).toBeVisible();
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.length).toBeLessThanOrEqual(5);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const after = await readStoredSession(page);
  expect(after.refresh_token).not.toBe(before.refresh_token);
  const sessionOf = ({ access_token }: { access_token: string }) =>
    (JSON.parse(atob(access_token.split('.')[1] ?? '')) as { session_id: string }).session_id;
  expect(sessionOf(after)).toBe(sessionOf(before));

  await expireAccessToken(page);
  await Promise.all(pages.map((tab) => tab.reload()));
  for (const tab of pages) await expect(accountButton(tab)).toBeVisible();
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('signing out in one tab signs out the others, and signing in signs them in', async ({ page, app }) => {
  const seller = await createSeller(app);
  await signIn(page, seller);
  const [orders, builder, front] = [page, await page.context().newPage(), await page.context().newPage()] as const;
  await orders.goto('/orders');
  await builder.goto('/builder');
  await front.goto('/');
  await expect(accountButton(orders)).toBeVisible();
  await expect(builder.getByLabel('Product name')).toBeVisible();
  await signOut(orders);
  await expect(getToast(orders, 'Signed out')).toContainText('You have been signed out successfully.');
  await expectSignedOut(builder);
  await expect(front.getByRole('link', { name: 'Get started' }).first()).toBeVisible();

  await orders.goto('/auth');
  await expect(orders.getByLabel('Email')).toBeVisible();
  await submitSignInForm(builder, seller.email, PASSWORD);
  await expect(builder.getByLabel('Product name')).toBeVisible();
  await expect(orders).toHaveURL(/\/builder$/);
  await expect(orders.getByLabel('Product name')).toBeVisible();
  await expect(front.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
});
