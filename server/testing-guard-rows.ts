/** Rows of the identity matrix for operator endpoints and reports. Used by tests only. */
import { anyone, call, type Row } from './testing-page-rows.ts';

export const GUARD_ROWS: Record<string, Row> = {
  'POST /reports/csp': {
    statuses: anyone(204),
    ask: () => ({ path: '/reports/csp', body: [] }),
  },
  'POST /operator/audit': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/audit', body: { words: [] } }),
  },
  'POST /operator/backup': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/backup', body: { words: [] } }),
  },
  'POST /operator/reseal': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/reseal', body: { words: [] } }),
  },
  'POST /operator/sessions': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/sessions', body: { words: ['end', '--all'] } }),
  },
  'POST /operator/events': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/events', body: { words: ['list'] } }),
  },
  'POST /operator/pages': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/pages', body: { words: ['list'] } }),
  },
  'POST /functions/v1/report-page': {
    statuses: anyone(200),
    ask: call('report-page', () => ({ slug: 'taller', reason: 'other', words: '' })),
  },
  'POST /operator/invariants': {
    statuses: anyone(404),
    ask: () => ({ path: '/operator/invariants', body: { words: [] } }),
  },
};
