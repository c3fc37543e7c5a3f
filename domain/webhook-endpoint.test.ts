import { expect, test } from 'vitest';

import { RETRY_DELAYS_MS } from './webhook-endpoint.ts';

test('retries ten times over about three days, as the developer documentation says', () => {
  const [MINUTE, HOUR] = [60, 3600];
  expect(RETRY_DELAYS_MS.map((gap) => gap / 1000)).toEqual([
    5,
    MINUTE,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ]);
});
