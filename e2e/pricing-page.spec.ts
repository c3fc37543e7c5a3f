import { AxeBuilder } from '@axe-core/playwright';

import { CHOSEN_PLAN_KEY } from '#app/lib/session/chosen-plan.ts';

import { expect, test } from './support/fixtures.ts';
import { signIn, createSeller } from './support/seller.ts';

test("the plan in the URL of the sign-up tab becomes the seller's plan", async ({ page, app }) => {
  await page.goto('/auth?tab=sign-up&plan=growth');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  // The server renders the tab; the script stores the plan.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), CHOSEN_PLAN_KEY)).toBe('growth');
  await signIn(page, await createSeller(app));
  await page.goto('/builder');
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('in your Growth trial');
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 390, 1440])
    test(`the pricing page is accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/pricing');
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/pricing-${width}-${colorScheme}.png`,
          fullPage: true,
        });
    });
