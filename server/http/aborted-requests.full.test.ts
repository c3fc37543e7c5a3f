import { test } from 'vitest';

import { hangUpOn } from './testing-aborted.ts';

test(
  'ten thousand requests whose clients hang up leave nothing behind, and the next one is answered',
  () => hangUpOn(10_000),
  120_000,
);
