import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type WorkerFixture,
} from '@playwright/test';

import { startAppProcess, startAppBehindTls, startAppWithRemoteSandbox, type RunningApp } from './app-process.ts';
import type { StripeProxy } from './stripe-proxy.ts';

export type OpenContextPage = (options?: BrowserContextOptions) => Promise<Page>;
type TestFixtures = {
  /** Opens a page in a new browser context, without any stored data. */
  openContextPage: OpenContextPage;
  /** Errors in any page of the test. A test fails when this list is not empty at its end. */
  pageErrors: string[];
};

/** The browser logs each rejected or offline request as an error. Tests expect these themselves. */
const EXPECTED_CONSOLE_ERROR =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;

/** Chromium reports a response body that a navigation cancels as an uncaught error. */
const ABORTED_BODY_MESSAGE = 'BodyStreamBuffer was aborted';

/** Records uncaught errors, console errors and violations of the Content-Security-Policy. */
async function recordPageErrors(context: BrowserContext, pageErrors: string[]): Promise<void> {
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (message !== ABORTED_BODY_MESSAGE) pageErrors.push(`uncaught: ${message}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_CONSOLE_ERROR.test(message.text()))
      pageErrors.push(`console: ${message.text()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
}

/** Worker fixture that starts one app process per worker. */
export const appFixture: [WorkerFixture<RunningApp, object>, { scope: 'worker'; timeout: number }] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
  async ({}, use) => {
    const app = await startAppProcess();
    await use(app);
    await app.stop();
  },
  { scope: 'worker', timeout: 90_000 },
];

/** The base test. All tests of a worker share one app process, and each creates its own sellers. */
export const test = base.extend<TestFixtures, { app: RunningApp }>({
  app: appFixture,
  baseURL: ({ app }, use) => use(app.url),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors: string[] = [];
      await recordPageErrors(context, pageErrors);
      await use(pageErrors);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
  openContextPage: async ({ browser, baseURL, pageErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      contexts.push(context);
      await recordPageErrors(context, pageErrors);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** A test whose app has its payment provider on another origin. */
export const testWithRemoteSandbox = test.extend<object, { app: RunningApp & { stripeProxy: StripeProxy } }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const app = await startAppWithRemoteSandbox();
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** A test whose app is reached by HTTPS, through a proxy that terminates TLS. */
export const testBehindTls = test.extend<object, { app: RunningApp & { internalUrl: string } }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const app = await startAppBehindTls();
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  ignoreHTTPSErrors: true,
});

export { expect };

/** The toast with exactly this title. */
export const getToast = (page: Page, title: string) =>
  page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) });

/** The toast with this title on a public checkout page. */
export const getCheckoutToast = (page: Page, title: string) =>
  page.locator('.co-toast').filter({ has: page.getByText(title, { exact: true }) });
