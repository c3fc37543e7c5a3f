import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import type { FactorType } from '#domain/account.ts';
import type { SecurityEventKind } from '#domain/security-event.ts';

import { createdAt, id, time } from './columns.ts';
import { sessions, users } from './schema-people.ts';

// What makes an account hard to steal: second steps, other ways in, and what happened to it.

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** A public key of an authenticator, as the browser's registration gave it. */
export type WebauthnCredential = {
  /** Base64url. */
  id: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
};

export const factors = pgTable(
  'factors',
  {
    id: id(),
    userId: userId(),
    type: text('type').$type<FactorType>().notNull(),
    /** Its user's own name for it; two of one user differ. */
    friendlyName: text('friendly_name').notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull(),
    /** TOTP: the shared secret, sealed. */
    sealedSecret: text('sealed_secret'),
    /** TOTP: the last period whose code was taken, so that no code is taken twice. */
    lastPeriod: bigint('last_period', { mode: 'number' }),
    /** Phone: in the international form. */
    phone: text('phone'),
    webauthn: jsonb('webauthn').$type<WebauthnCredential>(),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    uniqueIndex('factors_name').on(table.userId, sql`lower(${table.friendlyName})`),
    index().on(table.userId, table.status),
  ],
);

/** What an authenticator or a phone was asked; each is answered once, in time, by whom it was put to. */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    purpose: text('purpose').$type<'factor' | 'passkey_registration' | 'passkey_sign_in'>().notNull(),
    /** Null only where nobody has signed in yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    factorId: uuid('factor_id').references(() => factors.id, { onDelete: 'cascade' }),
    /** WebAuthn: the challenge. Phone: the keyed hash of the code. */
    expected: text('expected'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Ten of them, for the day when every factor is lost; only the keyed hash is kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: userId(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (table) => [uniqueIndex().on(table.userId, table.codeHash)],
);

/** Passkeys sign in by themselves; security keys that are a second step are factors. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: userId(),
    credentialId: text('credential_id').notNull().unique(),
    credential: jsonb('credential').$type<WebauthnCredential>().notNull(),
    friendlyName: text('friendly_name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index().on(table.userId)],
);

/** A journey to an identity provider and back; its secrets are hashed or sealed. */
export const flowStates = pgTable(
  'flow_states',
  {
    id: id(),
    provider: text('provider').notNull(),
    /** Set while an identity is added to an account that is signed in. */
    linksUserId: uuid('links_user_id').references(() => users.id, { onDelete: 'cascade' }),
    stateHash: text('state_hash').notNull().unique(),
    /** Our verifier and nonce at the provider. */
    sealedSecrets: text('sealed_secrets').notNull(),
    redirectTo: text('redirect_to').notNull(),
    /** The browser's, which proves at the end that it is the one that left. */
    codeChallenge: text('code_challenge').notNull(),
    codeChallengeMethod: text('code_challenge_method').$type<'s256' | 'plain'>().notNull(),
    /** Set when the provider has sent somebody back; exchanged once. */
    authCodeHash: text('auth_code_hash').unique(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.expiresAt)],
);

/** What happened to an account, for its user to read. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    userId: userId(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    at: time('at').notNull(),
    address: text('address'),
    userAgent: text('user_agent'),
    /** Names and the like, never secrets. */
    facts: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [index('security_events_newest').on(table.userId, table.at, table.id)],
);

/** Wrong passwords of one address at one account: each makes the next try wait longer. Keys are hashes. */
export const signInDelays = pgTable('sign_in_delays', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  nextAt: time('next_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
