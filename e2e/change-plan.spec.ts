import { expect, getToast } from './support/fixtures.ts';
import { expectEventually, advanceClock, createPayingSeller, planCard, test } from './support/subscription-plan.ts';

test(
  'an upgrade is charged at once, and a downgrade is scheduled and can be canceled',
  { tag: '@core' },
  async ({ page, app }) => {
    await createPayingSeller(page, app);
    await expectEventually(page, 'Active', page.locator('.current-plan__title'));
    await planCard(page, 'Growth').getByRole('button', { name: 'Upgrade to Growth' }).click();
    const upgradeDialog = page.getByRole('dialog', { name: 'Upgrade to Growth for $29 a month?' });
    await expect(upgradeDialog).toContainText('to your Visa ending in 4242 now');
    await upgradeDialog.getByRole('button', { name: 'Upgrade to Growth' }).click();
    await expect(getToast(page, 'Plan Updated!')).toContainText(/You’re now on Growth\. We charged \$\d+\.\d\d\./);
    await expect(page.locator('.current-plan__title')).toContainText('Growth');

    await planCard(page, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }).click();
    const downgradeDialog = page.getByRole('dialog', { name: /^Downgrade to Starter on / });
    await downgradeDialog.getByRole('button', { name: 'Downgrade to Starter' }).click();
    await expect(planCard(page, 'Starter').getByRole('button', { name: /^Starts on / })).toBeDisabled();
    await page.locator('.current-plan__note').getByRole('button', { name: 'Keep Growth' }).click();
    await expect(page.locator('.current-plan__note')).toHaveCount(0);

    await planCard(page, 'Starter').getByRole('button', { name: 'Downgrade to Starter' }).click();
    await downgradeDialog.getByRole('button', { name: 'Downgrade to Starter' }).click();
    await expect(page.locator('.current-plan__note')).toContainText('Your plan changes to Starter ($9.00 a month) on');
    await advanceClock(app, 31);
    await expectEventually(page, 'Starter', page.locator('.current-plan__title'));
  },
);
