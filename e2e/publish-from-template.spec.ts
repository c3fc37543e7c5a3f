import type { Locator, Page } from '@playwright/test';

import { PAGE_TEMPLATES } from '#content/templates.ts';

import { chooseFromMenu, openBuilder, previewPage, publishButton, savedStatus } from './support/builder-page.ts';
import { fillCard, payButton } from './support/buyer.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { signIn, uniqueEmail, uniqueName, createSeller, PASSWORD } from './support/seller.ts';

const MAX_CLICKS = 12;
const MAX_FIELDS = 4;

/** Counts clicks and typed fields. */
function createInputCounter() {
  const counts = { clicks: 0, fields: 0 };
  return {
    done: counts,
    click: (target: Locator) => {
      counts.clicks += 1;
      return target.click();
    },
    type: (target: Locator, text: string) => {
      counts.fields += 1;
      return target.fill(text);
    },
  };
}
type InputCounter = ReturnType<typeof createInputCounter>;

async function signUp(page: Page, { click, type }: InputCounter): Promise<void> {
  await page.goto('/');
  await click(page.getByRole('link', { name: 'Get started' }).first());
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await type(page.getByLabel('Email'), uniqueEmail());
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await click(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByLabel('Product name')).toBeVisible();
}

/** Completes onboarding in a new tab. The builder's tab notices it when it gets the focus. */
async function connectStripe(page: Page, { click, type, done: counts }: InputCounter): Promise<void> {
  const pagePromise = page.context().waitForEvent('page');
  await click(page.getByRole('button', { name: 'Create Stripe account', exact: true }));
  const onboarding = await pagePromise;
  await type(onboarding.getByLabel('Business name'), uniqueName('Apiary'));
  await click(onboarding.getByRole('button', { name: 'Submit', exact: true }));
  await expect(getToast(onboarding, 'Connected')).toBeVisible();
  // Closing the tab counts as a click.
  counts.clicks += 1;
  await onboarding.close();
  // Headless pages never lose the focus, so the test dispatches the event.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Stripe account connected')).toBeVisible();
}

test('a seller signs up and publishes from a template in at most 12 clicks and 4 typed fields', async ({
  page,
  openContextPage,
}) => {
  const input = createInputCounter();
  await signUp(page, input);
  await input.click(page.getByRole('link', { name: 'start from a template' }));
  await input.click(page.getByRole('button', { name: /^Presets/ }));
  await expect(page).toHaveURL(/\/builder\?page=[0-9a-f-]{36}$/);
  await expect(page.getByLabel('Product name')).toHaveValue('Overcast: 24 presets for gray days');
  await connectStripe(page, input);
  await input.click(publishButton(page));
  await expect(getToast(page, 'Page published!')).toBeVisible();
  expect(input.done.clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(input.done.fields).toBeLessThanOrEqual(MAX_FIELDS);

  const address = await page.getByRole('link', { name: 'Open live page' }).getAttribute('href');
  const buyer = await openContextPage();
  await buyer.goto(address ?? '');
  await expect(buyer.getByRole('heading', { name: 'Overcast: 24 presets for gray days' })).toBeVisible();
  await expect(buyer.locator('.co-art img')).toHaveJSProperty('complete', true);
  await buyer.getByLabel('Email').fill(uniqueEmail('buyer'));
  await buyer.locator('button.co-pay').click();
  await fillCard(buyer);
  await expect(payButton(buyer)).toHaveText('Pay $34.00');
});

test('every template opens in the builder as shown in the gallery', async ({ page, app }) => {
  test.setTimeout(180_000);
  await signIn(page, await createSeller(app));
  for (const { name, config } of PAGE_TEMPLATES) {
    await page.goto('/pages?new');
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByLabel('Product name')).toHaveValue(config.productName);
    await expect(previewPage(page)).toContainText(config.productName);
    await expect(previewPage(page).locator('.co-art img')).toHaveJSProperty('complete', true);
    await expect(page.getByRole('link', { name: /^Fix:/ })).toHaveCount(0);
  }
  const products = PAGE_TEMPLATES.flatMap((template) => template.products ?? []);
  await page.goto('/pages');
  await expect(page.getByRole('table', { name: 'Pages' }).getByRole('rowheader')).toHaveCount(
    PAGE_TEMPLATES.length + products.length,
  );
});

test("applying another template keeps the seller's own text, and is one undo step", async ({ page, app }) => {
  const seller = await createSeller(app);
  await openBuilder(page, seller);
  await page.getByLabel('Product name').fill('My own name');
  // The template adds an extra, which has a price, too.
  const price = page.getByLabel('Price', { exact: true }).first();
  await price.fill('12.50');
  const gallery = page.getByRole('dialog', { name: 'Use a template' });
  for (const name of [/^Online course/, /^E-book/]) {
    await chooseFromMenu(page, 'Use a template');
    await gallery.getByRole('button', { name }).click();
    await expect(getToast(page, 'Template applied').first()).toBeVisible();
    await expect(gallery).toBeHidden();
    await expect(page.getByLabel('Product name')).toHaveValue('My own name');
    await expect(price).toHaveValue('12.50');
  }
  const ebook = PAGE_TEMPLATES.find(({ name }) => name === 'E-book');
  await expect(page.getByLabel('Description')).toHaveValue(ebook?.config.description ?? '');
  await expect(page.getByLabel('Feature 1', { exact: true })).toHaveValue(ebook?.config.features[0] ?? '');
  await expect(previewPage(page).locator('..')).toHaveAttribute('data-layout', 'minimal');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(previewPage(page).locator('..')).toHaveAttribute('data-layout', 'classic');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('');
  await expect(page.getByLabel('Product name')).toHaveValue('My own name');
});

test('the guide leads through four steps and can be dismissed', async ({ page, app }) => {
  await signIn(page, await createSeller(app));
  await page.goto('/builder');
  const guide = page.getByRole('complementary', { name: 'Your first page' });
  const current = guide.locator('[aria-current=step]');
  await expect(current).toHaveText(/Step 1 of 4: Add a name and price/);
  await current.getByRole('button').click();
  await expect(page.getByLabel('Product name')).toBeFocused();
  await page.keyboard.type('First');
  await page.getByLabel('Price', { exact: true }).fill('10');
  await expect(current).toHaveText(/Step 2 of 4: Choose a design/);
  await current.getByRole('button').click();
  await expect(page.getByRole('tab', { name: 'Design' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('group', { name: 'Layout' }).getByLabel('Modern').check();
  await expect(current).toHaveText(/Step 3 of 4: Connect Stripe/);
  await expect(savedStatus(page)).toBeVisible();
  await guide.getByRole('button', { name: 'Dismiss guide' }).click();
  await expect(guide).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Product name')).toHaveValue('First');
  await expect(guide).toBeHidden();
});
