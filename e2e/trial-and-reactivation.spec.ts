import { expect, getToast } from './support/fixtures.ts';
import { startTrial, signIn, uniqueEmail, createSeller, PASSWORD } from './support/seller.ts';
import {
  planBanner,
  CARD,
  expectEventually,
  createTrialSeller,
  advanceClock,
  createPayingSeller,
  planCard,
  test,
  saveCard,
} from './support/subscription-plan.ts';

test(
  'a visitor who chose a plan before signing up starts its trial and sees one welcome message',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/pricing');
    await page.locator('#plan-growth').getByRole('link', { name: 'Start 7-Day Free Trial' }).click();
    await expect(page).toHaveURL(/\/builder$/);
    await expect(getToast(page, 'Authentication Required')).toContainText('Please sign in to start your free trial');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Email').fill(uniqueEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(getToast(page, 'Welcome!')).toContainText('Your 7-day trial started on Growth.');
    await expect(planBanner(page)).toContainText('7 days left in your Growth trial.');
    await page.reload();
    await expect(planBanner(page)).toContainText('7 days left');
    await expect(getToast(page, 'Welcome!')).toHaveCount(0);
    await planBanner(page).getByRole('link', { name: 'Choose a plan' }).click();
    await expect(page).toHaveURL(/\/subscription$/);
    await expect(planCard(page, 'Growth').getByRole('button', { name: 'Your plan' })).toBeDisabled();
  },
);

test('a seller whose deleted account had a trial pays the first invoice to start a plan', async ({ page, app }) => {
  const firstSeller = await createSeller(app);
  await startTrial(firstSeller);
  await firstSeller.call('delete-account', { email: firstSeller.email });
  const secondSeller = await createSeller(app, firstSeller.email);
  await signIn(page, secondSeller);
  await page.goto('/builder');
  await expect(planBanner(page)).toContainText('You’ve already used your free trial');
  await planBanner(page).getByRole('link', { name: 'View Plans' }).click();
  await page.locator('#plan-pro').getByRole('link', { name: 'Start 7-Day Free Trial' }).click();
  await expect(getToast(page, 'Free trial already used')).toContainText('Pay the invoice to start Pro.');
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(planBanner(page).getByRole('link', { name: 'Pay invoice' })).toHaveAttribute('href', /^http/);
});

test('adding a card reactivates the plan without another click', async ({ page, app }) => {
  await createTrialSeller(page, app);
  await advanceClock(app, 8);
  await expectEventually(page, 'Your plan has ended.');
  await page.goto('/subscription?reactivate=true');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
  await saveCard(page, CARD.valid);
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(getToast(page, 'Plan reactivated')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription$/);
  await expectEventually(page, 'Active', page.locator('.current-plan__title'));
});

test('a trial link switches the plan of a trial, and leads a paying seller to the subscription page', async ({
  page,
  app,
}) => {
  await createPayingSeller(page, app);
  const trialLink = page.locator('#plan-pro').getByRole('link', { name: 'Start 7-Day Free Trial' });
  await expect(async () => {
    await page.goto('/pricing');
    await trialLink.click();
    await expect(page).toHaveURL(/\/subscription$/, { timeout: 2000 });
  }).toPass();
  await expect(page.locator('.toast')).toContainText('Change it under Plan and billing.');
  const otherSeller = await createSeller(app);
  await signIn(page, otherSeller);
  await page.goto('/pricing');
  await trialLink.click();
  await expect(page).toHaveURL(/\/builder$/);
  await expect(getToast(page, 'Trial Started!')).toBeVisible();
  await expect(planBanner(page)).toContainText('7 days left in your Pro trial.');
});
