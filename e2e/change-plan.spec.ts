import { expect, getToast } from './support/fixtures.ts';
import { expectEventually, advanceClock, createPayingSeller, planCard, test } from './support/subscription-plan.ts';

test(
  'an upgrade is charged at once, and a downgrade is scheduled and can be canceled',
  { tag: '@core' },
  async ({ page, app }) => {
    await createPayingSeller(page, app);
    await expectEventually(page, 'Active', page.locator('.current-plan__title'));
    await planCard(page, 'Growth').getByRole('button', { name: 'Move to Growth' }).click();
    const upgradeDialog = page.getByRole('dialog', { name: 'Move to Growth for $29 a month?' });
    await expect(upgradeDialog).toContainText('charged to your Visa ending 4242 now');
    await upgradeDialog.getByRole('button', { name: 'Move to Growth' }).click();
    await expect(getToast(page, 'Plan Updated!')).toContainText(/You are on Growth now\. \$\d+\.\d\d was charged\./);
    await expect(page.locator('.current-plan__title')).toContainText('Growth');

    await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
    const downgradeDialog = page.getByRole('dialog', { name: /^Move to Starter from / });
    await downgradeDialog.getByRole('button', { name: 'Move to Starter' }).click();
    await expect(planCard(page, 'Starter').getByRole('button', { name: /^From / })).toBeDisabled();
    await page.locator('.current-plan__note').getByRole('button', { name: 'Keep Growth' }).click();
    await expect(page.locator('.current-plan__note')).toHaveCount(0);

    await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
    await downgradeDialog.getByRole('button', { name: 'Move to Starter' }).click();
    await expect(page.locator('.current-plan__note')).toContainText('Starter for $9.00 a month begins on');
    await advanceClock(app, 31);
    await expectEventually(page, 'Starter', page.locator('.current-plan__title'));
  },
);
