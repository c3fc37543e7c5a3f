import { test } from 'vitest';

import { deliverInStorm } from './testing-deliveries-storm.ts';

test('two workers deliver a few messages to five bad receivers completely and in order', () =>
  deliverInStorm(40, 0));
