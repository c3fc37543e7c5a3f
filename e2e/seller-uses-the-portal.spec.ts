import type { Page } from '@playwright/test';

import { expect, toastOf } from './journey.ts';
import { CARD, comesToSay, facts, payingSeller, planCard, test, typeCard, typeCardFields } from './plan.ts';

/** The whole portal in its own tab. */
async function openPortal(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await opening;
  await portal.waitForURL(/\/sandbox\/portal\//);
  return portal;
}

test('what is changed in the portal is changed here: the plan, the wish to cancel and its undoing', async ({
  page,
  shop,
}) => {
  await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  const portal = await openPortal(page);
  await portal.getByRole('link', { name: 'Change plan' }).click();
  await portal.getByRole('link', { name: 'Choose Growth' }).click();
  await expect(portal.getByText('Charged today')).toBeVisible();
  await portal.getByRole('button', { name: 'Confirm' }).click();
  await expect(portal.getByRole('link', { name: 'Change plan' })).toBeVisible();
  await comesToSay(page, 'Growth', page.locator('.plan-title'));

  await portal.getByRole('link', { name: 'Cancel plan' }).click();
  await portal.getByRole('button', { name: 'Cancel plan' }).click();
  await comesToSay(page, 'Reactivate');
  await portal.getByRole('button', { name: 'Don’t cancel plan' }).click();
  await comesToSay(page, 'Active', page.locator('.plan-title'));

  await portal.getByRole('link', { name: 'Change plan' }).click();
  await portal.getByRole('link', { name: 'Choose Starter' }).click();
  await portal.getByRole('button', { name: 'Confirm' }).click();
  await comesToSay(page, 'Starter for $9.00 a month begins on', page.locator('.plan-note'));
  await portal
    .getByRole('link', { name: /^Invoice / })
    .first()
    .click();
  await expect(portal.getByText('Paid').first()).toBeVisible();
});

test('a bank that wants to hear from its holder is heard, and the larger plan comes', async ({
  page,
  shop,
}) => {
  await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  const portal = await openPortal(page);
  await portal.getByRole('link', { name: 'Change card' }).click();
  await typeCard(portal, CARD.asksAlways);
  await portal.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(portal.getByText('Your card is saved.')).toBeVisible();
  await comesToSay(page, '3184', facts(page));
  await planCard(page, 'Growth').getByRole('button', { name: 'Move to Growth' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to Growth' }).click();
  const toast = toastOf(page, 'Payment needed');
  await expect(toast).toContainText('Your bank wants you to confirm the payment.');
  const opening = page.context().waitForEvent('page');
  await toast.getByRole('link').click();
  const invoice = await opening;
  await invoice.waitForURL(/\/sandbox\/invoice\//);
  await typeCardFields(invoice, CARD.asksAlways);
  await invoice.getByRole('button', { name: /^Pay \$/ }).click();
  await invoice.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(invoice.getByText('Paid').first()).toBeVisible();
  await comesToSay(page, 'Growth', page.locator('.plan-title'));
});
