/** A valid call of each endpoint. For tests only. */
import { openProgram, type TestProgram } from '#server/testing-api.ts';

import { configWith, COUPON, type ContractWorld, type Ids } from './testing-contract.ts';

export type RightCall = {
  ids?: Ids;
  query?: string;
  body?: unknown;
  program?: Pick<TestProgram, 'ask'>;
};
type Ask = (world: ContractWorld) => RightCall | Promise<RightCall>;

/** A PNG of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

type Made = { pageId: string; endpoint: { id: string }; domain: { id: string } };

const make = async ({ program }: ContractWorld, path: string, body: object): Promise<Made> => {
  const made = await program.ask<Made>('POST', path, { body });
  if (made.status !== 201) throw new Error(`${path} answered ${made.status}: ${JSON.stringify(made.body)}`);
  return made.body;
};

const freshPage = async (world: ContractWorld): Promise<Ids> => ({
  pageId: (await make(world, '/pages', {})).pageId,
});
const freshEndpoint = async (world: ContractWorld): Promise<Ids> => ({
  endpointId: (await make(world, '/webhooks', { url: 'https://hooks.till.example.com/x' })).endpoint.id,
});

const refund = async ({ program, ids }: ContractWorld): Promise<RightCall> => {
  const { body } = await program.ask<{ payments: { id: string }[] }>('GET', `/orders/${ids.orderId}`);
  return { body: { paymentId: body.payments[0]?.id, amount: 100 } };
};

const pageFile = async ({ program, ids }: ContractWorld) =>
  (await program.ask('GET', `/pages/${ids.pageId}/file`)).body;

const plain: Ask = () => ({});
const onPlan =
  (body?: object): Ask =>
  ({ onTrial }) => ({ program: onTrial, ...(body && { body }) });

/** In this order: calls that end something come after those that need it. */
export const RIGHT_CALLS: Readonly<Record<string, Ask>> = {
  'GET /pages': plain,
  'GET /pages/{pageId}': plain,
  'GET /pages/{pageId}/counts': plain,
  'GET /slug-check': () => ({ query: '?slug=quite-free' }),
  'PATCH /pages/{pageId}': () => ({ body: { name: 'Taller' } }),
  'POST /pages/{pageId}/archive': async (world) => ({ ids: await freshPage(world), body: {} }),
  'POST /pages/{pageId}/duplicate': plain,
  'POST /pages/{pageId}/resume': plain,
  'DELETE /pages/{pageId}': async (world) => ({ ids: await freshPage(world) }),
  'POST /pages': () => ({ body: { config: configWith({ productName: 'Next' }) } }),
  'PUT /pages/{pageId}/draft': async (world) => ({
    ids: await freshPage(world),
    body: { config: configWith({ productName: 'Other' }) },
  }),
  'PATCH /pages/{pageId}/draft': () => ({ body: { config: { buttonText: 'Pay' } } }),
  'POST /pages/{pageId}/publish': () => ({ body: {} }),
  'GET /pages/{pageId}/versions': () => ({ query: '?limit=1' }),
  'GET /pages/{pageId}/versions/{number}': plain,
  'GET /pages/{pageId}/file': plain,
  'POST /pages/import': async (world) => ({ body: { file: await pageFile(world) } }),
  'PUT /pages/{pageId}/file': async (world) => ({
    ids: await freshPage(world),
    body: { file: await pageFile(world) },
  }),
  'POST /imports/find': () => ({ body: { source: 'stripe' } }),
  'POST /imports': () => ({ body: { source: 'stripe', keys: ['prod_none'] } }),
  'POST /images': () => ({ body: { image: PIXEL, use: 'product' } }),
  'GET /pages/{pageId}/coupons': plain,
  'POST /pages/{pageId}/coupons': () => ({ body: { ...COUPON, code: 'AUTUMN' } }),
  'DELETE /pages/{pageId}/coupons/{code}': ({ ids }) => ({ ids: { ...ids, code: 'AUTUMN' } }),
  'GET /orders': () => ({ query: '?limit=1&state=paid' }),
  'GET /orders/{orderId}': plain,
  'GET /orders/{orderId}/history': plain,
  'POST /orders/{orderId}/refunds': refund,
  'POST /orders/{orderId}/receipt': plain,
  'GET /order-choices': plain,
  'GET /order-export': plain,
  'GET /subscriptions': plain,
  'POST /subscriptions/{subscriptionId}/cancel': () => ({ body: { now: false } }),
  'POST /subscriptions/{subscriptionId}/resume': plain,
  'GET /analytics': () => ({ query: '?period=7d&compare=previous' }),
  'GET /analytics/breakdown': () => ({ query: '?by=device' }),
  'GET /analytics/export': () => ({ query: '?by=page' }),
  'GET /domains': plain,
  'POST /domains': () => ({ body: { host: 'shop.till.example.com' } }),
  'POST /domains/{domainId}/check': plain,
  'PATCH /domains/{domainId}': ({ ids }) => ({ body: { pageId: ids.pageId } }),
  'DELETE /domains/{domainId}': async (world) => ({
    ids: { domainId: (await make(world, '/domains', { host: 'gone.till.example.com' })).domain.id },
  }),
  'GET /webhooks': plain,
  'POST /webhooks': () => ({ body: { url: 'https://hooks.till.example.com/y', events: ['order.paid'] } }),
  'GET /webhooks/{endpointId}': plain,
  'PATCH /webhooks/{endpointId}': () => ({ body: { description: 'The stock' } }),
  'GET /webhooks/{endpointId}/secret': plain,
  'POST /webhooks/{endpointId}/rotate': plain,
  'GET /webhooks/{endpointId}/deliveries': plain,
  'GET /webhook-deliveries/{deliveryId}': plain,
  'POST /webhooks/{endpointId}/test': plain,
  'POST /webhooks/{endpointId}/redeliver': () => ({ body: { failedSince: '2020-01-01T00:00:00Z' } }),
  'DELETE /webhooks/{endpointId}': async (world) => ({ ids: await freshEndpoint(world) }),
  'GET /connection': plain,
  'POST /connection/onboarding': plain,
  'POST /connection/dashboard': plain,
  'GET /notices': plain,
  'PUT /notices': () => ({ body: { sales: false } }),
  'PUT /time-zone': () => ({ body: { timeZone: 'Europe/Berlin' } }),
  'GET /keys': plain,
  'GET /key': plain,
  'DELETE /keys/{keyId}': async ({ shop, seller }) => ({
    ids: { keyId: (await openProgram(shop, seller)).keyId },
  }),
  'DELETE /key': async ({ shop, seller }) => ({ program: await openProgram(shop, seller) }),
  'GET /plan': onPlan(),
  'POST /plan': async ({ shop }) => ({
    program: await openProgram(shop, await shop.seller()),
    body: { plan: 'starter' },
  }),
  'POST /plan/change': onPlan({ plan: 'growth' }),
  'POST /plan/portal': onPlan({}),
  'POST /plan/cancel': onPlan(),
  'POST /plan/reactivate': onPlan(),
  'GET /plan/invoices': onPlan(),
  'POST /pages/{pageId}/unpublish': plain,
};
