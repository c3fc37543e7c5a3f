import { openBuilder } from './builder.ts';
import { expect, test, toastOf } from './journey.ts';
import { newSeller } from './seller.ts';

test('a seller declines to connect an existing account, then connects it', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  const openConsent = async () => {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Connect an existing account' }).click();
    return opened;
  };
  const declined = await openConsent();
  await declined.getByRole('button', { name: 'Cancel' }).click();
  await expect(toastOf(declined, 'Connection Failed')).toContainText('You declined access at Stripe.');
  await expect(declined).toHaveURL(`${shop.url}/builder`);

  const consent = await openConsent();
  await consent.getByLabel('Another account, ready to take payments').check();
  await consent.getByLabel('Business name of the other account').fill('Marlow Prints');
  await consent.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(toastOf(consent, 'Connected')).toBeVisible();
  await expect(consent.getByText('Stripe account connected')).toBeVisible();
  await expect(consent).toHaveURL(`${shop.url}/builder`);
});
