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
  /** A page of another browser context: somebody else, who knows nothing of the first. */
  guest: Guest;
  /** What went wrong in any page of the test, unasked: a test that ends with one in it has failed. */
  faults: string[];
};

/** A call that was refused or found no network is the business of its journey; the browser reports each one. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** Whoever leaves a page cuts off what it was still loading; Chromium calls that an uncaught error. */
const CUT_OFF = 'BodyStreamBuffer was aborted';

/** Notes uncaught errors, errors on the console, and everything that a Content-Security-Policy stopped. */
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

/** A shop of the worker's own, started anew for each kind of journey. */
export const ownShop: [WorkerFixture<Shop, object>, { scope: 'worker'; timeout: number }] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
  async ({}, use) => {
    const shop = await startShop();
    await use(shop);
    await shop.stop();
  },
  { scope: 'worker', timeout: 90_000 },
];

/** A journey through the built shop. One shop serves all journeys of a worker: each brings its own people. */
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

/** The same journeys with the provider on another origin. */
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

/** The same journeys by https, through a proxy that ends TLS. */
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

/** The toast of a public checkout page. */
export const noteOf = (page: Page, title: string) =>
  page.locator('.co-toast').filter({ has: page.getByText(title, { exact: true }) });
