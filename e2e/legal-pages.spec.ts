import { AxeBuilder } from '@axe-core/playwright';

import { expect, test } from './support/fixtures.ts';

test('the printed terms contain only their text', async ({ page }) => {
  await page.goto('/terms');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('We never stop a sale because of a limit.')).toBeVisible();
  for (const selector of ['.bar', '.foot', '.legal__contents']) await expect(page.locator(selector)).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1440, 390, 320])
    test(`the legal pages are accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/about', '/privacy', '/terms']) {
        await page.goto(path);
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(
          violations.map(({ id }) => id),
          path,
        ).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
      }
    });
