import type { DeliveryRpc } from '#domain/delivery-rpc.ts';
import type { LicenseActivation, LicenseRow } from '#domain/entitlement.ts';

export const LICENSE_ID = '66666666-6666-4666-8666-000000000001';
const DELIVERABLE_ID = '77777777-7777-4777-8777-000000000001';

/** An active key that was sold, on two of three devices. */
export const createLicenseRow = (overrides: Partial<LicenseRow> = {}): LicenseRow => ({
  id: LICENSE_ID,
  deliverableId: DELIVERABLE_ID,
  deliverableName: 'Kiln Planner Pro',
  pageId: '33333333-3333-4333-8333-000000000001',
  ending: '7M2KQ',
  state: 'active',
  activations: 2,
  maxActivations: 3,
  expiresAt: null,
  orderId: '44444444-4444-4444-8444-000000000001',
  orderNumber: 12,
  buyerEmail: 'celeste@example.com',
  createdAt: '2026-03-02T10:00:00Z',
  assignedAt: '2026-03-02T10:00:00Z',
  ...overrides,
});

export const createDevice = (overrides: Partial<LicenseActivation> = {}): LicenseActivation => ({
  id: '88888888-8888-4888-8888-000000000001',
  label: 'Studio laptop',
  ipPrefix: '203.0.113.0/24',
  createdAt: '2026-03-03T10:00:00Z',
  endedAt: null,
  ...overrides,
});

type LicenseList = DeliveryRpc['list-licenses']['response'];

/** A product whose keys are on a list. */
export const createKeyList = (
  overrides: Partial<LicenseList['deliverables'][number]> = {},
): LicenseList['deliverables'][number] => ({
  id: DELIVERABLE_ID,
  name: 'Kiln Planner Pro',
  unusedKeys: 842,
  ...overrides,
});

/** One page of license keys. */
export const createLicenseList = (
  licenses: LicenseRow[] = [createLicenseRow()],
  overrides: Partial<LicenseList> = {},
): LicenseList => ({
  licenses,
  page: 1,
  pages: 1,
  count: licenses.length,
  deliverables: [createKeyList()],
  ...overrides,
});
