/** Rows of the identity matrix for page functions, and helpers for all rows. Used by tests only. */
import { CONFIG_SCHEMA } from '#domain/checkout-page.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION } from '#domain/page-file.ts';

import { IDENTITIES } from './testing-identities.ts';
import { sellableConfig, type TestSeller, type TestShop } from './testing.ts';

export type Ask = { path: string; body?: unknown; headers?: Record<string, string> };
export type World = { shop: TestShop; owner: TestSeller; pageId: string; image: string };
export type Row = { statuses: readonly number[]; ask: (world: World) => Ask | Promise<Ask> };

/** Statuses in the order of IDENTITIES. */
export const anyone = (status: number) => IDENTITIES.map(() => status);
export const ofSellers = (owner: number, other = owner) => [401, other, 401, 401, 401, owner];
/** The auth routes read the session row and report what is wrong with a token. */
export const ofTheSession = (owner: number) => [401, owner, 403, 403, 403, owner];

export const PAGE = sellableConfig({
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
});

/** A new page of the owner that a row may change or delete. */
async function anotherPage({ owner }: World): Promise<string> {
  return (await owner.call('save-draft', { config: sellableConfig() })).body.pageId;
}

const onAnotherPage =
  (name: string, body: object = {}) =>
  async (world: World) => ({
    path: `/functions/v1/${name}`,
    body: { pageId: await anotherPage(world), ...body },
  });

const FILE = {
  format: PAGE_FILE_FORMAT,
  version: PAGE_FILE_VERSION,
  schema: CONFIG_SCHEMA,
  name: null,
  config: PAGE,
};

export const call = (name: string, body: (world: World) => object) => (world: World) => ({
  path: `/functions/v1/${name}`,
  body: body(world),
});

export const PAGE_ROWS: Record<string, Row> = {
  'POST /functions/v1/save-checkout-page': {
    statuses: ofSellers(200, 404),
    ask: call('save-checkout-page', ({ pageId }) => ({ config: PAGE, slug: '', pageId })),
  },
  'POST /functions/v1/save-draft': {
    statuses: ofSellers(200, 404),
    ask: call('save-draft', ({ pageId }) => ({ config: sellableConfig(), pageId })),
  },
  'POST /functions/v1/get-page': {
    statuses: ofSellers(200, 404),
    ask: call('get-page', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/find-products': {
    statuses: ofSellers(200),
    ask: call('find-products', () => ({ source: 'gumroad', csv: 'name,price\nA course,29\n' })),
  },
  'POST /functions/v1/import-products': {
    statuses: ofSellers(200),
    ask: call('import-products', () => ({
      source: 'gumroad',
      csv: 'name,price\nA course,29\n',
      keys: ['a course'],
    })),
  },
  'POST /functions/v1/list-pages': { statuses: ofSellers(200), ask: call('list-pages', () => ({})) },
  'POST /functions/v1/rename-page': {
    statuses: ofSellers(200, 404),
    ask: onAnotherPage('rename-page', { name: 'Renamed' }),
  },
  'POST /functions/v1/duplicate-page': {
    statuses: ofSellers(200, 404),
    ask: onAnotherPage('duplicate-page'),
  },
  'POST /functions/v1/unpublish-page': {
    statuses: ofSellers(200, 404),
    ask: onAnotherPage('unpublish-page'),
  },
  'POST /functions/v1/archive-page': {
    statuses: ofSellers(200, 404),
    ask: onAnotherPage('archive-page', { archived: true }),
  },
  'POST /functions/v1/resume-page': { statuses: ofSellers(200, 404), ask: onAnotherPage('resume-page') },
  'POST /functions/v1/delete-page': { statuses: ofSellers(200, 404), ask: onAnotherPage('delete-page') },
  'POST /functions/v1/list-versions': {
    statuses: ofSellers(200, 404),
    ask: call('list-versions', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/get-version': {
    statuses: ofSellers(200, 404),
    ask: call('get-version', ({ pageId }) => ({ pageId, number: 1 })),
  },
  'POST /functions/v1/get-page-counts': {
    statuses: ofSellers(200, 404),
    ask: call('get-page-counts', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/check-slug': {
    statuses: ofSellers(200, 404),
    ask: call('check-slug', ({ pageId }) => ({ slug: 'taller', pageId })),
  },
  'POST /functions/v1/export-page': {
    statuses: ofSellers(200, 404),
    ask: call('export-page', ({ pageId }) => ({ pageId })),
  },
  'GET /internal/tls-allowed': {
    statuses: anyone(200),
    ask: () => ({ path: '/internal/tls-allowed?domain=localhost' }),
  },
  'GET /success': { statuses: anyone(200), ask: () => ({ path: '/success' }) },
  'POST /functions/v1/import-page': {
    statuses: ofSellers(200),
    ask: call('import-page', () => ({ file: FILE })),
  },
};
