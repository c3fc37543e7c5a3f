/** Rows of the identity matrix for two-factor authentication and passkeys; no user there has any. Used by tests only. */
import { anyone, ofTheSession, type Row } from './testing-page-rows.ts';

const ask = (path: string, body?: object) => () => ({ path: `/auth/v1/${path}`, body });
const unknown = crypto.randomUUID();

export const FACTOR_ROWS: Record<string, Row> = {
  // Their email addresses are not confirmed.
  'POST /auth/v1/factors': {
    statuses: ofTheSession(422),
    ask: ask('factors', { factor_type: 'totp', friendly_name: 'App' }),
  },
  'DELETE /auth/v1/factors/:id': { statuses: ofTheSession(404), ask: ask(`factors/${unknown}`) },
  'POST /auth/v1/factors/:id/challenge': {
    statuses: ofTheSession(404),
    ask: ask(`factors/${unknown}/challenge`, { factorId: unknown }),
  },
  'POST /auth/v1/factors/:id/verify': {
    statuses: ofTheSession(404),
    ask: ask(`factors/${unknown}/verify`, { challenge_id: unknown, code: '000000' }),
  },
  'GET /auth/v1/factors/recovery-codes': {
    statuses: ofTheSession(404),
    ask: ask('factors/recovery-codes'),
  },
  'POST /auth/v1/factors/recovery-codes': {
    statuses: ofTheSession(422),
    ask: ask('factors/recovery-codes'),
  },
  'DELETE /auth/v1/factors/recovery-codes': {
    statuses: ofTheSession(200),
    ask: ask('factors/recovery-codes'),
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    statuses: ofTheSession(422),
    ask: ask('factors/recovery-codes/regenerate'),
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    statuses: ofTheSession(422),
    ask: ask('factors/recovery-codes/verify', { code: 'aaaaa-aaaaa' }),
  },
};

const credential = (response: object) => ({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', ...response },
});

export const PASSKEY_ROWS: Record<string, Row> = {
  'POST /auth/v1/passkeys/registration/options': {
    statuses: ofTheSession(200),
    ask: ask('passkeys/registration/options', {}),
  },
  'POST /auth/v1/passkeys/registration/verify': {
    statuses: ofTheSession(422),
    ask: ask('passkeys/registration/verify', {
      challenge_id: unknown,
      credential: credential({ attestationObject: 'AA' }),
    }),
  },
  'POST /auth/v1/passkeys/authentication/options': {
    statuses: anyone(200),
    ask: ask('passkeys/authentication/options', {}),
  },
  'POST /auth/v1/passkeys/authentication/verify': {
    statuses: anyone(422),
    ask: ask('passkeys/authentication/verify', {
      challenge_id: unknown,
      credential: credential({ authenticatorData: 'AA', signature: 'AA' }),
    }),
  },
  'GET /auth/v1/passkeys': { statuses: ofTheSession(200), ask: ask('passkeys') },
  'PATCH /auth/v1/passkeys/:id': {
    statuses: ofTheSession(404),
    ask: ask(`passkeys/${unknown}`, { friendly_name: 'Laptop' }),
  },
  'DELETE /auth/v1/passkeys/:id': { statuses: ofTheSession(404), ask: ask(`passkeys/${unknown}`) },
};
