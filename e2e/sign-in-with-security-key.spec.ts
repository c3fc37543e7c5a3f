import {
  createReauthenticatedSeller,
  clearSession,
  expectHeading,
  addVirtualAuthenticator,
  enrollSecurityKey,
  submitCredentials,
} from './support/authentication.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { expectAccessible } from './support/visual-checks.ts';

test('the sign-in asks for the security key of a seller', async ({ page, app }) => {
  const seller = await createReauthenticatedSeller(app);
  await addVirtualAuthenticator(page, 'security key');
  await enrollSecurityKey(page, app, seller, 'Blue key');
  await clearSession(page);
  await page.goto('/builder');
  await submitCredentials(page, seller.email);
  await expectHeading(page, 'Two-factor authentication');
  await expect(page.getByText('Have Blue key ready.')).toBeVisible();
  await expectAccessible(page, 'security key');
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(getToast(page, 'Welcome back!')).toBeVisible();
  await expect(page.getByLabel('Product name')).toBeVisible();
});
