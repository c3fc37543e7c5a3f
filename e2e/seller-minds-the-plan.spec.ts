import { expect, toastOf } from './journey.ts';
import {
  banner,
  CARD,
  comesToSay,
  firstEntry,
  moveOn,
  payingSeller,
  planCard,
  test,
  typeCard,
} from './plan.ts';
import { beginTrial, enter, freshEmail, newSeller, PASSWORD } from './seller.ts';

test(
  'a visitor who chose a plan before signing up starts its trial and sees one welcome message',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/pricing');
    await page.locator('#plan-growth').getByRole('link', { name: 'Start 7-Day Free Trial' }).click();
    await expect(page).toHaveURL(/\/builder$/);
    await expect(toastOf(page, 'Authentication Required')).toContainText(
      'Please sign in to start your free trial',
    );
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Email').fill(freshEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(toastOf(page, 'Welcome!')).toContainText('Your 7-day trial started on Growth.');
    await expect(banner(page)).toContainText('7 days left of your trial on the Growth plan.');
    await page.reload();
    await expect(banner(page)).toContainText('7 days left');
    await expect(toastOf(page, 'Welcome!')).toHaveCount(0);
    await banner(page).getByRole('link', { name: 'Choose a plan' }).click();
    await expect(page).toHaveURL(/\/subscription$/);
    await expect(planCard(page, 'Growth').getByRole('button', { name: 'Your plan' })).toBeDisabled();
  },
);

test('a seller whose deleted account had a trial pays the first invoice to start a plan', async ({
  page,
  shop,
}) => {
  const first = await newSeller(shop);
  await beginTrial(first);
  await first.call('delete-account', { email: first.email });
  const again = await newSeller(shop, first.email);
  await enter(page, again);
  await page.goto('/builder');
  await expect(banner(page)).toContainText('Your free trial was used before');
  await banner(page).getByRole('link', { name: 'View Plans' }).click();
  await page.locator('#plan-pro').getByRole('link', { name: 'Start 7-Day Free Trial' }).click();
  await expect(toastOf(page, 'Free trial already used')).toContainText('pay the invoice to start Pro.');
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(banner(page).getByRole('link', { name: 'Pay the invoice' })).toHaveAttribute('href', /^http/);
});

test('adding a card reactivates the plan without another click', async ({ page, shop }) => {
  await firstEntry(page, shop);
  await moveOn(shop, 8);
  await comesToSay(page, 'Your plan has ended.');
  await page.goto('/subscription?reactivate=true');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
  await typeCard(page, CARD.good);
  await page.getByRole('button', { name: 'Start subscription' }).click();
  await expect(toastOf(page, 'Plan reactivated')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription$/);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
});

test('a trial link switches the plan of a trial, and leads a paying seller to the subscription page', async ({
  page,
  shop,
}) => {
  await payingSeller(page, shop);
  const trial = page.locator('#plan-pro').getByRole('link', { name: 'Start 7-Day Free Trial' });
  await expect(async () => {
    await page.goto('/pricing');
    await trial.click();
    await expect(page).toHaveURL(/\/subscription$/, { timeout: 2000 });
  }).toPass();
  await expect(page.locator('.toast')).toContainText('It is changed on the subscription page.');
  const other = await newSeller(shop);
  await enter(page, other);
  await page.goto('/pricing');
  await trial.click();
  await expect(page).toHaveURL(/\/builder$/);
  await expect(toastOf(page, 'Trial Started!')).toBeVisible();
  await expect(banner(page)).toContainText('7 days left of your trial on the Pro plan.');
});
