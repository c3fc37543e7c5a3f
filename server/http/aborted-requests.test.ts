import { test } from 'vitest';

import { hangUpOn } from './testing-aborted.ts';

test('leaks no connection when 300 clients disconnect, and answers the next request', () =>
  hangUpOn(300));
