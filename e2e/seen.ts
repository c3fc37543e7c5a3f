import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './journey.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until finite animations have ended, because elements reach their final colors only then. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });

/** Disables CSS transitions, so that color changes apply at once. Returns a function that restores them. */
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

/** Expects no axe violations of WCAG 2.2 AA and best practices. */
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

/** Expects that nothing is wider than the window and no text is clipped. */
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

/** Takes full-page screenshots on a phone in dark mode and on a desktop in light mode. Does nothing without SHOTS. */
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

/** Takes a full-page screenshot. Does nothing without SHOTS. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
