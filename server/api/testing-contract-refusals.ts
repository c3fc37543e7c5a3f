/** How the errors that only some endpoints declare are brought about. Seen by tests only. */
import { openProgram, type TestProgram } from '#server/testing-api.ts';
import { provenDomain } from '#server/testing-domains.ts';

import type { RightCall } from './testing-contract-calls.ts';
import { configWith, COUPON, type ContractWorld, type Ids } from './testing-contract.ts';

type Provoke = (world: ContractWorld) => RightCall | Promise<RightCall>;

const TOO_LARGE = `data:image/png;base64,${'A'.repeat(2_900_000)}`;
const NO_IMAGE = 'data:image/png;base64,AAAA';
const OTHER_TYPE = 'data:image/bmp;base64,Qk0=';
const HOOK = 'https://hooks.till.example.com/z';

type Place = 'productImage' | 'logo';
const withImage =
  (image: string, place: Place = 'productImage'): Provoke =>
  () => ({ body: { config: configWith({ [place]: image }) } });
const withPart =
  (image: string, place: Place = 'productImage'): Provoke =>
  () => ({ body: { config: { [place]: image } } });

const draftOf = async (program: TestProgram, change: object): Promise<Ids> => {
  const { body } = await program.ask<{ pageId: string }>('POST', '/pages', {
    body: { config: configWith(change) },
  });
  return { pageId: body.pageId };
};
const SOLD = { productName: 'Sold', price: '29.00' };

/** A seller who has no plan. */
const planless: Provoke = async ({ shop }) => ({ program: await openProgram(shop, await shop.seller()) });

const paused: Provoke = async ({ program }) => {
  const { body } = await program.ask<{ endpoint: { id: string } }>('POST', '/webhooks', {
    body: { url: HOOK },
  });
  const ids = { endpointId: body.endpoint.id };
  await program.ask('PATCH', `/webhooks/${ids.endpointId}`, { body: { state: 'paused' } });
  return { ids, body: undefined };
};

const ended: Provoke = async ({ program, ids }) => {
  await program.ask('POST', `/subscriptions/${ids.subscriptionId}/cancel`, { body: { now: true } });
  return {};
};

const image =
  (use: 'product' | 'logo', data: string): Provoke =>
  () => ({ body: { image: data, use } });

/** By endpoint and code, in this order. */
export const REFUSALS: Readonly<Record<string, Provoke>> = {
  'PATCH /pages/{pageId} page_invalid': () => ({ body: { name: 'x'.repeat(900) } }),
  'POST /pages image_unreadable': withImage(NO_IMAGE),
  'POST /pages logo_type': withImage(OTHER_TYPE, 'logo'),
  'POST /pages image_type': withImage(OTHER_TYPE),
  'PUT /pages/{pageId}/draft image_unreadable': withImage(NO_IMAGE),
  'PUT /pages/{pageId}/draft logo_type': withImage(OTHER_TYPE, 'logo'),
  'PUT /pages/{pageId}/draft image_type': withImage(OTHER_TYPE),
  'PUT /pages/{pageId}/draft draft_changed': () => ({ body: { config: configWith({}), baseRevision: 999 } }),
  'PATCH /pages/{pageId}/draft image_unreadable': withPart(NO_IMAGE),
  'PATCH /pages/{pageId}/draft logo_type': withPart(OTHER_TYPE, 'logo'),
  'PATCH /pages/{pageId}/draft image_type': withPart(OTHER_TYPE),
  'PATCH /pages/{pageId}/draft draft_changed': () => ({ body: { config: {}, baseRevision: 999 } }),
  'POST /pages/{pageId}/publish draft_changed': () => ({ body: { baseRevision: 999 } }),
  'POST /pages/{pageId}/publish page_invalid': async ({ program }) => ({
    ids: await draftOf(program, {}),
    body: {},
  }),
  'POST /pages/{pageId}/publish slug_taken': () => ({ body: { slug: 'club' } }),
  'POST /pages/{pageId}/publish stripe_not_connected': async ({ stranger }) => ({
    program: stranger,
    ids: await draftOf(stranger, SOLD),
    body: { slug: 'not-connected' },
  }),
  'POST /pages/{pageId}/publish publishing_not_allowed': async ({ shop }) => {
    const seller = await shop.seller();
    await seller.onboard();
    const program = await openProgram(shop, seller);
    return { program, ids: await draftOf(program, SOLD), body: { slug: 'not-allowed' } };
  },
  'POST /pages/import page_file_invalid': () => ({ body: { file: {} } }),
  'PUT /pages/{pageId}/file page_file_invalid': () => ({ body: { file: { format: 'other' } } }),
  'POST /images image_too_large': image('product', TOO_LARGE),
  'POST /images image_type': image('product', OTHER_TYPE),
  'POST /images image_unreadable': image('product', NO_IMAGE),
  'POST /images logo_too_large': image('logo', TOO_LARGE),
  'POST /images logo_type': image('logo', OTHER_TYPE),
  'POST /pages/{pageId}/coupons coupon_exists': () => ({ body: COUPON }),
  'POST /pages/{pageId}/coupons page_invalid': () => ({ body: { ...COUPON, code: 'MUCH', discount: 500 } }),
  'POST /orders/{orderId}/refunds refund_above_rest': async ({ program, ids }) => {
    const { body } = await program.ask<{ payments: { id: string }[] }>('GET', `/orders/${ids.orderId}`);
    return { body: { paymentId: body.payments[0]?.id, amount: 9_999_999 } };
  },
  'POST /subscriptions/{subscriptionId}/cancel subscription_over': async (world) => ({
    ...(await ended(world)),
    body: {},
  }),
  'POST /subscriptions/{subscriptionId}/resume subscription_over': ended,
  'GET /analytics plan_needed': ({ onTrial }) => ({ program: onTrial, query: '?period=12m' }),
  'GET /analytics/breakdown plan_needed': ({ onTrial }) => ({ program: onTrial, query: '?by=device' }),
  'GET /analytics/export plan_needed': ({ onTrial }) => ({ program: onTrial }),
  'POST /domains plan_needed': ({ onTrial }) => ({
    program: onTrial,
    body: { host: 'early.till.example.com' },
  }),
  'POST /domains domain_invalid': () => ({ body: { host: 'not a host' } }),
  'POST /domains domain_taken': async (world) => {
    await provenDomain(world, world.seller, 'taken.till.example.com');
    return { program: world.stranger, body: { host: 'taken.till.example.com' } };
  },
  'POST /domains domain_limit': async ({ program }) => {
    for (const name of ['a', 'b', 'c', 'd'])
      await program.ask('POST', '/domains', { body: { host: `${name}.till.example.com` } });
    return { body: { host: 'last.till.example.com' } };
  },
  'POST /webhooks webhook_address_refused': () => ({ body: { url: 'https://10.0.0.1/' } }),
  'PATCH /webhooks/{endpointId} webhook_address_refused': () => ({ body: { url: 'https://10.0.0.1/' } }),
  'POST /webhooks webhook_endpoint_limit': async ({ onTrial }) => {
    for (const _ of [1, 2]) await onTrial.ask('POST', '/webhooks', { body: { url: HOOK } });
    return { program: onTrial, body: { url: HOOK } };
  },
  'POST /webhooks/{endpointId}/test webhook_paused': paused,
  'POST /webhooks/{endpointId}/redeliver webhook_paused': async (world) => ({
    ...(await paused(world)),
    body: { failedSince: '2020-01-01T00:00:00Z' },
  }),
  'POST /connection/dashboard stripe_not_connected': ({ stranger }) => ({ program: stranger }),
  'POST /plan subscription_exists': () => ({ body: { plan: 'growth' } }),
  'POST /plan/change plan_held': ({ onTrial }) => ({ program: onTrial, body: { plan: 'starter' } }),
  'POST /plan/change subscription_missing': async (world) => ({
    ...(await planless(world)),
    body: { plan: 'growth' },
  }),
  'POST /plan/cancel subscription_missing': planless,
  'POST /plan/reactivate subscription_missing': planless,
  'POST /plan/portal subscription_missing': async (world) => ({ ...(await planless(world)), body: {} }),
};
