import { openBuilder } from './support/builder-page.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { createSeller } from './support/seller.ts';

test('a seller declines to connect an existing account, then connects it', async ({ page, app }) => {
  await openBuilder(page, await createSeller(app));
  const openConsent = async () => {
    const pagePromise = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Use existing account' }).click();
    return pagePromise;
  };
  const declined = await openConsent();
  await declined.getByRole('button', { name: 'Cancel' }).click();
  await expect(getToast(declined, 'Connection Failed')).toContainText('You declined access on Stripe');
  await expect(declined).toHaveURL(`${app.url}/builder`);

  const consent = await openConsent();
  await consent.getByLabel('Another account that can accept payments').check();
  await consent.getByLabel('Business name of the other account').fill('Marlow Prints');
  await consent.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(getToast(consent, 'Connected')).toBeVisible();
  await expect(consent.getByText('Stripe account connected')).toBeVisible();
  await expect(consent).toHaveURL(`${app.url}/builder`);
});
