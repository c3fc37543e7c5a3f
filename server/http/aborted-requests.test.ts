import { test } from 'vitest';

import { abortRequests } from '../testing/aborted-requests.ts';

test('leaks no connection when 300 clients disconnect, and answers the next request', () => abortRequests(300));
