/** Rows of the identity matrix for domain functions. Used by tests only. */
import { claimed } from './testing-domains.ts';
import { call, ofSellers, type Row, type World } from './testing-page-rows.ts';

const HOST = 'pay.owner.localhost';

const onDomain =
  (name: string, body: object = {}) =>
  async ({ owner }: World) => ({
    path: `/functions/v1/${name}`,
    body: { domainId: (await claimed(owner, HOST)).id, ...body },
  });

/** Runs after the plan rows: by then the owner has a plan with domains and the other seller does not. */
export const DOMAIN_ROWS: Record<string, Row> = {
  'POST /functions/v1/list-domains': { statuses: ofSellers(200), ask: call('list-domains', () => ({})) },
  'POST /functions/v1/add-domain': {
    statuses: ofSellers(200, 403),
    ask: call('add-domain', () => ({ host: HOST })),
  },
  'POST /functions/v1/check-domain': { statuses: ofSellers(200, 404), ask: onDomain('check-domain') },
  'POST /functions/v1/set-domain-page': {
    statuses: ofSellers(200, 404),
    ask: onDomain('set-domain-page', { pageId: null }),
  },
  'POST /functions/v1/remove-domain': { statuses: ofSellers(200, 404), ask: onDomain('remove-domain') },
};
