import { DECLINE_RETENTION_MS } from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';
import { deleteCardTestingBlocksBefore } from '#server/db/pay-blocks.ts';
import { deleteFailuresBefore } from '#server/db/payment-failures.ts';

/** Deletes old declines and expired blocks. */
export async function deleteOldDeclines({ db, now, realNow }: Context): Promise<void> {
  await deleteFailuresBefore(db, new Date(now().getTime() - DECLINE_RETENTION_MS));
  await deleteCardTestingBlocksBefore(db, realNow());
}
