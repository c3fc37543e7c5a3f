/** Rows of the identity matrix for domain functions. Used by tests only. */
import { claimDomain } from './testing-domains.ts';
import { call, forSellers, type MatrixRow, type TestEnv } from './testing-page-rows.ts';

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
