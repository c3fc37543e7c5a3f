import { defineConfig } from 'vitest/config';

/** `TEST_DATABASE_URL`: the suites of the server run on that PostgreSQL instead of the embedded one. */
export default defineConfig({
  test: {
    include: [
      process.env.TEST_DATABASE_URL
        ? 'server/**/*.test.ts'
        : '{domain,content,server,sandbox,app,commands,cli,chaos}/**/*.test.{ts,tsx}',
    ],
    globalSetup: './server/testing-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What happens by itself happens when a crowded machine comes to it.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // One more than the cores that we count on: a test waits as much as it works.
    maxWorkers: 3,
    // Files share what a process has loaded and opened: most of their time went into that. What a test changes around
    // itself (globals, the environment, timers) it puts back.
    isolate: false,
  },
});
