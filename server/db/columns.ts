import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { Mode } from '#domain/mode.ts';

/** Raw bytes; both drivers hand out a Uint8Array. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => time('created_at').notNull();
export const mode = () => text('mode').$type<Mode>().notNull();
export const id = () => uuid('id').primaryKey();
