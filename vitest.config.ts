import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

import { chromiumPath } from './e2e/chromium.ts';

/** `npm run test:full` sets it: everything that exists, with the high counts. */
const isFull = process.env.TEST_SCOPE === 'full';

/** `npm test -- <path or title>` sets it: any test can be chosen, at its normal size. */
const isChosen = process.env.TEST_SCOPE === 'chosen';

/** Tests outside `server/` that open a database. */
const DATABASE_TESTS = [
  'cli/tillwright.test.ts',
  'commands/installation.test.ts',
  'commands/restore.test.ts',
  'commands/shop-role.test.ts',
  'sandbox/identity/another-origin.test.ts',
];

/** Tests that can fail on the embedded database alone: opening, migrations, notifications, locks, the one connection. */
const EMBEDDED_TESTS = ['server/db/*.test.ts', 'server/disk/*.test.ts', 'server/away-matrix.test.ts'];

/** Tests of the embedded database itself: they open one whatever the project runs on. */
const EMBEDDED_ONLY = 'server/db/open-embedded.test.ts';

/** Compares all traffic between the server and the sandbox with Stripe's schema. */
const STRIPE_SCHEMA_SETUP = './qa/stripe-schema-setup.ts';

/** Long runs: storms, killed processes, histories. `npm run test:full` has them, and `npm test -- <path>`. */
const LONG_TESTS = '**/*.full.test.ts';

const exclude = [...configDefaults.exclude, ...(isFull || isChosen ? [] : [LONG_TESTS])];
const UNIT_TESTS = 'server/**/*.unit.test.ts';

const defaults = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Background work happens when a busy machine gets to it.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
  // Files of one worker share what it has loaded and opened. A test restores whatever it changes outside itself
  // (globals, the environment, timers).
  isolate: false,
} as const;

const databaseProject = (database: 'postgres' | 'embedded', include: string[]): TestProjectConfiguration => ({
  test: {
    ...defaults,
    name: database === 'postgres' ? 'server' : 'embedded',
    include,
    exclude: [...exclude, UNIT_TESTS, ...(database === 'postgres' ? [EMBEDDED_ONLY] : [])],
    globalSetup: './server/testing-setup.ts',
    setupFiles: database === 'postgres' ? [STRIPE_SCHEMA_SETUP] : [],
    provide: { database },
  },
});

const components: TestProjectConfiguration = {
  plugins: [tailwindcss()],
  oxc: { jsx: { runtime: 'automatic' } },
  optimizeDeps: {
    entries: ['app/routes/*.tsx', 'app/testing/*.tsx'],
    include: ['react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client', 'vitest-browser-react'],
  },
  test: {
    name: 'components',
    include: ['app/**/*.browser.test.tsx'],
    expect: { poll: { timeout: 10_000 } },
    setupFiles: './app/testing/setup.ts',
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: await chromiumPath() },
        actionTimeout: 10_000,
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
    },
  },
};

export default defineConfig({
  test: {
    // One more than the two cores of the reference machine: a test waits about as much as it computes.
    maxWorkers: 3,
    provide: { maxPropertyRuns: isFull ? 1e9 : Number(process.env.FAST_CHECK_RUNS ?? 100) },
    projects: [
      {
        test: {
          ...defaults,
          name: 'unit',
          include: ['{domain,content,app,cli,commands,scripts,chaos}/**/*.test.{ts,tsx}', UNIT_TESTS],
          exclude: [...exclude, '**/*.browser.test.tsx', ...DATABASE_TESTS],
        },
      },
      databaseProject('postgres', ['server/**/*.test.ts', ...DATABASE_TESTS]),
      databaseProject('embedded', isFull || isChosen ? ['server/**/*.test.ts'] : EMBEDDED_TESTS),
      {
        test: {
          ...defaults,
          name: 'sandbox',
          include: ['sandbox/**/*.test.ts'],
          setupFiles: [STRIPE_SCHEMA_SETUP],
          exclude: [...exclude, ...DATABASE_TESTS],
        },
      },
      {
        test: {
          ...defaults,
          name: 'http',
          include: ['e2e/http/**/*.test.ts'],
          exclude,
          globalSetup: ['./server/testing-setup.ts', './e2e/http/testing-build.ts'],
          provide: { database: 'postgres' },
        },
      },
      components,
    ],
  },
});
