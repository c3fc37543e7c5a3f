/** Rows of the identity matrix for account functions. Used by tests only. */
import { FACTOR_ROWS, PASSKEY_ROWS } from './testing-factor-rows.ts';
import { sameForAll, call, forSessionRoutes, forSellers, type MatrixRow } from './testing-page-rows.ts';

/** Email verification and account emails. */
const EMAIL_ROWS: Record<string, MatrixRow> = {
  'POST /auth/v1/recover': {
    statuses: sameForAll(200),
    request: ({ owner: { email } }) => ({ path: '/auth/v1/recover', body: { email } }),
  },
  'POST /auth/v1/resend': {
    statuses: sameForAll(200),
    request: ({ owner: { email } }) => ({ path: '/auth/v1/resend', body: { type: 'signup', email } }),
  },
  'GET /auth/v1/reauthenticate': {
    statuses: forSessionRoutes(200),
    request: () => ({ path: '/auth/v1/reauthenticate' }),
  },
  'PUT /auth/v1/user': {
    statuses: forSessionRoutes(200),
    request: () => ({ path: '/auth/v1/user', body: { data: { name: 'Vane' } } }),
  },
  'POST /functions/v1/confirm-identity': {
    statuses: forSellers(200),
    request: call('confirm-identity', () => ({ password: 'correct horse' })),
  },
};

const PROVIDER_QUERY = new URLSearchParams({
  provider: 'google',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 's256',
}).toString();

/** Sign-in with identity providers. */
const PROVIDER_ROWS: Record<string, MatrixRow> = {
  'GET /auth/v1/authorize': {
    statuses: sameForAll(302),
    request: () => ({ path: `/auth/v1/authorize?${PROVIDER_QUERY}` }),
  },
  'GET /auth/v1/callback': {
    statuses: sameForAll(303),
    request: () => ({ path: '/auth/v1/callback?state=x' }),
  },
  'POST /auth/v1/callback': {
    statuses: sameForAll(303),
    request: () => ({
      path: '/auth/v1/callback',
      body: 'state=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  'GET /auth/v1/user/identities/authorize': {
    statuses: forSessionRoutes(200),
    request: () => ({ path: `/auth/v1/user/identities/authorize?${PROVIDER_QUERY}` }),
  },
  'DELETE /auth/v1/user/identities/:id': {
    statuses: forSessionRoutes(404),
    request: () => ({ path: `/auth/v1/user/identities/${crypto.randomUUID()}` }),
  },
};

/** The Stripe connection. */
const CONNECTION_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/get-connection': {
    statuses: forSellers(200),
    request: call('get-connection', () => ({})),
  },
  'POST /functions/v1/stripe-connect-onboarding': {
    statuses: forSellers(200),
    request: call('stripe-connect-onboarding', () => ({})),
  },
  'POST /functions/v1/stripe-connect-authorize': {
    statuses: forSellers(200),
    request: call('stripe-connect-authorize', () => ({})),
  },
  'POST /functions/v1/stripe-connect-complete': {
    statuses: forSellers(410),
    request: call('stripe-connect-complete', () => ({ state: 'none', code: 'none' })),
  },
  'GET /stripe/return': {
    statuses: sameForAll(303),
    request: () => ({ path: '/stripe/return?state=x&code=y' }),
  },
  'POST /functions/v1/stripe-connect-dashboard': {
    statuses: forSellers(200),
    request: call('stripe-connect-dashboard', () => ({})),
  },
};

export const ACCOUNT_ROWS: Record<string, MatrixRow> = {
  ...CONNECTION_ROWS,
  ...EMAIL_ROWS,
  ...PROVIDER_ROWS,
  ...FACTOR_ROWS,
  ...PASSKEY_ROWS,
  'POST /functions/v1/get-account': { statuses: forSellers(200), request: call('get-account', () => ({})) },
  'POST /functions/v1/list-sessions': {
    statuses: forSellers(200),
    request: call('list-sessions', () => ({})),
  },
  'POST /functions/v1/end-session': {
    statuses: forSellers(404),
    request: call('end-session', () => ({ sessionId: crypto.randomUUID() })),
  },
  'POST /functions/v1/list-security-events': {
    statuses: forSellers(200),
    request: call('list-security-events', () => ({})),
  },
  'POST /functions/v1/export-account': {
    statuses: forSellers(200),
    request: call('export-account', () => ({})),
  },
  'POST /functions/v1/account-fate': { statuses: forSellers(200), request: call('account-fate', () => ({})) },
  /** Sends another address than the account's, so that no account is deleted. */
  'POST /functions/v1/delete-account': {
    statuses: forSellers(422),
    request: call('delete-account', () => ({ email: 'nobody@example.com' })),
  },
};
