import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';

import { createUnavailableDatabase } from '../testing/faulty-database.ts';
import { ACCOUNT_ROWS } from '../testing/matrix/account-rows.ts';
import { API_ROWS, WEBHOOK_ROWS } from '../testing/matrix/integration-rows.ts';
import { ORDER_ROWS } from '../testing/matrix/order-rows.ts';
import {
  DOMAIN_ROWS,
  PAGE,
  PAGE_ROWS,
  type RequestSpec,
  type TestEnv,
  PLAN_ROWS,
} from '../testing/matrix/page-rows.ts';
import { buyPage } from '../testing/sold-orders.ts';
import { createTestApp, TEST_ORIGIN } from '../testing/test-app.ts';

const ROWS: Record<string, { request: (testEnv: TestEnv) => RequestSpec | Promise<RequestSpec> }> = {
  ...PAGE_ROWS,
  ...PLAN_ROWS,
  ...DOMAIN_ROWS,
  ...ACCOUNT_ROWS,
  ...API_ROWS,
  ...ORDER_ROWS,
  ...WEBHOOK_ROWS,
};

/** Bodies for routes without their own row, valid enough to reach a database query. */
const IMAGE = dataUrlOf('image/png', await pngOf(8, 8));

const BODIES: Record<string, unknown> = {
  '/functions/v1/upload-image': { image: IMAGE, use: 'product' },
  '/functions/v1/create-checkout-session': { slug: 'taller', appliedCoupon: null },
  '/functions/v1/apply-coupon': { slug: 'taller', code: 'SAVE20' },
  '/auth/v1/signup': { email: 'new@example.com', password: 'correct horse' },
};

const PATH_PARAMETERS: Record<string, string> = {
  ':slug': 'taller',
  ':id': crypto.randomUUID(),
  ':file': `${'0'.repeat(64)}.webp`,
};

const genericRequest = (path: string): RequestSpec => ({
  path: path
    .replace(/:part\{.*\}/, 'sitemap.xml')
    .replaceAll(/:[a-z]+(?:\{[^/]*\})?/g, (name) => PATH_PARAMETERS[name] ?? crypto.randomUUID())
    .replace('/og/' + PATH_PARAMETERS[':file'], `/og/${crypto.randomUUID()}.png`)
    .replace('*', 'purchases'),
  body: BODIES[path] ?? {},
});

/** Renders a document after loading its page. */
const PAGES_ENTRY = {
  render: async (request: Request, services: { findPage: (slug: string) => Promise<unknown> }) => {
    try {
      await services.findPage(new URL(request.url).pathname);
      return new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } });
    } catch (error) {
      if (error instanceof Response) return error;
      throw error;
    }
  },
};

test('answers 503 with Retry-After on every route while the database is unavailable', async () => {
  const { database, state } = await createUnavailableDatabase();
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, database });
  const owner = await app.signUpSeller();
  await owner.rpc('create-subscription', { planId: 'growth' });
  const { pageId } = await owner.publishPage(PAGE, 'taller');
  await buyPage(app, 'taller');
  const testEnv = { app, owner, pageId, image: IMAGE };
  const failures: string[] = [];
  const unavailableRoutes: string[] = [];
  for (const { method, path } of app.routes.filter((route) => !route.path.startsWith('/sandbox'))) {
    const route = `${method} ${path}`;
    const { body, headers, ...spec } = await (ROWS[route]?.request(testEnv) ?? genericRequest(path));
    await app.waitUntilIdle();
    state.isUnavailable = true;
    const isRead = ['GET', 'ALL', 'HEAD'].includes(method);
    const response = await app.request(new URL(spec.path, TEST_ORIGIN).href, {
      method: method === 'ALL' ? 'GET' : method,
      headers: {
        authorization: `Bearer ${owner.session.access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(!isRead && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    });
    state.isUnavailable = false;
    const retryAfter = response.headers.get('retry-after');
    if (response.status === 503 && /^\d+$/.test(retryAfter ?? '')) unavailableRoutes.push(route);
    else if (response.status >= 500)
      failures.push(`${route}: ${response.status} ${retryAfter} ${await response.text()}`);
  }
  expect(failures).toEqual([]);
  expect(unavailableRoutes).toEqual(expect.arrayContaining(REQUIRED_ROUTES));
}, 180_000);

/** Routes of each kind that must have answered 503; proves that the requests reach the database. */
const REQUIRED_ROUTES = [
  'GET /readyz',
  'GET /*',
  'GET /e/:slug',
  'GET /media/:file',
  'GET /og/:file',
  'GET /sitemap.xml',
  'POST /auth/v1/signup',
  'GET /auth/v1/user',
  'POST /functions/v1/save-checkout-page',
  'POST /functions/v1/save-draft',
  'POST /functions/v1/create-checkout-session',
  'POST /functions/v1/apply-coupon',
  'POST /functions/v1/upload-image',
  'POST /functions/v1/list-orders',
  'POST /functions/v1/get-analytics',
];
