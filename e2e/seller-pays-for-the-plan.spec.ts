import { expect, toastOf } from './journey.ts';
import { comesToSay, moveOn, payingSeller, planCard, test } from './plan.ts';

test(
  'an upgrade is charged at once, and a downgrade is scheduled and can be canceled',
  { tag: '@core' },
  async ({ page, shop }) => {
    await payingSeller(page, shop);
    await comesToSay(page, 'Active', page.locator('.plan-title'));
    await planCard(page, 'Growth').getByRole('button', { name: 'Move to Growth' }).click();
    const up = page.getByRole('dialog', { name: 'Move to Growth for $29 a month?' });
    await expect(up).toContainText('charged to your Visa ending 4242 now');
    await up.getByRole('button', { name: 'Move to Growth' }).click();
    await expect(toastOf(page, 'Plan Updated!')).toContainText(
      /You are on Growth now\. \$\d+\.\d\d was charged\./,
    );
    await expect(page.locator('.plan-title')).toContainText('Growth');

    await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
    const down = page.getByRole('dialog', { name: /^Move to Starter from / });
    await down.getByRole('button', { name: 'Move to Starter' }).click();
    await expect(planCard(page, 'Starter').getByRole('button', { name: /^From / })).toBeDisabled();
    await page.locator('.plan-note').getByRole('button', { name: 'Keep Growth' }).click();
    await expect(page.locator('.plan-note')).toHaveCount(0);

    await planCard(page, 'Starter').getByRole('button', { name: 'Move to Starter' }).click();
    await down.getByRole('button', { name: 'Move to Starter' }).click();
    await expect(page.locator('.plan-note')).toContainText('Starter for $9.00 a month begins on');
    await moveOn(shop, 31);
    await comesToSay(page, 'Starter', page.locator('.plan-title'));
  },
);
