import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { DeliverableKind, DeliverableSettings, FileScan } from '#domain/deliverable.ts';
import type { EntitlementReason, EntitlementState, LicenseState, SellerDecision } from '#domain/entitlement.ts';
import type { Mode } from '#domain/payment-mode.ts';

import { createdAt, id, mode, reference, time } from './columns.ts';
import { checkoutAttempts } from './schema-orders.ts';
import { pages, sellers } from './schema-pages.ts';

// What pages deliver to their buyers, and who has access to it.

/** Contents of uploaded files, by their SHA-256 in hex. The bytes are on disk or in object storage. */
export const storedFiles = pgTable('stored_files', {
  sha256: text('sha256').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** When it was last uploaded. A content that no version has is deleted a day later. */
  storedAt: time('stored_at').notNull(),
});

/** Something that a page delivers. It changes without a new version of the page, whose config only names its id. */
export const deliverables = pgTable(
  'deliverables',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    pageId: reference('page_id', () => pages.id),
    kind: text('kind').$type<DeliverableKind>().notNull(),
    name: text('name').notNull(),
    settings: jsonb('settings').$type<DeliverableSettings>().notNull(),
    /** The version of a file that buyers get; null: nothing was uploaded yet. */
    currentVersion: integer('current_version'),
    /** Fewest unused keys that the seller was warned about; null: not since keys were added. */
    warnedAtKeys: integer('warned_at_keys'),
    /** When buyers were last emailed about a new version of the file. */
    announcedAt: time('announced_at'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull(),
    /** Removed by the seller; buyers who have access keep it. */
    removedAt: time('removed_at'),
    /** When its contents are deleted, because its seller deleted their account; null: never. */
    expiresAt: time('expires_at'),
  },
  (table) => [
    index().on(table.pageId),
    index().on(table.sellerId),
    index('deliverables_expiring')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
);

/** Versions of a file deliverable, numbered from 1. */
export const fileVersions = pgTable(
  'file_versions',
  {
    deliverableId: reference('deliverable_id', () => deliverables.id),
    number: integer('number').notNull(),
    sha256: text('sha256')
      .notNull()
      .references(() => storedFiles.sha256),
    fileName: text('file_name').notNull(),
    mediaType: text('media_type').notNull(),
    scan: text('scan').$type<FileScan>().notNull(),
    /** When the next virus scan is due, or the lease of the current one ends; null: none is waiting. */
    scanAt: time('scan_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deliverableId, table.number] }),
    index().on(table.sha256),
    index()
      .on(table.scanAt)
      .where(sql`${table.scanAt} is not null`),
  ],
);

/** Uploads that are under way, and shortly after. The received bytes are in a folder of their own. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    sellerId: reference('seller_id', () => sellers.id),
    pageId: reference('page_id', () => pages.id),
    /** The deliverable that gets a new version; null: the upload creates one. */
    deliverableId: uuid('deliverable_id').references(() => deliverables.id),
    fileName: text('file_name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    /** 24 hours after its start, or when it was finished. */
    expiresAt: time('expires_at').notNull(),
    /** Then `deliverableId` has its file. The row stays for an hour, for clients that repeat the request. */
    finishedAt: time('finished_at'),
  },
  (table) => [index().on(table.sellerId, table.createdAt), index().on(table.expiresAt)],
);

/** A buyer's right to one deliverable, for one line of their order. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id(),
    mode: mode(),
    sellerId: reference('seller_id', () => sellers.id),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    /** Key of the line of the order: see `QuoteLine`. */
    lineKey: text('line_key').notNull(),
    deliverableId: reference('deliverable_id', () => deliverables.id),
    /** Units of the line, each of which has a license key. */
    quantity: integer('quantity').notNull(),
    /** License keys that it still has to get: all of them until the payment arrives, and what the seller's list lacks. */
    missingKeys: integer('missing_keys').notNull().default(0),
    state: text('state').$type<EntitlementState>().notNull(),
    /** Why it is not active; null while it is. */
    reason: text('reason').$type<EntitlementReason>(),
    /** What the seller decided by hand; it overrides refunds and subscriptions. */
    decision: text('decision').$type<SellerDecision>(),
    /** When access ends by itself; null: never, or not known yet. */
    endsAt: time('ends_at'),
    /** When its state must be computed again, because time alone changes it; null: never. */
    recheckAt: time('recheck_at'),
    createdAt: createdAt(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('entitlements_key').on(table.attemptId, table.lineKey, table.deliverableId),
    index().on(table.deliverableId),
    index('entitlements_recheck')
      .on(table.mode, table.recheckAt)
      .where(sql`${table.recheckAt} is not null`),
    index('entitlements_missing_keys')
      .on(table.deliverableId)
      .where(sql`${table.missingKeys} > 0`),
  ],
);

/** License keys. One without an entitlement is unused and was imported from the seller's list. */
export const licenses = pgTable(
  'licenses',
  {
    id: id(),
    /** Null while the key is unused: it is for orders of either mode. */
    mode: text('mode').$type<Mode>(),
    sellerId: reference('seller_id', () => sellers.id),
    deliverableId: reference('deliverable_id', () => deliverables.id),
    entitlementId: uuid('entitlement_id').references(() => entitlements.id),
    /** Keyed hash of the normalized key. */
    keyHash: text('key_hash').notNull(),
    sealedKey: text('sealed_key').notNull(),
    /** Last five characters, for lists and searches. */
    ending: text('ending').notNull(),
    state: text('state').$type<LicenseState>().notNull(),
    /** Null: no limit. */
    maxActivations: integer('max_activations'),
    expiresAt: time('expires_at'),
    createdAt: createdAt(),
    assignedAt: time('assigned_at'),
  },
  (table) => [
    uniqueIndex('licenses_key').on(table.deliverableId, table.keyHash),
    index('licenses_hash').on(table.keyHash),
    index('licenses_unused')
      .on(table.deliverableId, table.createdAt, table.id)
      .where(sql`${table.entitlementId} is null`),
    index().on(table.entitlementId),
    index().on(table.sellerId, table.assignedAt),
  ],
);

/** Ed25519 keys that sign license proofs. The newest one signs; the previous one stays public until its proofs have expired. */
export const licenseProofKeys = pgTable('license_proof_keys', {
  kid: text('kid').primaryKey(),
  /** `x` and `d` of the JWK. */
  publicKey: text('public_key').notNull(),
  sealedPrivateKey: text('sealed_private_key').notNull(),
  createdAt: createdAt(),
});

/** Devices on which a license key is used. */
export const activations = pgTable(
  'activations',
  {
    id: id(),
    licenseId: reference('license_id', () => licenses.id),
    /** Hash of the program's name for the device, keyed with the license key. */
    fingerprintHash: text('fingerprint_hash').notNull(),
    label: text('label').notNull().default(''),
    ipPrefix: text('ip_prefix').notNull(),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('activations_device')
      .on(table.licenseId, table.fingerprintHash)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Links in emails that open what a buyer has bought: `/g/{token}`. Each belongs to one order. */
export const accessLinks = pgTable(
  'access_links',
  {
    id: id(),
    attemptId: reference('attempt_id', () => checkoutAttempts.id),
    /** Keyed hash of the token. */
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
    /** From then on, the buyer must also confirm their email address. */
    confirmAfter: time('confirm_after').notNull(),
  },
  (table) => [uniqueIndex('access_links_token').on(table.tokenHash), index().on(table.attemptId)],
);

/** Downloads of files. Requests for further ranges of the same file within an hour belong to the same download. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    entitlementId: reference('entitlement_id', () => entitlements.id),
    versionNumber: integer('version_number').notNull(),
    startedAt: time('started_at').notNull(),
    lastByteAt: time('last_byte_at').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** Whether the last byte of the file was sent. */
    completed: boolean('completed').notNull().default(false),
    ipPrefix: text('ip_prefix').notNull(),
  },
  (table) => [index().on(table.entitlementId, table.startedAt)],
);

/** Secrets with which sellers verify that buyers come from their order: see `signUrl`. */
export const signingSecrets = pgTable('signing_secrets', {
  sellerId: uuid('seller_id')
    .primaryKey()
    .references(() => sellers.id),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
});
