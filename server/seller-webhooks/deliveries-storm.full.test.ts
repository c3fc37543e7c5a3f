import { inject, test } from 'vitest';

import { deliverInStorm } from './testing-deliveries-storm.ts';

test(
  'in a storm of bad receivers two workers bring everything everywhere, in its order',
  () => deliverInStorm(inject('postgres') ? 500 : 100, 4),
  300_000,
);
