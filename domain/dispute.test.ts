import { expect, test } from 'vitest';

import { isInquiry } from './order-detail.ts';

test('distinguishes an inquiry from a dispute that withdrew money', () => {
  for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed'])
    expect(isInquiry(status), status).toBe(true);
  for (const status of ['needs_response', 'under_review', 'won', 'lost']) expect(isInquiry(status), status).toBe(false);
});
