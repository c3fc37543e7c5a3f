// Typing in the builder: `npm run bench -- builder`. Measures interactions (Event Timing, from the key to the next paint) on a
// full page with a CPU throttled four times, and beside it those of a bare text field in the same browser. Ends with 1 when
// the 98th percentile of the median run reaches the limit. `--runs 1 --slowdown 1` shorten the run.
import { chromium, type Browser, type Page } from '@playwright/test';

import { findChromium } from '../../e2e/support/find-chromium.ts';
import { createConnectedSeller, signIn, type Seller } from '../../e2e/support/seller.ts';
import { startBuiltApp } from '../lib/built-app.ts';
import { getPercentile, readOptions, reportMetric, runAndExit } from '../lib/harness.ts';
import { createFullConfig } from './full-config.ts';

const { runs: RUNS, slowdown: SLOWDOWN } = readOptions({ runs: 5, slowdown: 4 });
const KEYS = 100;
/** The interval between two keystrokes of a fast typist. */
const PAUSE_MS = 60;
const MAX_INTERACTION_MS = 50;
const COUPONS = 10;
const OTHER_PRICES = 5;

declare global {
  // oxlint-disable-next-line no-var -- declares the type of a global variable of the page
  var interactions: Map<number, number>;
}

type Interaction = PerformanceEntry & { interactionId: number };

/** Records the longest event of each interaction. Browsers report durations from 16 ms on, in steps of 8 ms. */
const watchInteractions = (page: Page) =>
  page.addInitScript(() => {
    globalThis.interactions = new Map();
    const options = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as Interaction[])
        if (interactionId)
          globalThis.interactions.set(
            interactionId,
            Math.max(duration, globalThis.interactions.get(interactionId) ?? 0),
          );
    }).observe(options);
  });

async function type(page: Page, label: string, keystrokes: number): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press('End');
  for (let press = 0; press < keystrokes; press++)
    await page.keyboard.press(String.fromCharCode(97 + (press % 26)), { delay: PAUSE_MS });
}

/** Types into fields and returns the duration of each keystroke in ms; 0 for those that were too short to be reported. */
async function measureTyping(page: Page, labels: readonly string[]): Promise<number[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  // The first keystrokes run code that is not yet compiled; they are not counted.
  for (const label of labels) await type(page, label, 5);
  await page.evaluate(() => globalThis.interactions.clear());
  for (const label of labels) await type(page, label, KEYS / labels.length);
  await page.waitForTimeout(500);
  const reported = await page.evaluate(() => [...globalThis.interactions.values()]);
  return [...reported, ...Array.from({ length: Math.max(0, KEYS - reported.length) }, () => 0)];
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: url });
  const page = await context.newPage();
  await watchInteractions(page);
  return page;
}

async function measureBuilder(browser: Browser, url: string, seller: Seller, pageId: string): Promise<number[]> {
  const page = await openPage(browser, url);
  await signIn(page, seller);
  await page.goto(`/builder?page=${pageId}`);
  await page.getByLabel('Product name').waitFor();
  await page.waitForLoadState('networkidle');
  const durations = await measureTyping(page, ['Product name', 'Description']);
  await page.context().close();
  return durations;
}

/** The same keystrokes in a document that contains nothing but two fields. */
async function measureBareFields(browser: Browser, url: string): Promise<number[]> {
  const page = await openPage(browser, url);
  await page.goto('/healthz');
  await page.setContent('<input aria-label="Product name"><textarea aria-label="Description"></textarea>');
  const durations = await measureTyping(page, ['Product name', 'Description']);
  await page.context().close();
  return durations;
}

const createConfig = () => ({
  ...createFullConfig(COUPONS),
  priceOptions: {
    baseName: 'Single',
    others: Array.from({ length: OTHER_PRICES }, (_, index) => ({
      id: `option-${index}`,
      name: `${index + 2} seats`,
      price: String(50 + index * 20),
      paymentType: 'one-time' as const,
      billingFrequency: 'monthly' as const,
    })),
  },
});

await runAndExit(async () => {
  await using app = await startBuiltApp();
  await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const percentiles: { builder: number; bare: number }[] = [];
  const seller = await createConnectedSeller(app);
  for (let round = 1; round <= RUNS; round++) {
    const { pageId } = await seller.call('save-draft', { config: createConfig() });
    const bare = await measureBareFields(browser, app.url);
    const builder = await measureBuilder(browser, app.url, seller, pageId);
    const [p98, bareP98] = [getPercentile(builder, 98), getPercentile(bare, 98)];
    percentiles.push({ builder: p98, bare: bareP98 });
    console.log(
      `Run ${round}: p50 ${getPercentile(builder, 50)} ms, p98 ${p98} ms, longest ${Math.max(...builder)} ms; ` +
        `bare fields: p50 ${getPercentile(bare, 50)} ms, p98 ${bareP98} ms`,
    );
  }
  const builder = getPercentile(
    percentiles.map((run) => run.builder),
    50,
  );
  const bare = getPercentile(
    percentiles.map((run) => run.bare),
    50,
  );
  console.log(`  Bare fields: ${bare} ms; the builder takes ${(builder / Math.max(bare, 8)).toFixed(1)} times as long`);
  reportMetric(`p98 of interactions in ms, median of ${RUNS} runs`, builder, MAX_INTERACTION_MS - 1, 'at most');
});
