import { test } from 'vitest';

import { deliverInStorm } from './testing-deliveries-storm.ts';

test('delivers a few messages to five faulty receivers completely and in order with two workers', () =>
  deliverInStorm(40, 0));
