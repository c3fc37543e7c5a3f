import { test } from 'vitest';

import { hangUpOn } from './testing-aborted.ts';

test('three hundred requests whose clients hang up leave nothing behind, and the next one is answered', () =>
  hangUpOn(300));
