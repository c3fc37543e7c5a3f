import { defineConfig } from '@playwright/test';

import { chromiumPath } from './e2e/chromium.ts';

export default defineConfig({
  testDir: './e2e',
  testMatch: '*.spec.ts',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: process.env.CI ? 'dot' : 'list',
  outputDir: 'test-results',
  use: { launchOptions: { executablePath: await chromiumPath() }, trace: 'off', screenshot: 'only-on-failure' },
});
