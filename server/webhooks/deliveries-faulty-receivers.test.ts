import { test } from 'vitest';

import { deliverWithFaults } from '../testing/webhook-faulty-receivers.ts';

test('delivers a few messages to five faulty receivers completely and in order with two workers', () =>
  deliverWithFaults(40, 0));
