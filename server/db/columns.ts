import { customType, jsonb, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

import type { Device } from '#domain/attribution.ts';
import type { Metadata } from '#domain/checkout-link.ts';
import type { Mode } from '#domain/payment-mode.ts';

/** Raw bytes; both drivers return a Uint8Array. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => time('created_at').notNull();
export const mode = () => text('mode').$type<Mode>().notNull();
export const id = () => uuid('id').primaryKey();

/** A required foreign key. `actions`: what happens when the referenced row is deleted; by default it cannot be. */
export const reference = (name: string, target: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
  uuid(name).notNull().references(target, actions);

/** Data of the seller's program; `checkoutLinkId`: the link with which the buyer opened the page, which may be deleted. */
export const externalColumns = () => ({
  checkoutLinkId: uuid('checkout_link_id'),
  metadata: jsonb('metadata').$type<Metadata>().notNull().default({}),
  externalId: text('external_id'),
});

/** Attribution of a visit: see `VisitOrigin`. Empty when unknown. */
export const attributionColumns = () => ({
  source: text('source').notNull().default(''),
  referrer: text('referrer').notNull().default(''),
  utmSource: text('utm_source').notNull().default(''),
  utmMedium: text('utm_medium').notNull().default(''),
  utmCampaign: text('utm_campaign').notNull().default(''),
  utmTerm: text('utm_term').notNull().default(''),
  utmContent: text('utm_content').notNull().default(''),
  visitCountry: text('visit_country').notNull().default(''),
  device: text('device').$type<Device>().notNull().default('other'),
  embed: text('embed').notNull().default(''),
});
