import { CONFIG_SCHEMA } from '#domain/checkout-page.ts';
/** Rows of the identity matrix for page functions, and helpers for all rows. Used by tests only. */
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION } from '#domain/page-file.ts';

import { claimDomain } from '../domain-env.ts';
import { sellableConfig, type TestSeller, type TestApp } from '../test-app.ts';
import { IDENTITIES } from './identities.ts';

export type RequestSpec = { path: string; body?: unknown; headers?: Record<string, string> };
export type TestEnv = { app: TestApp; owner: TestSeller; pageId: string; image: string };
export type MatrixRow = {
  statuses: readonly number[];
  request: (testEnv: TestEnv) => RequestSpec | Promise<RequestSpec>;
};

/** Statuses in the order of IDENTITIES. */
export const sameForAll = (status: number) => IDENTITIES.map(() => status);
export const forSellers = (owner: number, otherSeller = owner) => [401, otherSeller, 401, 401, 401, owner];
/** The auth routes read the session row and report what is wrong with a token. */
export const forSessionRoutes = (owner: number) => [401, owner, 403, 403, 403, owner];

export const PAGE = sellableConfig({
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
});

/** A new page of the owner that a row may change or delete. */
export async function createPage({ owner }: TestEnv): Promise<string> {
  return (await owner.rpc('save-draft', { config: sellableConfig() })).body.pageId;
}

export const newPageRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv) => ({
    path: `/functions/v1/${name}`,
    body: { pageId: await createPage(testEnv), ...body },
  });

const FILE = {
  format: PAGE_FILE_FORMAT,
  version: PAGE_FILE_VERSION,
  schema: CONFIG_SCHEMA,
  name: null,
  config: PAGE,
};

export const call = (name: string, body: (testEnv: TestEnv) => object) => (testEnv: TestEnv) => ({
  path: `/functions/v1/${name}`,
  body: body(testEnv),
});

export const PAGE_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/save-checkout-page': {
    statuses: forSellers(200, 404),
    request: call('save-checkout-page', ({ pageId }) => ({ config: PAGE, slug: '', pageId })),
  },
  'POST /functions/v1/save-draft': {
    statuses: forSellers(200, 404),
    request: call('save-draft', ({ pageId }) => ({ config: sellableConfig(), pageId })),
  },
  'POST /functions/v1/get-page': {
    statuses: forSellers(200, 404),
    request: call('get-page', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/find-products': {
    statuses: forSellers(200),
    request: call('find-products', () => ({ source: 'gumroad', csv: 'name,price\nA course,29\n' })),
  },
  'POST /functions/v1/import-products': {
    statuses: forSellers(200),
    request: call('import-products', () => ({
      source: 'gumroad',
      csv: 'name,price\nA course,29\n',
      keys: ['a course'],
    })),
  },
  'POST /functions/v1/list-pages': { statuses: forSellers(200), request: call('list-pages', () => ({})) },
  'POST /functions/v1/list-bundle-products': {
    statuses: forSellers(200),
    request: call('list-bundle-products', () => ({})),
  },
  'POST /functions/v1/rename-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('rename-page', { name: 'Renamed' }),
  },
  'POST /functions/v1/duplicate-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('duplicate-page'),
  },
  'POST /functions/v1/unpublish-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('unpublish-page'),
  },
  'POST /functions/v1/archive-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('archive-page', { archived: true }),
  },
  'POST /functions/v1/create-checkout': {
    statuses: forSellers(200, 404),
    request: call('create-checkout', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/get-checkout': {
    statuses: forSellers(200, 404),
    request: async ({ owner, pageId }) => {
      const { body } = await owner.rpc('create-checkout', { pageId });
      return { path: '/functions/v1/get-checkout', body: { checkoutId: body.id } };
    },
  },
  'POST /functions/v1/resume-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('resume-page'),
  },
  'POST /functions/v1/delete-page': {
    statuses: forSellers(200, 404),
    request: newPageRequest('delete-page'),
  },
  'POST /functions/v1/list-versions': {
    statuses: forSellers(200, 404),
    request: call('list-versions', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/get-version': {
    statuses: forSellers(200, 404),
    request: call('get-version', ({ pageId }) => ({ pageId, number: 1 })),
  },
  'POST /functions/v1/get-page-counts': {
    statuses: forSellers(200, 404),
    request: call('get-page-counts', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/check-slug': {
    statuses: forSellers(200, 404),
    request: call('check-slug', ({ pageId }) => ({ slug: 'taller', pageId })),
  },
  'POST /functions/v1/export-page': {
    statuses: forSellers(200, 404),
    request: call('export-page', ({ pageId }) => ({ pageId })),
  },
  'GET /internal/tls-allowed': {
    statuses: sameForAll(200),
    request: () => ({ path: '/internal/tls-allowed?domain=localhost' }),
  },
  'GET /success': { statuses: sameForAll(200), request: () => ({ path: '/success' }) },
  // The document says why nothing opens. Buyers are known by links and cookies and not by an identity.
  ...Object.fromEntries(
    ['/g/:token', '/success', '/purchases'].flatMap((path) =>
      ['f', 'l'].map((part) => [
        `GET ${path}/${part}/:id`,
        {
          statuses: sameForAll(200),
          request: () => ({ path: `${path.replace(':token', 'unknown')}/${part}/unknown` }),
        },
      ]),
    ),
  ),
  'POST /functions/v1/import-page': {
    statuses: forSellers(200),
    request: call('import-page', () => ({ file: FILE })),
  },
};

/** Rows of the identity matrix for domain functions. Used by tests only. */
const HOST = 'pay.owner.localhost';

const domainRequest =
  (name: string, body: object = {}) =>
  async ({ owner }: TestEnv) => ({
    path: `/functions/v1/${name}`,
    body: { domainId: (await claimDomain(owner, HOST)).id, ...body },
  });

/** Runs after the plan rows: by then the owner has a plan with domains and the other seller does not. */
export const DOMAIN_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/list-domains': { statuses: forSellers(200), request: call('list-domains', () => ({})) },
  'POST /functions/v1/add-domain': {
    statuses: forSellers(200, 403),
    request: call('add-domain', () => ({ host: HOST })),
  },
  'POST /functions/v1/check-domain': {
    statuses: forSellers(200, 404),
    request: domainRequest('check-domain'),
  },
  'POST /functions/v1/set-domain-page': {
    statuses: forSellers(200, 404),
    request: domainRequest('set-domain-page', { pageId: null }),
  },
  'POST /functions/v1/remove-domain': {
    statuses: forSellers(200, 404),
    request: domainRequest('remove-domain'),
  },
};

/** Rows of the identity matrix for plan functions. Used by tests only. */
/** The order matters: the first row gives both sellers the plan that the other rows need. */
export const PLAN_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/create-subscription': {
    statuses: forSellers(200),
    request: call('create-subscription', () => ({ planId: 'starter' })),
  },
  'POST /functions/v1/check-subscription-status': {
    statuses: forSellers(200),
    request: call('check-subscription-status', () => ({})),
  },
  'POST /functions/v1/upgrade-subscription': {
    statuses: forSellers(200, 403),
    request: call('upgrade-subscription', ({ owner }) => ({
      targetPlan: 'growth',
      userId: owner.session.user.id,
    })),
  },
  'POST /functions/v1/customer-portal': {
    statuses: forSellers(200),
    request: call('customer-portal', () => ({})),
  },
  'POST /functions/v1/cancel-subscription': {
    statuses: forSellers(200),
    request: call('cancel-subscription', () => ({})),
  },
  'POST /functions/v1/reactivate-subscription': {
    statuses: forSellers(200),
    request: call('reactivate-subscription', () => ({})),
  },
  'POST /functions/v1/list-invoices': {
    statuses: forSellers(200),
    request: call('list-invoices', () => ({})),
  },
};
