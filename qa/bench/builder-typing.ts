// Typing performance of the builder: `npm run bench -- builder`. Prints the long tasks (over 50 ms) per 100 keystrokes
// on a full page, the median of five runs. Ends with 1 when the median run has any.
import { chromium, type Browser, type Page } from '@playwright/test';

import { findChromium } from '../../e2e/support/find-chromium.ts';
import { createConnectedSeller, signIn, type Seller } from '../../e2e/support/seller.ts';
import { startBuiltApp } from '../lib/built-app.ts';
import { median, reportMetric, runAndExit } from '../lib/harness.ts';
import { createFullConfig } from './full-config.ts';

const RUNS = 5;
const KEYS = 100;
/** The interval between two keystrokes of a fast typist. */
const PAUSE_MS = 60;

declare global {
  // oxlint-disable-next-line no-var -- declares the type of a global variable of the page
  var longTasks: number[];
}

const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });

async function type(page: Page, label: string, keystrokes: number): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('End');
  for (let press = 0; press < keystrokes; press++)
    await page.keyboard.press(String.fromCharCode(97 + (press % 26)), { delay: PAUSE_MS });
}

/** Returns the durations of the long tasks in ms. */
async function run(browser: Browser, url: string, seller: Seller, pageId: string): Promise<number[]> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const page = await context.newPage();
  await watchTasks(page);
  await signIn(page, seller);
  await page.goto(`/builder?page=${pageId}`);
  await page.getByLabel('Product name').waitFor();
  await page.waitForTimeout(2000);
  // The first keystrokes run code that is not yet compiled; they are not counted.
  await type(page, 'Product name', 5);
  await page.evaluate(() => void (globalThis.longTasks = []));
  await type(page, 'Product name', KEYS / 2);
  await type(page, 'Description', KEYS / 2);
  return page.evaluate(() => globalThis.longTasks);
}

await runAndExit(async () => {
  await using app = await startBuiltApp();
  await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const runs: number[][] = [];
  const seller = await createConnectedSeller(app);
  for (let round = 1; round <= RUNS; round++) {
    const { pageId } = await seller.call('save-draft', { config: createFullConfig(10) });
    const long = await run(browser, app.url, seller, pageId);
    runs.push(long);
    const durations = long.length > 0 ? ` (${long.join(', ')} ms)` : '';
    console.log(`Run ${round}: ${long.length} long tasks in ${KEYS} keystrokes${durations}`);
  }
  console.log(`The longest task of all runs: ${Math.max(0, ...runs.flat())} ms`);
  reportMetric(`long tasks per ${KEYS} keystrokes, median`, median(runs.map(({ length }) => length)), 0, 'at most');
});
