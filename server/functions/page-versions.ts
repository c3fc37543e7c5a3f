import { z } from 'zod';

import type { PageVersionRow } from '#domain/calls.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import { ShopError } from '#domain/errors.ts';
import { changesBetween } from '#domain/page-changes.ts';

import { findPageVersion, listPageVersions } from '#server/db/page-versions.ts';
import { findPageWithDraft } from '#server/db/pages.ts';
import { backendFunction } from './backend-function.ts';

/** Number of versions in a list, newest first. Older versions can still be read by number. */
const MOST_VERSIONS = 100;
const FIRST = ['First publication'];

const limits = ({ caller }: { caller: { sellerId: string } }) => [
  { key: `versions:${caller.sellerId}`, limit: 120, windowMs: 60_000 },
];

export const listVersions = backendFunction({
  name: 'list-versions',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits,
  run: async (context, { caller }, { pageId }) => {
    const rows = await listPageVersions(context.db, caller.sellerId, pageId, MOST_VERSIONS + 1);
    if (rows.length === 0 && !(await findPageWithDraft(context.db, caller.sellerId, pageId)))
      throw new ShopError('not_found');
    return { versions: versionRows(rows).slice(0, MOST_VERSIONS) };
  },
});

/** Compares each version with the one before it. The oldest row counts as the first publication. */
export function versionRows(rows: Awaited<ReturnType<typeof listPageVersions>>): PageVersionRow[] {
  const configs = rows.map(({ schema, config }) => configFromStored(schema, config));
  return rows.map(({ number, createdAt }, index) => {
    const [after, before] = [configs[index], configs[index + 1]];
    const changes = after && before ? changesBetween(before, after) : FIRST;
    return { number, createdAt: createdAt.toISOString(), changes };
  });
}

/** Returns any version, so that it can be restored into the draft. */
export const getVersion = backendFunction({
  name: 'get-version',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({
    pageId: z.uuid(),
    number: z
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  }),
  limits,
  run: async (context, { caller }, { pageId, number }) => {
    const row = await findPageVersion(context.db, caller.sellerId, pageId, number);
    if (!row) throw new ShopError('not_found');
    return { number, config: configFromStored(row.schema, row.config) };
  },
});
