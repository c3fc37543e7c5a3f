import { expect, test } from 'vitest';

import type { EntitlementRow } from '#server/delivery/queries/assigned-keys.ts';

import { findAccessChange } from './update-entitlements.ts';

const ROW: EntitlementRow = {
  id: 'entitlement',
  mode: 'sandbox',
  sellerId: 'seller',
  attemptId: 'attempt',
  lineKey: 'main',
  deliverableId: 'deliverable',
  quantity: 1,
  missingKeys: 0,
  state: 'ended',
  reason: 'revoked',
  decision: 'revoked',
  endsAt: null,
  recheckAt: null,
  createdAt: new Date(0),
  changedAt: new Date(0),
};

test('reports no end of access that is restored before its payment has arrived', () => {
  const restored: EntitlementRow = { ...ROW, state: 'waiting', reason: 'payment_pending', decision: null };
  expect(findAccessChange(ROW, restored)).toBe(null);
});
