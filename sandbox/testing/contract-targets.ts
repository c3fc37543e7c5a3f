// oxlint-disable-next-line no-restricted-imports -- only tests import this file
import Stripe from 'stripe';

import { createClient, openFixture } from './sandbox-fixture.ts';

export type Target = { name: string; open: () => { stripe: Stripe; close: () => Promise<void> } };

const sandboxTarget: Target = {
  name: 'sandbox',
  open: () => {
    const { sandbox } = openFixture();
    return { stripe: createClient(sandbox), close: sandbox.close };
  },
};
const stripeTarget = (key: string): Target => ({
  name: 'Stripe test mode',
  open: () => ({
    stripe: new Stripe(key, { apiVersion: '2026-10-28.endive', telemetry: false }),
    close: async () => {},
  }),
});
// oxlint-disable-next-line node/no-process-env -- the only setting of the contract tests
const testModeKey = process.env['STRIPE_TEST_SECRET_KEY'];
/** The sandbox, and Stripe's test mode when a key for it is set. */
export const targets = testModeKey ? [sandboxTarget, stripeTarget(testModeKey)] : [sandboxTarget];
