/** Rows of the identity matrix for two-factor authentication and passkeys; no user there has any. Used by tests only. */
import { sameForAll, forSessionRoutes, type MatrixRow } from './testing-page-rows.ts';

const authRequest = (path: string, body?: object) => () => ({ path: `/auth/v1/${path}`, body });
const unknownId = crypto.randomUUID();

export const FACTOR_ROWS: Record<string, MatrixRow> = {
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

export const PASSKEY_ROWS: Record<string, MatrixRow> = {
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
