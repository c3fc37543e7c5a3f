import type { Attribution } from '#domain/visit.ts';

import type { Db } from './client.ts';
import { isOneOf } from './many-rows.ts';
import { checkoutAttempts } from './schema-money.ts';

/** Attribution columns of an attempt. */
export const ATTEMPT_ATTRIBUTION = {
  source: checkoutAttempts.source,
  referrer: checkoutAttempts.referrer,
  utmSource: checkoutAttempts.utmSource,
  utmMedium: checkoutAttempts.utmMedium,
  utmCampaign: checkoutAttempts.utmCampaign,
  utmTerm: checkoutAttempts.utmTerm,
  utmContent: checkoutAttempts.utmContent,
  visitCountry: checkoutAttempts.visitCountry,
  device: checkoutAttempts.device,
  embed: checkoutAttempts.embed,
} satisfies Record<keyof Attribution, unknown>;

export async function listAttemptAttributions(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, Attribution>> {
  const rows = await db
    .select({ id: checkoutAttempts.id, attribution: ATTEMPT_ATTRIBUTION })
    .from(checkoutAttempts)
    .where(isOneOf(checkoutAttempts.id, attemptIds, 'uuid'));
  return new Map(rows.map(({ id, attribution }) => [id, attribution]));
}
