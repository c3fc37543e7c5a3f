import { expect, test, getToast } from './support/fixtures.ts';
import { createConnectedSeller, signIn } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const SALES = `"Purchase ID","Item Name","Purchase Date","Item Price ($)","Discount Code","Product ID","Quantity"
p1,Kiln Log,2026-03-01,19.0,,kiln,1
`;

test('products of a Stripe account and of a Gumroad file become drafts', async ({ page, app }) => {
  const seller = await createConnectedSeller(app);
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  await page.goto(`${app.url}/sandbox/dashboard/${account}`);
  await page.getByLabel('Name').fill('Glaze School');
  await page.getByLabel('Description').fill('Twelve evenings of glazes.');
  await page.getByLabel('Price', { exact: true }).fill('29.50');
  await page.getByLabel('Billing period').selectOption('month');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('row', { name: /Glaze School.*29\.50 per month/ })).toBeVisible();

  await signIn(page, seller);
  await page.goto('/pages');
  await page.getByRole('link', { name: /^Stripe or Gumroad/ }).click();
  await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible();
  const row = (name: string) =>
    page.getByRole('list', { name: 'Products' }).getByRole('listitem').filter({ hasText: name });
  await expect(row('Glaze School')).toContainText('$29.50 USD/month');
  await expectAccessible(page, 'products to import');
  await takeScreenshot(page, 'import-stripe');
  await page.getByLabel('Glaze School').uncheck();
  await page.getByLabel('1 product', { exact: true }).check();
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(getToast(page, '1 draft created')).toBeVisible();
  await expect(row('Glaze School')).toContainText('Draft created');

  await page.getByRole('tab', { name: 'Gumroad file' }).click();
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file][aria-label="Gumroad file"]');
  await input.setInputFiles(file('who.csv', 'who,what\nme,this\n'));
  await expect(page.getByText('This file has no product names')).toBeVisible();
  await input.setInputFiles(file('sales.csv', SALES));
  await expect(row('Kiln Log')).toContainText('Check the price');
  await takeScreenshot(page, 'import-gumroad');
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await expect(row('Kiln Log')).toContainText('Draft created');
  await row('Kiln Log').getByRole('link', { name: 'Open Kiln Log in the builder' }).click();
  await expect(page.getByLabel('Product name')).toHaveValue('Kiln Log');
});
