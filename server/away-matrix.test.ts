import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/media/image-files.ts';

import { ACCOUNT_ROWS } from './testing-account-rows.ts';
import { API_ROWS } from './testing-api-rows.ts';
import { DOMAIN_ROWS } from './testing-domain-rows.ts';
import { openDatabaseThatGoes } from './testing-faulty-database.ts';
import { ORDER_ROWS } from './testing-order-rows.ts';
import { PAGE, PAGE_ROWS, type Ask, type World } from './testing-page-rows.ts';
import { PLAN_ROWS } from './testing-plan-rows.ts';
import { WEBHOOK_ROWS } from './testing-webhook-rows.ts';
import { openShop, TEST_ORIGIN } from './testing.ts';

const ROWS: Record<string, { ask: (world: World) => Ask | Promise<Ask> }> = {
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

const PARTS: Record<string, string> = {
  ':slug': 'taller',
  ':id': crypto.randomUUID(),
  ':file': `${'0'.repeat(64)}.webp`,
};

const generic = (path: string): Ask => ({
  path: path
    .replace(/:part\{.*\}/, 'sitemap.xml')
    .replaceAll(/:[a-z]+(?:\{[^/]*\})?/g, (name) => PARTS[name] ?? crypto.randomUUID())
    .replace('/og/' + PARTS[':file'], `/og/${crypto.randomUUID()}.png`)
    .replace('*', 'purchases'),
  body: BODIES[path] ?? {},
});

/** Renders a document after loading its page. */
const PAGES = {
  render: async (request: Request, shop: { findPage: (slug: string) => Promise<unknown> }) => {
    try {
      await shop.findPage(new URL(request.url).pathname);
      return new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } });
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    }
  },
};

test('answers 503 with Retry-After on every route while the database is unavailable', async () => {
  const { database, state } = await openDatabaseThatGoes();
  const shop = await openShop({ pagesEntry: PAGES, database });
  const owner = await shop.seller();
  await owner.call('create-subscription', { planId: 'growth' });
  const { pageId } = await owner.publish(PAGE, 'taller');
  const world = { shop, owner, pageId, image: IMAGE };
  const wrong: string[] = [];
  const told: string[] = [];
  for (const { method, path } of shop.routes.filter((route) => !route.path.startsWith('/sandbox'))) {
    const door = `${method} ${path}`;
    const { body, headers, ...asked } = await (ROWS[door]?.ask(world) ?? generic(path));
    await shop.settled();
    state.away = true;
    const isRead = ['GET', 'ALL', 'HEAD'].includes(method);
    const answer = await shop.request(new URL(asked.path, TEST_ORIGIN).href, {
      method: method === 'ALL' ? 'GET' : method,
      headers: {
        authorization: `Bearer ${owner.session.access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(!isRead && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    });
    state.away = false;
    const retryAfter = answer.headers.get('retry-after');
    if (answer.status === 503 && /^\d+$/.test(retryAfter ?? '')) told.push(door);
    else if (answer.status >= 500)
      wrong.push(`${door}: ${answer.status} ${retryAfter} ${await answer.text()}`);
  }
  expect(wrong).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(MUST_BE_TOLD));
}, 180_000);

/** Routes of each kind that must have answered 503; proves that the requests reach the database. */
const MUST_BE_TOLD = [
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
