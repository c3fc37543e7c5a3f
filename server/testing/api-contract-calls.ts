/** A valid call of each endpoint. For tests only. */
import { createApiClient, type TestApiClient } from './api-client.ts';
import { cachePerTestEnv, configWith, COUPON, type ContractTestEnv, type Ids } from './api-contract.ts';
import { createContent, sha256Of } from './file-delivery.ts';

export type ValidCall = {
  ids?: Ids;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
  apiClient?: Pick<TestApiClient, 'send'>;
};
type CallBuilder = (testEnv: ContractTestEnv) => ValidCall | Promise<ValidCall>;

/** A PNG of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const create = async ({ apiClient }: ContractTestEnv, path: string, body: object): Promise<string> => {
  const response = await apiClient.send<{ id: string }>('POST', path, { body });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.id;
};

const createPage = async (testEnv: ContractTestEnv): Promise<Ids> => ({
  pageId: await create(testEnv, '/pages', {}),
});
const createEndpoint = async (testEnv: ContractTestEnv): Promise<Ids> => ({
  endpointId: await create(testEnv, '/webhook-endpoints', { url: 'https://hooks.till.example.com/x' }),
});

/** A coupon with generated codes. */
const createBatch = cachePerTestEnv(async (testEnv): Promise<Ids> => {
  const { pageId } = testEnv.ids;
  const code = await create(testEnv, `/pages/${pageId}/coupons`, { ...COUPON, code: 'FAIR', batch: true });
  return { code };
});
const withBatch: CallBuilder = async (testEnv) => ({ ids: await createBatch(testEnv) });

export const FILE_CONTENT = createContent(1000);
export const FILE_SHA256 = sha256Of(FILE_CONTENT);

/** Sends the whole content of a file. */
export const FILE_CHUNK: ValidCall = { body: FILE_CONTENT, headers: { 'upload-offset': '0' } };

/** Starts an upload whose file becomes a deliverable of the page. */
export const startUpload = async (testEnv: ContractTestEnv, pageId = testEnv.ids.pageIdOfFiles): Promise<Ids> => ({
  uploadId: await create(testEnv, '/files', { pageId, fileName: 'glazes.pdf', bytes: FILE_CONTENT.byteLength }),
});

/** Starts an upload and sends all of its bytes. */
export async function sendFile(testEnv: ContractTestEnv, pageId?: string): Promise<Ids> {
  const ids = await startUpload(testEnv, pageId);
  await testEnv.apiClient.send('PATCH', `/files/${ids.uploadId}`, FILE_CHUNK);
  return ids;
}

export async function uploadFile(testEnv: ContractTestEnv, pageId?: string): Promise<Ids> {
  const { uploadId } = await sendFile(testEnv, pageId);
  const body = { sha256: FILE_SHA256 };
  const answer = await testEnv.apiClient.send<{ id: string }>('POST', `/files/${uploadId}/finish`, { body });
  return { deliverableId: answer.body.id };
}
const getFile = cachePerTestEnv((testEnv) => uploadFile(testEnv));
const withFile: CallBuilder = async (testEnv) => ({ ids: await getFile(testEnv) });

export const TEXT_DELIVERABLE = { name: 'Instructions', settings: { kind: 'text', text: 'Fire at cone 6.' } };

const createText = async (testEnv: ContractTestEnv): Promise<Ids> => ({
  deliverableId: await create(testEnv, `/pages/${testEnv.ids.pageId}/deliverables`, TEXT_DELIVERABLE),
});

const exportPageFile = async ({ apiClient, ids }: ContractTestEnv) =>
  (await apiClient.send('GET', `/pages/${ids.pageId}/file`)).body;

const GUMROAD_SOURCE = {
  source: 'gumroad',
  csv: 'name,custom_permalink,formatted_price,currency\nGlaze Recipes,glazes,$19,usd\n',
};

const noInput: CallBuilder = () => ({});
const asTrialClient =
  (body?: object): CallBuilder =>
  ({ trialClient }) => ({ apiClient: trialClient, ...(body && { body }) });

/** In this order: calls that end something come after those that need it. */
export const VALID_CALLS: Readonly<Record<string, CallBuilder>> = {
  'GET /pages': noInput,
  'GET /pages/{pageId}': noInput,
  'GET /pages/{pageId}/usage': noInput,
  'GET /pages/slug-availability': () => ({ query: '?slug=quite-free' }),
  'PATCH /pages/{pageId}': () => ({ body: { name: 'Taller', metadata: { shelf: '3' }, externalId: 'p-1' } }),
  'POST /pages/{pageId}/duplicate': noInput,
  'POST /pages/{pageId}/resume-payments': noInput,
  'DELETE /pages/{pageId}': async (testEnv) => ({ ids: await createPage(testEnv) }),
  'POST /pages': () => ({ body: { config: configWith({ productName: 'Next' }) } }),
  'GET /pages/{pageId}/draft': noInput,
  'PUT /pages/{pageId}/draft': async (testEnv) => ({
    ids: await createPage(testEnv),
    body: { config: configWith({ productName: 'Other' }) },
  }),
  'PATCH /pages/{pageId}/draft': () => ({ body: { config: { buttonText: 'Pay' } } }),
  'POST /pages/{pageId}/publish': () => ({ body: {} }),
  'GET /pages/{pageId}/versions': () => ({ query: '?limit=1' }),
  'GET /pages/{pageId}/versions/{number}': noInput,
  'GET /pages/{pageId}/file': noInput,
  'POST /pages/import': async (testEnv) => ({ body: await exportPageFile(testEnv) }),
  'PUT /pages/{pageId}/file': async (testEnv) => ({
    ids: await createPage(testEnv),
    body: await exportPageFile(testEnv),
  }),
  'POST /imports/preview': () => ({ body: GUMROAD_SOURCE }),
  'POST /imports': () => ({ body: { ...GUMROAD_SOURCE, keys: ['glazes'] } }),
  'POST /images': () => ({ body: { image: PIXEL, use: 'product' } }),
  'GET /pages/{pageId}/coupons': noInput,
  'POST /pages/{pageId}/coupons': () => ({ body: { ...COUPON, code: 'AUTUMN' } }),
  'GET /pages/{pageId}/coupons/{code}': noInput,
  'DELETE /pages/{pageId}/coupons/{code}': ({ ids }) => ({ ids: { ...ids, code: 'AUTUMN' } }),
  'POST /pages/{pageId}/coupon-batches/{code}/codes': async (testEnv) => ({
    ids: await createBatch(testEnv),
    body: { count: 2 },
  }),
  'GET /pages/{pageId}/coupon-batches/{code}/codes': withBatch,
  'GET /pages/{pageId}/coupon-batches/{code}/codes/export': withBatch,
  'DELETE /pages/{pageId}/coupon-batches/{code}/codes': withBatch,
  'POST /pages/{pageId}/deliverables': () => ({ body: TEXT_DELIVERABLE }),
  'POST /files': ({ ids }) => ({ body: { pageId: ids.pageIdOfFiles, fileName: 'recipes.pdf', bytes: 5 } }),
  'GET /files/{uploadId}': noInput,
  'PATCH /files/{uploadId}': async (testEnv) => ({ ids: await startUpload(testEnv), ...FILE_CHUNK }),
  'POST /files/{uploadId}/finish': async (testEnv) => ({
    ids: await sendFile(testEnv),
    body: { sha256: FILE_SHA256 },
  }),
  'DELETE /files/{uploadId}': async (testEnv) => ({ ids: await startUpload(testEnv) }),
  'GET /pages/{pageId}/deliverables': noInput,
  'GET /deliverables/{deliverableId}': withFile,
  'PATCH /deliverables/{deliverableId}': async (testEnv) => ({
    ids: await getFile(testEnv),
    body: { name: 'Glaze recipes', settings: { kind: 'file', maxDownloads: 5 } },
  }),
  'GET /deliverables/{deliverableId}/versions': withFile,
  'POST /deliverables/{deliverableId}/versions/{number}/use': withFile,
  'POST /deliverables/{deliverableId}/announce': withFile,
  'POST /deliverables/{deliverableId}/file-links': async (testEnv) => ({
    ...(await withFile(testEnv)),
    body: { number: 1 },
  }),
  'DELETE /deliverables/{deliverableId}': async (testEnv) => ({ ids: await createText(testEnv) }),
  'POST /checkouts': ({ ids }) => ({ body: { pageId: ids.pageId, metadata: { userId: '42' } } }),
  'GET /checkouts/{checkoutId}': noInput,
  'GET /orders': () => ({ query: '?limit=1&state=paid&expand=payments,refunds' }),
  'GET /orders/{orderId}': () => ({ query: '?expand=payments,refunds,disputes,subscription,entitlements' }),
  'PATCH /orders/{orderId}': () => ({ body: { metadata: { shelf: '3' }, externalId: 'o-1' } }),
  'GET /orders/{orderId}/history': noInput,
  'POST /orders/{orderId}/refunds': () => ({ body: { amount: 100 } }),
  'POST /orders/{orderId}/resend-receipt': noInput,
  'GET /orders/{orderId}/entitlements': noInput,
  'POST /orders/{orderId}/send-delivery': noInput,
  'POST /entitlements/{entitlementId}/revoke': noInput,
  'POST /entitlements/{entitlementId}/restore': noInput,
  'POST /licenses/{licenseId}/replace': noInput,
  'GET /orders/filters': noInput,
  'GET /orders/export': noInput,
  'POST /licenses/activate': ({ ids }) => ({
    body: { key: ids.licenseKey, deliverableId: ids.deliverableId, fingerprint: 'laptop', label: 'Studio laptop' },
  }),
  'POST /licenses/check': ({ ids }) => ({ body: { key: ids.licenseKey, deliverableId: ids.deliverableId } }),
  'POST /licenses/deactivate': ({ ids }) => ({
    body: { key: ids.licenseKey, deliverableId: ids.deliverableId, fingerprint: 'phone' },
  }),
  'GET /licenses/public-key': noInput,
  'GET /licenses': () => ({ query: '?state=active&limit=1' }),
  'GET /licenses/{licenseId}': noInput,
  'GET /licenses/{licenseId}/key': noInput,
  'PATCH /licenses/{licenseId}': () => ({ body: { maxActivations: 5, expiresAt: '2099-01-01T00:00:00.000Z' } }),
  'DELETE /licenses/{licenseId}/devices/{activationId}': noInput,
  'POST /deliverables/{deliverableId}/license-keys': () => ({ body: { keys: ['STUDIO-0002', 'STUDIO-0003', ''] } }),
  'DELETE /deliverables/{deliverableId}/license-keys': noInput,
  'GET /refunds': noInput,
  'GET /refunds/{refundId}': noInput,
  'GET /disputes': noInput,
  'GET /disputes/{disputeId}': noInput,
  'GET /customers': () => ({ query: '?limit=1&search=example' }),
  'GET /customers/{customerId}': noInput,
  'GET /subscriptions': noInput,
  'GET /subscriptions/{subscriptionId}': noInput,
  'POST /subscriptions/{subscriptionId}/cancel': () => ({ body: { when: 'period_end' } }),
  'POST /subscriptions/{subscriptionId}/resume': noInput,
  'GET /events': noInput,
  'GET /events/{eventId}': noInput,
  'GET /analytics': () => ({ query: '?period=7d&compare=previous' }),
  'GET /analytics/breakdown': () => ({ query: '?by=device' }),
  'GET /analytics/export': () => ({ query: '?by=page' }),
  'GET /domains': noInput,
  'GET /domains/{domainId}': noInput,
  'POST /domains': () => ({ body: { host: 'shop.till.example.com' } }),
  'POST /domains/{domainId}/check': noInput,
  'PATCH /domains/{domainId}': ({ ids }) => ({ body: { pageId: ids.pageId } }),
  'DELETE /domains/{domainId}': async (testEnv) => ({
    ids: { domainId: await create(testEnv, '/domains', { host: 'gone.till.example.com' }) },
  }),
  'GET /webhook-endpoints': noInput,
  'POST /webhook-endpoints': () => ({ body: { url: 'https://hooks.till.example.com/y', events: ['order.paid'] } }),
  'GET /webhook-endpoints/{endpointId}': noInput,
  'PATCH /webhook-endpoints/{endpointId}': () => ({ body: { description: 'The stock', events: ['*'] } }),
  'GET /webhook-endpoints/{endpointId}/secret': noInput,
  'POST /webhook-endpoints/{endpointId}/rotate-secret': noInput,
  'GET /webhook-deliveries': ({ ids }) => ({ query: `?endpointId=${ids.endpointId}` }),
  'GET /webhook-deliveries/{deliveryId}': noInput,
  'POST /webhook-deliveries/{deliveryId}/redeliver': noInput,
  'POST /webhook-endpoints/{endpointId}/test': () => ({ body: { type: 'refund.completed' } }),
  'POST /webhook-endpoints/{endpointId}/redeliver': () => ({ body: { failedSince: '2020-01-01T00:00:00Z' } }),
  'DELETE /webhook-endpoints/{endpointId}': async (testEnv) => ({ ids: await createEndpoint(testEnv) }),
  'GET /stripe-connection': noInput,
  'POST /stripe-connection/onboarding-links': ({ stranger }) => ({ apiClient: stranger }),
  'POST /stripe-connection/dashboard-links': noInput,
  'GET /account': noInput,
  'PATCH /account': () => ({ body: { timeZone: 'Europe/Berlin', notifications: { sales: false } } }),
  'GET /keys': noInput,
  'GET /keys/current': noInput,
  'DELETE /keys/{keyId}': async ({ app, seller }) => ({
    ids: { keyId: (await createApiClient(app, seller)).keyId },
  }),
  'DELETE /keys/current': async ({ app, seller }) => ({ apiClient: await createApiClient(app, seller) }),
  'GET /plan': asTrialClient(),
  'POST /plan': async ({ app }) => ({
    apiClient: await createApiClient(app, await app.signUpSeller()),
    body: { plan: 'starter' },
  }),
  'PATCH /plan': asTrialClient({ plan: 'growth' }),
  'POST /plan/portal-links': asTrialClient({}),
  'POST /plan/cancel': asTrialClient(),
  'POST /plan/reactivate': asTrialClient(),
  'GET /plan/invoices': asTrialClient(),
  'POST /pages/{pageId}/unpublish': noInput,
};
