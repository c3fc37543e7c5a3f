/** A valid call of each endpoint. For tests only. */
import { createApiClient, type TestApiClient } from './api-client.ts';
import { configWith, COUPON, type ContractTestEnv, type Ids } from './api-contract.ts';

export type ValidCall = {
  ids?: Ids;
  query?: string;
  body?: unknown;
  apiClient?: Pick<TestApiClient, 'send'>;
};
type CallBuilder = (testEnv: ContractTestEnv) => ValidCall | Promise<ValidCall>;

/** A PNG of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

type CreatedIds = { pageId: string; endpoint: { id: string }; domain: { id: string } };

const create = async ({ apiClient }: ContractTestEnv, path: string, body: object): Promise<CreatedIds> => {
  const response = await apiClient.send<CreatedIds>('POST', path, { body });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
};

const createPage = async (testEnv: ContractTestEnv): Promise<Ids> => ({
  pageId: (await create(testEnv, '/pages', {})).pageId,
});
const createEndpoint = async (testEnv: ContractTestEnv): Promise<Ids> => ({
  endpointId: (await create(testEnv, '/webhooks', { url: 'https://hooks.till.example.com/x' })).endpoint.id,
});

const buildRefundCall = async ({ apiClient, ids }: ContractTestEnv): Promise<ValidCall> => {
  const { body } = await apiClient.send<{ payments: { id: string }[] }>('GET', `/orders/${ids.orderId}`);
  return { body: { paymentId: body.payments[0]?.id, amount: 100 } };
};

const exportPageFile = async ({ apiClient, ids }: ContractTestEnv) =>
  (await apiClient.send('GET', `/pages/${ids.pageId}/file`)).body;

const noInput: CallBuilder = () => ({});
const asTrialClient =
  (body?: object): CallBuilder =>
  ({ trialClient }) => ({ apiClient: trialClient, ...(body && { body }) });

/** In this order: calls that end something come after those that need it. */
export const VALID_CALLS: Readonly<Record<string, CallBuilder>> = {
  'GET /pages': noInput,
  'GET /pages/{pageId}': noInput,
  'GET /pages/{pageId}/counts': noInput,
  'GET /slug-check': () => ({ query: '?slug=quite-free' }),
  'PATCH /pages/{pageId}': () => ({ body: { name: 'Taller' } }),
  'POST /pages/{pageId}/archive': async (testEnv) => ({ ids: await createPage(testEnv), body: {} }),
  'POST /pages/{pageId}/duplicate': noInput,
  'POST /pages/{pageId}/resume': noInput,
  'DELETE /pages/{pageId}': async (testEnv) => ({ ids: await createPage(testEnv) }),
  'POST /pages': () => ({ body: { config: configWith({ productName: 'Next' }) } }),
  'PUT /pages/{pageId}/draft': async (testEnv) => ({
    ids: await createPage(testEnv),
    body: { config: configWith({ productName: 'Other' }) },
  }),
  'PATCH /pages/{pageId}/draft': () => ({ body: { config: { buttonText: 'Pay' } } }),
  'POST /pages/{pageId}/publish': () => ({ body: {} }),
  'GET /pages/{pageId}/versions': () => ({ query: '?limit=1' }),
  'GET /pages/{pageId}/versions/{number}': noInput,
  'GET /pages/{pageId}/file': noInput,
  'POST /pages/import': async (testEnv) => ({ body: { file: await exportPageFile(testEnv) } }),
  'PUT /pages/{pageId}/file': async (testEnv) => ({
    ids: await createPage(testEnv),
    body: { file: await exportPageFile(testEnv) },
  }),
  'POST /imports/find': () => ({ body: { source: 'stripe' } }),
  'POST /imports': () => ({ body: { source: 'stripe', keys: ['prod_none'] } }),
  'POST /images': () => ({ body: { image: PIXEL, use: 'product' } }),
  'GET /pages/{pageId}/coupons': noInput,
  'POST /pages/{pageId}/coupons': () => ({ body: { ...COUPON, code: 'AUTUMN' } }),
  'DELETE /pages/{pageId}/coupons/{code}': ({ ids }) => ({ ids: { ...ids, code: 'AUTUMN' } }),
  'POST /checkouts': ({ ids }) => ({ body: { pageId: ids.pageId, metadata: { userId: '42' } } }),
  'GET /checkouts/{checkoutId}': noInput,
  'GET /orders': () => ({ query: '?limit=1&state=paid' }),
  'GET /orders/{orderId}': noInput,
  'GET /orders/{orderId}/history': noInput,
  'POST /orders/{orderId}/refunds': buildRefundCall,
  'POST /orders/{orderId}/receipt': noInput,
  'GET /order-choices': noInput,
  'GET /order-export': noInput,
  'GET /customers': () => ({ query: '?limit=1&search=example' }),
  'GET /customers/{customerId}': noInput,
  'GET /subscriptions': noInput,
  'POST /subscriptions/{subscriptionId}/cancel': () => ({ body: { now: false } }),
  'POST /subscriptions/{subscriptionId}/resume': noInput,
  'GET /analytics': () => ({ query: '?period=7d&compare=previous' }),
  'GET /analytics/breakdown': () => ({ query: '?by=device' }),
  'GET /analytics/export': () => ({ query: '?by=page' }),
  'GET /domains': noInput,
  'POST /domains': () => ({ body: { host: 'shop.till.example.com' } }),
  'POST /domains/{domainId}/check': noInput,
  'PATCH /domains/{domainId}': ({ ids }) => ({ body: { pageId: ids.pageId } }),
  'DELETE /domains/{domainId}': async (testEnv) => ({
    ids: { domainId: (await create(testEnv, '/domains', { host: 'gone.till.example.com' })).domain.id },
  }),
  'GET /webhooks': noInput,
  'POST /webhooks': () => ({ body: { url: 'https://hooks.till.example.com/y', events: ['order.paid'] } }),
  'GET /webhooks/{endpointId}': noInput,
  'PATCH /webhooks/{endpointId}': () => ({ body: { description: 'The stock' } }),
  'GET /webhooks/{endpointId}/secret': noInput,
  'POST /webhooks/{endpointId}/rotate': noInput,
  'GET /webhooks/{endpointId}/deliveries': noInput,
  'GET /webhook-deliveries/{deliveryId}': noInput,
  'POST /webhooks/{endpointId}/test': noInput,
  'POST /webhooks/{endpointId}/redeliver': () => ({ body: { failedSince: '2020-01-01T00:00:00Z' } }),
  'DELETE /webhooks/{endpointId}': async (testEnv) => ({ ids: await createEndpoint(testEnv) }),
  'GET /connection': noInput,
  'POST /connection/onboarding': noInput,
  'POST /connection/dashboard': noInput,
  'GET /notices': noInput,
  'PUT /notices': () => ({ body: { sales: false } }),
  'PUT /time-zone': () => ({ body: { timeZone: 'Europe/Berlin' } }),
  'GET /keys': noInput,
  'GET /key': noInput,
  'DELETE /keys/{keyId}': async ({ app, seller }) => ({
    ids: { keyId: (await createApiClient(app, seller)).keyId },
  }),
  'DELETE /key': async ({ app, seller }) => ({ apiClient: await createApiClient(app, seller) }),
  'GET /plan': asTrialClient(),
  'POST /plan': async ({ app }) => ({
    apiClient: await createApiClient(app, await app.signUpSeller()),
    body: { plan: 'starter' },
  }),
  'POST /plan/change': asTrialClient({ plan: 'growth' }),
  'POST /plan/portal': asTrialClient({}),
  'POST /plan/cancel': asTrialClient(),
  'POST /plan/reactivate': asTrialClient(),
  'GET /plan/invoices': asTrialClient(),
  'POST /pages/{pageId}/unpublish': noInput,
};
