import type { Page } from '@playwright/test';

import { openBuilder, openDraft, paper, saved } from './builder.ts';
import { brokenImage, notAnImage, pngOf, tooLarge } from './files.ts';
import { expect, test, toastOf } from './journey.ts';
import { newSeller, samplePage } from './seller.ts';

const newFeature = (page: Page) => page.getByLabel('New feature');
const feature = (page: Page, place: number) => page.getByLabel(`Feature ${place}`, { exact: true });
const price = (page: Page) => page.getByLabel('Price', { exact: true });
const currency = (page: Page) => page.getByRole('combobox', { name: 'Currency' });
const option = (page: Page) => page.getByRole('listbox', { name: 'Currencies' }).getByRole('option');
const form = (page: Page) => page.getByRole('form', { name: 'New testimonial' });

/** A toast's title and message, to the letter; then it is put away. */
async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = toastOf(page, title).filter({ hasText: message });
  await expect(toast.getByText(message, { exact: true })).toBeVisible();
  await toast.getByRole('button').click();
  await expect(toast).toHaveCount(0);
}

test('texts are counted, and told when they are missing or too long', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  for (const [label, limit, what] of [
    ['Product name', 120, 'The product name'],
    ['Description', 2000, 'The description'],
    ['Button text', 40, 'The button text'],
    ['Success message', 500, 'The success message'],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill('x'.repeat(limit + 1));
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await field.blur();
    const problem = `${what} can have at most ${limit} characters; this one has ${limit + 1}`;
    await expect(field).toHaveAccessibleDescription(problem);
    await expect(field).toHaveValue('x'.repeat(limit + 1));
    await field.fill('😀'.repeat(limit));
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  await page.getByLabel('Product name').fill('   ');
  await page.getByLabel('Product name').blur();
  await expect(page.getByLabel('Product name')).toHaveAccessibleDescription('Give the product a name');
  await expect(page.getByRole('tab', { name: 'Content' })).toContainText('1 problem');
});

test('a price is typed by the rules of its currency', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  for (const [typed, problem] of [
    ['29,99', 'Type the price in digits with a dot, for example 29.99'],
    ['-5', 'Type the price in digits with a dot, for example 29.99'],
    ['1.234', 'USD has 2 decimals: type no more than 2 digits after the dot'],
  ] as const) {
    await price(page).fill(typed);
    await price(page).blur();
    await expect(page.getByText(problem)).toBeVisible();
    await expect(price(page)).toHaveValue(typed);
  }
  await price(page).fill('29.50');
  await expect(page.getByText('Buyers see $29.50 USD')).toBeVisible();
  await currency(page).click();
  await currency(page).fill('yen');
  await currency(page).press('Enter');
  await expect(page.getByText('JPY has no decimals: type a whole number, for example 29')).toBeVisible();
  await price(page).fill('2900');
  await expect(page.getByText('Buyers see ¥2900 JPY')).toBeVisible();
  await page.getByLabel('Subscription', { exact: true }).check();
  await page.getByLabel('Billing frequency').selectOption('Yearly');
  await expect(page.getByText('Buyers see ¥2900 JPY/year')).toBeVisible();
  await page.getByLabel('Billing frequency').selectOption('Weekly');
  await expect(paper(page).locator('.co-price')).toHaveText('¥2900 JPY/week');
  await page.getByLabel('One-time').check();
  await expect(page.getByLabel('Billing frequency')).toHaveCount(0);
});

test('135 currencies are searched by code, name and symbol', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  await currency(page).click();
  await expect(option(page)).toHaveCount(135);
  await currency(page).fill('zloty');
  await expect(option(page)).toHaveCount(1);
  await expect(option(page)).toContainText('PLN');
  await currency(page).fill('€');
  await expect(option(page).first()).toContainText('Euro');
  await currency(page).fill('chf');
  await expect(option(page).first()).toContainText('Swiss Franc');
  await currency(page).fill('nothing like it');
  await expect(option(page)).toHaveText('No currency is called “nothing like it”');
  await currency(page).press('Escape');
  await expect(currency(page)).toHaveValue('USD – US Dollar');
  await currency(page).press('ArrowDown');
  await currency(page).pressSequentially('gbp');
  await currency(page).press('Enter');
  await expect(currency(page)).toHaveValue(/^GBP – /);
  await expect(option(page)).toHaveCount(0);
});

test('features are added by Enter, trimmed, limited to ten and sorted by keyboard', async ({
  page,
  shop,
}) => {
  const seller = await newSeller(shop);
  const pageId = await openDraft(page, seller, samplePage({ features: [] }));
  for (const text of [
    'One',
    '  Two  ',
    '   ',
    'Three',
    ...Array.from({ length: 7 }, (_, at) => `${at + 4}`),
  ]) {
    await newFeature(page).fill(text);
    await newFeature(page).press('Enter');
  }
  await expect(page.getByText('10 of 10', { exact: true })).toBeVisible();
  await newFeature(page).fill('Eleven');
  await newFeature(page).press('Enter');
  await expect(toastOf(page, 'Maximum 10 features reached')).toBeVisible();
  await expect(newFeature(page)).toHaveValue('Eleven');

  await feature(page, 1).press('Alt+ArrowDown');
  await expect(feature(page, 2)).toBeFocused();
  await expect(page.getByText('Moved to 2 of 10')).toBeAttached();
  const up = page.getByRole('button', { name: 'Move up: 10' });
  await up.focus();
  for (const place of [9, 8]) {
    await page.keyboard.press('Enter');
    await expect(feature(page, place)).toHaveValue('10');
    await expect(up).toBeFocused();
  }
  await page.getByRole('button', { name: 'Remove: 4' }).click();
  await expect(page.getByText('9 of 10', { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  const { config } = await seller.call('get-page', { pageId });
  expect(config.features).toEqual(['Two', 'One', 'Three', '5', '6', '7', '10', '8', '9']);
  await expect(paper(page).locator('.co-feats li').first()).toHaveText('Two');
});

test('testimonials are added, refused, cancelled, rated and limited to five', async ({ page, shop }) => {
  await openDraft(page, await newSeller(shop), samplePage());
  const more = page.getByRole('button', { name: 'Add a testimonial' });
  const add = () => form(page).getByRole('button', { name: 'Add testimonial' }).click();
  await more.click();
  await expect(form(page).getByLabel('Name')).toBeFocused();
  await expect(form(page).getByLabel('5 of 5, excellent')).toBeChecked();
  await form(page).getByLabel('Name').fill('Nobody');
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await expect(form(page).getByLabel('Name')).toHaveValue('');
  await form(page).getByLabel('Text').fill('Only words');
  await add();
  await expectToast(page, 'Missing fields', 'Name and testimonial text are required');
  await form(page).getByLabel('Name').fill('Joan Ferrer i Puig');
  await form(page).getByLabel('Text').fill('x'.repeat(201));
  await add();
  await expect(toastOf(page, 'Text too long')).toBeVisible();
  await expect(form(page).getByLabel('Text')).toHaveValue('x'.repeat(201));
  await form(page).getByLabel('Text').fill('x'.repeat(200));
  await form(page).getByLabel('4 of 5, good').check({ force: true });
  await add();
  await expect(toastOf(page, 'Testimonial added').first()).toBeVisible();
  const quote = paper(page).locator('[data-field=testimonials]');
  await expect(quote).toContainText('Joan Ferrer i Puig');
  await expect(quote).toContainText('JF');
  for (let place = 2; place <= 5; place++) {
    await more.click();
    await form(page).getByLabel('Name').fill(`Person ${place}`);
    await form(page).getByLabel('Text').fill('Good.');
    await add();
  }
  await expect(page.getByText('5 of 5', { exact: true })).toBeVisible();
  await more.click();
  await expect(toastOf(page, 'You can only add up to 5 testimonials')).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByText('The classic layout shows the first 2.')).toBeVisible();
});

test('images that cannot be taken are refused in the catalogue’s words', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  const picture = page.locator('input[type=file][aria-label="Product image"]');
  const logo = page.locator('input[type=file][aria-label="Logo"]');
  await picture.setInputFiles(tooLarge());
  await expectToast(page, 'File too large', 'Please select an image under 2MB');
  await picture.setInputFiles(notAnImage());
  await expectToast(page, 'Invalid file type', 'Please select an image file (JPG, PNG, WEBP)');
  await picture.setInputFiles(brokenImage());
  await expect(page.getByRole('group', { name: 'Product image' }).locator('.err')).toBeVisible();
  await page.getByRole('tab', { name: 'Design' }).click();
  await logo.setInputFiles(tooLarge());
  await expectToast(page, 'File too large', 'Logo file size must be less than 2MB');
  await logo.setInputFiles(notAnImage());
  await expectToast(page, 'Invalid file type', 'Please upload a valid image (JPG, PNG, WEBP, or SVG)');
  await page.evaluate(() => {
    FileReader.prototype.readAsDataURL = function () {
      this.dispatchEvent(new Event('error'));
    };
  });
  await page.getByRole('tab', { name: 'Content' }).click();
  await picture.setInputFiles(pngOf('fine.png', 20, 20, [1, 2, 3]));
  await expectToast(page, 'Upload failed', 'Failed to read image file');
});

test('an image is dropped and pasted as well', async ({ page, shop }) => {
  await openBuilder(page, await newSeller(shop));
  const { buffer } = pngOf('any.png', 40, 30, [15, 107, 156]);
  const box = page.getByRole('group', { name: 'Product image' });
  for (const [type, name] of [
    ['drop', 'dropped.png'],
    ['paste', 'pasted.png'],
  ] as const) {
    await box.evaluate(
      (element, [kind, file, bytes]) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], file, { type: 'image/png' }));
        const options = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      [type, name, buffer.toString('base64')] as const,
    );
    await expect(box.getByText(name)).toBeVisible();
  }
  await box.getByRole('button', { name: 'Remove product image' }).click();
  await expect(box.getByRole('button', { name: 'choose a file' })).toBeFocused();
});
