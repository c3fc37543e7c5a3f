import { expect, test } from 'vitest';

import { createDeliverableSettings } from '#domain/deliverable.ts';
import type { RpcName } from '#domain/rpc-contract.ts';
import { createSignInLink } from '#server/auth/one-time-links.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { ACCOUNT_ROWS } from '#server/testing/matrix/account-rows.ts';
import { DELIVERABLE_ROWS } from '#server/testing/matrix/deliverable-rows.ts';
import { DELIVERY_ROWS } from '#server/testing/matrix/delivery-rows.ts';
import { FILE_ROWS } from '#server/testing/matrix/file-rows.ts';
import { authorizationHeaders, IDENTITIES } from '#server/testing/matrix/identities.ts';
import { WEBHOOK_ROWS, API_ROWS } from '#server/testing/matrix/integration-rows.ts';
import { LICENSE_ROWS } from '#server/testing/matrix/license-rows.ts';
import { GUARD_ROWS } from '#server/testing/matrix/operator-rows.ts';
import { ORDER_ROWS } from '#server/testing/matrix/order-rows.ts';
import {
  sameForAll,
  call,
  PAGE,
  PAGE_ROWS,
  forSellers,
  type RequestSpec,
  type MatrixRow,
  type TestEnv,
  DOMAIN_ROWS,
  PLAN_ROWS,
} from '#server/testing/matrix/page-rows.ts';
import { SCRIPT_VIEW_REQUEST, PIXEL_VIEW_REQUEST } from '#server/testing/page-view-requests.ts';
import { createTestApp, sellableConfig, type TestSeller } from '#server/testing/test-app.ts';

import { createPublicServices } from '../routes/public-services.ts';

/** Every route by method and path. A seller may use it for their own data and never sees another seller's data. */
const ROWS: Record<string, MatrixRow> = {
  ...PAGE_ROWS,
  ...DELIVERABLE_ROWS,
  ...PLAN_ROWS,
  // Before the rows that fill the page with deliverables.
  ...FILE_ROWS,
  ...DELIVERY_ROWS,
  ...DOMAIN_ROWS,
  ...ACCOUNT_ROWS,
  ...API_ROWS,
  ...ORDER_ROWS,
  ...LICENSE_ROWS,
  ...WEBHOOK_ROWS,
  ...GUARD_ROWS,
  'POST /functions/v1/upload-image': {
    statuses: forSellers(200),
    request: call('upload-image', ({ image }) => ({ image, use: 'product' })),
  },
  'POST /functions/v1/create-checkout-session': {
    statuses: sameForAll(200),
    request: call('create-checkout-session', () => ({ slug: 'taller', appliedCoupon: null })),
  },
  'POST /functions/v1/apply-coupon': {
    statuses: sameForAll(200),
    request: call('apply-coupon', () => ({ slug: 'taller', code: 'SAVE20' })),
  },
  'POST /auth/v1/signup': {
    statuses: sameForAll(200),
    request: () => ({
      path: '/auth/v1/signup',
      body: { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' },
    }),
  },
  'POST /auth/v1/token': {
    statuses: sameForAll(200),
    request: ({ owner: { email } }) => ({
      path: '/auth/v1/token?grant_type=password',
      body: { email, password: 'correct horse' },
    }),
  },
  'GET /auth/v1/user': {
    statuses: [401, 200, 403, 403, 403, 200],
    request: () => ({ path: '/auth/v1/user' }),
  },
  'POST /auth/v1/logout': {
    statuses: [401, 204, 403, 403, 403, 204],
    request: () => ({ path: '/auth/v1/logout?scope=others', body: {} }),
  },
  'POST /auth/v1/verify': {
    statuses: sameForAll(200),
    request: async ({ app, owner }) => {
      const link = new URL(await createSignInLink(app.context, owner.session.user.id));
      const { token_hash, type } = Object.fromEntries(link.searchParams);
      return { path: '/auth/v1/verify', body: { token_hash, type } };
    },
  },
  'GET /auth/v1/.well-known/jwks.json': {
    statuses: sameForAll(200),
    request: () => ({ path: '/auth/v1/.well-known/jwks.json' }),
  },
  'POST /webhooks/stripe/platform': {
    statuses: sameForAll(200),
    request: (testEnv) => stripeEventRequest(testEnv, 'platform'),
  },
  'POST /webhooks/stripe/connect': {
    statuses: sameForAll(200),
    request: (testEnv) => stripeEventRequest(testEnv, 'connect'),
  },
  'POST /webhooks/mail': {
    statuses: sameForAll(404),
    request: () => ({ path: '/webhooks/mail', body: { events: [] } }),
  },
  'GET /media/:file': {
    statuses: sameForAll(200),
    request: async ({ owner, image }) => {
      const { body } = await owner.rpc('upload-image', { image, use: 'product' });
      return { path: body.url };
    },
  },
  'GET /fonts/:file': {
    statuses: sameForAll(404),
    request: () => ({ path: '/fonts/unknown.woff2' }),
  },
  'GET /functions/v1/sitemap': {
    statuses: sameForAll(200),
    request: () => ({ path: '/functions/v1/sitemap' }),
  },
  'GET /sitemap.xml': { statuses: sameForAll(200), request: () => ({ path: '/sitemap.xml' }) },
  'GET /:part{sitemap-[0-9]+\\.xml}': {
    statuses: sameForAll(200),
    request: () => ({ path: '/sitemap-1.xml' }),
  },
  'GET /robots.txt': { statuses: sameForAll(200), request: () => ({ path: '/robots.txt' }) },
  'GET /.well-known/security.txt': {
    statuses: sameForAll(200),
    request: () => ({ path: '/.well-known/security.txt' }),
  },
  'GET /llms.txt': { statuses: sameForAll(200), request: () => ({ path: '/llms.txt' }) },
  'GET /developers/postman.json': { statuses: sameForAll(200), request: () => ({ path: '/developers/postman.json' }) },
  'GET /site.webmanifest': { statuses: sameForAll(200), request: () => ({ path: '/site.webmanifest' }) },
  'GET /og/:file': {
    statuses: sameForAll(200),
    request: async ({ app }) => {
      const result = await createPublicServices(app.context).findPage('taller');
      return { path: result.kind === 'page' ? `/og/${result.page.versionId}.png` : '/og/none' };
    },
  },
  'POST /c/:slug/seen': { statuses: sameForAll(204), request: () => SCRIPT_VIEW_REQUEST },
  'GET /c/:slug/seen.gif': { statuses: sameForAll(200), request: () => PIXEL_VIEW_REQUEST },
  'GET /e/:slug': { statuses: sameForAll(200), request: () => ({ path: '/e/taller' }) },
  'GET /e/:slug/done': { statuses: sameForAll(200), request: () => ({ path: '/e/taller/done' }) },
  'GET /c/:slug/now': { statuses: sameForAll(200), request: () => ({ path: '/c/taller/now' }) },
  'GET /healthz': { statuses: sameForAll(200), request: () => ({ path: '/healthz' }) },
  'GET /readyz': { statuses: sameForAll(200), request: () => ({ path: '/readyz' }) },
  'GET /metrics': { statuses: sameForAll(200), request: () => ({ path: '/metrics' }) },
  'GET /*': { statuses: sameForAll(200), request: () => ({ path: '/c/taller' }) },
  'every other document': { statuses: sameForAll(200), request: () => ({ path: '/pages' }) },
  'the sandbox’s pages': { statuses: sameForAll(200), request: () => ({ path: '/sandbox' }) },
};

function stripeEventRequest({ app }: TestEnv, scope: 'platform' | 'connect'): RequestSpec {
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
  const secret = app.context.secrets.webhooks[scope];
  const signature = app.context.stripe.webhooks.generateTestHeaderString({ payload, secret });
  return {
    path: `/webhooks/stripe/${scope}`,
    body: payload,
    headers: { 'stripe-signature': signature },
  };
}

const PAGES = {
  render: async () => new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } }),
};

/** Not in the examples of the public API document. */
const BUYER_EMAIL = 'matrix@kiln.example';

async function createTestEnv(): Promise<TestEnv & { other: TestSeller; secrets: string[] }> {
  const app = await createTestApp({ pagesEntry: PAGES });
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  for (const seller of [owner, otherSeller]) await seller.rpc('create-subscription', { planId: 'starter' });
  const { pageId } = await owner.publishPage(PAGE, 'taller');
  await otherSeller.onboard();
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url, { email: BUYER_EMAIL });
  const connection = await owner.rpc('get-connection', {});
  const orders = await owner.rpc('list-orders', {});
  const image = dataUrlOf('image/png', await pngOf(8, 8));
  const ids = [pageId, connection.body.stripe_account_id, orders.body.orders[0]?.id, BUYER_EMAIL];
  return { app, owner, other: otherSeller, pageId, image, secrets: ids.map(String) };
}

const methodOf = (route: string): string => /^[A-Z]+(?= \/)/.exec(route)?.[0] ?? 'GET';

const send = async ({ app }: TestEnv, route: string, request: RequestSpec, authorization: string | null) =>
  app.request(request.path, {
    method: methodOf(route),
    headers: {
      ...(methodOf(route) === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
      ...(authorization ? { authorization } : {}),
    },
    ...(request.body === undefined
      ? {}
      : { body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body) }),
  });

test('has a row for every route', async () => {
  const app = await createTestApp({ pagesEntry: PAGES });
  const named = new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path));
  const openRoutes = app.routes.filter(({ method, path }) =>
    method === 'ALL' ? !path.endsWith('*') && !named.has(path) : !path.startsWith('/sandbox'),
  );
  const names = new Set(openRoutes.map(({ method, path }) => `${method} ${path}`));
  const rows = Object.keys(ROWS).filter((row) => /^[A-Z]+ \//.test(row));
  expect([...names].toSorted()).toEqual(rows.toSorted());
});

test('answers each of six identities on every route as specified, and leaks nothing about another seller', async () => {
  const { other, secrets, ...testEnv } = await createTestEnv();
  const headersByIdentity = await authorizationHeaders(testEnv.app, testEnv.owner, other);
  const actualStatuses: Record<string, number[]> = {};
  const leaks: string[] = [];
  for (const [route, { request: buildRequest }] of Object.entries(ROWS)) {
    actualStatuses[route] = [];
    for (const identity of IDENTITIES) {
      const answer = await send(testEnv, route, await buildRequest(testEnv), headersByIdentity[identity]);
      const text = await answer.text();
      actualStatuses[route].push(answer.status);
      // The sandbox shows every account to everyone, because it replaces Stripe and holds no real data.
      const isAllowed = buildRequest === ROWS['the sandbox’s pages']?.request || identity === 'owner';
      if (!isAllowed && secrets.some((secret) => text.includes(secret))) leaks.push(`${route}: ${identity}`);
    }
  }
  expect(actualStatuses).toEqual(Object.fromEntries(Object.entries(ROWS).map(([route, row]) => [route, row.statuses])));
  expect(leaks).toEqual([]);
});

test('answers another seller’s page exactly like a missing one', async () => {
  const { other, pageId } = await createTestEnv();
  const bodies = {
    'get-page': {},
    'save-draft': { config: sellableConfig() },
    'save-checkout-page': { config: sellableConfig(), slug: '' },
    'rename-page': { name: 'Mine' },
    'duplicate-page': {},
    'unpublish-page': {},
    'archive-page': { archived: true },
    'resume-page': {},
    'create-checkout': {},
    'delete-page': {},
    'list-versions': {},
    'get-version': { number: 1 },
    'get-page-counts': {},
    'check-slug': { slug: 'taller' },
    'export-page': {},
    'list-coupons': {},
    'create-coupon': { coupon: { code: 'MINE', discount: 5, type: 'percentage' } },
    'delete-coupon': { code: 'SAVE20' },
    'list-deliverables': {},
    'create-deliverable': { name: 'Mine', settings: createDeliverableSettings('link') },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const callWithPageId = async (id: string) => other.rpc(name as RpcName, { ...body, pageId: id } as never);
    const foreign = await callWithPageId(pageId);
    expect([name, foreign.status]).toEqual([name, 404]);
    expect(foreign).toEqual(await callWithPageId(crypto.randomUUID()));
  }
});
