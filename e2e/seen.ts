import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './journey.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is still fading in has its colours only afterwards. What turns for ever is not waited for. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });

/** What changes its colour while somebody looks has the new one at once; gives how to undo that. */
async function holdStill(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    return still;
  });
  return () =>
    sheet.evaluate((still) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== still);
    });
}

/** Nothing that axe finds wrong, by WCAG 2.2 AA and good practice. */
export async function expectAccess(page: Page, name: string): Promise<void> {
  const letGo = await holdStill(page);
  await settle(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
    .options({ rules: { 'target-size': { enabled: true } } })
    .setLegacyMode()
    .analyze();
  await letGo();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  expect.soft(found, name).toEqual([]);
}

/** Nothing is wider than the window, and no text is cut off in its box. */
export async function expectFits(page: Page, name: string): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overhang, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  const cut = await page.locator('.co-page').evaluate((sheet) => {
    const right = sheet.getBoundingClientRect().right;
    return [...sheet.querySelectorAll('h1, p, li, b, label, blockquote, button, a, figcaption')]
      .filter(
        (part) => part.getBoundingClientRect().right > right + 1 || part.scrollWidth > part.clientWidth + 1,
      )
      .filter((part) => getComputedStyle(part).display !== 'inline')
      .map((part) => `${part.className || part.tagName}: ${part.textContent?.slice(0, 30)}`);
  });
  expect.soft(cut, `${name} is cut off`).toEqual([]);
}

/** With SHOTS set: the whole page as it is on a desk by day and on a phone by night. */
export async function shootBoth(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const before = page.viewportSize();
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await shoot(page, `${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** With SHOTS set: a picture of the whole page. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
