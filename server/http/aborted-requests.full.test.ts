import { test } from 'vitest';

import { abortRequests } from '../testing/aborted-requests.ts';

test(
  'leaks no connection when 10,000 clients disconnect, and answers the next request',
  () => abortRequests(10_000),
  120_000,
);
