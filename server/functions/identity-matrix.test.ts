import { expect, test } from 'vitest';

import type { CallName } from '#domain/calls.ts';

import { createSignInLink } from '#server/auth/sign-in-link.ts';
import { dataUrlOf, pngOf } from '#server/media/image-files.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, sellableConfig, type TestSeller } from '#server/testing.ts';
import { BEACON, SEEN_PICTURE } from '#server/testing-looks.ts';
import { authorizations, IDENTITIES } from '#server/testing-identities.ts';
import {
  anyone,
  call,
  PAGE,
  PAGE_ROWS,
  ofSellers,
  type Ask,
  type Row,
  type World,
} from '#server/testing-page-rows.ts';
import { PLAN_ROWS } from '#server/testing-plan-rows.ts';
import { ORDER_ROWS } from '#server/testing-order-rows.ts';
import { WEBHOOK_ROWS } from '#server/testing-webhook-rows.ts';
import { DOMAIN_ROWS } from '#server/testing-domain-rows.ts';
import { API_ROWS } from '#server/testing-api-rows.ts';
import { GUARD_ROWS } from '#server/testing-guard-rows.ts';
import { ACCOUNT_ROWS } from '#server/testing-account-rows.ts';

/** Every route by method and path. A seller may use it for their own data and never sees another seller's data. */
const ROWS: Record<string, Row> = {
  ...PAGE_ROWS,
  ...PLAN_ROWS,
  ...DOMAIN_ROWS,
  ...ACCOUNT_ROWS,
  ...API_ROWS,
  ...ORDER_ROWS,
  ...WEBHOOK_ROWS,
  ...GUARD_ROWS,
  'POST /functions/v1/upload-image': {
    statuses: ofSellers(200),
    ask: call('upload-image', ({ image }) => ({ image, use: 'product' })),
  },
  'POST /functions/v1/create-checkout-session': {
    statuses: anyone(200),
    ask: call('create-checkout-session', () => ({ slug: 'taller', appliedCoupon: null })),
  },
  'POST /functions/v1/apply-coupon': {
    statuses: anyone(200),
    ask: call('apply-coupon', () => ({ slug: 'taller', code: 'SAVE20' })),
  },
  'POST /auth/v1/signup': {
    statuses: anyone(200),
    ask: () => ({
      path: '/auth/v1/signup',
      body: { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' },
    }),
  },
  'POST /auth/v1/token': {
    statuses: anyone(200),
    ask: ({ owner: { email } }) => ({
      path: '/auth/v1/token?grant_type=password',
      body: { email, password: 'correct horse' },
    }),
  },
  'GET /auth/v1/user': {
    statuses: [401, 200, 403, 403, 403, 200],
    ask: () => ({ path: '/auth/v1/user' }),
  },
  'POST /auth/v1/logout': {
    statuses: [401, 204, 403, 403, 403, 204],
    ask: () => ({ path: '/auth/v1/logout?scope=others', body: {} }),
  },
  'POST /auth/v1/verify': {
    statuses: anyone(200),
    ask: async ({ shop, owner }) => {
      const link = new URL(await createSignInLink(shop.context, owner.session.user.id));
      const { token_hash, type } = Object.fromEntries(link.searchParams);
      return { path: '/auth/v1/verify', body: { token_hash, type } };
    },
  },
  'GET /auth/v1/.well-known/jwks.json': {
    statuses: anyone(200),
    ask: () => ({ path: '/auth/v1/.well-known/jwks.json' }),
  },
  'POST /webhooks/stripe/platform': { statuses: anyone(200), ask: (world) => event(world, 'platform') },
  'POST /webhooks/stripe/connect': { statuses: anyone(200), ask: (world) => event(world, 'connect') },
  'POST /webhooks/mail': {
    statuses: anyone(404),
    ask: () => ({ path: '/webhooks/mail', body: { events: [] } }),
  },
  'GET /media/:file': {
    statuses: anyone(200),
    ask: async ({ owner, image }) => {
      const { body } = await owner.call('upload-image', { image, use: 'product' });
      return { path: body.url };
    },
  },
  'GET /functions/v1/sitemap': { statuses: anyone(200), ask: () => ({ path: '/functions/v1/sitemap' }) },
  'GET /sitemap.xml': { statuses: anyone(200), ask: () => ({ path: '/sitemap.xml' }) },
  'GET /:part{sitemap-[0-9]+\\.xml}': { statuses: anyone(200), ask: () => ({ path: '/sitemap-1.xml' }) },
  'GET /robots.txt': { statuses: anyone(200), ask: () => ({ path: '/robots.txt' }) },
  'GET /.well-known/security.txt': {
    statuses: anyone(200),
    ask: () => ({ path: '/.well-known/security.txt' }),
  },
  'GET /site.webmanifest': { statuses: anyone(200), ask: () => ({ path: '/site.webmanifest' }) },
  'GET /og/:file': {
    statuses: anyone(200),
    ask: async ({ shop }) => {
      const found = await publicShop(shop.context).findPage('taller');
      return { path: found.kind === 'page' ? `/og/${found.page.versionId}.png` : '/og/none' };
    },
  },
  'POST /c/:slug/seen': { statuses: anyone(204), ask: () => BEACON },
  'GET /c/:slug/seen.gif': { statuses: anyone(200), ask: () => SEEN_PICTURE },
  'GET /e/:slug': { statuses: anyone(200), ask: () => ({ path: '/e/taller' }) },
  'GET /e/:slug/done': { statuses: anyone(200), ask: () => ({ path: '/e/taller/done' }) },
  'GET /c/:slug/now': { statuses: anyone(200), ask: () => ({ path: '/c/taller/now' }) },
  'GET /healthz': { statuses: anyone(200), ask: () => ({ path: '/healthz' }) },
  'GET /readyz': { statuses: anyone(200), ask: () => ({ path: '/readyz' }) },
  'GET /metrics': { statuses: anyone(200), ask: () => ({ path: '/metrics' }) },
  'GET /*': { statuses: anyone(200), ask: () => ({ path: '/c/taller' }) },
  'every other document': { statuses: anyone(200), ask: () => ({ path: '/pages' }) },
  'the sandbox’s pages': { statuses: anyone(200), ask: () => ({ path: '/sandbox' }) },
};

function event({ shop }: World, scope: 'platform' | 'connect'): Ask {
  const account = scope === 'connect' ? { account: 'acct_nobody' } : {};
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    created: 1,
    livemode: false,
    data: { object: { id: 'cus_1' } },
    ...account,
  });
  const secret = shop.context.secrets.webhooks[scope];
  const signature = shop.context.stripe.webhooks.generateTestHeaderString({ payload, secret });
  return {
    path: `/webhooks/stripe/${scope}`,
    body: payload,
    headers: { 'stripe-signature': signature },
  };
}

const PAGES = {
  render: async () => new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } }),
};

async function openWorld(): Promise<World & { other: TestSeller; secrets: string[] }> {
  const shop = await openShop({ pagesEntry: PAGES });
  const [owner, other] = [await shop.seller(), await shop.seller()];
  for (const seller of [owner, other]) await seller.call('create-subscription', { planId: 'starter' });
  const { pageId } = await owner.publish(PAGE, 'taller');
  await other.onboard();
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const connection = await owner.call('get-connection', {});
  const orders = await owner.call('list-orders', {});
  const image = dataUrlOf('image/png', await pngOf(8, 8));
  const ids = [pageId, connection.body.stripe_account_id, orders.body.orders[0]?.id, 'buyer@example.com'];
  return { shop, owner, other, pageId, image, secrets: ids.map(String) };
}

const methodOf = (door: string): string => /^[A-Z]+(?= \/)/.exec(door)?.[0] ?? 'GET';

const send = async ({ shop }: World, door: string, ask: Ask, authorization: string | null) =>
  shop.request(ask.path, {
    method: methodOf(door),
    headers: {
      ...(methodOf(door) === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...ask.headers,
      ...(authorization ? { authorization } : {}),
    },
    ...(ask.body === undefined
      ? {}
      : { body: typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body) }),
  });

test('has a row for every route', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const named = new Set(shop.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path));
  const doors = shop.routes.filter(({ method, path }) =>
    method === 'ALL' ? !path.endsWith('*') && !named.has(path) : !path.startsWith('/sandbox'),
  );
  const names = new Set(doors.map(({ method, path }) => `${method} ${path}`));
  const rows = Object.keys(ROWS).filter((row) => /^[A-Z]+ \//.test(row));
  expect([...names].toSorted()).toEqual(rows.toSorted());
});

test('answers each of six identities on every route as specified, and leaks nothing about another seller', async () => {
  const { other, secrets, ...world } = await openWorld();
  const knocks = await authorizations(world.shop, world.owner, other);
  const answered: Record<string, number[]> = {};
  const leaks: string[] = [];
  for (const [door, { ask }] of Object.entries(ROWS)) {
    answered[door] = [];
    for (const identity of IDENTITIES) {
      const answer = await send(world, door, await ask(world), knocks[identity]);
      const text = await answer.text();
      answered[door].push(answer.status);
      // The sandbox shows every account to everyone, because it replaces Stripe and holds no real data.
      const mayKnow = ask === ROWS['the sandbox’s pages']?.ask || identity === 'owner';
      if (!mayKnow && secrets.some((secret) => text.includes(secret))) leaks.push(`${door}: ${identity}`);
    }
  }
  expect(answered).toEqual(
    Object.fromEntries(Object.entries(ROWS).map(([door, row]) => [door, row.statuses])),
  );
  expect(leaks).toEqual([]);
});

test('answers another seller’s page exactly like a missing one', async () => {
  const { other, pageId } = await openWorld();
  const more = {
    'get-page': {},
    'save-draft': { config: sellableConfig() },
    'save-checkout-page': { config: sellableConfig(), slug: '' },
    'rename-page': { name: 'Mine' },
    'duplicate-page': {},
    'unpublish-page': {},
    'archive-page': { archived: true },
    'resume-page': {},
    'delete-page': {},
    'list-versions': {},
    'get-version': { number: 1 },
    'get-page-counts': {},
    'check-slug': { slug: 'taller' },
    'export-page': {},
    'list-coupons': {},
    'create-coupon': { coupon: { code: 'MINE', discount: 5, type: 'percentage' } },
    'delete-coupon': { code: 'SAVE20' },
  };
  for (const [name, body] of Object.entries(more)) {
    const ask = async (id: string) => other.call(name as CallName, { ...body, pageId: id } as never);
    const foreign = await ask(pageId);
    expect([name, foreign.status]).toEqual([name, 404]);
    expect(foreign).toEqual(await ask(crypto.randomUUID()));
  }
});
