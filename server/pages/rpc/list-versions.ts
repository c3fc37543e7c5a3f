import { z } from 'zod';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { AppError } from '#domain/errors.ts';
import { describeConfigChanges } from '#domain/page-fields.ts';
import type { PageVersionRow } from '#domain/rpc-contract.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { findPageVersion, listPageVersions } from '#server/pages/queries/page-versions.ts';
import { findPageWithDraft } from '#server/pages/queries/pages.ts';

/** Number of versions in a list, newest first. Older versions can still be read by number. */
const MAX_VERSIONS = 100;
const MAX_NUMBER = 2 ** 31 - 1;
const FIRST_PUBLICATION = ['First publication'];

const limits = ({ caller }: { caller: { sellerId: string } }) => [
  { key: `versions:${caller.sellerId}`, limit: 120, windowMs: 60_000 },
];

export const listVersions = defineRpcFunction({
  name: 'list-versions',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits,
  run: async (context, { caller }, { pageId }) => {
    const rows = await listPageVersions(context.db, caller.sellerId, pageId, MAX_VERSIONS + 1);
    if (rows.length === 0 && !(await findPageWithDraft(context.db, caller.sellerId, pageId)))
      throw new AppError('not_found');
    return { versions: toVersionRows(rows).slice(0, MAX_VERSIONS) };
  },
});

/** Compares each version with the one before it. The oldest row counts as the first publication. */
export function toVersionRows(rows: Awaited<ReturnType<typeof listPageVersions>>): PageVersionRow[] {
  const configs = rows.map(({ schema, config }) => parseStoredConfig(schema, config));
  return rows.map(({ number, createdAt }, index) => {
    const [after, before] = [configs[index], configs[index + 1]];
    const changes = after && before ? describeConfigChanges(before, after) : FIRST_PUBLICATION;
    return { number, createdAt: createdAt.toISOString(), changes };
  });
}

/** Returns any version, so that it can be restored into the draft. */
export const getVersion = defineRpcFunction({
  name: 'get-version',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid(), number: z.number().int().min(1).max(MAX_NUMBER) }),
  limits,
  run: async (context, { caller }, { pageId, number }) => {
    const row = await findPageVersion(context.db, caller.sellerId, pageId, number);
    if (!row) throw new AppError('not_found');
    return { number, config: parseStoredConfig(row.schema, row.config) };
  },
});
