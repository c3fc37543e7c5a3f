import type { Page } from '@playwright/test';

import { fillCard, payButton, receiptLine } from './support/buyer.ts';
import { createPng } from './support/create-png.ts';
import { expect, test, getToast } from './support/fixtures.ts';
import { uniqueEmail, uniqueName, PASSWORD } from './support/seller.ts';

const PICTURE = createPng('kiln.png', 640, 420, [180, 83, 42]);
const LOGO = createPng('logo.png', 200, 60, [23, 24, 26]);

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(getToast(page, 'Welcome!')).toBeVisible();
  await expect(page).toHaveURL(/\/builder$/);
}

async function fillContent(page: Page, name: string): Promise<void> {
  await page.getByLabel('Product name').fill(name);
  await page.getByLabel('Description').fill('Eleven lessons, filmed from above.');
  await page.locator('input[type=file][aria-label="Product image"]').setInputFiles(PICTURE);
  await expect(page.getByText('kiln.png')).toBeVisible();
  await page.getByLabel('Price', { exact: true }).fill('40');
  await expect(page.getByText('Buyers see $40 USD')).toBeVisible();
  for (const feature of ['Close-ups of both hands', '  Written notes  ']) {
    await page.getByLabel('New feature').fill(feature);
    await page.getByLabel('New feature').press('Enter');
  }
  await page.getByLabel('New feature').fill('   ');
  await page.getByLabel('New feature').press('Enter');
  await expect(page.getByText('2 of 10')).toBeVisible();
  await page.getByLabel('Button text').fill('Get the course');
  await page.getByLabel('Success message').fill('The first lesson is on its way.');
}

async function addTestimonial(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  const form = page.getByRole('form', { name: 'New testimonial' });
  await form.getByRole('button', { name: 'Add testimonial' }).click();
  const missing = getToast(page, 'Missing fields');
  await expect(missing).toContainText('Name and testimonial text are required');
  await missing.getByRole('button').click();
  await form.getByLabel('Name').fill('Joan Ferrer');
  await form.getByLabel('Role').fill('Hobby potter');
  await form.getByLabel('Text').fill('My first tall cylinder holds umbrellas.');
  await form.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(getToast(page, 'Testimonial added')).toBeVisible();
}

async function fillDesign(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Design' }).click();
  await page.getByLabel('Modern', { exact: true }).first().check();
  await page.locator('input[type=file][aria-label="Logo"]').setInputFiles(LOGO);
  await expect(page.getByText('logo.png')).toBeVisible();
  await page.getByLabel('Accent color').fill('#0f6b9c');
}

async function fillSettings(page: Page, slug: string): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Custom slug').fill(slug.toUpperCase());
  await expect(page.getByLabel('Custom slug')).toHaveValue(slug);
  await page.getByLabel('Enable coupon').check();
  const coupon = page.getByRole('form', { name: 'New coupon' });
  await coupon.getByLabel('Code').fill('early25');
  await coupon.getByLabel('Discount').fill('25');
  await coupon.getByRole('button', { name: 'Add coupon' }).click();
  await expect(getToast(page, 'Coupon added')).toBeVisible();
  await page.getByLabel('Require terms').check();
  await page.getByLabel('Terms URL').fill('https://www.example.com/terms');
  await page.getByLabel('Privacy URL').fill('https://www.example.com/privacy');
}

async function checkPreview(page: Page, name: string): Promise<void> {
  const preview = page.getByRole('region', { name: 'Live preview' });
  const previewPage = preview.locator('.co-page');
  for (const text of [name, 'Written notes', 'Joan Ferrer', 'Get the course', '$40 USD', 'Coupon code'])
    await expect(previewPage).toContainText(text);
  await expect(previewPage.locator('.co-art img')).toHaveJSProperty('complete', true);
  await expect(previewPage.locator('.co-logo img')).toBeVisible();
  for (const [device, width] of [
    ['Tablet', 768],
    ['Mobile', 375],
    ['Desktop', 1200],
  ] as const) {
    await preview.getByRole('button', { name: device }).click();
    await expect(preview.locator('.preview-pane__scaled')).toHaveCSS('width', `${width}px`);
    await expect(previewPage).toBeVisible();
  }
}

async function connectStripe(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Connect Stripe to Publish' })).toBeVisible();
  const pagePromise = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Create Stripe account', exact: true }).click();
  const onboarding = await pagePromise;
  await onboarding.getByLabel('Business name').fill('Vane Ceramics');
  await onboarding.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(getToast(onboarding, 'Connected')).toBeVisible();
  await expect(onboarding).toHaveURL(page.url());
  await onboarding.close();
  // Headless pages never lose the focus, so the test dispatches the event.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Stripe account connected')).toBeVisible();
}

async function publishPage(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getToast(page, 'Page published!')).toBeVisible();
  const liveAddress = page.getByRole('group', { name: 'Page URL' });
  await expect(liveAddress).toContainText(address.replace('http://', ''));
  await liveAddress.getByRole('button', { name: 'Copy' }).click();
  const copyButton = liveAddress.getByRole('button').first();
  await expect(copyButton).toHaveText('Copied');
  await expect(getToast(page, 'Copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(copyButton).toHaveText('Copy');
}

async function buy(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Coupon code').fill('EARLY');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('#coupon-problem')).toContainText('This coupon code is not valid');
  await page.getByLabel('Coupon code').fill(' EARLY25 ');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied! You saved $10.00')).toBeVisible();
  await expect(page.locator('.co-price del')).toHaveText('Was $40.00 USD');
  await expect(page.locator('.co-price [data-part=total]')).toHaveText('$30.00 USD');
  await expect(page.getByLabel('Coupon code')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();

  const pay = page.locator('button.co-pay');
  await page.getByLabel('Email').fill(email);
  await expect(pay).toHaveAttribute('aria-disabled', 'true');
  // Playwright waits for an enabled button; a buyer does not.
  await pay.click({ force: true });
  await expect(page.locator('#terms-problem')).toContainText('Please accept the terms and conditions');
  await page.getByLabel('I accept the').check();
  await expect(pay).not.toHaveAttribute('aria-disabled', 'true');
  const gate = Promise.withResolvers<void>();
  await page.route('**/functions/v1/create-checkout-session', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await pay.click();
  await expect(pay).toHaveText('Processing...');
  gate.resolve();
  await fillCard(page);
  await expect(payButton(page)).toHaveText('Pay $30.00');
  await payButton(page).click();
}

test(
  'a seller builds a first page, connects Stripe, publishes, and sells with a coupon',
  { tag: '@core' },
  async ({ page, app, openContextPage }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const slug = uniqueName('throwing-taller');
    const address = `${app.url}/c/${slug}`;
    await signUp(page, uniqueEmail());
    await fillContent(page, 'Throwing Taller');
    await addTestimonial(page);
    await fillDesign(page);
    await fillSettings(page, slug);
    await checkPreview(page, 'Throwing Taller');
    await expect(page).toHaveURL(/\/builder\?page=[0-9a-f-]{36}$/);
    await connectStripe(page);
    await publishPage(page, address);

    const email = uniqueEmail('buyer');
    const buyer = await openContextPage();
    await buy(buyer, address, email);
    await expect(buyer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(buyer.getByText('The first lesson is on its way.')).toBeVisible();
    await expect(receiptLine(buyer, 'Paid')).toHaveText('$30.00 USD');
    const number = await receiptLine(buyer, 'Order number').innerText();
    await buyer.getByRole('link', { name: 'Return to Home' }).click();
    await expect(buyer).toHaveURL(`${app.url}/`);

    await page.goto('/orders');
    const order = page.getByRole('row').filter({ hasText: email });
    await expect(order).toContainText(number);
    await expect(order).toContainText('$30.00 USD');
    await expect(order).toContainText('EARLY25');
    await expect(order).toContainText('Paid');
  },
);
