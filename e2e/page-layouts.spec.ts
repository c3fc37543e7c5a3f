import { expect, test } from './support/fixtures.ts';
import { LAYOUTS, publishLayoutPages } from './support/layout-pages.ts';
import { expectAccessible, expectNoOverflow, takeScreenshot } from './support/visual-checks.ts';

/** Desktop, tablet and phone sizes; 720 and 384 px are the first two at 200 % zoom. */
const SCREENS = [
  [1440, 900],
  [1100, 800],
  [768, 1024],
  [720, 450],
  [390, 844],
  [384, 512],
  [320, 640],
] as const;

for (const layout of LAYOUTS)
  test(`a ${layout} page fits every screen with any amount of content`, async ({ page, app }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { contentSize, url, code } of await publishLayoutPages(app, layout)) {
      await page.goto(code ? `${url}?coupon=${code}` : url);
      await expect(page.locator('.co-price')).toBeVisible();
      if (code) await expect(page.locator('.co-price del')).toBeVisible();
      for (const [width, height] of SCREENS) {
        const name = `${layout}-${contentSize}-${width}`;
        await page.setViewportSize({ width, height });
        await expectNoOverflow(page, name);
        if (width === 1440 || width === 390) await expectAccessible(page, name);
        await takeScreenshot(page, name);
      }
    }
  });
