import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until finite animations have ended, because elements reach their final colors only then. */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finiteAnimations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finiteAnimations.map((animation) => animation.finished));
  });

/** Disables CSS transitions, so that color changes apply at once. Returns a function that restores them. */
async function disableTransitions(page: Page): Promise<() => Promise<void>> {
  const styleSheetHandle = await page.evaluateHandle(() => {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(styleSheet);
    return styleSheet;
  });
  return () =>
    styleSheetHandle.evaluate((styleSheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== styleSheet);
    });
}

/** Expects no axe violations of WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const restoreTransitions = await disableTransitions(page);
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
    .options({ rules: { 'target-size': { enabled: true } } })
    .setLegacyMode()
    .analyze();
  await restoreTransitions();
  const violationTexts = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  expect.soft(violationTexts, name).toEqual([]);
}

/** Expects that nothing is wider than the window and no text is clipped. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  const clippedElements = await page.locator('.co-page').evaluate((pageElement) => {
    const right = pageElement.getBoundingClientRect().right;
    return [...pageElement.querySelectorAll('h1, p:not(.vh2), li, b, label, blockquote, button, a, figcaption')]
      .filter(
        (element) => element.getBoundingClientRect().right > right + 1 || element.scrollWidth > element.clientWidth + 1,
      )
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => `${element.className || element.tagName}: ${element.textContent?.slice(0, 30)}`);
  });
  expect.soft(clippedElements, `${name} is cut off`).toEqual([]);
}

/** Takes full-page screenshots on a phone in dark mode and on a desktop in light mode. Does nothing without SHOTS. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const initialViewport = page.viewportSize();
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (initialViewport) await page.setViewportSize(initialViewport);
}

/** Takes a full-page screenshot. Does nothing without SHOTS. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
