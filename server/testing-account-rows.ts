/** The rows of the identity matrix for the functions on a person's own account. Seen by tests only. */
import { call, reads, writes, type Row } from './testing-page-rows.ts';

export const ACCOUNT_ROWS: Record<string, Row> = {
  'POST /functions/v1/get-account': { statuses: writes(200), ask: call('get-account', () => ({})) },
  'POST /functions/v1/list-sessions': { statuses: writes(200), ask: call('list-sessions', () => ({})) },
  'POST /functions/v1/end-session': {
    statuses: writes(404),
    ask: call('end-session', () => ({ sessionId: crypto.randomUUID() })),
  },
  'POST /functions/v1/list-security-events': {
    statuses: writes(200),
    ask: call('list-security-events', () => ({})),
  },
  'POST /functions/v1/export-account': { statuses: writes(200), ask: call('export-account', () => ({})) },
  'POST /functions/v1/account-fate': { statuses: reads(200), ask: call('account-fate', () => ({})) },
  /** Its own address is asked for: nobody's is gone afterwards. */
  'POST /functions/v1/delete-account': {
    statuses: writes(422),
    ask: call('delete-account', () => ({ email: 'nobody@example.com' })),
  },
};
