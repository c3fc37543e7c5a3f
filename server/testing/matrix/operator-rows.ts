/** Rows of the identity matrix for operator endpoints and reports. Used by tests only. */
import { sameForAll, call, type MatrixRow } from './page-rows.ts';

export const GUARD_ROWS: Record<string, MatrixRow> = {
  'POST /reports/csp': {
    statuses: sameForAll(204),
    request: () => ({ path: '/reports/csp', body: [] }),
  },
  'POST /operator/audit': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/audit', body: { words: [] } }),
  },
  'POST /operator/backup': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/backup', body: { words: [] } }),
  },
  'POST /operator/reseal': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/reseal', body: { words: [] } }),
  },
  'POST /operator/sessions': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/sessions', body: { words: ['end', '--all'] } }),
  },
  'POST /operator/events': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/events', body: { words: ['list'] } }),
  },
  'POST /operator/pages': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/pages', body: { words: ['list'] } }),
  },
  'POST /functions/v1/report-page': {
    statuses: sameForAll(200),
    request: call('report-page', () => ({ slug: 'taller', reason: 'other', words: '' })),
  },
  'POST /operator/invariants': {
    statuses: sameForAll(404),
    request: () => ({ path: '/operator/invariants', body: { words: [] } }),
  },
};
