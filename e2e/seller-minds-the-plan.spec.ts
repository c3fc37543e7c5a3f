import { expect, toastOf } from './journey.ts';
import {
  banner,
  CARD,
  comesToSay,
  facts,
  firstEntry,
  moveOn,
  payingSeller,
  planCard,
  test,
  typeCard,
} from './plan.ts';
import { enter, freshEmail, newSeller, PASSWORD } from './seller.ts';

test('whoever chose a plan before there was an account begins its trial, and is welcomed once', async ({
  page,
}) => {
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
});

test('the tabs of the builder wait for the first trial, but not for ever', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/functions/v1/create-subscription', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  // The wait begins with this question.
  const begun = page.waitForRequest('**/functions/v1/check-subscription-status');
  await page.goto('/builder', { waitUntil: 'commit' });
  await begun;
  await page.clock.pauseAt(Date.now() + 1000);
  await expect(page.getByText('Opening the builder')).toBeAttached();
  await page.clock.runFor(1000);
  await expect(page.getByRole('tab', { name: 'Content' })).toBeHidden();
  await page.clock.runFor(1100);
  await page.clock.resume();
  await expect(page.getByRole('tab', { name: 'Content' })).toBeVisible();
  free();
  await expect(banner(page)).toContainText('days left');
});

test('a trial without a card ends; with a card the plan goes on', async ({ page, shop }) => {
  await firstEntry(page, shop);
  await moveOn(shop, 5);
  await comesToSay(page, '2 days left');
  await moveOn(shop, 3);
  await comesToSay(page, 'Your plan has ended.');
  await banner(page).getByRole('link', { name: 'Reactivate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactivate Starter for $9 a month?' });
  await expect(dialog).toContainText('You add a card at Stripe first.');
  await expect(page).toHaveURL(/\/subscription$/);
  await dialog.getByRole('button', { name: 'Reactivate' }).click();
  await page.waitForURL(/\/sandbox\/portal\//);
  await typeCard(page, CARD.good);
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(facts(page)).toContainText('Visa ending 4242');
  await expect(banner(page)).toContainText('Your plan has ended.');
  await banner(page).getByRole('link', { name: 'Reactivate' }).click();
  const charged = page.getByRole('dialog', { name: 'Reactivate Starter for $9 a month?' });
  await expect(charged).toContainText('Your Visa ending 4242 is charged $9.00 today');
  await charged.getByRole('button', { name: 'Reactivate' }).click();
  await expect(toastOf(page, 'Plan reactivated')).toBeVisible();
  await expect(page).toHaveURL(/\/subscription$/);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  await expect(facts(page)).toContainText('Visa ending 4242');
  await expect(page.getByRole('row').filter({ hasText: '$9.00' })).toContainText('Paid');
});

test('a card that is added for it brings the plan back without another press', async ({ page, shop }) => {
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

test('a link from elsewhere reactivates nothing by itself', async ({ page, shop }) => {
  const seller = await firstEntry(page, shop);
  await seller.call('cancel-subscription', {});
  await page.goto('/subscription?reactivate=true');
  await expect(page.getByRole('dialog', { name: 'Keep Starter?' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.reload();
  await expect(banner(page)).toContainText('Your pages stay open until');
});

test('a plan that is cancelled runs on until its end, and can be kept until then', async ({ page, shop }) => {
  await payingSeller(page, shop);
  await comesToSay(page, 'Active', page.locator('.plan-title'));
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Starter?' });
    await expect(dialog.getByRole('button', { name: 'Keep Starter' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel plan' }).click();
    await expect(banner(page)).toContainText('Cancelled. Your pages stay open until');
  };
  await cancel();
  await expect(toastOf(page, 'Plan cancelled')).toBeVisible();
  await banner(page).getByRole('link', { name: 'Reactivate' }).click();
  await page
    .getByRole('dialog', { name: 'Keep Starter?' })
    .getByRole('button', { name: 'Reactivate' })
    .click();
  await expect(toastOf(page, 'Plan reactivated')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await cancel();
  await moveOn(shop, 31);
  await comesToSay(page, 'Your plan has ended.');
  await expect(planCard(page, 'Growth').getByRole('button')).toBeDisabled();
});

test('a trial key of somebody with a plan switches the trial, and later says where plans are changed', async ({
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
