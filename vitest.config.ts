import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,content,server,sandbox,app,commands}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
