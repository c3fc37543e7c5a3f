import { createBuckets } from '#domain/analytics-buckets.ts';
import type { ChartAnnotation, AnalyticsUnit } from '#domain/analytics.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { describeConfigChanges } from '#domain/page-changes.ts';

import { listPublications } from '#server/db/analytics-pages.ts';
import type { Db } from '#server/db/client.ts';
import type { AnalyticsScope } from './analytics-scope.ts';

/** Maximum number of publications, newest first. */
const MAX_NOTES = 50;
const FIRST_PUBLICATION = ['First published'];

/** Publications in a period, oldest first. */
export async function listPublicationNotes(
  tx: Db,
  scope: AnalyticsScope,
  unit: AnalyticsUnit,
): Promise<ChartAnnotation[]> {
  const { labels, starts, end } = createBuckets(scope.range, unit, scope.zone);
  const rows = await listPublications(tx, scope.of, [starts[0] ?? end, end], MAX_NOTES);
  const names = new Map(scope.pages.map(({ id, name }) => [id, name]));
  return rows.toReversed().map(({ pageId, number, createdAt, schema, config, previousVersions: before }) => ({
    at: createdAt.toISOString(),
    point: labels[starts.findLastIndex((start) => start <= createdAt)] ?? '',
    pageId,
    pageName: names.get(pageId) ?? '',
    version: number,
    changes: before
      ? describeConfigChanges(parseStoredConfig(before.schema, before.config), parseStoredConfig(schema, config))
      : FIRST_PUBLICATION,
  }));
}
