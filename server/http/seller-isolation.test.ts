import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createDeliverableSettings } from '#domain/deliverable.ts';
import type { Context } from '#server/core/context.ts';
import { apiKeys } from '#server/db/schema-api.ts';
import {
  accessLinks,
  activations,
  deliverables,
  downloads,
  entitlements,
  fileVersions,
  licenses,
  uploads,
} from '#server/db/schema-delivery.ts';
import { domains } from '#server/db/schema-domains.ts';
import { refunds } from '#server/db/schema-ledger.ts';
import { customerNotes, orders } from '#server/db/schema-orders.ts';
import { drafts, pages, pageVersions, providerAccounts, sellerMedia, sellers, slugs } from '#server/db/schema-pages.ts';
import { webhookEndpoints } from '#server/db/schema-webhooks.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { findNewestOrder, GENERATED_KEYS, publishDelivery } from '#server/testing/delivering-page.ts';
import { createContent, createDataFolder, uploadFile } from '#server/testing/file-delivery.ts';
import { createProgram, insertKeyDeliverable, insertLicense } from '#server/testing/licenses.ts';
import { createTestApp, sellableConfig, type TestApp, type TestSeller } from '#server/testing/test-app.ts';

/** Loads every row that belongs to a seller. */
async function loadSellerRows({ db }: Context, sellerId: string) {
  const ownPages = db.select({ id: pages.id }).from(pages).where(eq(pages.sellerId, sellerId));
  const [page] = await ownPages;
  const pageId = page?.id ?? '';
  return {
    sellers: await db.select().from(sellers).where(eq(sellers.id, sellerId)),
    pages: await db.select().from(pages).where(eq(pages.sellerId, sellerId)),
    drafts: await db.select().from(drafts).where(eq(drafts.pageId, pageId)),
    versions: await db.select().from(pageVersions).where(eq(pageVersions.pageId, pageId)),
    slugs: await db.select().from(slugs).where(eq(slugs.sellerId, sellerId)),
    domains: await db.select().from(domains).where(eq(domains.sellerId, sellerId)),
    orders: await db.select().from(orders).where(eq(orders.sellerId, sellerId)),
    accounts: await db.select().from(providerAccounts).where(eq(providerAccounts.sellerId, sellerId)),
    endpoints: await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.sellerId, sellerId)),
    keys: await db.select().from(apiKeys).where(eq(apiKeys.sellerId, sellerId)),
    notes: await db.select().from(customerNotes).where(eq(customerNotes.sellerId, sellerId)),
    refunds: await db.select().from(refunds).where(eq(refunds.sellerId, sellerId)),
    deliverables: await db.select().from(deliverables).where(eq(deliverables.sellerId, sellerId)),
    uploads: await db.select().from(uploads).where(eq(uploads.sellerId, sellerId)),
    entitlements: await db.select().from(entitlements).where(eq(entitlements.sellerId, sellerId)),
    licenses: await db.select().from(licenses).where(eq(licenses.sellerId, sellerId)),
    accessLinks: await db.select().from(accessLinks),
    fileVersions: await db.select().from(fileVersions),
    activations: await db.select().from(activations),
    downloads: await db.select().from(downloads),
    media: await db.select().from(sellerMedia).where(eq(sellerMedia.sellerId, sellerId)),
  };
}

const PAGE_FUNCTIONS = [
  'rename-page',
  'duplicate-page',
  'unpublish-page',
  'archive-page',
  'delete-page',
  'list-versions',
  'get-version',
  'get-page-counts',
  'check-slug',
  'list-coupons',
  'create-coupon',
  'create-checkout',
  'delete-coupon',
  'create-coupon-codes',
  'list-coupon-codes',
  'count-coupon-codes',
  'export-coupon-codes',
  'delete-unused-coupon-codes',
  'export-page',
] as const;

const ANALYTICS_FUNCTIONS = ['get-analytics', 'get-breakdown', 'export-analytics'] as const;

/** Functions about what pages deliver, by the id in their body. */
const DELIVERY_FUNCTIONS = {
  pageId: ['list-deliverables', 'create-deliverable', 'start-upload', 'list-uploads', 'get-delivery-analytics'],
  deliverableId: [
    'update-deliverable',
    'remove-deliverable',
    'import-license-keys',
    'remove-unused-keys',
    'list-licenses',
  ],
  fileId: ['list-file-versions', 'use-file-version', 'announce-file-version', 'create-file-link'],
  uploadId: ['finish-upload', 'cancel-upload'],
  licenseId: ['get-license', 'show-license-key', 'update-license', 'replace-license-key'],
  activationId: ['end-activation'],
  entitlementId: ['revoke-entitlement', 'restore-entitlement'],
  orderId: ['send-delivery-email'],
  orderIds: ['send-delivery-emails'],
} as const;

const DOMAIN_FUNCTIONS = ['add-domain', 'check-domain', 'set-domain-page', 'remove-domain'] as const;
const HOST = 'pay.theirs.localhost';
const TEXT = createDeliverableSettings('text');

const ENDPOINT_FUNCTIONS = [
  'get-webhook-endpoint',
  'update-webhook-endpoint',
  'show-webhook-secret',
  'rotate-webhook-secret',
  'send-test-webhook',
  'delete-webhook-endpoint',
] as const;

type Target = {
  pageId: string;
  slug: string;
  accountId: string;
  sellerId: string;
  domainId: string;
  orderId: string;
  paymentId: string;
  endpointId: string;
  keyId: string;
  deliverableId: string;
  fileId: string;
  uploadId: string;
  licenseId: string;
  entitlementId: string;
  activationId: string;
};

/** A call that a seller makes on another seller's data. Some bodies are malformed on purpose. */
const foreignCalls = fc.record({
  name: fc.constantFrom(
    ...(['save-checkout-page', 'save-draft', 'get-page', 'list-orders', 'get-connection'] as const),
    ...PAGE_FUNCTIONS,
    ...ANALYTICS_FUNCTIONS,
    ...DOMAIN_FUNCTIONS,
    ...ENDPOINT_FUNCTIONS,
    ...Object.values(DELIVERY_FUNCTIONS).flat(),
    ...([
      'get-order',
      'refund-order',
      'attribute-refund',
      'list-customers',
      'get-customer',
      'export-customers',
      'export-customer',
      'save-customer-note',
      'delete-customer',
      'revoke-api-key',
      'set-time-zone',
      'stripe-connect-onboarding',
      'stripe-connect-dashboard',
      'apply-coupon',
      'list-pages',
    ] as const),
  ),
  aims: fc.subarray(['pageId', 'slug'] as const),
  smuggled: fc.option(fc.constantFrom('sellerId', 'accountId', 'stripe_account_id', 'userId', 'seller_id'), {
    freq: 3,
  }),
  text: fc.string({ maxLength: 30 }),
  baseVersion: fc.option(fc.nat(3), { nil: undefined }),
});
type ForeignCall = typeof foreignCalls extends fc.Arbitrary<infer T> ? T : never;

/** Bodies of functions about what pages deliver, with the other seller's ids. */
const buildDeliveryBodies = (target: Target, text: string): Record<string, object> => {
  const ids = { ...target, orderIds: [target.orderId] };
  const withIds = Object.entries(DELIVERY_FUNCTIONS).flatMap(([key, names]) =>
    names.map((name) => {
      const id = ids[key as keyof typeof DELIVERY_FUNCTIONS];
      return [name, { [key === 'fileId' ? 'deliverableId' : key]: id }] as const;
    }),
  );
  const bodies = Object.fromEntries(withIds);
  return {
    ...bodies,
    'create-deliverable': { ...bodies['create-deliverable'], name: text || 'Theirs', settings: TEXT },
    'update-deliverable': { ...bodies['update-deliverable'], name: text || 'Theirs' },
    'start-upload': { ...bodies['start-upload'], fileName: text, bytes: 5, deliverableId: target.fileId },
    'finish-upload': { ...bodies['finish-upload'], sha256: '0'.repeat(64) },
    'use-file-version': { ...bodies['use-file-version'], number: 1 },
    'import-license-keys': { ...bodies['import-license-keys'], keys: ['STUDIO-1', text] },
    'update-license': { ...bodies['update-license'], maxActivations: null },
    'get-delivery-analytics': { ...bodies['get-delivery-analytics'], period: '7d' },
  };
};

function buildBody({ name, aims, smuggled, text, baseVersion }: ForeignCall, target: Target): object {
  const config = sellableConfig({ productName: text || 'Theirs' });
  const shapes: Record<string, object> = {
    'save-checkout-page': { config, slug: '', ...(baseVersion === undefined ? {} : { baseVersion }) },
    'save-draft': { config },
    'get-page': { pageId: crypto.randomUUID() },
    'rename-page': { name: text },
    'archive-page': { archived: true },
    'get-version': { number: 1 },
    'check-slug': { slug: target.slug },
    'create-coupon': { coupon: { code: 'THEIRS', discount: 5, type: 'percentage' } },
    'delete-coupon': { code: 'THEIRS' },
    'create-coupon-codes': { code: 'THEIRS', count: 2 },
    'list-coupon-codes': { code: 'THEIRS' },
    'count-coupon-codes': { code: 'THEIRS' },
    'export-coupon-codes': { code: 'THEIRS' },
    'delete-unused-coupon-codes': { code: 'THEIRS' },
    'get-connection': { refresh: true },
    'get-analytics': { period: '7d' },
    'get-breakdown': { period: '7d', by: 'page' },
    'export-analytics': { period: 'all', by: 'version' },
    'set-time-zone': { timeZone: text || 'Asia/Tokyo' },
    'apply-coupon': { slug: target.slug, code: text },
    'add-domain': { host: HOST },
    'check-domain': { domainId: target.domainId },
    'set-domain-page': { domainId: target.domainId, pageId: null },
    'remove-domain': { domainId: target.domainId },
    ...Object.fromEntries(ENDPOINT_FUNCTIONS.map((functionName) => [functionName, { endpointId: target.endpointId }])),
    'update-webhook-endpoint': { endpointId: target.endpointId, state: 'paused' },
    'get-order': { orderId: target.orderId },
    'get-customer': { customerId: target.orderId },
    'export-customer': { customerId: target.orderId },
    'save-customer-note': { customerId: target.orderId, text },
    'delete-customer': { customerId: target.orderId, email: 'buyer@example.com' },
    'refund-order': {
      orderId: target.orderId,
      paymentId: target.paymentId,
      reason: 'duplicate',
      request: crypto.randomUUID(),
    },
    'attribute-refund': { orderId: target.orderId, refundId: crypto.randomUUID(), lines: [{ key: 'main' }] },
    'revoke-api-key': { keyId: target.keyId },
    ...buildDeliveryBodies(target, text),
  };
  const usesPage = [
    'save-checkout-page',
    'save-draft',
    'get-page',
    ...PAGE_FUNCTIONS,
    ...ANALYTICS_FUNCTIONS,
    ...DOMAIN_FUNCTIONS,
  ].includes(name);
  return {
    ...shapes[name],
    ...(usesPage && aims.includes('pageId') ? { pageId: target.pageId } : {}),
    ...(name === 'save-checkout-page' && aims.includes('slug') ? { slug: target.slug } : {}),
    ...(smuggled ? { [smuggled]: target.sellerId } : {}),
  };
}

/** Returns the ids of the seller's paid order, of what it delivers, and of a new webhook endpoint and API key. */
async function createMoreTargets(app: TestApp, owner: TestSeller, pageId: string) {
  const { id: orderId, payments, entitlements } = await findNewestOrder(owner);
  const endpoint = await owner.rpc('create-webhook-endpoint', { url: 'http://127.0.0.1:9/hooks' });
  const key = await owner.rpc('create-api-key', { name: 'Theirs', scopes: ['pages:read'] });
  const deliverableId = await insertKeyDeliverable({ app, seller: owner, pageId }, { source: 'list' });
  const license = await insertLicense(app, { orderId, deliverableId });
  await createProgram(app, deliverableId, license.key)('activate', { fingerprint: 'laptop' });
  await owner.rpc('import-license-keys', { deliverableId, keys: ['UNUSED-1'] });
  const { licenseId } = license;
  const activationId = (await owner.rpc('get-license', { licenseId })).body.activations[0]?.id ?? '';
  const delivered = { deliverableId, entitlementId: entitlements[0]?.id ?? '', licenseId, activationId };
  const ids = { endpointId: endpoint.body.endpoint.id, keyId: key.body.key.id };
  return { orderId, paymentId: payments[0]?.id ?? '', ...delivered, ...ids };
}

test('changes nothing of another seller, whatever a seller calls', async () => {
  const app = await createTestApp({ env: { DATA_DIR: await createDataFolder() } });
  const [owner, intruder] = [await app.signUpSeller(), await app.signUpSeller()];
  const slug = 'taller';
  const { pageId } = await publishDelivery(app, owner, [{ settings: GENERATED_KEYS }], slug);
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
  await intruder.onboard();
  await intruder.givePlan();
  const domain = await owner.rpc('add-domain', { host: HOST, pageId });
  const [page] = await app.context.db.select().from(pages).where(eq(pages.id, pageId));
  const sellerId = page?.sellerId ?? '';
  const accountId = (await owner.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const target = {
    pageId,
    slug,
    sellerId,
    accountId,
    domainId: domain.body.domain.id,
    ...(await createMoreTargets(app, owner, pageId)),
    fileId: (await uploadFile(app, owner, { pageId, content: createContent(5) })).id,
    uploadId: (await owner.rpc('start-upload', { pageId, fileName: 'Guide.pdf', bytes: 5 })).body.upload.id,
  };
  const before = await loadSellerRows(app.context, sellerId);
  const { orders: soldOrders, domains: domainRows, endpoints, keys } = before;
  expect([soldOrders, domainRows, endpoints, keys].map(({ length }) => length)).toEqual([1, 1, 1, 1]);

  await fc.assert(
    fc.asyncProperty(fc.array(foreignCalls, { minLength: 5, maxLength: 15 }), async (calls) => {
      for (const call of calls) {
        const { status } = await sendAs(intruder, call, target);
        expect(status).toBeLessThan(500);
      }
      expect(await loadSellerRows(app.context, sellerId)).toEqual(before);
    }),
    { numRuns: shortOrFull(6, 25) },
  );
});

const sendAs = (seller: TestSeller, call: ForeignCall, target: Target) =>
  seller.rpc(call.name, buildBody(call, target) as never);
