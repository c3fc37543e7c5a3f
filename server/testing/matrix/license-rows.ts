/** Rows of the identity matrix for functions of license keys. Used by tests only. */
import { createProgram, insertKeyDeliverable, insertLicense } from '../licenses.ts';
import { buyPage } from '../sold-orders.ts';
import { forSellers, type MatrixRow, type TestEnv } from './page-rows.ts';

/** A list of the owner with a key that was sold and is active on a device. */
async function createLicense({ app, owner, pageId }: TestEnv) {
  await buyPage(app, 'taller');
  const orderId = (await owner.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  const deliverableId = await insertKeyDeliverable({ app, seller: owner, pageId }, { source: 'list' });
  const { licenseId, key } = await insertLicense(app, { orderId, deliverableId });
  await createProgram(app, deliverableId, key)('activate', { fingerprint: 'laptop' });
  const { activations } = (await owner.rpc('get-license', { licenseId })).body;
  return { deliverableId, licenseId, activationId: activations[0]?.id ?? '' };
}

type LicenseIds = Awaited<ReturnType<typeof createLicense>>;

const licenses = new WeakMap<TestEnv['app'], Promise<LicenseIds>>();

/** All rows share one license. */
function getLicense(testEnv: TestEnv): Promise<LicenseIds> {
  const license = licenses.get(testEnv.app) ?? createLicense(testEnv);
  licenses.set(testEnv.app, license);
  return license;
}

const row = (name: string, otherSeller: number, body: (ids: LicenseIds) => object): Record<string, MatrixRow> => ({
  [`POST /functions/v1/${name}`]: {
    statuses: forSellers(200, otherSeller),
    request: async (testEnv) => ({ path: `/functions/v1/${name}`, body: body(await getLicense(testEnv)) }),
  },
});

export const LICENSE_ROWS: Record<string, MatrixRow> = {
  ...row('list-licenses', 200, () => ({})),
  ...row('get-license', 404, ({ licenseId }) => ({ licenseId })),
  ...row('show-license-key', 404, ({ licenseId }) => ({ licenseId })),
  ...row('update-license', 404, ({ licenseId }) => ({ licenseId, maxActivations: 5 })),
  ...row('end-activation', 404, ({ activationId }) => ({ activationId })),
  ...row('import-license-keys', 404, ({ deliverableId }) => ({ deliverableId, keys: ['STUDIO-1'] })),
  ...row('remove-unused-keys', 404, ({ deliverableId }) => ({ deliverableId })),
};
