/** Rows of the identity matrix for account functions. Used by tests only. */
import { FACTOR_ROWS, PASSKEY_ROWS } from './testing-factor-rows.ts';
import { anyone, call, ofTheSession, ofSellers, type Row } from './testing-page-rows.ts';

/** Email verification and account emails. */
const MAILBOX_ROWS: Record<string, Row> = {
  'POST /auth/v1/recover': {
    statuses: anyone(200),
    ask: ({ owner: { email } }) => ({ path: '/auth/v1/recover', body: { email } }),
  },
  'POST /auth/v1/resend': {
    statuses: anyone(200),
    ask: ({ owner: { email } }) => ({ path: '/auth/v1/resend', body: { type: 'signup', email } }),
  },
  'GET /auth/v1/reauthenticate': {
    statuses: ofTheSession(200),
    ask: () => ({ path: '/auth/v1/reauthenticate' }),
  },
  'PUT /auth/v1/user': {
    statuses: ofTheSession(200),
    ask: () => ({ path: '/auth/v1/user', body: { data: { name: 'Vane' } } }),
  },
  'POST /functions/v1/confirm-identity': {
    statuses: ofSellers(200),
    ask: call('confirm-identity', () => ({ password: 'correct horse' })),
  },
};

const PROVIDER_QUERY = new URLSearchParams({
  provider: 'google',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 's256',
}).toString();

/** Sign-in with identity providers. */
const PROVIDER_ROWS: Record<string, Row> = {
  'GET /auth/v1/authorize': {
    statuses: anyone(302),
    ask: () => ({ path: `/auth/v1/authorize?${PROVIDER_QUERY}` }),
  },
  'GET /auth/v1/callback': { statuses: anyone(303), ask: () => ({ path: '/auth/v1/callback?state=x' }) },
  'POST /auth/v1/callback': {
    statuses: anyone(303),
    ask: () => ({
      path: '/auth/v1/callback',
      body: 'state=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  'GET /auth/v1/user/identities/authorize': {
    statuses: ofTheSession(200),
    ask: () => ({ path: `/auth/v1/user/identities/authorize?${PROVIDER_QUERY}` }),
  },
  'DELETE /auth/v1/user/identities/:id': {
    statuses: ofTheSession(404),
    ask: () => ({ path: `/auth/v1/user/identities/${crypto.randomUUID()}` }),
  },
};

/** The Stripe connection. */
const CONNECTION_ROWS: Record<string, Row> = {
  'POST /functions/v1/get-connection': { statuses: ofSellers(200), ask: call('get-connection', () => ({})) },
  'POST /functions/v1/stripe-connect-onboarding': {
    statuses: ofSellers(200),
    ask: call('stripe-connect-onboarding', () => ({})),
  },
  'POST /functions/v1/stripe-connect-authorize': {
    statuses: ofSellers(200),
    ask: call('stripe-connect-authorize', () => ({})),
  },
  'POST /functions/v1/stripe-connect-complete': {
    statuses: ofSellers(410),
    ask: call('stripe-connect-complete', () => ({ state: 'none', code: 'none' })),
  },
  'GET /stripe/return': { statuses: anyone(303), ask: () => ({ path: '/stripe/return?state=x&code=y' }) },
  'POST /functions/v1/stripe-connect-dashboard': {
    statuses: ofSellers(200),
    ask: call('stripe-connect-dashboard', () => ({})),
  },
};

export const ACCOUNT_ROWS: Record<string, Row> = {
  ...CONNECTION_ROWS,
  ...MAILBOX_ROWS,
  ...PROVIDER_ROWS,
  ...FACTOR_ROWS,
  ...PASSKEY_ROWS,
  'POST /functions/v1/get-account': { statuses: ofSellers(200), ask: call('get-account', () => ({})) },
  'POST /functions/v1/list-sessions': { statuses: ofSellers(200), ask: call('list-sessions', () => ({})) },
  'POST /functions/v1/end-session': {
    statuses: ofSellers(404),
    ask: call('end-session', () => ({ sessionId: crypto.randomUUID() })),
  },
  'POST /functions/v1/list-security-events': {
    statuses: ofSellers(200),
    ask: call('list-security-events', () => ({})),
  },
  'POST /functions/v1/export-account': { statuses: ofSellers(200), ask: call('export-account', () => ({})) },
  'POST /functions/v1/account-fate': { statuses: ofSellers(200), ask: call('account-fate', () => ({})) },
  /** Sends another address than the account's, so that no account is deleted. */
  'POST /functions/v1/delete-account': {
    statuses: ofSellers(422),
    ask: call('delete-account', () => ({ email: 'nobody@example.com' })),
  },
};
