import { expect, test, toastOf } from './journey.ts';
import { confirmedSeller, forgetSession, heading, plugIn, setUpKey, typeCredentials } from './person.ts';
import { expectAccess } from './seen.ts';

test('the sign-in asks for the security key of a seller', async ({ page, shop }) => {
  const seller = await confirmedSeller(shop);
  await plugIn(page, 'security key');
  await setUpKey(page, shop, seller, 'Blue key');
  await forgetSession(page);
  await page.goto('/builder');
  await typeCredentials(page, seller.email);
  await heading(page, 'Second step');
  await expect(page.getByText('Have Blue key at hand.')).toBeVisible();
  await expectAccess(page, 'security key');
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(toastOf(page, 'Welcome back!')).toBeVisible();
  await expect(page.getByLabel('Product name')).toBeVisible();
});
