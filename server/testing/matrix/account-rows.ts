/** Rows of the identity matrix for account functions. Used by tests only. */
import { sameForAll, call, forSessionRoutes, forSellers, type MatrixRow } from './page-rows.ts';

/** Rows of the identity matrix for two-factor authentication and passkeys; no user there has any. Used by tests only. */
const authRequest = (path: string, body?: object) => () => ({ path: `/auth/v1/${path}`, body });
const unknownId = crypto.randomUUID();

const FACTOR_ROWS: Record<string, MatrixRow> = {
  // Their email addresses are not confirmed.
  'POST /auth/v1/factors': {
    statuses: forSessionRoutes(422),
    request: authRequest('factors', { factor_type: 'totp', friendly_name: 'App' }),
  },
  'DELETE /auth/v1/factors/:id': {
    statuses: forSessionRoutes(404),
    request: authRequest(`factors/${unknownId}`),
  },
  'POST /auth/v1/factors/:id/challenge': {
    statuses: forSessionRoutes(404),
    request: authRequest(`factors/${unknownId}/challenge`, { factorId: unknownId }),
  },
  'POST /auth/v1/factors/:id/verify': {
    statuses: forSessionRoutes(404),
    request: authRequest(`factors/${unknownId}/verify`, { challenge_id: unknownId, code: '000000' }),
  },
  'GET /auth/v1/factors/recovery-codes': {
    statuses: forSessionRoutes(404),
    request: authRequest('factors/recovery-codes'),
  },
  'POST /auth/v1/factors/recovery-codes': {
    statuses: forSessionRoutes(422),
    request: authRequest('factors/recovery-codes'),
  },
  'DELETE /auth/v1/factors/recovery-codes': {
    statuses: forSessionRoutes(200),
    request: authRequest('factors/recovery-codes'),
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    statuses: forSessionRoutes(422),
    request: authRequest('factors/recovery-codes/regenerate'),
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    statuses: forSessionRoutes(422),
    request: authRequest('factors/recovery-codes/verify', { code: 'aaaaa-aaaaa' }),
  },
};

const credential = (response: object) => ({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', ...response },
});

const PASSKEY_ROWS: Record<string, MatrixRow> = {
  'POST /auth/v1/passkeys/registration/options': {
    statuses: forSessionRoutes(200),
    request: authRequest('passkeys/registration/options', {}),
  },
  'POST /auth/v1/passkeys/registration/verify': {
    statuses: forSessionRoutes(422),
    request: authRequest('passkeys/registration/verify', {
      challenge_id: unknownId,
      credential: credential({ attestationObject: 'AA' }),
    }),
  },
  'POST /auth/v1/passkeys/authentication/options': {
    statuses: sameForAll(200),
    request: authRequest('passkeys/authentication/options', {}),
  },
  'POST /auth/v1/passkeys/authentication/verify': {
    statuses: sameForAll(422),
    request: authRequest('passkeys/authentication/verify', {
      challenge_id: unknownId,
      credential: credential({ authenticatorData: 'AA', signature: 'AA' }),
    }),
  },
  'GET /auth/v1/passkeys': { statuses: forSessionRoutes(200), request: authRequest('passkeys') },
  'PATCH /auth/v1/passkeys/:id': {
    statuses: forSessionRoutes(404),
    request: authRequest(`passkeys/${unknownId}`, { friendly_name: 'Laptop' }),
  },
  'DELETE /auth/v1/passkeys/:id': {
    statuses: forSessionRoutes(404),
    request: authRequest(`passkeys/${unknownId}`),
  },
};

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
