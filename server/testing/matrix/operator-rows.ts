/** Rows of the identity matrix for reports. Used by tests only. */
import { sameForAll, call, type MatrixRow } from './page-rows.ts';

export const GUARD_ROWS: Record<string, MatrixRow> = {
  'POST /reports/csp': {
    statuses: sameForAll(204),
    request: () => ({ path: '/reports/csp', body: [] }),
  },
  'POST /functions/v1/report-page': {
    statuses: sameForAll(200),
    request: call('report-page', () => ({ slug: 'taller', reason: 'other', words: '' })),
  },
};
