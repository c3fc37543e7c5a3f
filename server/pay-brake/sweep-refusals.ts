import { REFUSALS_KEPT_MS } from '#domain/pay-brake.ts';

import type { Context } from '#server/context.ts';
import { deletePayBlocksBefore } from '#server/db/pay-blocks.ts';
import { deleteFailuresBefore } from '#server/db/payment-failures.ts';

/** Deletes old declines and expired blocks. */
export async function sweepRefusals({ db, now, realNow }: Context): Promise<void> {
  await deleteFailuresBefore(db, new Date(now().getTime() - REFUSALS_KEPT_MS));
  await deletePayBlocksBefore(db, realNow());
}
