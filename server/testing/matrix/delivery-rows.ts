/** Rows of the identity matrix for what pages deliver. Used by tests only. */
import { createDeliverableSettings, type DeliverableKind, type DeliverableSettings } from '#domain/deliverable.ts';

import { insertDeliverable, insertEntitlement, insertLicense } from '../delivered-rows.ts';
import { call, forSellers, type MatrixRow, type RequestSpec, type TestEnv } from './page-rows.ts';

const UNKNOWN_ID = crypto.randomUUID();

const toRequest = (name: string, body: object): RequestSpec => ({ path: `/functions/v1/${name}`, body });

/** The owner's only order. */
async function findSold({ owner, app }: TestEnv) {
  const orders = (await owner.rpc('list-orders', {})).body.orders;
  return { app, orderId: orders.at(-1)?.id ?? '' };
}

/** A request about a new deliverable of the owner. */
const deliverableRequest =
  (name: string, kind: DeliverableKind, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> =>
    toRequest(name, { deliverableId: await insertDeliverable(await findSold(testEnv), kind), ...body });

const pageRequest = (name: string, body: object = {}) => call(name, ({ pageId }) => ({ pageId, ...body }));

/** A request about a new list of license keys with one unused key. */
const keyListRequest =
  (name: string, body: object = {}) =>
  async ({ owner, pageId }: TestEnv): Promise<RequestSpec> => {
    const settings = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;
    const { deliverable } = (await owner.rpc('create-deliverable', { pageId, name: 'Keys', settings })).body;
    await owner.rpc('import-license-keys', { deliverableId: deliverable.id, keys: [crypto.randomUUID()] });
    return toRequest(name, { deliverableId: deliverable.id, ...body });
  };

/** A request about the unused key of a new list. */
const unusedKeyRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => {
    const list = await keyListRequest('list-licenses')(testEnv);
    const { licenses } = (await testEnv.owner.rpc('list-licenses', list.body as { deliverableId: string })).body;
    return toRequest(name, { licenseId: licenses[0]?.id ?? '', ...body });
  };

const ENDED_ACCESS = { state: 'ended', reason: 'revoked', decision: 'revoked' } as const;

/** A request about new access of the owner's buyer. */
const entitlementRequest =
  (name: string, state: Parameters<typeof insertEntitlement>[3] = {}) =>
  async (testEnv: TestEnv): Promise<RequestSpec> => {
    const sold = await findSold(testEnv);
    const deliverableId = await insertDeliverable(sold, 'file');
    return toRequest(name, { entitlementId: await insertEntitlement(sold.app, sold.orderId, deliverableId, state) });
  };

async function replaceKeyRequest(testEnv: TestEnv): Promise<RequestSpec> {
  const sold = await findSold(testEnv);
  const deliverableId = await insertDeliverable(sold, 'keys');
  const entitlementId = await insertEntitlement(sold.app, sold.orderId, deliverableId);
  return toRequest('replace-license-key', { licenseId: await insertLicense(sold.app, deliverableId, entitlementId) });
}

async function cancelUploadRequest({ owner, pageId }: TestEnv): Promise<RequestSpec> {
  const { upload } = (await owner.rpc('start-upload', { pageId, fileName: 'guide.pdf', bytes: 10 })).body;
  return toRequest('cancel-upload', { uploadId: upload.id });
}

const orderRequest =
  (name: string, buildBody: (orderId: string) => object) =>
  async (testEnv: TestEnv): Promise<RequestSpec> =>
    toRequest(name, buildBody((await findSold(testEnv)).orderId));

/** They run before the rows that end the owner's session. */
export const DELIVERY_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-deliverables': { statuses: forSellers(200, 404), request: pageRequest('list-deliverables') },
  'POST /functions/v1/create-deliverable': {
    statuses: forSellers(200, 404),
    request: pageRequest('create-deliverable', { name: 'Guide', settings: createDeliverableSettings('file') }),
  },
  'POST /functions/v1/update-deliverable': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('update-deliverable', 'text', { name: 'Notes' }),
  },
  'POST /functions/v1/remove-deliverable': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('remove-deliverable', 'text'),
  },
  'POST /functions/v1/list-file-versions': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('list-file-versions', 'file'),
  },
  'POST /functions/v1/use-file-version': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('use-file-version', 'file', { number: 1 }),
  },
  'POST /functions/v1/announce-file-version': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('announce-file-version', 'file'),
  },
  'POST /functions/v1/start-upload': {
    statuses: forSellers(200, 404),
    request: pageRequest('start-upload', { fileName: 'guide.pdf', bytes: 10 }),
  },
  'POST /functions/v1/list-uploads': { statuses: forSellers(200, 404), request: pageRequest('list-uploads') },
  'POST /functions/v1/finish-upload': {
    statuses: forSellers(404),
    request: call('finish-upload', () => ({ uploadId: UNKNOWN_ID, sha256: 'ab'.repeat(32) })),
  },
  'POST /functions/v1/cancel-upload': { statuses: forSellers(200, 404), request: cancelUploadRequest },
  'POST /functions/v1/create-file-link': {
    statuses: forSellers(200, 404),
    request: deliverableRequest('create-file-link', 'file'),
  },
  'POST /functions/v1/list-files': { statuses: forSellers(200), request: call('list-files', () => ({})) },
  'POST /functions/v1/list-licenses': { statuses: forSellers(200), request: call('list-licenses', () => ({})) },
  'POST /functions/v1/get-license': { statuses: forSellers(200, 404), request: unusedKeyRequest('get-license') },
  'POST /functions/v1/show-license-key': {
    statuses: forSellers(200, 404),
    request: unusedKeyRequest('show-license-key'),
  },
  'POST /functions/v1/import-license-keys': {
    statuses: forSellers(200, 404),
    request: keyListRequest('import-license-keys', { keys: ['AAAAA-BBBBB'] }),
  },
  'POST /functions/v1/remove-unused-keys': {
    statuses: forSellers(200, 404),
    request: keyListRequest('remove-unused-keys'),
  },
  'POST /functions/v1/update-license': {
    statuses: forSellers(200, 404),
    request: unusedKeyRequest('update-license', { maxActivations: 2 }),
  },
  'POST /functions/v1/end-activation': {
    statuses: forSellers(404),
    request: call('end-activation', () => ({ activationId: UNKNOWN_ID })),
  },
  'POST /functions/v1/revoke-entitlement': {
    statuses: forSellers(200, 404),
    request: entitlementRequest('revoke-entitlement'),
  },
  'POST /functions/v1/restore-entitlement': {
    statuses: forSellers(200, 404),
    request: entitlementRequest('restore-entitlement', ENDED_ACCESS),
  },
  'POST /functions/v1/replace-license-key': { statuses: forSellers(200, 404), request: replaceKeyRequest },
  'POST /functions/v1/send-delivery-email': {
    statuses: forSellers(200, 404),
    request: orderRequest('send-delivery-email', (orderId) => ({ orderId })),
  },
  // Orders of others are left out.
  'POST /functions/v1/send-delivery-emails': {
    statuses: forSellers(200),
    request: orderRequest('send-delivery-emails', (orderId) => ({ orderIds: [orderId] })),
  },
  'POST /functions/v1/get-delivery-analytics': {
    statuses: forSellers(200, 404),
    request: pageRequest('get-delivery-analytics', { period: '7d' }),
  },
};
