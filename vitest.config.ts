import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';

import { findChromium, TEXT_RENDERING } from './e2e/support/find-chromium.ts';

/** Set by `npm run test:full`: runs everything with high counts. */
const isFull = process.env.TEST_SCOPE === 'full';

/** Set by `npm test -- <path or title>`: any test can be selected, at its normal size. */
const isChosen = process.env.TEST_SCOPE === 'chosen';

/** Tests outside `server/` that need a database. */
const DATABASE_TESTS = [
  'cli/tillwright.test.ts',
  'server/ops/commands/installation.test.ts',
  'server/ops/commands/restore.test.ts',
  'scripts/checks/database-role.full.test.ts',
  'sandbox/providers/another-origin.test.ts',
];

/** Tests that can fail only on the embedded database: startup, migrations, notifications, locks, the single connection. */
const EMBEDDED_TESTS = [
  'server/db/*.test.ts',
  'server/http/queries/queue-lengths.test.ts',
  'server/jobs/queue.test.ts',
  'server/http/database-unavailable.test.ts',
];

/** Tests that always open the embedded database. */
const EMBEDDED_ONLY = ['server/db/open-embedded.test.ts'];

/** Tests of what is sent to a PostgreSQL server. */
const POSTGRES_ONLY = [
  'server/checkout/checkout-round-trips.test.ts',
  'server/delivery/access-link-queries.test.ts',
  'server/ledger/interrupted-payment.test.ts',
];

/** Validates all traffic between the server and the sandbox against Stripe's schema. */
const STRIPE_SCHEMA_SETUP = './qa/stripe-schema-setup.ts';

/** Long runs; part of `npm run test:full` and `npm test -- <path>`. */
const LONG_TESTS = '**/*.full.test.ts';

const exclude = [...configDefaults.exclude, ...(isFull || isChosen ? [] : [LONG_TESTS])];
const UNIT_TESTS = 'server/**/*.unit.test.ts';

const defaults = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Background work may be delayed on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
  // Test files of one worker share loaded modules and open resources. A test must restore what it changes outside itself
  // (globals, environment, timers).
  isolate: false,
} as const;

const databaseProject = (database: 'postgres' | 'embedded', include: string[]): TestProjectConfiguration => ({
  test: {
    ...defaults,
    name: database === 'postgres' ? 'server' : 'embedded',
    include,
    exclude: [...exclude, UNIT_TESTS, ...(database === 'postgres' ? EMBEDDED_ONLY : POSTGRES_ONLY)],
    globalSetup: './server/testing/global-setup.ts',
    setupFiles: database === 'postgres' ? [STRIPE_SCHEMA_SETUP] : [],
    provide: { database },
  },
});

const components: TestProjectConfiguration = {
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
    testTimeout: defaults.testTimeout,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: await findChromium(), args: TEXT_RENDERING },
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
          include: ['{domain,content,app,cli,packages,scripts,qa}/**/*.test.{ts,tsx}', UNIT_TESTS],
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
          globalSetup: ['./server/testing/global-setup.ts', './e2e/support/http-setup.ts'],
          provide: { database: 'postgres' },
        },
      },
      components,
    ],
  },
});
