import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import type { FactorType } from '#domain/account.ts';
import type { SecurityEventKind } from '#domain/security-event.ts';

import { createdAt, id, reference, time } from './columns.ts';
import { sessions, users } from './schema-users.ts';

// Account protection: two-factor authentication, identity providers, passkeys, and the security history.

const userReference = () => reference('user_id', () => users.id, { onDelete: 'cascade' });

/** Public key of an authenticator, from the browser's registration. */
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
    userId: userReference(),
    type: text('type').$type<FactorType>().notNull(),
    /** Name chosen by the user; unique per user. */
    friendlyName: text('friendly_name').notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull(),
    /** TOTP: the encrypted shared secret. */
    sealedSecret: text('sealed_secret'),
    /** TOTP: the last period whose code was accepted, so that no code is accepted twice. */
    lastPeriod: bigint('last_period', { mode: 'number' }),
    /** Phone number in international format. */
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

/** Challenges for authenticators and phones; each can be answered once, in time, by the user who received it. */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    purpose: text('purpose').$type<'factor' | 'passkey_registration' | 'passkey_sign_in'>().notNull(),
    /** Null only before sign-in. */
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

/** Ten recovery codes per user for the loss of all factors; stored as keyed hashes only. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: userReference(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (table) => [uniqueIndex().on(table.userId, table.codeHash)],
);

/** Passkeys sign in on their own; security keys that are a second factor are stored in `factors`. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: userReference(),
    credentialId: text('credential_id').notNull().unique(),
    credential: jsonb('credential').$type<WebauthnCredential>().notNull(),
    friendlyName: text('friendly_name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index().on(table.userId)],
);

/** OAuth flows to identity providers; their secrets are hashed or encrypted. */
export const flowStates = pgTable(
  'flow_states',
  {
    id: id(),
    provider: text('provider').notNull(),
    /** Set when the flow links an identity to a signed-in account. */
    linksUserId: uuid('links_user_id').references(() => users.id, { onDelete: 'cascade' }),
    stateHash: text('state_hash').notNull().unique(),
    /** Our PKCE verifier and nonce at the provider. */
    sealedSecrets: text('sealed_secrets').notNull(),
    redirectTo: text('redirect_to').notNull(),
    /** Challenge of the browser, which proves at the end that it started the flow. */
    codeChallenge: text('code_challenge').notNull(),
    codeChallengeMethod: text('code_challenge_method').$type<'s256' | 'plain'>().notNull(),
    /** Set when the provider has redirected back; exchanged once. */
    authCodeHash: text('auth_code_hash').unique(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Security history of an account, shown to its user. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    userId: userReference(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    at: time('at').notNull(),
    address: text('address'),
    userAgent: text('user_agent'),
    /** Names and similar details, never secrets. */
    facts: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
  },
  (table) => [index('security_events_newest').on(table.userId, table.at, table.id)],
);

/** Sign-in delays after wrong passwords, per address and account; each failure lengthens the delay. Keys are hashes. */
export const signInDelays = pgTable('sign_in_delays', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  nextAt: time('next_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
