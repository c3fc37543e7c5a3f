import { inject, test } from 'vitest';

import { deliverWithFaults } from '../testing/webhook-faulty-receivers.ts';

test(
  'delivers everything in order to faulty receivers with two workers',
  () => deliverWithFaults(inject('postgres') ? 500 : 100, 4),
  300_000,
);
