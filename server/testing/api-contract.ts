import addFormats from 'ajv-formats';
/** Support of the API's contract tests: an app with data of every kind, and the OpenAPI document. For tests only. */
import { Ajv2020 } from 'ajv/dist/2020.js';

import { toPageConfig } from '#domain/api-resources/page-config.ts';
import type { PageConfigResource } from '#domain/api-resources/page-resources.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';

import { apiDocument } from '../api/openapi-document.ts';
import type { ApiDocument, ApiOperation } from '../api/openapi-types.ts';
import { createApiClient, type ApiResponse, type TestApiClient } from './api-client.ts';
import { insertDeliverable, insertEntitlement } from './delivered-rows.ts';
import { claimDomain, openDomainTestEnv, type DomainTestEnv } from './domain-env.ts';
import { createFaultyStripe, type FaultyStripe } from './faulty-stripe.ts';
import { createDataFolder } from './file-delivery.ts';
import { createProgram, insertKeyDeliverable, insertLicense } from './licenses.ts';
import { createTrialSeller } from './seller-plans.ts';
import { buyPage, getStripeAccountId, listRefundableCharges } from './sold-orders.ts';
import type { TestSeller } from './test-app.ts';

export type Operation = ApiOperation & { method: string; path: string; name: string };

/** Public operations need no API key; their limits are tested with them. */
export const needsKey = ({ security }: Operation): boolean => security.length > 0;

/** Whether the body consists of bytes instead of JSON. */
export const takesBytes = ({ requestBody }: Operation): boolean =>
  requestBody?.content['application/octet-stream'] !== undefined;

/** Values of path parameters. */
export type Ids = Record<string, string>;

export type ContractTestEnv = DomainTestEnv & {
  document: ApiDocument;
  operations: readonly Operation[];
  /** Injects faults into calls to Stripe. */
  faultyStripe: FaultyStripe;
  seller: TestSeller;
  /** API client of the seller with every scope. */
  apiClient: TestApiClient;
  /** API client of a seller in a Stripe trial. */
  trialClient: TestApiClient;
  /** API client of another seller, who has no data. */
  stranger: TestApiClient;
  ids: Ids;
};

const UNKNOWN_PARAM = '{pageId}';

export async function createContractTestEnv(): Promise<ContractTestEnv> {
  const faultyStripe = createFaultyStripe();
  const testEnv = await openDomainTestEnv(
    { DATA_DIR: await createDataFolder() },
    { wrapStripe: faultyStripe.wrapStripe },
  );
  const { app } = testEnv;
  const strictDocument = apiDocument(app.context.config.appUrl, { isStrict: true });
  const document = JSON.parse(JSON.stringify(strictDocument)) as ApiDocument;
  const seller = await app.signUpSeller();
  const apiClient = await createApiClient(app, seller);
  const trialSeller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const stranger = await app.signUpSeller();
  await stranger.givePlan();
  return {
    ...testEnv,
    document,
    operations: listOperations(document),
    faultyStripe,
    seller,
    apiClient,
    trialClient: await createApiClient(app, trialSeller),
    stranger: await createApiClient(app, stranger),
    ids: await createData(testEnv, seller, apiClient),
  };
}

/** Caches what `create` returns, once for each test environment. */
export function cachePerTestEnv<T>(
  create: (testEnv: ContractTestEnv) => Promise<T>,
): (testEnv: ContractTestEnv) => Promise<T> {
  const cache = new WeakMap<ContractTestEnv, Promise<T>>();
  return (testEnv) => {
    const cached = cache.get(testEnv) ?? create(testEnv);
    cache.set(testEnv, cached);
    return cached;
  };
}

const listOperations = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      return { ...operation, method, path, name: `${method} ${path}` };
    }),
  );

type Row = { id: string; billingInterval?: string | null };

async function createData(testEnv: DomainTestEnv, seller: TestSeller, apiClient: TestApiClient): Promise<Ids> {
  const { app } = testEnv;
  // Created before the first sale, so that there are deliveries.
  const page = await seller.publishPage({}, 'taller');
  const endpoint = await apiClient.send<Row>('POST', '/webhook-endpoints', {
    body: { url: 'https://hooks.till.example.com/in' },
  });
  const club = { paymentType: 'subscription', productName: 'Club' } as const;
  await seller.publishPage(club, 'club');
  await buyPage(app, 'taller');
  await disputeLastPayment(app, seller);
  await buyPage(app, 'taller');
  await buyPage(app, 'club');
  await buyPage(app, 'taller', { email: 'second@example.com' });
  const endpointId = endpoint.body.id;
  const domain = await claimDomain(seller, 'pay.till.example.com', page.pageId);
  await apiClient.send('POST', `/pages/${page.pageId}/coupons`, { body: COUPON });
  const checkout = await apiClient.send<Row>('POST', '/checkouts', { body: { pageId: page.pageId } });
  const fetchList = async (path: string) => (await apiClient.send<{ data: Row[] }>('GET', path)).body.data;
  const orders = await fetchList('/orders');
  const orderId = orders.find(({ billingInterval }) => billingInterval === null)?.id ?? '';
  const entitlementId = await insertEntitlement(app, orderId, await insertDeliverable({ app, orderId }, 'file'));
  const license = await createLicense({ app, seller, apiClient }, { orderId, pageId: page.pageId });
  const file = await createFile(seller, apiClient);
  const refund = await apiClient.send<Row>('POST', `/orders/${orderId}/refunds`, { body: { amount: 1 } });
  return {
    pageId: page.pageId,
    ...file,
    checkoutId: checkout.body.id,
    orderId,
    entitlementId,
    ...license,
    refundId: refund.body.id,
    disputeId: (await fetchList('/disputes'))[0]?.id ?? '',
    customerId: (await fetchList('/customers'))[0]?.id ?? '',
    subscriptionId: (await fetchList('/subscriptions'))[0]?.id ?? '',
    endpointId,
    deliveryId: (await fetchList(`/webhook-deliveries?endpointId=${endpointId}`))[0]?.id ?? '',
    eventId: (await fetchList('/events'))[0]?.id ?? '',
    domainId: domain.id,
    keyId: apiClient.keyId,
    number: '1',
    code: COUPON.code,
  };
}

/** A sold license key that is active on a device. */
async function createLicense(
  { app, seller, apiClient }: Pick<ContractTestEnv, 'app' | 'seller' | 'apiClient'>,
  { orderId, pageId }: { orderId: string; pageId: string },
): Promise<Ids> {
  const deliverableId = await insertKeyDeliverable({ app, seller, pageId }, { source: 'list' });
  const { licenseId, key } = await insertLicense(app, { orderId, deliverableId });
  await createProgram(app, deliverableId, key)('activate', { fingerprint: 'laptop', label: 'Studio laptop' });
  await apiClient.send('POST', `/deliverables/${deliverableId}/license-keys`, { body: { keys: ['STUDIO-0001'] } });
  const { body } = await apiClient.send<{ devices: Row[] }>('GET', `/licenses/${licenseId}`);
  return { deliverableId, licenseId, licenseKey: key, activationId: body.devices[0]?.id ?? '' };
}

/** A page with a file whose upload is under way, so that it cannot be published again. */
async function createFile(seller: TestSeller, { send }: TestApiClient): Promise<Ids> {
  const { pageId } = await seller.publishPage({ productName: 'Glaze recipes' }, 'glazes');
  const settings = { kind: 'file' };
  const deliverable = await send<Row>('POST', `/pages/${pageId}/deliverables`, { body: { name: 'Glazes', settings } });
  const deliverableId = deliverable.body.id;
  const upload = await send<Row>('POST', '/files', {
    body: { pageId, deliverableId, fileName: 'glazes.pdf', bytes: 1000 },
  });
  return { deliverableId, uploadId: upload.body.id, pageIdOfFiles: pageId };
}

/** Disputes the seller's only payment in the sandbox. */
async function disputeLastPayment(app: DomainTestEnv['app'], seller: TestSeller): Promise<void> {
  const account = await getStripeAccountId(seller);
  const [charge] = await listRefundableCharges(app, account);
  const body = new URLSearchParams({ reason: 'fraudulent' });
  await app.request(`/sandbox/dashboard/${account}/charges/${charge}/dispute`, { method: 'POST', body });
  await app.waitUntilIdle();
}

export const COUPON = { code: 'LAUNCH20', percentOff: 20 } as const;

export const configWith = (change: Partial<PageConfigResource>): PageConfigResource => ({
  ...toPageConfig(createEmptyConfig()),
  ...change,
});

/** Fills the parameters of a path. */
export const fillPath = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? UNKNOWN_PARAM));

/** Returns a check of a response against the document. Its result names the difference; null if there is none. */
export function createResponseValidator(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The types describe a default export that differs between ESM and CommonJS.
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: 'api' } as object);
  return ({ path, method, responses }: Operation, { status, headers, body }: ApiResponse<unknown>) => {
    const documented = responses[String(status)];
    if (!documented) return `${status} is not promised: ${JSON.stringify(body)}`;
    const pointerPath =
      '$ref' in documented ? documented.$ref : `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`;
    const response =
      '$ref' in documented ? document.components.responses[documented.$ref.split('/').at(-1) ?? ''] : documented;
    const code = (body as { error?: { code?: string } } | null)?.error?.code;
    const optionalHeaders = [
      'Idempotent-Replayed',
      // Of the conflicts, only this one ends by itself.
      ...(status === 409 && code !== 'idempotency_in_progress' ? ['Retry-After'] : []),
    ];
    const missing = Object.keys(response?.headers ?? {}).filter(
      (name) => !optionalHeaders.includes(name) && !headers.has(name),
    );
    if (missing.length > 0) return `${status} has no ${missing.join(', ')}`;
    if (typeof body === 'string') return headers.get('content-type') === 'text/csv; charset=utf-8' ? null : 'no CSV';
    const validate = ajv.getSchema(`api${pointerPath}/content/application~1json/schema`);
    if (!validate) return `${status} has no schema`;
    return validate(body)
      ? null
      : `${status}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body).slice(0, 600)}`;
  };
}

const pointer = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');
