import { bucketsOf } from '#domain/analytics-buckets.ts';
import type { AnalyticsNote, AnalyticsUnit } from '#domain/analytics.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import { changesBetween } from '#domain/page-changes.ts';

import { listPublications } from '#server/db/analytics-pages.ts';
import type { Db } from '#server/db/client.ts';
import type { Scope } from './analytics-scope.ts';

/** Maximum number of publications, newest first. */
const MOST_NOTES = 50;
const FIRST = ['First published'];

/** Publications in a period, oldest first. */
export async function analyticsNotes(tx: Db, scope: Scope, unit: AnalyticsUnit): Promise<AnalyticsNote[]> {
  const { labels, starts, end } = bucketsOf(scope.range, unit, scope.zone);
  const rows = await listPublications(tx, scope.of, [starts[0] ?? end, end], MOST_NOTES);
  const names = new Map(scope.pages.map(({ id, name }) => [id, name]));
  return rows.toReversed().map(({ pageId, number, createdAt, schema, config, before }) => ({
    at: createdAt.toISOString(),
    point: labels[starts.findLastIndex((start) => start <= createdAt)] ?? '',
    pageId,
    pageName: names.get(pageId) ?? '',
    version: number,
    changes: before
      ? changesBetween(configFromStored(before.schema, before.config), configFromStored(schema, config))
      : FIRST,
  }));
}
