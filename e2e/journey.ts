import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type WorkerFixture,
} from '@playwright/test';

import type { ProviderRoad } from './provider-road.ts';
import { startShop, startShopBehindTls, startShopBesideSandbox, type Shop } from './shop-process.ts';

export type Guest = (options?: BrowserContextOptions) => Promise<Page>;
type OfTest = {
  /** Opens a page in a new browser context, without any stored data. */
  guest: Guest;
  /** Errors in any page of the test. A test fails when this list is not empty at its end. */
  faults: string[];
};

/** The browser logs each rejected or offline request as an error. Tests expect these themselves. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** Chromium reports a response body that a navigation cancels as an uncaught error. */
const CUT_OFF = 'BodyStreamBuffer was aborted';

/** Records uncaught errors, console errors and violations of the Content-Security-Policy. */
async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (message !== CUT_OFF) faults.push(`uncaught: ${message}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
}

/** Worker fixture that starts one app process per worker. */
export const ownShop: [WorkerFixture<Shop, object>, { scope: 'worker'; timeout: number }] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
  async ({}, use) => {
    const shop = await startShop();
    await use(shop);
    await shop.stop();
  },
  { scope: 'worker', timeout: 90_000 },
];

/** The base test. All tests of a worker share one app process, and each creates its own sellers. */
export const test = base.extend<OfTest, { shop: Shop }>({
  shop: ownShop,
  baseURL: ({ shop }, use) => use(shop.url),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      await watch(context, faults);
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  guest: async ({ browser, baseURL, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      contexts.push(context);
      await watch(context, faults);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** A test whose app has its payment provider on another origin. */
export const testBesideSandbox = test.extend<object, { shop: Shop & { road: ProviderRoad } }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const shop = await startShopBesideSandbox();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** A test whose app is reached by HTTPS, through a proxy that terminates TLS. */
export const testBehindTls = test.extend<object, { shop: Shop & { behindUrl: string } }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const shop = await startShopBehindTls();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  ignoreHTTPSErrors: true,
});

export { expect };

/** The toast with exactly this title. */
export const toastOf = (page: Page, title: string) =>
  page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) });

/** The toast with this title on a public checkout page. */
export const noteOf = (page: Page, title: string) =>
  page.locator('.co-toast').filter({ has: page.getByText(title, { exact: true }) });
