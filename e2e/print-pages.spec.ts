import type { Page } from '@playwright/test';

import { payByCard } from './support/buyer.ts';
import { expect, test } from './support/fixtures.ts';
import { LAYOUTS, publishLayoutPages } from './support/layout-pages.ts';
import { uniqueEmail, createPublishedPage } from './support/seller.ts';

/** Shows the page as printed on A4. With SHOTS set, also takes a screenshot. */
async function emulatePrint(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 658, height: 980 });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/paper-${name}.png`, fullPage: true });
}

const PAGES = /\/Type\s*\/Page[^s]/g;

/** The number of A4 sheets that the page needs. */
const countSheets = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(PAGES)?.length ?? 0;

for (const layout of LAYOUTS)
  test(`a ${layout} page prints without its controls`, async ({ page, app }) => {
    for (const { url, contentSize, code } of await publishLayoutPages(app, layout)) {
      await page.goto(code ? `${url}?coupon=${code}` : url);
      await emulatePrint(page, `${layout}-${contentSize}`);
      await expect(page.locator('.co-bar')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
      await expect(page.getByLabel('Email')).toBeVisible();
      const payButton = page.locator('button.co-pay');
      await expect(payButton).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(payButton).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(page.locator('.co-till')).toHaveCSS('position', 'static');
      if (contentSize === 'typical') {
        const linkSuffixes = await page
          .locator('.co-foot a:visible')
          .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
        expect(linkSuffixes).toEqual(
          ['terms', 'privacy'].map((name) => expect.stringContaining(`https://www.example.com/${name}`)),
        );
      }
      const sheets = await countSheets(page);
      expect(sheets).toBeGreaterThan(0);
      expect(sheets).toBeLessThanOrEqual({ short: 1, typical: 2, full: 5 }[contentSize]);
      await page.emulateMedia({ media: null });
    }
  });

test('the success page prints as a receipt on one sheet', async ({ page, app }) => {
  const { url } = await createPublishedPage(app);
  await page.goto(`${url}?coupon=QUARTER`);
  await page.getByLabel('Email').fill(uniqueEmail('buyer'));
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').click();
  await payByCard(page);
  await emulatePrint(page, 'success');
  await expect(page.getByText('Return to Home')).toBeHidden();
  await expect(page.locator('.co-lines')).toContainText('Paid$30.00 USD');
  expect(await countSheets(page)).toBe(1);
});
