import type { VisitOrigin } from '#domain/visit.ts';

import type { Db } from './client.ts';
import { isOneOf } from './many-rows.ts';
import { attempts } from './schema-money.ts';

/** Attribution columns of an attempt. */
export const ATTEMPT_ORIGIN = {
  source: attempts.source,
  referrer: attempts.referrer,
  utmSource: attempts.utmSource,
  utmMedium: attempts.utmMedium,
  utmCampaign: attempts.utmCampaign,
  utmTerm: attempts.utmTerm,
  utmContent: attempts.utmContent,
  visitCountry: attempts.visitCountry,
  device: attempts.device,
  embed: attempts.embed,
} satisfies Record<keyof VisitOrigin, unknown>;

export async function listAttemptOrigins(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, VisitOrigin>> {
  const rows = await db
    .select({ id: attempts.id, origin: ATTEMPT_ORIGIN })
    .from(attempts)
    .where(isOneOf(attempts.id, attemptIds, 'uuid'));
  return new Map(rows.map(({ id, origin }) => [id, origin]));
}
