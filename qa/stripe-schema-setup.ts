import { appendFileSync } from 'node:fs';

import { afterAll, afterEach } from 'vitest';

import { drainDeviations, drainCounts } from '../sandbox/testing/schema/check-traffic.ts';

/**
 * Vitest setup of the projects `server` and `sandbox`: compares all requests, responses and events of the sandbox with
 * Stripe's schema. A deviation fails the test in which it happens.
 */
const failOnDeviations = (): void => {
  const deviations = drainDeviations();
  if (deviations.length > 0)
    throw new Error(`The traffic of the sandbox deviates from Stripe's schema:\n${deviations.join('\n')}`);
};

afterEach(failOnDeviations);

/** `npm run check:stripe` sets the file that receives one line of JSON with the counts of each test file. */
const report = process.env.STRIPE_CHECK_REPORT;

afterAll(() => {
  if (report) appendFileSync(report, `${JSON.stringify(drainCounts())}\n`);
  failOnDeviations();
});
