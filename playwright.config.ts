import { defineConfig } from '@playwright/test';

import { findChromium, TEXT_RENDERING } from './e2e/support/find-chromium.ts';

export default defineConfig({
  testDir: './e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  // One more than the two cores of the reference machine: a journey waits as much as it computes.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` runs the journeys with this tag; `npm run test:full` and a chosen file or title run all of them.
  ...(process.env.TEST_SCOPE ? {} : { grep: /@core/ }),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? 'dot' : 'list',
  // Each run has its own folder, so that concurrent runs do not clear each other's results.
  outputDir: process.env.TEST_RESULTS ?? 'test-results',
  use: {
    launchOptions: { executablePath: await findChromium(), args: TEXT_RENDERING },
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
